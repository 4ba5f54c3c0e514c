// Finds the posts that a request asks for: a set of post numbers, from the list index's columns, without reading a post. Recent
// results are cached: a client walks page after page of one filter, and the filter costs more than the page.

import { Lru } from '../../../packages/search/basics/lru.ts'
import { inTurns } from '../../../packages/search/basics/pause.ts'
import { sorted } from '../../../packages/search/basics/sort.ts'
import type { SearchResult, SearchWord } from '../../../packages/search/index.ts'
import { byRelevance, parseSearch, scoresOf, search, termsIn, Work } from '../../../packages/search/index.ts'
import type { Lists, OpenWorkspace } from '../../../snapshot/read/snapshots.ts'
import type { PostNumber } from '../../../snapshot/types.ts'
import type { Admit } from '../admission/admission.ts'
import type { Turn } from '../turns/turn.ts'
import type { Filter } from '../wire.ts'
import { columnOf, orderBy, type Test, testOf } from './columns.ts'
import type { Edition } from './edition.ts'
import type { ColumnFilter } from './filters.ts'
import type { Sort } from './query.ts'
import { seriesColumn } from './series.ts'

/** Ascending post numbers (newest first). */
export interface Matches {
  readonly count: number
  /** All of them, if they are in memory. */
  readonly numbers?: Uint32Array
  at(index: number): PostNumber
}

/** A filter, by own fields and by dates, too. */
export interface Selection extends Filter {
  /** In an order of their own, which is that of no request. */
  where?: readonly ColumnFilter[] | undefined
}

/** The filter and the order of a list. */
export interface Criteria {
  filter: Selection
  /** The order. If it is left out, posts come newest first; those that have only some of the words, best first. */
  sort?: Sort | undefined
}

/** The cache's size in post numbers. Each list counts for some more, whatever its length. */
const maxNumbers = 4_000_000
const numbersPerList = 500

/** The number of terms that a query may have without waiting for admission. */
const maxTerms = 3

/** The posts of a filter, with what a search says about its query; without a query, that is empty. */
export interface FoundPosts extends Omit<SearchResult, 'posts' | 'foundBy'> {
  /** The visible posts of a filter in their order, first item first. */
  posts: Matches
  sort: Sort
}

export class MatchCache {
  /** Newest or best first. */
  readonly #found = new Lru<FoundPosts>(maxNumbers)

  /** The number of lists that are cached. */
  get size(): number {
    return this.#found.size
  }

  /** @param admit runs a costly search when its turn comes */
  async find(edition: Edition, { filter, sort }: Criteria, admit: Admit, turn: Turn): Promise<FoundPosts> {
    const by = sort?.by ?? (filter.query === undefined ? newestFirst.by : 'default')
    const key = `${edition.key} ${by} ${sort && isOwnOrder(sort, edition) ? sort.order : ''}${JSON.stringify(filter)}`
    let found = this.#found.get(key)
    if (found === undefined) {
      const words = filter.query === undefined ? undefined : parseSearch(filter.query)
      const terms = termsIn(words ?? [])
      const { where = [] } = filter
      await turn.expect(
        edition.workspace.posts * (bytesPerPost + bytesPerTerm * terms + bytesPerFilter * where.length),
      )
      const find = () => findPosts(edition, words, { filter, sort }, turn)
      found = await (terms > maxTerms ? admit(find) : find())
      this.#found.set(key, found, found.posts.count + numbersPerList)
    }
    const isReversed = sort?.order === 'asc' && !isOwnOrder(sort, edition)
    return isReversed ? { ...found, posts: reversed(found.posts), sort } : found
  }
}

/** Tells whether posts are in the order of values that some may lack: equal ones, and those without, are in the same order both ways. */
function isOwnOrder({ by }: Sort, { workspace }: Edition): boolean {
  return by.startsWith('fields.') || (workspace.collection !== undefined && by !== 'relevance')
}

async function findPosts(
  edition: Edition,
  query: readonly SearchWord[] | undefined,
  { filter, sort }: Criteria,
  turn: Turn,
): Promise<FoundPosts> {
  const work = new Work(edition.search.visible, turn)
  const { posts, foundBy, ...found } =
    query === undefined ? everyPost : await search(edition.search, query, filter.match, work)
  const matches = await matchPosts(edition, filter, posts, turn)
  const asked = sort ?? (found.match === 'any' ? bestFirst : newestFirst)
  const by: Sort = isOwnOrder(asked, edition) ? asked : { by: asked.by, order: 'desc' }
  return {
    ...found,
    posts: await ordered(edition, matches, by, { words: found.words, foundBy }, turn),
    sort: by,
  }
}

const newestFirst: Sort = { by: 'publishedAt', order: 'desc' }
export const bestFirst: Sort = { by: 'relevance', order: 'desc' }

const everyPost: Omit<SearchResult, 'posts'> & { posts: undefined } = {
  posts: undefined,
  words: [],
  match: 'all',
  corrected: [],
  omitted: [],
  isPartial: false,
}

/** Orders posts newest first, or best first; equal ones stay in list order. */
async function ordered(edition: Edition, matches: Matches, sort: Sort, found: RankedBy, turn: Turn) {
  const { by, order } = sort
  const isUnordered = by === 'relevance' && found.words.length === 0
  if ((by === 'publishedAt' && order === 'desc') || matches.count < 2 || isUnordered) return matches
  const numbers = numbersOf(matches)
  if (by === 'relevance') return listOf(await bestFirstOf(edition, numbers, found, turn))
  const column = await columnOf(edition, by, turn)
  return listOf(await sorted(numbers.slice(), orderBy(sort, column), turn))
}

