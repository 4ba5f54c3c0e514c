// The index of many posts, made of shards: neighbouring posts, which are inverted together. What one of them has become is not made again.
import { type Forms, formsIn } from './segments/forms.ts'
import { Inverter, type SegmentPost } from './segments/invert.ts'
import { type Merged, mergeSegments } from './segments/merge.ts'
import { type PostColumns, postsIn } from './segments/posts.ts'
import { openSegment, type ReadRows, type Segment, withoutRows } from './segments/segment.ts'
import type { TermTable } from './segments/table.ts'
import type { Vocabulary } from './words/vocabulary.ts'

export interface Shard {
  /** The key of a segment: shards with equal keys make equal segments; `undefined` if that is not known. */
  key: string | undefined
  /** Finds the bytes that `keep` got for the same posts, with the same vocabulary. */
  find(): Uint8Array | undefined
  /** Tells whether `find` would find it, which is then kept. */
  has(): boolean
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

/** The parts of the last index, for a similar one: they take as much memory as the index. */
export class IndexMemory {
  latest: (Merged & { vocabulary: Vocabulary; byKey: ReadonlyMap<string | undefined, Segment> }) | undefined
}

export interface WordIndexDeps {
  /** The store of segments until they are merged: each is read once, from its beginning to its end. */
  hold?: Hold
  memory?: IndexMemory | undefined
}

/** The memory of an inverter is as large as its vocabulary, which many small indexes may share. */
const inverters = new WeakMap<Vocabulary, Inverter>()

export class WordIndex {
  readonly vocabulary: Vocabulary
  readonly #deps: WordIndexDeps
  readonly #keys: (string | undefined)[]
  /** The oldest first, those that are not inverted yet. */
  readonly #left: Shard[]
  readonly #segments: Segment[] = []
  readonly #latest: IndexMemory['latest']

  /** @param shards the oldest first */
  constructor(vocabulary: Vocabulary, shards: readonly Shard[], deps: WordIndexDeps = {}) {
    this.vocabulary = vocabulary
    this.#deps = deps
    this.#keys = shards.map(({ key }) => key)
    this.#left = [...shards]
    const latest = deps.memory?.latest
    this.#latest = latest?.vocabulary === vocabulary ? latest : undefined
  }

  #invert(shard: Shard): void {
    const known = shard.key === undefined ? undefined : this.#latest?.byKey.get(shard.key)
    const isKnown = known && shard.has()
    this.#segments.push(isKnown ? known : this.#held(shard.find() ?? this.#inverted(shard)))
  }

  #inverted(shard: Shard): Uint8Array {
    const posts = shard.posts()
    const inverter = inverters.get(this.vocabulary) ?? new Inverter(this.vocabulary)
    // One that is stopped by an error is not used again.
    inverters.delete(this.vocabulary)
    const segment = inverter.invert(posts)
    inverters.set(this.vocabulary, inverter)
    shard.keep(segment)
    return segment
  }

  #held(bytes: Uint8Array): Segment {
    const segment = openSegment(bytes)
    const read = this.#deps.memory ? undefined : this.#deps.hold?.(bytes)
    return read ? withoutRows(segment, read) : segment
  }

  /** @param onPositions gets the positions piece by piece */
  index(onPositions: (bytes: Uint8Array) => void): InvertedIndex {
    for (const shard of this.#left.splice(0)) this.#invert(shard)
    const posts = postsIn(this.#segments)
    const { vocabulary } = this
    const { memory } = this.#deps
    const table = mergeSegments(
      this.#segments,
      { vocabulary, onPositions: memory ? undefined : onPositions },
      this.#latest,
    )
    if (memory) {
      onPositions(table.positions.bytes)
      const byKey = new Map(this.#segments.map((segment, i) => [this.#keys[i], segment]))
      memory.latest = { vocabulary, segments: this.#segments, table, byKey }
    }
    return { posts, table, forms: formsIn(this.#segments) }
  }
}
