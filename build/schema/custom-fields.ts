// The custom fields of a workspace: how workspace.yml defines them, and how posts set them.
import type * as zod from 'zod'
import type { FieldDefinition, FieldValue } from '../../snapshot/types.ts'
import { quoted } from '../problems/problem.ts'
import { isoDate } from './date.ts'
import { atMost, choice, date, flag, fromText, link, mapping, nonEmpty, text, texts, z } from './values.ts'

export type Field = FieldDefinition

/** Rejects names that every JavaScript object has: a client would find them on posts without such a field. */
export function isFieldName(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(text) && !(text in {})
}

export const fieldSchema = mapping({
  type: choice('string', 'number', 'boolean', 'date', 'url', 'select', 'list'),
  required: flag.default(false),
  /** The values allowed for a `select`, and for the items of a `list` if given. */
  options: texts(text).optional(),
})
  .refine(({ type, options }) => (type === 'select' ? options?.length : options?.length !== 0), {
    message: 'has no options to choose from',
    params: { code: 'bad-field', hint: 'Write options: [one, two].' },
  })
  .refine(({ type, options }) => !options || type === 'select' || type === 'list', {
    message: 'has options, which only a select or a list can have',
    params: { code: 'bad-field', hint: 'Write type: select, or remove the options.' },
  })

/** The schema of `fields` in a post; it accepts anything if the workspace's definitions are unknown. */
export function fieldsSchema(fields: readonly Field[] | undefined) {
  if (!fields)
    return z
      .unknown()
      .prefault({})
      .transform((): Record<string, FieldValue | undefined> => ({}))
  const shape: Record<string, zod.ZodType<FieldValue | undefined>> = {}
  for (const field of fields) {
    const schema = SCHEMAS[field.type](field)
    shape[field.name] = field.required ? schema : schema.optional()
  }
  return mapping(shape).prefault({})
}

/** Every defined field in order of definition, null if the post does not set it. */
export function fieldValues(
  fields: readonly Field[],
  set: Record<string, FieldValue | undefined>,
): Record<string, FieldValue> {
  return Object.fromEntries(fields.map(({ name }) => [name, set[name] ?? null]))
}

const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i

const number = fromText((input, fail) => {
  const value = Number(input)
  if (!NUMBER.test(input)) {
    const fixed = input.replace(/^(\d+),(\d+)$/, '$1.$2')
    const hint = `Write ${NUMBER.test(fixed) ? fixed : '5 or 2.5'}.`
    return fail('wrong-type', `${quoted(input)} is not a number`, hint)
  }
  // JSON would turn 12345678901234567890 into 12345678901234567000, and has no number for 1e999.
  const isKept = Number.isFinite(value) && (Number.isSafeInteger(value) || !/^[-+]?\d+$/.test(input))
  return isKept
    ? value
    : fail('wrong-type', `${quoted(input)} is too large for a number`, 'Define the field as a string.')
})

const SCHEMAS: Record<Field['type'], (field: Field) => zod.ZodType<FieldValue>> = {
  string: ({ required }) => (required ? nonEmpty : text),
  number: () => number,
  boolean: () => flag,
  date: () => date.transform(isoDate),
  url: () => link,
  select: ({ options = [] }) => choice(...options),
  list: ({ options, required }) => {
    const items = atMost(
      texts(options ? choice(...options) : text),
      MAX_ITEMS,
      'items',
      'Remove some: each list of posts repeats them.',
    )
    return required ? items.refine(({ length }) => length > 0, EMPTY) : items
  },
}

/** The number of items of a field that is a list. */
const MAX_ITEMS = 1_000

const EMPTY = { message: 'is empty', params: { code: 'missing-field' } }
