// The arguments of a tool: their JSON Schema, and whether what was given is by it.
import { HttpError } from '../../http/error.ts'
import type { ToolArgument, ToolInput } from '../../listing/exchange.ts'

/** @returns the arguments but for `null`, which leaves one out @throws {HttpError} 400 that says what to write instead */
export function checkedArguments(
  { properties, required = [] }: ToolInput,
  all: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))
  const names = [...new Set([...required, ...Object.keys(given)])].slice(0, 20)
  const mistakes = names.flatMap((name) => {
    const property = Object.hasOwn(properties, name) ? properties[name]! : undefined
    if (!property)
      return `There is no ${JSON.stringify(name.slice(0, 40))}, only ${Object.keys(properties).join(', ')}.`
    return isOf(property, given[name]) ? [] : `${name} (${property.type}): ${property.description}`
  })
  if (mistakes.length > 0) throw new HttpError(400, 'Invalid arguments', mistakes.join('\n'))
  return given
}

function isOf(
  { type, minimum = 0, maximum = Number.MAX_SAFE_INTEGER, ...property }: ToolArgument,
  value: unknown,
): boolean {
  if (type === 'array') return Array.isArray(value) && value.every((one) => typeof one === 'string')
  if (typeof value === 'number')
    return type === 'integer' && Number.isInteger(value) && value >= minimum && value <= maximum
  return typeof value === type && (property.enum?.includes(value as string) ?? true)
}
