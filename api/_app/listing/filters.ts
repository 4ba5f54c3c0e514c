// Parameters that name a workspace's own fields or dates, such as `fields.minutes.lte`. Each filter is read into one form for all
// requests that mean the same, and a mistake is told with what there is instead.
import { compareCodePoints } from '../../../packages/search/basics/order.ts'
import { parseDate } from '../../../snapshot/date.ts'
import {
  type FilterableField,
  filterableFields,
  filterText,
  numberPattern,
  operators,
  operatorsOf,
  type orderOperators,
} from '../../../snapshot/format/filterable.ts'
import { nearest } from '../../../snapshot/nearest.ts'
import type { OpenWorkspace } from '../../../snapshot/read/snapshots.ts'
import type { FieldDefinition } from '../../../snapshot/types.ts'
import type { FieldName } from '../wire.ts'
import { BadValue, facets, listed, type Parameter, quoted, sort } from './query.ts'

/** Numbers or times: both ends are part of it. */
export type Interval = readonly [from: number, to: number]

/** A filter as keys of caches and entity tags have it. */
export interface ColumnFilter {
  of: FieldName | 'publishedAt' | 'updatedAt'
  /** Posts pass that have none of the values. */
  not?: boolean | undefined
  /** Ranges or texts of which a post has any, ascending; by default, any value will do. */
  values?: readonly Interval[] | readonly string[]
}

type Definitions = readonly FieldDefinition[] | undefined
type Filterable = Partial<Pick<FilterableField, 'options'>> & {
  type: FilterableField['type'] | 'year' | 'month'
}

interface ValueType {
  /** Returns the value, or the range that it stands for; `undefined` if the text is none. */
  read(text: string, options: ReadonlySet<string>): string | Interval | undefined
  /** Says what the text must be; left out, any will do. */
  expected?(options: readonly string[]): string
}

const trueOrFalse = new Set(['true', 'false'])

const types: Record<Filterable['type'], ValueType> = {
  string: { read: filterText },
  url: { read: filterText },
  reference: { read: (text) => (text.includes(',') ? undefined : filterText(text)) },
  boolean: {
    read: (text) => (trueOrFalse.has(text) ? text : undefined),
    expected: () => 'true or false',
  },
  select: {
    read: (text, options) => (options.has(filterText(text)) ? filterText(text) : undefined),
    expected: (options) => `one of ${listed(options)}`,
  },
  number: {
    read: (text) => (numberPattern.test(text) && Number.isFinite(+text) ? [+text, +text] : undefined),
    expected: () => 'a number, such as 5 or 2.5',
  },
  date: {
    read: (text) => (text.length === 10 ? period(text) : instant(text)),
    expected: () => 'a day or a time that exists, such as 2026-05-31 or 2026-05-31T09:00:00Z',
  },
  year: {
    read: (text) => (text.length === 4 ? period(text) : undefined),
    expected: () => 'a year, such as 2026',
  },
  month: {
    read: (text) => (text.length === 7 ? period(text) : undefined),
    expected: () => 'a month, such as 2026-05',
  },
}

function instant(text: string): Interval | undefined {
  const time = parseDate(text)
  return time === undefined ? undefined : [time, time]
}

/** @param text `2026`, `2026-05` or `2026-05-31` */
function period(text: string): Interval | undefined {
  const start = parseDate(`${text}-01-01`.slice(0, 10))
  if (start === undefined) return undefined
  const end = new Date(start)
  if (text.length === 4) end.setUTCFullYear(end.getUTCFullYear() + 1)
  else if (text.length === 7) end.setUTCMonth(end.getUTCMonth() + 1)
  else end.setUTCDate(end.getUTCDate() + 1)
  return [start, end.getTime() - 1]
}

const orders: Record<(typeof orderOperators)[number], (range: Interval) => Interval> = {
  lt: ([from]) => [-Infinity, below(from)],
  lte: ([, to]) => [-Infinity, to],
  gt: ([, to]) => [-below(-to), Infinity],
  gte: ([from]) => [from, Infinity],
}

/** Returns the next number that is less. */
function below(number: number): number {
  if (number === 0) return -Number.MIN_VALUE
  const next = Float64Array.of(number)
  new BigInt64Array(next.buffer)[0]! += number > 0 ? -1n : 1n
  return next[0]!
}

/** The number of filters that a request may have. */
const maxFilters = 8
const filterName = /^(?:fields\..*|year|month|(publishedAt|updatedAt)\.([lg]te?))$/s

/** Makes the function that finds the parameters of filters among the names of a query. */
export function filtersBy(definitions: Definitions) {
  return (names: readonly string[]): Parameter<ColumnFilter>[] => {
    const own = names.filter((name) => filterName.test(name))
    if (own.length === 0) return []
    const fields = filterableFields(definitions)
    if (own.length <= maxFilters) return own.map((name) => parameterOf(name, fields))
    // Many mistakes would each tell all that there is.
    const mistake = `is one of ${own.length} filters by fields and dates; a request may have ${maxFilters}`
    return [mistaken(own, mistake)]
  }
}

