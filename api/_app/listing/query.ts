// The query string of a request, read as a form. First come the parameters, one entry each, with messages about bad values; then
// the reader, which returns typed values, or throws a 400 that lists every mistake.

import { normalise } from '../../../packages/search/basics/normalise.ts'
import { pathKey } from '../../../snapshot/format/address.ts'
import { type Complaint, HttpError } from '../http/error.ts'
import type { Headers } from '../http/reply.ts'
import type { FacetName, FieldName, Order } from '../wire.ts'
import type { Edition } from './edition.ts'

/** The error of a parameter: its message says what to write instead, as the rest of a sentence that begins with its name. */
export class BadValue extends Error {}

export interface Parameter<T> {
  /** Its names, the main one first. */
  names: readonly [string, ...string[]]
  /** A list may have commas and be repeated; any other parameter may be given once. */
  list?: true
  /** Separates the values of a list; by default, at commas. */
  split?(value: string): string[]
  /** Blanks around values are not removed. */
  untrimmed?: true
  /** Tells whether the parameter applies, given the values of the entries before it; by default, it always does. */
  applies?(before: Record<string, unknown>): boolean
  /**
   * @param before the values of the entries before it
   * @throws {BadValue}
   */
  read(values: string[], before: Record<string, unknown>): T
}

export type PageLimit = number | 'all'
export interface Sort {
  by: 'publishedAt' | 'updatedAt' | 'relevance' | FieldName
  order: Order
}

/** Relevance has one direction: the best first. */
const sorts: Record<string, Sort> = {
  relevance: { by: 'relevance', order: 'desc' },
  publishedAt: { by: 'publishedAt', order: 'asc' },
  '-publishedAt': { by: 'publishedAt', order: 'desc' },
  updatedAt: { by: 'updatedAt', order: 'asc' },
  '-updatedAt': { by: 'updatedAt', order: 'desc' },
}

const maxQuery = 512
/** Highlighting and finding related posts read the text of every post. */
const maxCostly = 100

export const limit: Parameter<PageLimit> = {
  names: ['limit'],
  untrimmed: true,
  read: ([text = '']) => (text === 'all' ? 'all' : wholeNumber(text, 'a whole number from 1, or all')),
}

/** Must come after `highlight` and `include`, which bound it. */
export const postLimit: Parameter<PageLimit> = {
  ...limit,
  read(values, before) {
    const read = limit.read(values, before)
    const costly = costlyIn(before)
    if (costly === undefined || (read !== 'all' && read <= maxCostly)) return read
    throw new BadValue(`must be at most ${maxCostly} with ${costly}, but is ${quoted(values[0]!)}`)
  },
}

export function limitUpTo(most: number): Parameter<number> {
  return {
    names: ['limit'],
    untrimmed: true,
    read: ([text = '']) => wholeNumber(text, `a whole number from 1 to ${most}`, most),
  }
}

function costlyIn({ highlight, include }: Record<string, unknown>): string | undefined {
  if (highlight) return 'highlight=true'
  const costly = (include as string[] | null | undefined)?.find(
    (name) => name === 'related' || name === 'series' || name.startsWith('fields.'),
  )
  return costly && `include=${costly}`
}

/** @param defaultLimit applies if no limit is given; with `all` there are no pages */
export function page(defaultLimit: PageLimit): Parameter<number> {
  return {
    names: ['page'],
    untrimmed: true,
    applies: ({ limit = defaultLimit }) => limit !== 'all',
    read: ([text = '']) => wholeNumber(text, 'a whole number from 1'),
  }
}

const query: Parameter<string> = {
  names: ['query', 'search'],
  read([text = '']) {
    if (text.length <= maxQuery || [...text].length <= maxQuery) return text
    throw new BadValue(`must have at most ${maxQuery} characters`)
  },
}
/** The parameters that select posts, and put them in order. */
export const criteria = {
  order: choice('order', { asc: 'asc', desc: 'desc' }),
  sort: sort([]),
  category: slug('category'),
  categories: slugs('categories'),
  excludeCategories: slugs('excludeCategories', 'exclude'),
  tags: slugs('tags'),
  tagsMatch: choice('tagsMatch', { any: 'any', all: 'all' }),
  excludeTags: slugs('excludeTags'),
  featured: choice('featured', { true: true, false: false }),
  author: slug('author'),
  series: slug('series'),
  query,
  match: choice('match', { auto: 'auto', all: 'all', any: 'any' }),
}
/** A query that is still being typed; it has no other name. */
export const typed: Parameter<string> = { ...query, names: ['query'] }
export const format = choice('format', { html: 'html', markdown: 'markdown', text: 'text' })
export const highlight: Parameter<true> = {
  names: ['highlight'],
  read([text = '']) {
    if (text === 'true') return true
    throw new BadValue(`must be true or left out, but is ${quoted(text)}`)
  },
}
/** Each facet looks at all posts of the match. */
const maxFacets = 8

