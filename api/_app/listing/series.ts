// Series: the visible posts of each in the order in which they are read.
import { noText } from '../../../snapshot/format/format.ts'
import type { OpenWorkspace } from '../../../snapshot/read/snapshots.ts'
import type { PostNumber } from '../../../snapshot/types.ts'

export interface SeriesParts {
  /** The posts of each series of the workspace: by their numbers, then those without one, the oldest first. */
  posts: PostNumber[][]
  /** The number of each post in its series, for one without a number the next: `NaN` for a post that is in none. */
  numbers: Float64Array
}

/** @param first the newest visible post */
export function partsIn(workspace: OpenWorkspace, first: PostNumber): SeriesParts {
  const posts: PostNumber[][] = (workspace.series ?? []).map(() => [])
  if (posts.length === 0) return { posts, numbers: new Float64Array(0) }
  const { of, parts } = workspace.seriesOf()
  for (let post = workspace.posts - 1; post >= first; post--) posts[of[post]!]?.push(post)
  const numbers = parts.slice()
  for (const own of posts) {
    // Sorting is stable, and Infinity less Infinity is not a number.
    own.sort((a, b) => (parts[a] || Infinity) - (parts[b] || Infinity) || 0)
    for (const [place, post] of own.entries())
      if (Number.isNaN(numbers[post])) numbers[post] = place === 0 ? 1 : numbers[own[place - 1]!]! + 1
  }
  return { posts, numbers }
}

/** Returns the index of each post's series; `noText` if it is in none. */
export function seriesColumn({ series, posts, seriesOf }: OpenWorkspace): Uint32Array {
  return series ? seriesOf().of : new Uint32Array(posts).fill(noText)
}

/** Returns the index of the series that a post is part of; `undefined` if there is none. */
export function seriesIndex(workspace: OpenWorkspace, post: PostNumber): number | undefined {
  const index = workspace.series && workspace.seriesOf().of[post]
  return index === noText ? undefined : index
}
