// The arguments of a tool: their JSON Schema, and whether what was given is by it.
import { HttpError } from '../http/error.ts'

export interface Property {
  type: 'string' | 'integer' | 'array' | 'boolean'
  description: string
  items?: { type: 'string' }
  enum?: readonly string[]
  minimum?: number
  maximum?: number
}

export interface Input {
  properties: Readonly<Record<string, Property>>
  required?: readonly string[]
}

/** @throws {HttpError} 400 that says what to write instead */
export function checkArguments(
  { properties, required = [] }: Input,
  given: Readonly<Record<string, unknown>>,
): void {
  const known = Object.keys(properties)
  const missing = required.filter((name) => given[name] === undefined).map((name) => `${name} is missing`)
  const wrong = Object.entries(given).flatMap(([name, value]) => {
    if (!Object.hasOwn(properties, name))
      return `there is no "${name.slice(0, 40)}"; there are ${known.join(', ') || 'no arguments'}`
    return isOf(properties[name]!, value) ? [] : `${name} must be ${described(properties[name]!)}`
  })
  const mistakes = [...missing, ...wrong.slice(0, 8)]
  if (mistakes.length > 0)
    throw new HttpError(400, 'Invalid arguments', `Correct the arguments: ${mistakes.join('; ')}.`)
}

function isOf(
  { type, minimum = 0, maximum = Number.MAX_SAFE_INTEGER, ...property }: Property,
  value: unknown,
): boolean {
  if (type === 'integer')
    return Number.isSafeInteger(value) && (value as number) >= minimum && (value as number) <= maximum
  if (type === 'array') return Array.isArray(value) && value.every((one) => typeof one === 'string')
  return typeof value === type && (property.enum?.includes(value as string) ?? true)
}

function described({ type, minimum = 0, maximum, ...property }: Property): string {
  if (property.enum) return `one of ${property.enum.join(', ')}`
  if (type === 'integer')
    return `a whole number from ${minimum}${maximum === undefined ? '' : ` to ${maximum}`}`
  return { string: 'text', array: 'a list of texts', boolean: 'true or false' }[type]
}
