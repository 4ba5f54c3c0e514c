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
  const asking = createClient({ baseUrl, key }).workspace({ include: ['fields', 'collections'] })
  const { fields, collections } = await asking.catch(({ message }) => {
    throw new ConfigurationError(message)
  })
  const declared = collections.map((one) => ({ ...one, type: 'object', required: true }) as const)
  const types = ['// Made by galley types.', `export type Fields = ${typeOfFields(fields)}`]
  if (declared.length > 0) types.push(`export type Collections = ${typeOfFields(declared)}`)
  for (const line of types.join('\n').split('\n')) printLine(stdout, line)
  return printed(stdout)
})
