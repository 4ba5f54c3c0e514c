// The slow, obvious model of a listing: an array of posts, filtered, sorted and cut with plain code. Shares nothing
// with the API but the contract.

import { stemmer } from '@orama/stemmers/english'

export interface ModelPost {
  slug: string
  title: string
  /** Its text without markup. */
  text: string
  publishedAt: number
  updatedAt: number
  featured: boolean
  draft?: boolean
  category: string
  tags: string[]
  authors: string[]
  /** The custom fields; dates as milliseconds, which `modelFields` tells from numbers. */
  fields?: Record<string, string | number | boolean | string[]>
}

/** The custom fields of the model's workspace. */
export const modelFields = {
  level: { type: 'select', options: ['easy', 'hard', 'mad'] },
  minutes: { type: 'number' },
  place: { type: 'string' },
  done: { type: 'boolean' },
  at: { type: 'date' },
  link: { type: 'url' },
  topics: { type: 'list' },
  kinds: { type: 'list', options: ['talk', 'course'] },
} as const

/** A filter by a field: its values are those of posts, but for days, which are texts. */
export interface ModelFilter {
  field: keyof typeof modelFields | 'publishedAt' | 'updatedAt' | 'year' | 'month'
  operator?: 'lt' | 'lte' | 'gt' | 'gte' | 'not' | 'exists'
  values: (string | number | boolean)[]
}

export type Parameters = Partial<
  Record<
    | 'limit'
    | 'page'
    | 'order'
    | 'sort'
    | 'category'
    | 'categories'
    | 'excludeCategories'
    | 'tags'
    | 'tagsMatch'
    | 'excludeTags'
    | 'featured'
    | 'author'
    | 'query',
    string
  >
>

export interface ModelAnswer {
  status: 200 | 400
  slugs: string[]
  totalItems: number
  totalPages: number
}

/** What a list of posts contains at `now` (ms since the epoch), according to the contract. */
export function modelList(
  posts: readonly ModelPost[],
  parameters: Parameters,
  now: number,
  filters: readonly ModelFilter[] = [],
): ModelAnswer {
  const matching = posts
    .filter((post) => !post.draft && post.publishedAt <= now)
    .filter((post) => passes(post, parameters))
    .filter((post) => filters.every((filter) => passesFilter(post, filter)))
    .sort(comparison(parameters))
  if (parameters.limit === 'all') return answer(matching, matching, matching.length === 0 ? 0 : 1)
  const limit = Number(parameters.limit ?? 10)
  const page = Number(parameters.page ?? 1)
  const totalPages = Math.ceil(matching.length / limit)
  if (page > 1 && page > totalPages)
    return { status: 400, slugs: [], totalItems: matching.length, totalPages }
  return answer(matching.slice((page - 1) * limit, page * limit), matching, totalPages)
}

function answer(page: ModelPost[], all: ModelPost[], totalPages: number): ModelAnswer {
  return { status: 200, slugs: page.map(({ slug }) => slug), totalItems: all.length, totalPages }
}

function passes(post: ModelPost, wanted: Parameters): boolean {
  const list = (text: string | undefined) => (text ?? '').split(',').filter(Boolean)
  const categories = [...list(wanted.category), ...list(wanted.categories)]
  const tags = list(wanted.tags)
  const carries = (tag: string) => post.tags.includes(tag)
  if (categories.length > 0 && !categories.includes(post.category)) return false
  if (list(wanted.excludeCategories).includes(post.category)) return false
  if (tags.length > 0 && !(wanted.tagsMatch === 'all' ? tags.every(carries) : tags.some(carries)))
    return false
  if (list(wanted.excludeTags).some(carries)) return false
  if (wanted.featured !== undefined && post.featured !== (wanted.featured === 'true')) return false
  if (wanted.author !== undefined && !post.authors.includes(wanted.author)) return false
  return wanted.query === undefined || words(wanted.query).every((word) => hasWord(post, word))
}

function passesFilter(post: ModelPost, { field, operator, values }: ModelFilter): boolean {
  const own = modelValues(post, field)
  const isDate = field === 'publishedAt' || field === 'updatedAt' || field === 'at'
  // A day is the beginning of its time in ISO 8601, as years and months are.
  const isEqual = (one: string | number | boolean, other: string | number | boolean) =>
    isDate && typeof other === 'string' ? isoOf(one).startsWith(other) : one === other
  const isBefore = (one: number, other: string | number) =>
    typeof other === 'string' ? isoOf(one).slice(0, 10) < other : one < other
  const isAfter = (one: number, other: string | number) =>
    typeof other === 'string' ? isoOf(one).slice(0, 10) > other : one > other
  const [bound] = values as [string | number]
  const numbers = own as number[]
  if (operator === 'exists') return own.length > 0 === values[0]
  if (operator === 'lt') return numbers.some((one) => isBefore(one, bound))
  if (operator === 'lte') return numbers.some((one) => !isAfter(one, bound))
  if (operator === 'gt') return numbers.some((one) => isAfter(one, bound))
  if (operator === 'gte') return numbers.some((one) => !isBefore(one, bound))
  return own.some((one) => values.some((other) => isEqual(one, other))) !== (operator === 'not')
}

