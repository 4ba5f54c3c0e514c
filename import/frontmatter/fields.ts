// Own keys: which become fields, and of which type, by what all posts of a workspace write there.
import { absoluteUrl, isFieldName, isImage, KEYS_OF_ENTRIES, KEYS_OF_POSTS } from '../../build/for-import.ts'
import { parseDate } from '../../snapshot/date.ts'
import { operators } from '../../snapshot/format/filterable.ts'
import { itemShape } from '../../snapshot/item-shape.ts'
import type { FieldDefinition, FieldShape, FieldType } from '../../snapshot/types.ts'
import type { SourceData, SourceValue } from '../source.ts'
import { ourDate } from './dates.ts'
import { folded } from './keyed.ts'
import { isData } from './languages.ts'
import { isMachinery } from './machinery.ts'

/** A value, and the number of the post that it is in. */
interface OwnValue<Value = SourceValue> {
  post: number
  value: Value
}

/** A key of posts, as the first of them writes it. */
interface OwnKey {
  key: string
  /** The name of a field, if it can be one. */
  name: string | undefined
  values: OwnValue[]
  last?: SourceData
  isTwice?: true
}

/** A definition for a key, and the number of posts that have it. */
export interface DefinedField extends FieldDefinition {
  key: string
  posts: number
}

export interface OwnFields {
  defined: DefinedField[]
  left: { key: string; why: string; posts: number }[]
  /** The values of each post, by the names of fields. */
  values: SourceData[]
}

interface FieldOptions {
  /** The keys of `--fields`; `all` stands for those that are not for the program itself. */
  chosen: readonly string[]
  program: string
  /** True for entries of another collection than that of posts. */
  isEntry: boolean
  /** Tells whether a text in a post leads to an image in the source. */
  isFile: (text: string, post: number) => boolean
}

const MAX_FIELDS = 200
const MAX_INNER_FIELDS = 64
const MAX_DEPTH = 4
const MAX_ITEMS = 1_000
const MAX_CHARACTERS = 100_000

/** @param posts what is left of the front matter of each post */
export function ownFields(posts: readonly SourceData[], options: FieldOptions): OwnFields {
  const own: OwnFields = { defined: [], left: [], values: posts.map(() => ({})) }
  const leave = (key: string, values: readonly OwnValue[], why: string) => {
    const posts = new Set(values.map(({ post }) => post)).size
    if (why !== '') own.left.push({ key, why, posts })
  }
  const shaping: Shaping = { isFile: options.isFile, leave, depth: 1, above: '' }
  const mappings = posts.map((value, post) => ({ post, value }))
  const keys = keysOf(mappings, options.isEntry ? KEYS_OF_ENTRIES : KEYS_OF_POSTS)
  for (const one of keys.toSorted((a, b) => b.values.length - a.values.length)) {
    const { key, values } = one
    const isFull = own.defined.length >= MAX_FIELDS
    const why = whyNotTaken(key, options) ?? (isFull ? `a workspace has ${MAX_FIELDS} fields at most` : '')
    const shape = why === '' ? shapeOf(one, shaping) : why
    if (typeof shape === 'string') {
      leave(key, values, shape)
      continue
    }
    own.defined.push({ ...shape, key, posts: values.length })
    for (const { post, value } of values) own.values[post]![shape.name] = value
  }
  return own
}

/** The reason for what says nothing of posts, so that nothing of them is lost. */
export const FOR_PROGRAM = 'for the program itself'

function whyNotTaken(key: string, { chosen, program }: FieldOptions): string | undefined {
  if (chosen.some((one) => folded(one) === folded(key))) return undefined
  if (!chosen.includes('all')) return 'not named by --fields'
  return isMachinery(key, program) ? FOR_PROGRAM : undefined
}

/** Groups what mappings have, by the names of fields without regard to case. @param taken names that no field may have */
function keysOf(mappings: readonly OwnValue<SourceData>[], taken: ReadonlySet<string>): OwnKey[] {
  const keys = new Map<string, OwnKey>()
  for (const { post, value: data } of mappings)
    for (const [key, written] of Object.entries(data)) {
      const value = filled(written)
      if (value === undefined) continue
      const name = fieldName(key, taken)
      const known = keys.get(name?.toLowerCase() ?? key) ?? { key, name, values: [] }
      keys.set(name?.toLowerCase() ?? key, known)
      if (known.last === data) known.isTwice = true
      else known.values.push({ post, value })
      known.last = data
    }
  return [...keys.values()]
}

/** Returns a value without what is empty in it. */
function filled(value: SourceValue): SourceValue {
  if (typeof value === 'string') return value.trim() || undefined
  const entries = Object.entries(value ?? {}).flatMap(([key, one]) => {
    const inner = filled(one)
    return inner === undefined ? [] : [[key, inner] as const]
  })
  if (entries.length === 0) return undefined
  return Array.isArray(value) ? entries.map(([, one]) => one) : Object.fromEntries(entries)
}

