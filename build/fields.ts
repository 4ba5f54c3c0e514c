// A workspace's own fields: how workspace.yml defines them, and how posts set them.
import type * as z from 'zod'
import type { FieldValue } from '../snapshot/types.ts'
import { isoDate } from './date.ts'
import { quoted } from './problem.ts'
import { choice, date, flag, link, list, mapping, reading, text } from './values.ts'

export interface Field {
  name: string
  type: 'string' | 'number' | 'boolean' | 'date' | 'url' | 'select' | 'list'
  required: boolean
  /** What a `select` may be, and each item of a `list` where they are given. */
  options?: string[] | undefined
}

export const FIELD_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/

export const fieldSchema = mapping({
  type: choice('string', 'number', 'boolean', 'date', 'url', 'select', 'list'),
  required: flag.default(false),
  options: list(text).optional(),
}).refine(({ type, options }) => type !== 'select' || options?.length, {
  message: 'is a select without options',
  params: { code: 'bad-field', hint: 'Write options: [one, two].' },
})

/** The schema of `fields` in a post of a workspace that defines `fields`. */
export function fieldsSchema(fields: readonly Field[]) {
  const shape: Record<string, z.ZodType<FieldValue | undefined>> = {}
  for (const field of fields) {
    const schema = SCHEMAS[field.type](field.options)
    shape[field.name] = field.required ? schema : schema.optional()
  }
  return mapping(shape).prefault({})
}

/** Every defined field in the order of its definition, null where the post does not set it. */
export function fieldValues(
  fields: readonly Field[],
  set: Record<string, FieldValue | undefined>,
): Record<string, FieldValue> {
  return Object.fromEntries(fields.map(({ name }) => [name, set[name] ?? null]))
}

const number = reading((input, fail) => {
  const isNumber = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(input) && Number.isFinite(Number(input))
  return isNumber ? Number(input) : fail('wrong-type', `${quoted(input)} is not a number`)
})

const SCHEMAS: Record<Field['type'], (options?: string[]) => z.ZodType<FieldValue>> = {
  string: () => text,
  number: () => number,
  boolean: () => flag,
  date: () => date.transform(isoDate),
  url: () => link,
  select: (options = []) => choice(...options),
  list: (options) => list(options ? choice(...options) : text),
}
