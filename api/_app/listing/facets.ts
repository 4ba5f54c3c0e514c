// Counts the posts of a match that each category, tag and author has, from the list index's columns.
import { compareCodePoints } from '../../../packages/search/basics/order.ts'
import { inTurns } from '../../../packages/search/basics/pause.ts'
import { sorted } from '../../../packages/search/basics/sort.ts'
import type { Lists } from '../../../snapshot/read/snapshots.ts'
import type { PostNumber } from '../../../snapshot/types.ts'
import type { Turn } from '../turns/turn.ts'
import type { Facet, FacetName } from '../wire.ts'
import type { Edition } from './edition.ts'
import { type Matches, postsAtOnce } from './matches.ts'

/** Returns only groups with a matching post, the most frequent first, then by slug. Takes turns. */
export async function facetsOf(
  { workspace }: Edition,
  posts: Matches,
  names: readonly FacetName[],
  turn: Turn,
): Promise<Partial<Record<FacetName, Facet[]>>> {
  const { list, categories } = workspace
  const facets: Partial<Record<FacetName, Facet[]>> = {}
  for (const name of names) {
    const groups = name === 'category' ? categories : workspace[name]
    const counts = new Uint32Array(groups.length)
    const add =
      name === 'category'
        ? (post: PostNumber) => counts[list.category[post]!]!++
        : counter(name === 'tags' ? list.tags : list.selection().authors, counts)
    await inTurns(turn, posts.count, postsAtOnce, (from, to) => {
      for (let index = from; index < to; index++) add(posts.at(index))
    })
    facets[name] = await ranked(groups, counts, turn)
  }
  return facets
}

function counter({ starts, values }: Lists, counts: Uint32Array): (post: PostNumber) => void {
  return (post) => {
    for (let i = starts[post]!; i < starts[post + 1]!; i++) counts[values[i]!]! += 1
  }
}

async function ranked(groups: readonly Omit<Facet, 'count'>[], counts: Uint32Array, turn: Turn) {
  const present = Uint32Array.from(counts.keys()).filter((index) => counts[index]! > 0)
  const inOrder = (a: number, b: number) =>
    counts[b]! - counts[a]! || compareCodePoints(groups[a]!.slug, groups[b]!.slug)
  return Array.from(await sorted(present, inOrder, turn), (index): Facet => {
    const { slug, name } = groups[index]!
    return { slug, name, count: counts[index]! }
  })
}
