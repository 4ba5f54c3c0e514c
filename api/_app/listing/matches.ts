// Filtered lists that were asked for lately: a client walks page after page of one filter, and the filter costs
// more than the page.
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
}

export class MatchCache {
  readonly #lists = new Map<string, Found>()
  #numbers = 0

  find(edition: Edition, filter: Filter, sort: Sort): Found {
    const key = `${edition.id} ${sort.by} ${JSON.stringify(filter)}`
    const found = this.#lists.get(key) ?? find(edition, filter, sort.by)
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

function cost({ posts }: Found): number {
  return posts.count + numbersPerList
}

function find(edition: Edition, filter: Filter, by: Sort['by']): Found {
  const found = filter.query === undefined ? undefined : search(edition, filter.query)
  const matches = matchPosts(edition, filter, found?.posts)
  return { words: [], corrected: [], ...found, posts: ordered(edition, matches, by) }
}

/** Newest first; equal dates as list order has them. */
function ordered(edition: Edition, matches: Matches, by: Sort['by']): Matches {
  if (by === 'publishedAt') return matches
  const { updatedAt } = edition.workspace.list
  const numbers = Uint32Array.from({ length: matches.count }, (_, place) => matches.at(place))
  return listOf(numbers.sort((a, b) => updatedAt[b]! - updatedAt[a]! || a - b))
}

function reversed(matches: Matches): Matches {
  return { count: matches.count, at: (place) => matches.at(matches.count - 1 - place) }
}
