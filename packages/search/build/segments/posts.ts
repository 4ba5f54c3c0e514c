// What an index has of each post, by entry: posts are counted from the oldest.
import { packedDigests } from '../words/packed.ts'
import type { Alignment } from './align.ts'
import { gone } from './lists.ts'
import { digestsIn, type Segment } from './segment.ts'

export interface PostColumns {
  /** Posts for which these are equal have the same words in the same language; none if that is not known. */
  ids: readonly string[]
  /** As `packTerms` has them. */
  digests: Uint8Array
  /** In words. */
  titleLengths: Uint32Array
  contentLengths: Uint32Array
  /** Terms of titles that are not among a title's first: pairs of an entry and the number of a term. */
  beyond: Uint32Array
}

/** @param segments the oldest first */
export function postsIn(segments: readonly Segment[], ids: readonly string[]): PostColumns {
  const posts = segments.reduce((sum, one) => sum + one.posts, 0)
  const columns = emptyColumns(posts, ids)
  const beyond: number[] = []
  let first = 0
  for (const segment of segments) {
    columns.digests.set(digestsIn(segment), first * packedDigests)
    columns.titleLengths.set(segment.titleLengths, first)
    columns.contentLengths.set(segment.contentLengths, first)
    for (let i = 0; i < segment.beyond.length; i += 2) {
      beyond.push(first + segment.beyond[i]!, segment.beyond[i + 1]!)
    }
    first += segment.posts
  }
  return { ...columns, beyond: Uint32Array.from(beyond) }
}

/** @param segments of the posts that are new */
export function patchPosts(
  { index, alignment }: { index: { posts: PostColumns }; alignment: Alignment },
  segments: readonly Segment[],
  ids: readonly string[],
): PostColumns {
  const columns = emptyColumns(ids.length, ids)
  const beyond: number[] = []
  const take = (from: PostColumns, entries: Int32Array | Uint32Array) => {
    for (let entry = 0; entry < entries.length; entry++) {
      const now = entries[entry]!
      if (now === gone) continue
      const digests = from.digests.subarray(entry * packedDigests, (entry + 1) * packedDigests)
      columns.digests.set(digests, now * packedDigests)
      columns.titleLengths[now] = from.titleLengths[entry]!
      columns.contentLengths[now] = from.contentLengths[entry]!
    }
    for (let i = 0; i < from.beyond.length; i += 2) {
      const now = entries[from.beyond[i]!]!
      if (now !== gone) beyond.push(now, from.beyond[i + 1]!)
    }
  }
  take(index.posts, alignment.entries)
  take(postsIn(segments, []), alignment.added)
  return { ...columns, beyond: Uint32Array.from(beyond) }
}

function emptyColumns(posts: number, ids: readonly string[]): PostColumns {
  return {
    ids,
    digests: new Uint8Array(posts * packedDigests),
    titleLengths: new Uint32Array(posts),
    contentLengths: new Uint32Array(posts),
    beyond: new Uint32Array(0),
  }
}
