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
export function modelList(posts: readonly ModelPost[], parameters: Parameters, now: number): ModelAnswer {
  const matching = posts
    .filter((post) => !post.draft && post.publishedAt <= now)
    .filter((post) => passes(post, parameters))
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

function comparison({ sort, order = 'desc' }: Parameters) {
  const field = sort?.endsWith('updatedAt') ? 'updatedAt' : 'publishedAt'
  const ascending = sort === undefined ? order === 'asc' : !sort.startsWith('-')
  const bySlug = (a: ModelPost, b: ModelPost) => (a.slug < b.slug ? -1 : 1)
  const upwards = (a: ModelPost, b: ModelPost) =>
    a[field] - b[field] || a.publishedAt - b.publishedAt || bySlug(a, b)
  return ascending ? upwards : (a: ModelPost, b: ModelPost) => upwards(b, a)
}
