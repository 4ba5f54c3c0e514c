// The columns of an index with one value for each post, by entry: posts are counted from the oldest.
import type { Segment } from './segment.ts'

export interface PostColumns {
  /** The lengths in words. */
  titleLengths: Uint32Array
  contentLengths: Uint32Array
  /** Terms of titles that are not among a title's first: pairs of an entry and the number of a term. */
  beyond: Uint32Array
}

/** @param segments the oldest first */
export function postsIn(segments: readonly Segment[]): PostColumns {
  const posts = segments.reduce((sum, one) => sum + one.posts, 0)
  const titleLengths = new Uint32Array(posts)
  const contentLengths = new Uint32Array(posts)
  const beyond: number[] = []
  let first = 0
  for (const segment of segments) {
    titleLengths.set(segment.titleLengths, first)
    contentLengths.set(segment.contentLengths, first)
    for (let i = 0; i < segment.beyond.length; i += 2) {
      beyond.push(first + segment.beyond[i]!, segment.beyond[i + 1]!)
    }
    first += segment.posts
  }
  return { titleLengths, contentLengths, beyond: Uint32Array.from(beyond) }
}