type RankedBy = Pick<SearchResult, 'words' | 'foundBy'>

/** Ranks posts. If a word was corrected, the posts of its best correction come first, as if that was typed, then the others. */
async function bestFirstOf(
  { search }: Edition,
  numbers: Uint32Array,
  { words, foundBy }: RankedBy,
  turn: Turn,
): Promise<Uint32Array> {
  const work = new Work(search.visible, turn)
  const rank = async (posts: Uint32Array, words: RankedBy['words']) =>
    await byRelevance(posts, await scoresOf(search, words, work, posts), turn)
  if (foundBy === undefined) return await rank(numbers, words)
  const ranked = new Uint32Array(numbers.length)
  let count = 0
  for (const [i, word] of words.entries()) {
    const own = numbers.filter((post) => foundBy[post] === i + 1)
    if (own.length > 0) ranked.set(await rank(own, [word]), count)
    count += own.length
  }
  return ranked
}

export function numbersOf({ numbers, count, at }: Matches): Uint32Array {
  if (numbers) return numbers
  const all = new Uint32Array(count)
  for (let index = 0; index < count; index++) all[index] = at(index)
  return all
}

function reversed(matches: Matches): Matches {
  return { count: matches.count, at: (index) => matches.at(matches.count - 1 - index) }
}

/** The visible posts that pass every part of the filter. Takes turns. */
async function matchPosts(edition: Edition, filter: Selection, found: Uint32Array | undefined, turn: Turn) {
  const all: Matches = { count: edition.search.visible, at: (index) => edition.first + index }
  const tests = testsOf(edition, filter)
  let most = 0
  for (const one of filter.where ?? []) {
    const column = await columnOf(edition, one.of, turn)
    tests.push(testOf(one, column))
    most += column.most
  }
  const candidates = found ? listOf(found) : all
  return tests.length === 0 ? candidates : listOf(await keep(candidates, { tests, most }, turn))
}

export function listOf(numbers: Uint32Array): Matches {
  return { count: numbers.length, numbers, at: (index) => numbers[index]! }
}

/** The bytes that are read of each post in the list index, and for each term of a search at most. */
const bytesPerPost = 4
const bytesPerTerm = 32
const bytesPerFilter = 8
/** Posts tested or counted before other requests get a turn: each may have a hundred tags. */
export const postsAtOnce = 1_000

/** Values of fields that are looked at before other requests get a turn: a list may have a thousand. */
const valuesAtOnce = 100 * postsAtOnce

/** Returns how many posts may be looked at before other requests get a turn. @param most the most values that one has */
export function atOnce(most: number): number {
  return Math.max(1, Math.min(postsAtOnce, Math.floor(valuesAtOnce / most)))
}

async function keep(
  candidates: Matches,
  { tests, most }: { tests: readonly Test[]; most: number },
  turn: Turn,
): Promise<Uint32Array> {
  const kept = new Uint32Array(candidates.count)
  const [first, ...others] = tests
  let count = 0
  await inTurns(turn, candidates.count, atOnce(most), (from, to) => {
    for (let index = from; index < to; index++) {
      const post = candidates.at(index)
      if (first!(post) && others.every((test) => test(post))) kept[count++] = post
    }
  })
  return kept.slice(0, count)
}

function testsOf(edition: Edition, filter: Filter): Test[] {
  const { categories, tags, authors, list } = edition.workspace
  const tests: Test[] = []
  if (filter.categories) tests.push(isIn(list.category, flags(categories, filter.categories)))
  if (filter.excludeCategories)
    tests.push(not(isIn(list.category, flags(categories, filter.excludeCategories))))
  if (filter.tags) {
    const least = filter.tagsMatch === 'all' ? filter.tags.length : 1
    tests.push(has(list.tags, flags(tags, filter.tags), least))
  }
  if (filter.excludeTags) tests.push(not(has(list.tags, flags(tags, filter.excludeTags))))
  if (filter.featured !== undefined) tests.push(featuredTest(edition.workspace, filter.featured))
  if (filter.author !== undefined) {
    const isNamed = authors.map(({ slug, id }) => Number(slug === filter.author || id === filter.author))
    tests.push(has(list.selection().authors, Uint8Array.from(isNamed)))
  }
  if (filter.series !== undefined) {
    const index = edition.workspace.series?.findIndex(({ slug }) => slug === filter.series) ?? -1
    const column = seriesColumn(edition.workspace)
    tests.push((post) => column[post] === index)
  }
  return tests
}

function featuredTest(workspace: OpenWorkspace, wanted: boolean): Test {
  const marks = new Uint8Array(workspace.posts)
  for (const post of workspace.list.selection().featured) marks[post] = 1
  return (post) => (marks[post] === 1) === wanted
}

/** 1 at the index of each named group. */
function flags(groups: readonly { slug: string }[], slugs: readonly string[]): Uint8Array {
  const named = new Set(slugs)
  return Uint8Array.from(groups, ({ slug }) => Number(named.has(slug)))
}

function isIn(column: Uint32Array, wanted: Uint8Array): Test {
  return (post) => wanted[column[post]!] === 1
}

/** Passes posts that have at least `least` of the wanted items; none names an item twice. */
function has({ starts, values }: Lists, wanted: Uint8Array, least = 1): Test {
  return (post) => {
    let found = 0
    for (let i = starts[post]!; i < starts[post + 1]! && found < least; i++) found += wanted[values[i]!]!
    return found >= least
  }
}

function not(test: Test): Test {
  return (post) => !test(post)
}
