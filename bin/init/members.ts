// Reads the text of a JSON object, and adds members to it that leave the rest as it is.
import { isMap, parseDocument } from 'yaml'
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

/** @param path of the object that gets the member; it is made if it is missing, but not the objects around it */
export function withMember(text: string, path: readonly string[], key: string, value: unknown): string {
  const found = objectAt(text, path)
  if (!found) return withMember(text, path.slice(0, -1), path.at(-1)!, { [key]: value })
  const { open, close } = found
  const inside = text.slice(open + 1, close)
  const members = inside.trimEnd()
  const [line] = /\r?\n/.exec(text) ?? ['\n']
  const unit = indentOf(text) ?? '  '
  const outer = unit.repeat(path.length)
  const indent = indentOf(inside) ?? outer + unit
  const isInline = members !== '' && !inside.includes('\n')
  const json = JSON.stringify(value, null, isInline ? undefined : unit).replaceAll('\n', line + indent)
  const member = `${JSON.stringify(key)}: ${json}`
  const added = isInline ? `, ${member}` : `${members === '' ? '' : ','}${line}${indent}${member}`
  const after = members === '' ? line + outer : inside.slice(members.length)
  return text.slice(0, open + 1) + members + added + after + text.slice(close)
}

/** What precedes the first line inside. */
export function indentOf(text: string): string | undefined {
  return /\n([ \t]+)\S/.exec(text)?.[1]
}

/** Where the braces of an object are: JSON is YAML, too. */
function objectAt(text: string, path: readonly string[]): { open: number; close: number } | undefined {
  const found = parseDocument(text).getIn(path, true)
  const [open, end] = isMap(found) && found.range ? found.range : []
  return open === undefined || end === undefined ? undefined : { open, close: end - 1 }
}