function parameterOf(name: string, fields: readonly FilterableField[]): Parameter<ColumnFilter> {
  if (name === 'year' || name === 'month') return filterOf(name, 'publishedAt', { type: name })
  const [, own, order] = filterName.exec(name) ?? []
  if (own !== undefined) return filterOf(name, own as 'publishedAt', { type: 'date' }, order)
  const path = name.slice('fields.'.length)
  const [, before = path, last = ''] = /^(.*)\.(.*)$/s.exec(path) ?? []
  const named = (path: string) => fields.find((field) => field.name === path)
  const [whole, field] = [named(path), named(before)]
  if (whole) return filterOf(name, `fields.${path}`, whole)
  if (field) {
    const taken = operatorsOf(field.type)
    if (taken.includes(last)) return filterOf(name, `fields.${before}`, field, last)
    const takes = `${field.isList ? 'a list' : `a ${field.type}`} takes`
    return mistaken([name], `has the operator ${quoted(last)}; ${instead(last, taken, takes)}`)
  }
  const wanted = operators.includes(last) ? before : path
  const known = fields.map(({ name }) => name)
  const mistake = `names ${quoted(wanted)}, which is not a field that can be filtered`
  return mistaken([name], `${mistake}; ${instead(wanted, known, 'the fields are')}`)
}

function mistaken(names: readonly string[], message: string): Parameter<never> {
  const read = () => {
    throw new BadValue(message)
  }
  return { names: names as [string], list: true, read }
}

/** Names what there is, the nearest first. */
function instead(word: string, known: readonly string[], are: string): string {
  if (known.length === 0) return 'this workspace has none'
  const close = nearest(word, known)
  return `${close === undefined ? '' : `the nearest is ${close}, and `}${are} ${listed(known)}`
}

/** Makes the parameter of a filter. Alternatives are separated by commas, if no value has any, or repeated. */
function filterOf(
  name: string,
  of: ColumnFilter['of'],
  { type, options = [] }: Filterable,
  operator = '',
): Parameter<ColumnFilter> {
  const { read, expected } = types[operator === 'exists' ? 'boolean' : type]
  const known = new Set(options.map(filterText))
  const valueIn = (text: string) => {
    const value = read(text, known)
    if (value !== undefined) return value
    throw new BadValue(`must be ${expected?.(options)}, but is ${quoted(text)}`)
  }
  const one = (filter: (value: string | Interval) => Omit<ColumnFilter, 'of'>): Parameter<ColumnFilter> => ({
    names: [name],
    read: ([text = '']) => ({ of, ...filter(valueIn(text)) }),
  })
  const order = orders[operator as keyof typeof orders]
  if (order) return one((value) => ({ values: [order(value as Interval)] }))
  if (operator === 'exists') return one((value) => ({ not: value === 'false' }))
  return {
    names: [name],
    list: true,
    split: (text) => (read(text.trim(), known) === undefined ? text.split(',') : [text]),
    read: (texts) => ({ of, not: operator === 'not', values: inOrder(texts.map(valueIn)) }),
  }
}

/** Puts values in ascending order, each once. */
function inOrder(values: (string | Interval)[]): NonNullable<ColumnFilter['values']> {
  if (typeof values[0] === 'string') return [...new Set(values as string[])].sort(compareCodePoints)
  const ranges: [number, number][] = []
  for (const [from, to] of (values as Interval[]).sort(([a], [b]) => a - b)) {
    const before = ranges.at(-1)
    if (before && from <= before[1]) before[1] = Math.max(before[1], to)
    else ranges.push([from, to])
  }
  return ranges
}

/** The parameters of orders and facets, which name fields, too. A list has no order, nor has a reference. */
export function ordersBy({ fields: definitions, collection }: Pick<OpenWorkspace, 'fields' | 'collection'>) {
  const later = <T>(make: (fields: FieldName[]) => Parameter<T>, isOrdered = false): Parameter<T> => ({
    ...make([]),
    read(...given) {
      const fields = filterableFields(definitions).filter(
        ({ isList, type }) => !isOrdered || !(isList || type === 'reference'),
      )
      return make(fields.map(({ name }): FieldName => `fields.${name}`)).read(...given)
    },
  })
  const ofItems = collection ? (fields: FieldName[]) => facets(fields, []) : facets
  return { sort: later(sort, true), facets: later((fields) => ofItems(fields)) }
}

/** Says in words which fields can be filtered. */
export function aboutFields(definitions: Definitions): string {
  const all = filterableFields(definitions).map(({ name, type, isList, options, to }) => {
    const slug = type === 'reference' && `slug in ${to.join(' or ')}`
    const kind = options.length > 0 ? `one of ${listed(options)}` : slug || type
    return `${name} (${isList ? `list: ${kind}` : kind})`
  })
  return listed(all)
}
