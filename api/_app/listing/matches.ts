// Filtered lists that were asked for lately: a client walks page after page of one filter, and the filter costs
// more than the page.
import { byRelevance, scoresOf } from '../search/relevance.ts'
import { type SearchResult, search } from '../search/search.ts'
import type { Edition } from './edition.ts'
import { type Filter, listOf, type Matches, matchPosts } from './filter.ts'
import type { Sort } from './parameters.ts'

/** What is kept, counted in numbers; whatever a list holds, it costs some. */
const maxNumbers = 4_000_000
const numbersPerList = 500

export interface Found {
  /** The visible posts of a filter in the order asked for, first item first. */
  posts: Matches
  /** What its query was found by; nothing without one. */
  words: SearchResult['words']
  corrected: SearchResult['corrected']
  /** Whether the search came to a bound before it had found all. */
  isPartial: boolean
}

export class MatchCache {
  readonly #lists = new Map<string, Found>()
  #numbers = 0

  /** How many are kept. */
  get size(): number {
    return this.#lists.size
  }

  /** Whether it is found already. */
  has(edition: Edition, filter: Filter, sort: Sort): boolean {
    return this.#lists.has(keyOf(edition, filter, sort))
  }

  async find(edition: Edition, filter: Filter, sort: Sort): Promise<Found> {
    const key = keyOf(edition, filter, sort)
    const found = this.#lists.get(key) ?? (await find(edition, filter, sort.by))
    this.#keep(key, found)
    return sort.order === 'desc' ? found : { ...found, posts: reversed(found.posts) }
  }

  #keep(key: string, found: Found): void {
    if (!this.#lists.delete(key)) this.#numbers += cost(found)
    this.#lists.set(key, found)
    for (const [oldest, list] of this.#lists) {
      if (this.#numbers <= maxNumbers) return
      this.#lists.delete(oldest)
      this.#numbers -= cost(list)
    }
  }
}

function keyOf(edition: Edition, filter: Filter, { by }: Sort): string {
  return `${edition.key} ${by} ${JSON.stringify(filter)}`
}

function cost({ posts }: Found): number {
  return posts.count + numbersPerList
}

async function find(edition: Edition, filter: Filter, by: Sort['by']): Promise<Found> {
  const { posts, ...found } = filter.query === undefined ? everyPost : await search(edition, filter.query)
  const matches = matchPosts(edition, filter, posts)
  return { ...found, posts: await ordered(edition, matches, by, found.words) }
}

const everyPost = { posts: undefined, words: [], corrected: [], isPartial: false }

/** Newest first, or best first; equal ones as list order has them. */
async function ordered(
  edition: Edition,
  matches: Matches,
  by: Sort['by'],
  words: Found['words'],
): Promise<Matches> {
  if (by === 'publishedAt' || matches.count < 2 || (by === 'relevance' && words.length === 0)) return matches
  const numbers = Uint32Array.from({ length: matches.count }, (_, place) => matches.at(place))
  if (by === 'relevance') return listOf(byRelevance(numbers, await scoresOf(edition, words)))
  const { updatedAt } = edition.workspace.list
  return listOf(numbers.sort((a, b) => updatedAt[b]! - updatedAt[a]! || a - b))
}

function reversed(matches: Matches): Matches {
  return { count: matches.count, at: (place) => matches.at(matches.count - 1 - place) }
}
