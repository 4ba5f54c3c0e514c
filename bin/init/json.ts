// Reads the text of a JSON object.
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { isObject } from '../../snapshot/objects.ts'

/**
 * @param path for the message
 * @throws {ConfigurationError}
 */
export function objectIn(text: string, path: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new ConfigurationError(`${path} is not JSON: ${(error as Error).message}`)
  }
  if (isObject(value)) return value
  throw new ConfigurationError(`${path} is not a JSON object.`)
}

/** Returns the indentation of the first line inside. */
export function indentOf(text: string): string | undefined {
  return /\n([ \t]+)\S/.exec(text)?.[1]
}
