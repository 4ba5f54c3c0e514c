// How many posts of a match each category, tag and author has: counted from the list index's columns.
import { compareCodePoints } from '../../../packages/search/basics/order.ts'
import { inTurns } from '../../../packages/search/basics/pause.ts'
import { sorted } from '../../../packages/search/basics/sort.ts'
import type { Lists } from '../../../snapshot/read/snapshots.ts'
import type { Turn } from '../turns/turn.ts'
import type { Facet, FacetName } from '../wire.ts'
import type { Edition } from './edition.ts'
import { type Matches, postsAtOnce } from './matches.ts'

/** Only those with a matching post: most frequent first, then by slug. Takes turns. */
export async function facetsOf(
  { workspace }: Edition,
  posts: Matches,
  names: readonly FacetName[],
  turn: Turn,
): Promise<Partial<Record<FacetName, Facet[]>>> {
  const { list, categories, tags, authors } = workspace
  const counters: Record<FacetName, () => Promise<Facet[]>> = {
    category: async () =>
      ranked(categories, await countOne(posts, list.category, categories.length, turn), turn),
    tags: async () => ranked(tags, await countSome(posts, list.tags, tags.length, turn), turn),
    authors: async () =>
      ranked(authors, await countSome(posts, list.selection().authors, authors.length, turn), turn),
  }
  const facets: Partial<Record<FacetName, Facet[]>> = {}
  for (const name of names) facets[name] = await counters[name]()
  return facets
}

async function countOne(posts: Matches, column: Uint32Array, size: number, turn: Turn): Promise<Uint32Array> {
  const counts = new Uint32Array(size)
  await inTurns(turn, posts.count, postsAtOnce, (from, to) => {
    for (let index = from; index < to; index++) counts[column[posts.at(index)]!]! += 1
  })
  return counts
}

async function countSome(
  posts: Matches,
  { starts, values }: Lists,
  size: number,
  turn: Turn,
): Promise<Uint32Array> {
  const counts = new Uint32Array(size)
  await inTurns(turn, posts.count, postsAtOnce, (from, to) => {
    for (let index = from; index < to; index++) {
      const post = posts.at(index)
      for (let i = starts[post]!; i < starts[post + 1]!; i++) counts[values[i]!]! += 1
    }
  })
  return counts
}

async function ranked(
  groups: readonly { slug: string; name: string }[],
  counts: Uint32Array,
  turn: Turn,
): Promise<Facet[]> {
  const present = Uint32Array.from(counts.keys()).filter((index) => counts[index]! > 0)
  const order = await sorted(
    present,
    (a, b) => counts[b]! - counts[a]! || compareCodePoints(groups[a]!.slug, groups[b]!.slug),
    turn,
  )
  return Array.from(order, (index) => {
    const { slug, name } = groups[index]!
    return { slug, name, count: counts[index]! }
  })
}
