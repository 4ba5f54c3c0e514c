// Posts are cut into shards: what is made of one whose posts are as they were need not be made again. Where one ends is told by the names of
// posts, so that a post that is added, or removed, moves no other boundary.
import { sha256 } from '../format/format.ts'
import type { BuiltPost } from '../types.ts'

export interface ShardBounds {
  /** Authors choose the names of posts, and could end shards where they like if they knew it. */
  seed: number
  /** The bounds of a shard's length, in posts. */
  least: number
  most: number
  /** The odds of an end: between these bounds, a shard ends after one post in so many. */
  oneIn: number
}

export const usualBounds = { seed: 0, least: 64, most: 512, oneIn: 64 }

/** Returns bounds of shards that are written, not merged: a change of a post packs one anew, and many are joined as fast as few. */
export function shorter({ seed, least, most, oneIn }: ShardBounds): ShardBounds {
  const quarter = (count: number) => Math.ceil(count / 4)
  return { seed, least: quarter(least), most: quarter(most), oneIn: quarter(oneIn) }
}

/**
 * @param posts the newest first
 * @returns shards, the newest first, with the newest post first in each
 */
export function shardsOf(
  posts: readonly BuiltPost[],
  { seed, least, most, oneIn }: ShardBounds,
): BuiltPost[][] {
  const shards: BuiltPost[][] = []
  let shard: BuiltPost[] = []
  for (const post of posts.toReversed()) {
    shard.push(post)
    const isEnd = shard.length >= least && hashOf(post.slug, seed) % oneIn === 0
    if (!isEnd && shard.length < most) continue
    shards.push(shard)
    shard = []
  }
  const all = shard.length > 0 ? [...shards, shard] : shards
  return all.reverse().map((own) => own.reverse())
}

function hashOf(name: string, seed: number): number {
  return Number.parseInt(sha256(`${seed} ${name}`).slice(0, 8), 16)
}
