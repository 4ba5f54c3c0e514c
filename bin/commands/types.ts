// galley types

import { ConfigurationError } from '../../build/environment/configuration.ts'
import { typeOfFields } from '../../client/fields.ts'
import { createClient } from '../../client/index.ts'
import { commandOf } from '../cli/flags.ts'
import { printed, printLine } from '../terminal/print.ts'

export const command = commandOf('types', ['URL'], async (_, { stdout }, [url = '']) => {
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
})
