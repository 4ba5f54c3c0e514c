// The fields by which posts can be filtered: those of bounded types.
import { normalise } from '../../packages/search/basics/normalise.ts'
import type { FieldDefinition, PostMeta } from '../types.ts'

export interface FilterableField {
  /** Its path in the fields of a post, with dots. */
  name: string
  /** The type of its value; of a list, that of each item. */
  type: 'string' | 'number' | 'boolean' | 'date' | 'url' | 'select'
  isList: boolean
  /** The values that a select may have. */
  options: readonly string[]
}

/** Returns the fields that have columns; the number of each column is its place here. */
export function filterableFields(definitions: readonly FieldDefinition[] = []): FilterableField[] {
  return definitions.map(({ name, type, options = [] }) => {
    if (type !== 'list') return { name, type, options, isList: false }
    return { name, type: options.length > 0 ? 'select' : 'string', options, isList: true }
  })
}

export function isNumeric(type: FilterableField['type']): boolean {
  return type === 'number' || type === 'date'
}

/** The characters of a text that count. */
const maxCharacters = 256

/** Returns a text as it is compared: without blanks around it, in normal form, and of a long one the beginning. */
export function filterText(text: string): string {
  const whole = normalise(text).trim()
  if (whole.length <= maxCharacters) return whole
  // A part of a string would keep all of it in memory.
  return Buffer.from(whole.slice(0, maxCharacters).replace(/[\ud800-\udbff]$/, '')).toString()
}

/** Returns fields with their texts as they are compared. */
export function comparableFields(fields: PostMeta['fields']): PostMeta['fields'] {
  return JSON.parse(JSON.stringify(fields, (_, one) => (typeof one === 'string' ? filterText(one) : one)))
}
