// Filtered lists that were asked for lately: a client walks page after page of one filter, and the filter costs
// more than the page.
import type { Edition } from './edition.ts'
import { type Filter, listOf, type Matches, matchPosts } from './filter.ts'
import type { Sort } from './parameters.ts'

const maxNumbers = 4_000_000

export class MatchCache {
  readonly #lists = new Map<string, Matches>()
  #numbers = 0

  /** The visible posts of a filter in the order asked for, first item first. */
  find(edition: Edition, filter: Filter, sort: Sort): Matches {
    const key = `${edition.id} ${sort.by} ${JSON.stringify(filter)}`
    const matches = this.#lists.get(key) ?? ordered(edition, matchPosts(edition, filter), sort.by)
    this.#keep(key, matches)
    return sort.order === 'desc' ? matches : reversed(matches)
  }

  #keep(key: string, matches: Matches): void {
    if (!this.#lists.delete(key)) this.#numbers += matches.count
    this.#lists.set(key, matches)
    for (const [oldest, list] of this.#lists) {
      if (this.#numbers <= maxNumbers) return
      this.#lists.delete(oldest)
      this.#numbers -= list.count
    }
  }
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