const isoOf = (time: string | number | boolean) => new Date(Number(time)).toISOString()

function modelValues(post: ModelPost, field: ModelFilter['field']): (string | number | boolean)[] {
  if (field === 'year') return [isoOf(post.publishedAt).slice(0, 4)]
  if (field === 'month') return [isoOf(post.publishedAt).slice(0, 7)]
  if (field === 'publishedAt' || field === 'updatedAt') return [post[field]]
  return [post.fields?.[field] ?? []].flat()
}

/** The facet of a field of these posts. */
export function modelFacet(posts: readonly ModelPost[], field: ModelFilter['field']): [string, number][] {
  const counts = new Map<string, number>()
  for (const post of posts) {
    const own = modelValues(post, field).map((one) =>
      field === 'at' ? isoOf(one).slice(0, 10) : String(one),
    )
    for (const one of new Set(own)) counts.set(one, (counts.get(one) ?? 0) + 1)
  }
  const isNumber = field === 'minutes'
  return [...counts].sort(([a, m], [b, n]) => n - m || (isNumber ? Number(a) - Number(b) : a < b ? -1 : 1))
}

function hasWord(post: ModelPost, word: string): boolean {
  const { known, stems } = wordsOf.get(post) ?? read(post)
  return known.some((one) => one.startsWith(word)) || (isPlain(word) && stems.has(stemOf(word)))
}

function read(post: ModelPost): Words {
  const known = [...new Set(words(`${post.title} ${post.text}`))]
  const read = { known, stems: new Set(known.filter(isPlain).map(stemOf)) }
  wordsOf.set(post, read)
  return read
}

interface Words {
  known: string[]
  stems: Set<string>
}

/** In English, as in a workspace that names no language; to find a stem takes longer than all else here. */
function stemOf(word: string): string {
  const stem = stemsOf.get(word) ?? stemmer(word)
  stemsOf.set(word, stem)
  return stem
}

const isPlain = (word: string) => /^[\p{L}\p{M}]+$/u.test(word)

const wordsOf = new WeakMap<ModelPost, Words>()
const stemsOf = new Map<string, string>()

/** Words without case and accents. */
export function words(text: string): string[] {
  const folded = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
  return folded.split(/[^\p{L}\p{N}\p{M}]+/u).filter(Boolean)
}

/** Posts without a value come last, and equal ones newest first, both ways. */
function byField(name: string, isDescending: boolean) {
  const fieldOf = (post: ModelPost) => post.fields?.[name]
  const newestFirst = comparison({})
  return (a: ModelPost, b: ModelPost) => {
    const [one, other] = [fieldOf(a), fieldOf(b)]
    if (one === undefined || other === undefined)
      return Number(one === undefined) - Number(other === undefined) || newestFirst(a, b)
    if (one === other) return newestFirst(a, b)
    return isLess(one, other) === isDescending ? 1 : -1
  }
}

/** Texts are in the order of code points, which is that of their bytes. */
function isLess(one: string | number | boolean | string[], other: typeof one): boolean {
  return typeof one === 'string' ? Buffer.from(one).compare(Buffer.from(String(other))) < 0 : one < other
}

function comparison({ sort, order = 'desc' }: Parameters): (a: ModelPost, b: ModelPost) => number {
  const [, minus, name] = /^(-?)fields\.(.*)$/.exec(sort ?? '') ?? []
  if (name !== undefined) return byField(name, minus === '-')
  const field = sort?.endsWith('updatedAt') ? 'updatedAt' : 'publishedAt'
  const ascending = sort === undefined ? order === 'asc' : !sort.startsWith('-')
  const bySlug = (a: ModelPost, b: ModelPost) => (a.slug < b.slug ? -1 : 1)
  const upwards = (a: ModelPost, b: ModelPost) =>
    a[field] - b[field] || a.publishedAt - b.publishedAt || bySlug(a, b)
  return ascending ? upwards : (a: ModelPost, b: ModelPost) => upwards(b, a)
}
