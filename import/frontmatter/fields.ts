// Own keys: typed by what all posts of a workspace write there.
import { absoluteUrl, isFieldName, KEYS_OF_POSTS } from '../../build/for-import.ts'
import { parseDate } from '../../snapshot/date.ts'
import type { SourceData, SourceValue } from '../source.ts'
import { ourDate } from './dates.ts'
import { isData } from './languages.ts'

export type OwnValue = string | string[]
export type OwnFields = Record<string, OwnValue>

export type InferredType = 'string' | 'number' | 'boolean' | 'date' | 'url' | 'list'

/** Own keys as fields; what cannot be one is named. Maps become a field for each of their keys: `seo_title`. */
export function ownFields(data: SourceData): { fields: OwnFields; left: string[] } {
  const fields: OwnFields = Object.create(null)
  const left: string[] = []
  const add = (name: string, value: SourceValue, depth: number) => {
    if (value === undefined || (typeof value === 'string' && value.trim() === '')) return
    const key = fieldName(name)
    if (key === undefined) left.push(name)
    else if (typeof value === 'string') fields[key] ??= value.trim()
    else if (Array.isArray(value)) {
      const texts = value.filter((item) => item !== undefined)
      if (texts.every((item) => typeof item === 'string') && texts.length <= MAX_ITEMS) {
        if (texts.length > 0) fields[key] ??= texts as string[]
      } else left.push(name)
    } else if (isData(value) && depth < 2) {
      for (const [inner, one] of Object.entries(value)) add(`${name}_${inner}`, one, depth + 1)
    } else left.push(name)
  }
  for (const [name, value] of Object.entries(data)) add(name, value, 0)
  return { fields, left }
}

const MAX_ITEMS = 1_000

function fieldName(name: string): string | undefined {
  const clean = name
    .trim()
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/^[^A-Za-z]+/, '')
    .slice(0, 64)
  // No field may be called like a key of posts.
  const own = KEYS_OF_POSTS.has(clean) ? `own_${clean}` : clean
  return isFieldName(own) ? own : undefined
}

/** The most specific type that all values of a field have. */
export function typeOf(values: readonly OwnValue[]): InferredType {
  if (values.some((value) => Array.isArray(value))) return 'list'
  const texts = values as string[]
  return TYPES.find(([, is]) => texts.every(is))?.[0] ?? 'string'
}

const TYPES: [InferredType, (text: string) => boolean][] = [
  ['boolean', (text) => /^(true|false)$/i.test(text)],
  ['number', (text) => /^-?\d{1,15}(\.\d+)?$/.test(text) && String(Number(text)) === text],
  ['date', (text) => DATE.test(text) && parseDate(ourDate(text) ?? '') !== undefined],
  ['url', (text) => absoluteUrl(text) !== undefined],
]

/** All of the text: dates of posts may have words behind them, which a field would lose. */
const DATE = /^\d{4}-\d\d?-\d\d?(?:[T ]\d\d?:\d\d[\d:.]*\s?(?:Z|UTC|GMT|[+-]\d\d:?\d\d)?)?$/

/** A value as YAML is to show it. */
export function fieldValue(value: OwnValue, type: InferredType): unknown {
  if (type === 'list') return Array.isArray(value) ? value : [value]
  if (type === 'boolean') return /^true$/i.test(String(value))
  if (type === 'number') return Number(value)
  return type === 'date' ? ourDate(String(value)) : value
}
