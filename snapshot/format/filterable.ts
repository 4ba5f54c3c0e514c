// The fields by which posts can be filtered: those of bounded types, and references.
import { normalise } from '../../packages/search/basics/normalise.ts'
import { itemShape } from '../item-shape.ts'
import { isObject } from '../objects.ts'
import type { FieldDefinition, FieldType, FieldValue, PostMeta } from '../types.ts'

export interface FilterableField {
  /** Its path in the fields of a post, with dots. */
  name: string
  /** The type of its value; of a list, that of each item. */
  type: 'string' | 'number' | 'boolean' | 'date' | 'url' | 'select' | 'reference'
  isList: boolean
  /** The values that a select may have. */
  options: readonly string[]
  /** The collections that a reference may lead to. */
  to: readonly string[]
}

/** The lists whose entries are numbered for columns of references: all in one row. */
export const referable = ['posts', 'authors', 'categories', 'tags', 'series'] as const

/** Tells whether entries of one of some collections may appear later: authors and the like have no date. */
export function mayWait(collections: readonly string[]): boolean {
  const [, ...groups] = referable
  return collections.some((one) => !groups.includes(one as (typeof groups)[number]))
}

/** Returns the fields that have columns, those of objects among them; the number of each column is its place here. */
export function filterableFields(
  definitions: readonly FieldDefinition[] = [],
  within = '',
  isListed = false,
): FilterableField[] {
  return definitions.flatMap(({ name: own, type, options, of, fields, to }): FilterableField[] => {
    const [name, isList] = [within + own, isListed || type === 'list']
    if (type === 'list')
      return filterableFields([{ name: own, ...itemShape({ of, fields, options }) }], within, true)
    if (fields) return filterableFields(fields, `${name}.`, isList)
    return isBounded(type) ? [{ name, type, options: options ?? [], to: to ?? [], isList }] : []
  })
}

function isBounded(type: FieldType): type is FilterableField['type'] {
  return ['string', 'number', 'boolean', 'date', 'url', 'select', 'reference'].includes(type)
}

/** Returns the values at a path in fields, in all items of a list; of a reference, `ownEntry` or `collection/path` of what it leads to. */
export function valuesAt(
  value: FieldValue | undefined,
  path: readonly string[],
): (string | number | boolean)[] {
  const [name, ...rest] = path
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, path))
  if (isObject(value)) return name === undefined ? entryIn(value) : valuesAt(value[name], rest)
  return value === null || value === undefined || name !== undefined ? [] : [value]
}

/** An entry of the same collection has the form of `referenceTo`, any other that of replies, perhaps inside `outsideReference`. */
function entryIn({ $ref, collection, path }: { [name: string]: FieldValue }): string[] {
  const [list = collection, own = path, summary] = Array.isArray($ref) ? $ref : []
  if (own === undefined) return []
  return [$ref === undefined || summary ? `${list}/${own}` : ownEntry(String(own))]
}

/** Names an entry among all that references lead to. */
export function ownEntry(slug: string): string {
  return `/${slug}`
}

/** The operators that only numbers and dates take, and those of every field. No field inside an object may be called so. */
export const orderOperators = ['lt', 'lte', 'gt', 'gte'] as const
export const operators: readonly string[] = [...orderOperators, 'not', 'exists']

/** Returns the operators that fields of a type take. */
export function operatorsOf(type: FilterableField['type']): readonly string[] {
  return isNumeric(type) ? operators : operators.slice(orderOperators.length)
}

/** A decimal number as people write it. */
export const numberPattern = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i

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
