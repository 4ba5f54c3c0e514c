// The index of many posts, made of shards: neighbouring posts, which are inverted together. What one of them has become is not made again.

import { type Forms, formsIn } from './segments/forms.ts'
import type { SegmentPost } from './segments/invert.ts'
import { Inverter } from './segments/invert.ts'
import { mergeSegments } from './segments/merge.ts'
import { type PostColumns, postsIn } from './segments/posts.ts'
import { openSegment, type ReadRows, type Segment, withoutRows } from './segments/segment.ts'
import type { TermTable } from './segments/table.ts'
import { digestsOf, packedDigests } from './words/packed.ts'
import type { Vocabulary } from './words/vocabulary.ts'

export interface Shard {
  /** What `keep` got of the same posts, with the same vocabulary. */
  find(): Uint8Array | undefined
  keep(segment: Uint8Array): void
  /** The oldest first. */
  posts(): SegmentPost[]
}

export interface InvertedIndex {
  posts: PostColumns
  table: TermTable
  forms: Forms
}

/** Keeps bytes out of memory. @returns what reads them; `undefined` if there is no room for them */
export type Hold = (bytes: Uint8Array) => ReadRows | undefined

export class WordIndex {
  readonly vocabulary: Vocabulary
  readonly #hold: Hold | undefined
  /** The oldest first, those that are not inverted yet. */
  readonly #left: Shard[]
  readonly #segments: Segment[] = []
  /** As long as there is something left for it: it takes tens of megabytes. */
  #inverter: Inverter | undefined
  #posts: PostColumns | undefined

  /** @param shards the oldest first @param hold for segments until they are merged: each is read once, from its beginning to its end */
  constructor(vocabulary: Vocabulary, shards: readonly Shard[], hold?: Hold) {
    this.vocabulary = vocabulary
    this.#left = shards.toReversed()
    this.#hold = hold
  }

  /**
   * Inverts one more shard: for whoever has something else to do in between. All others get the rest at once.
   * @returns whether there was any
   */
  invertSome(): boolean {
    const shard = this.#left.pop()
    if (!shard) return false
    this.#segments.push(this.#held(shard.find() ?? this.#inverted(shard)))
    if (this.#left.length === 0) this.#inverter = undefined
    return true
  }

  #inverted(shard: Shard): Uint8Array {
    this.#inverter ??= new Inverter(this.vocabulary)
    const segment = this.#inverter.invert(shard.posts())
    shard.keep(segment)
    return segment
  }

  #held(bytes: Uint8Array): Segment {
    const segment = openSegment(bytes)
    const read = this.#hold?.(bytes)
    return read ? withoutRows(segment, read) : segment
  }

  get #columns(): PostColumns {
    while (this.invertSome());
    this.#posts ??= postsIn(this.#segments)
    return this.#posts
  }

  /** Of a post, counted from the newest: another Unicode version may split the same text into different words. */
  digests(post: number): string[] {
    const { digests, titleLengths } = this.#columns
    const entry = titleLengths.length - 1 - post
    return digestsOf(digests.subarray(entry * packedDigests, (entry + 1) * packedDigests))
  }

  /** @param onPositions gets the positions piece by piece */
  index(onPositions: (bytes: Uint8Array) => void): InvertedIndex {
    const posts = this.#columns
    const { vocabulary } = this
    const table = mergeSegments(this.#segments, { vocabulary, onPositions })
    return { posts, table, forms: formsIn(this.#segments, vocabulary.terms.length) }
  }
}
