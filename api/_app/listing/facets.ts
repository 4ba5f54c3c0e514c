// How many posts of a match each category, tag and author has: counted from the list index's columns.
import { compareCodePoints } from '../../../snapshot/format/order.ts'
import type { Lists } from '../../../snapshot/read/snapshots.ts'
import type { Edition } from './edition.ts'
import type { Matches } from './matches.ts'
import type { FacetName } from './query.ts'

export interface Facet {
  slug: string
  name: string
  count: number
}

/** Those that have a post of the match: most frequent first, then by slug. */
export function facetsOf(
  { workspace }: Edition,
  posts: Matches,
  names: readonly FacetName[],
): Partial<Record<FacetName, Facet[]>> {
  const { list, categories, tags, authors } = workspace
  const ways: Record<FacetName, () => Facet[]> = {
    category: () => ranked(categories, countOne(posts, list.category, categories.length)),
    tags: () => ranked(tags, countSome(posts, list.tags, tags.length)),
    authors: () => ranked(authors, countSome(posts, list.authors, authors.length)),
  }
  return Object.fromEntries(names.map((name) => [name, ways[name]()]))
}

function countOne(posts: Matches, column: Uint32Array, size: number): Uint32Array {
  const counts = new Uint32Array(size)
  for (let place = 0; place < posts.count; place++) counts[column[posts.at(place)]!]! += 1
  return counts
}

function countSome(posts: Matches, { starts, values }: Lists, size: number): Uint32Array {
  const counts = new Uint32Array(size)
  for (let place = 0; place < posts.count; place++) {
    const post = posts.at(place)
    for (let i = starts[post]!; i < starts[post + 1]!; i++) counts[values[i]!]! += 1
  }
  return counts
}

function ranked(groups: readonly { slug: string; name: string }[], counts: Uint32Array): Facet[] {
  const facets = groups.map(({ slug, name }, i) => ({ slug, name, count: counts[i]! }))
  return facets
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || compareCodePoints(a.slug, b.slug))
}