function fieldName(name: string, taken: ReadonlySet<string>): string | undefined {
  const clean = name
    .trim()
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/^[^A-Za-z]+/, '')
    .slice(0, 64)
  const own = taken.has(clean) ? `own_${clean}` : clean
  return isFieldName(own) ? own : undefined
}

const OPERATORS: ReadonlySet<string> = new Set(operators)

interface Shaping extends Pick<FieldOptions, 'isFile'> {
  /** Notes the keys in mappings that are left out of them. */
  leave: (key: string, values: readonly OwnValue[], why: string) => void
  /** The number of definitions in each other, and the keys above, each with a dot. */
  depth: number
  above: string
}

/** Returns the most specific definition that fits all values of a key, or why there is none: `''` if all in it was left. */
function shapeOf({ key, name, values, isTwice }: OwnKey, shaping: Shaping): FieldDefinition | string {
  const { isFile, leave, depth, above } = shaping
  if (name === undefined) return 'a name that no field can have'
  if (isTwice) return 'two keys of one post that would be one field'
  if (depth > MAX_DEPTH) return `more than ${MAX_DEPTH} levels`
  if (values.some(({ value }) => Array.isArray(value))) {
    if (values.some(({ value }) => Array.isArray(value) && value.length > MAX_ITEMS))
      return `more than ${MAX_ITEMS} items`
    const items = values.flatMap(({ post, value }) => [value].flat().map((one) => ({ post, value: one })))
    const isNested = items.some(({ value }) => Array.isArray(value))
    const of = shapeOf({ key, name, values: items }, { ...shaping, depth: depth + Number(isNested) })
    if (typeof of === 'string') return of
    const { name: _, ...item } = of
    if (of.type === 'object') return { name, type: 'list', required: false, fields: of.fields }
    const isText = of.type === 'string' || depth === MAX_DEPTH
    return { name, type: 'list', required: false, ...(!isText && { of: item }) }
  }
  const mappings = values.filter((one): one is OwnValue<SourceData> => isData(one.value))
  const texts = values.filter((one): one is OwnValue<string> => typeof one.value === 'string')
  if (mappings.length === 0) return typeOf(name, texts, isFile)
  if (texts.length > 0) return 'both texts and mappings'
  const keys = keysOf(mappings, OPERATORS)
  if (keys.length > MAX_INNER_FIELDS) return `mappings of more than ${MAX_INNER_FIELDS} keys`
  const fields = keys.flatMap((one) => {
    const inner = shapeOf(one, { ...shaping, depth: depth + 1, above: `${above}${key}.` })
    if (typeof inner !== 'string') return inner
    leave(`${above}${key}.${one.key}`, one.values, inner)
    return []
  })
  return fields.length > 0 ? { name, type: 'object', required: false, fields } : ''
}

function typeOf(
  name: string,
  texts: readonly OwnValue<string>[],
  isFile: FieldOptions['isFile'],
): FieldDefinition | string {
  if (texts.some(({ value }) => value.length > MAX_CHARACTERS))
    return `more than ${MAX_CHARACTERS} characters`
  const isPicture = ({ value, post }: OwnValue<string>) =>
    isFile(value, post) || (absoluteUrl(value) !== undefined && isImage(value))
  const fitting = TYPES.find(([, fits]) => texts.every(({ value }) => fits(value)))?.[0]
  return { name, type: fitting ?? (texts.every(isPicture) ? 'image' : 'string'), required: false }
}

const TYPES: [FieldType, (text: string) => boolean][] = [
  ['boolean', (text) => /^(true|false)$/i.test(text)],
  ['number', (text) => /^-?\d{1,15}(\.\d+)?$/.test(text) && String(Number(text)) === text],
  ['date', (text) => DATE.test(text) && parseDate(ourDate(text) ?? '') !== undefined],
  ['url', (text) => absoluteUrl(text) !== undefined],
]

/** All of the text: dates of posts may have words behind them, which a field would lose. */
const DATE = /^\d{4}-\d\d?-\d\d?(?:[T ]\d\d?:\d\d[\d:.]*\s?(?:Z|UTC|GMT|[+-]\d\d:?\d\d)?)?$/

/** A value as YAML is to show it. @param place where an image will be */
export function fieldValue(
  value: SourceValue,
  shape: FieldShape,
  place: (image: string) => string | undefined,
): unknown {
  const { type, fields = [] } = shape
  if (type === 'list')
    return [value]
      .flat()
      .map((one) => fieldValue(one, itemShape(shape), place))
      .filter((one) => one !== undefined)
  if (isData(value)) {
    const entries = Object.entries(value).flatMap(([key, one]) => {
      const name = fieldName(key, OPERATORS)?.toLowerCase()
      const field = fields.find((field) => field.name.toLowerCase() === name)
      const written = field && fieldValue(one, field, place)
      return written === undefined ? [] : [[field!.name, written]]
    })
    return entries.length > 0 ? Object.fromEntries(entries) : undefined
  }
  const text = String(value)
  if (type === 'boolean') return /^true$/i.test(text)
  if (type === 'number') return Number(text)
  if (type === 'image') return place(text)
  return type === 'date' ? ourDate(text) : text
}
