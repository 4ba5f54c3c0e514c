// galley types

import { ConfigurationError } from '../../build/environment/configuration.ts'
import { typeOfFields } from '../../client/fields.ts'
import { createClient, GalleyError } from '../../client/index.ts'
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
    const lines = typeOfFields(await fieldsAt(url)).split('\n')
    printLine(stdout, '// Made by galley types.')
    printLine(stdout, `export type Fields = ${lines.shift()}`)
    for (const line of lines) printLine(stdout, line)
    return printed(stdout)
  },
}

async function fieldsAt(url: string) {
  const [, baseUrl, key] = /^(https?:\/\/.+)\/v1\/([^/?#%]+)\/?$/.exec(url) ?? []
  if (!baseUrl || !key)
    throw new ConfigurationError(
      'This is not the address of a workspace. Write one such as https://api.example.org/v1/blog.',
    )
  try {
    const { fields } = await createClient({ baseUrl, key }).workspace({ include: ['fields'] })
    if (fields) return fields
  } catch (error) {
    throw error instanceof GalleyError ? new ConfigurationError(error.message) : error
  }
  throw new ConfigurationError('The API at this address is of a version that does not tell of fields.')
}