const groupFacets: readonly FacetName[] = ['category', 'tags', 'authors', 'series']

/** @param fields of the workspace's own @param groups that posts have */
export function facets(fields: readonly FieldName[], groups = groupFacets): Parameter<FacetName[]> {
  const known: FacetName[] = [...groups, 'year', 'month', ...fields]
  return namesOf('facets', known, 'facet', maxFacets)
}

/** @param fields of the workspace's own that have an order */
export function sort(fields: readonly FieldName[]): Parameter<Sort> {
  const own = fields.flatMap((by): [string, Sort][] => [
    [by, { by, order: 'asc' }],
    [`-${by}`, { by, order: 'desc' }],
  ])
  return choice('sort', { ...sorts, ...Object.fromEntries(own) })
}

export const redirectFormat = choice('format', { json: 'json', netlify: 'netlify' })
/** An address on the site; a query and a fragment do not count. */
export const from: Parameter<string> = {
  names: ['from'],
  read: ([text = '']) => pathKey(text.replace(/[?#].*/s, '')),
}
/** Asks for exactly one edition. */
const snapshot: Parameter<string> = { names: ['snapshot'], read: ([text = '']) => text }

/** @param fields the top-level fields of an item */
export function select<F extends string>(fields: readonly F[]): Parameter<F[]> {
  return namesOf('select', fields, 'field')
}

/** @param fields the fields that posts have only if they are asked to */
export function include<F extends string>(fields: readonly F[]): Parameter<F[]> {
  return namesOf('include', fields, 'further field')
}

/** Reads a list of known names, as a set. @param one the singular noun for what they name @param most of them */
function namesOf<N extends string>(
  parameter: string,
  known: readonly N[],
  one: string,
  most = known.length,
): Parameter<N[]> {
  const isKnown = (name: string): name is N => (known as readonly string[]).includes(name)
  return {
    names: [parameter],
    list: true,
    read(names) {
      const unknown = names.find((name) => !isKnown(name))
      const named = known.filter((name) => names.includes(name))
      if (named.length > most) throw new BadValue(`names ${named.length} ${one}s; it may name ${most}`)
      if (unknown === undefined) return named
      throw new BadValue(`names ${quoted(unknown)}, which is not a ${one}; the ${one}s are ${listed(known)}`)
    },
  }
}

/** Reads names of collections, in the order of the workspace. */
export function collections({ workspace }: Pick<Edition, 'workspace'>): Parameter<string[]> {
  return namesOf('collections', collectionsIn(workspace), 'collection')
}

/** Returns the names of all collections that a workspace has. */
export function collectionsIn({ collections = [] }: Edition['workspace']): string[] {
  return ['posts', ...collections.map(({ name }) => name)]
}

function wholeNumber(text: string, expected: string, most = Number.POSITIVE_INFINITY): number {
  if (/^[1-9][0-9]{0,14}$/.test(text) && Number(text) <= most) return Number(text)
  throw new BadValue(`must be ${expected}, but is ${quoted(text)}`)
}

function choice<const T>(name: string, known: Record<string, T>): Parameter<T> {
  return {
    names: [name],
    read([text = '']) {
      if (Object.hasOwn(known, text)) return known[text]!
      throw new BadValue(`must be one of ${listed(Object.keys(known))}, but is ${quoted(text)}`)
    },
  }
}

function slug(name: string): Parameter<string> {
  return { names: [name], read: ([text = '']) => normalise(text) }
}

/** Reads a list of slugs as a set: order and repeats have no meaning. */
function slugs(...names: Parameter<unknown>['names']): Parameter<string[]> {
  return { names, list: true, read: (texts) => [...new Set(texts.map((text) => normalise(text)))].sort() }
}

/** A value as messages quote it: shortened, so that a hostile request cannot inflate the reply. */
export function quoted(text: string): string {
  return JSON.stringify(cut(text))
}

const cut = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

/** Names as messages list them: at most fifty, since a workspace may define many. */
export function listed(names: readonly string[]): string {
  const more = names.length > 50 ? `, and ${names.length - 50} more` : ''
  return names.slice(0, 50).map(cut).join(', ') + more
}

type Shape = Record<string, Parameter<unknown>>
type Values<S extends Shape> = { [K in keyof S]?: S[K] extends Parameter<infer T> ? T : never }
/** Finds parameters among the names of a query. */
type FindNamed<T> = (names: readonly string[]) => Parameter<T>[]

/** Names the parameters that a route does not have. */
export const ignoredHeader = 'X-Ignored-Parameters'
/** The number of parameters that it names, and of characters of each: names are chosen by the client. */
const maxIgnored = { names: 8, characters: 32 } as const

/**
 * Reads the parameters a route has besides `snapshot`; others are ignored, and named in a header. A value that is empty after
 * trimming and splitting counts as not given.
 * @param exchange with the headers of the reply, an error's included
 * @param find the parameters whose names depend on the workspace; `named` has their values
 * @throws {HttpError} 400 with every complaint, or 409 if `snapshot` asks for another edition than the current one
 */
export function readQuery<S extends Shape, T = never>(
  { query, headers, edition }: { query: string; headers: Headers; edition: Edition },
  shape: S,
  find: FindNamed<T> = () => [],
): Values<S> & { named: T[] } {
  const given = valuesIn(query)
  const complaints: Complaint[] = []
  const values: Record<string, unknown> = {}
  const read = (key: string, parameter: Parameter<unknown>): void => {
    if (!parameter.names.some((name) => given.has(name))) return
    const found = parameter.names.flatMap((name) => takenFrom(given, name, parameter))
    const [first] = found
    if (first === undefined || parameter.applies?.(values) === false) return
    try {
      if (!parameter.list && found.length > 1)
        throw new BadValue(`is given ${found.length} times; give it once`)
      const texts = found.map(({ value }) => value)
      values[key] = parameter.read(texts, values)
    } catch (error) {
      if (!(error instanceof BadValue)) throw error
      values[key] = null
      complaints.push({ field: first.name, message: `${first.name} ${error.message}.` })
    }
  }
  for (const key in shape) read(key, shape[key]!)
  const named = find([...given.keys()]).flatMap((parameter) => {
    const [name] = parameter.names
    read(name, parameter)
    return (values[name] ?? []) as T
  })
  read('snapshot', snapshot)
  if (given.size > 0) headers[ignoredHeader] = shortened(given.keys()).join()
  if (complaints.length > 0) throw invalid(complaints)
  const { snapshot: wanted = edition.id } = values
  if (wanted !== edition.id) throw snapshotChanged(edition)
  return { ...(values as Values<S>), named }
}

/** The values by name, in the order of the query: values left over once all parameters are read are ignored. */
type Given = Map<string, string[]>

/** Reads a query string; values that are empty are left out. */
function valuesIn(query: string): Given {
  const given: Given = new Map()
  if (query === '') return given
  for (const [name, value] of new URLSearchParams(query)) {
    if (name === '' || value.trim() === '') continue
    const others = given.get(name)
    if (others) others.push(value)
    else given.set(name, [value])
  }
  return given
}

/** Returns names as the header has them. */
function shortened(names: Iterable<string>): string[] {
  const ignored = new Set<string>()
  for (const name of names) {
    const characters = [...name.slice(0, 2 * maxIgnored.characters)]
    ignored.add(encodeURIComponent(characters.slice(0, maxIgnored.characters).join('')))
    if (ignored.size === maxIgnored.names) break
  }
  return [...ignored]
}

/** Takes the values of a parameter out of `given`; any that nobody takes are ignored. */
function takenFrom(given: Given, name: string, parameter: Parameter<unknown>) {
  const all = given.get(name)
  if (all === undefined) return []
  given.delete(name)
  const parts = parameter.list ? all.flatMap(parameter.split ?? ((value) => value.split(','))) : all
  return parts
    .filter((part) => part.trim() !== '')
    .map((part) => ({ name, value: parameter.untrimmed ? part : part.trim() }))
}

function snapshotChanged({ id }: Edition): HttpError {
  const message = `The content has changed; start again with snapshot=${id}.`
  return new HttpError(409, 'Snapshot changed', message, { snapshot: id })
}

export function invalid(complaints: Complaint[]): HttpError {
  const fields = complaints.map(({ field }) => field).join(', ')
  const message = `The query string has parameters that cannot be used: ${fields}; see details for each.`
  return new HttpError(400, 'Invalid query parameters', message, complaints)
}
