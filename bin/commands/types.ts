// galley types

import { ConfigurationError } from '../../build/environment/configuration.ts'
import { typeOfFields } from '../../client/fields.ts'
import { createClient } from '../../client/index.ts'
import type { Command } from '../cli/command.ts'
import { printed, printLine } from '../terminal/print.ts'

const help = `Prints the type of a workspace's own fields in TypeScript, for the code of a site.

usage: galley types URL [flags]

  --help  print this help

URL is the address of the workspace, in what is published or in galley dev.

example: galley types https://api.example.org/v1/blog > src/fields.ts
`

export const command: Command = {
  help,
  operands: ['URL'],
  flags: {},
  async run(_, { stdout }, [url = '']) {
    const [, baseUrl, key] = /^(https?:\/\/.+)\/v1\/([^/?#%]+)\/?$/.exec(url) ?? []
    if (!baseUrl || !key)
      throw new ConfigurationError(
        'This is not the address of a workspace. Write one such as https://api.example.org/v1/blog.',
      )
    const asking = createClient({ baseUrl, key }).workspace({ include: ['fields'] })
    const { fields } = await asking.catch(({ message }) => {
      throw new ConfigurationError(message)
    })
    const lines = `export type Fields = ${typeOfFields(fields)}`.split('\n')
    for (const line of ['// Made by galley types.', ...lines]) printLine(stdout, line)
    return printed(stdout)
  },
}
