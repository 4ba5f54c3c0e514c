// Measures how much less contents take when others precede them with which they have nothing in common but the language and the markup.
import { deflateRawSync } from 'node:zlib'
import { contentNames, familiarBlock, sha256, usualFamiliar } from '../format/format.ts'
import { deflateWindow, familiarShare, Sketches } from '../format/sketch.ts'
import type { PostNumber } from '../types.ts'
import { packedContent, readSketch } from './content.ts'
import type { KeptValues } from './kept.ts'

/** A value, and what it is kept under. */
export type Measure = [key: string, value: Uint8Array]

/** Posts one after the other, the newest first. */
interface MeasuredContents {
  posts: number
  /** Of a post, without what is ever cut. */
  contentsOf(number: PostNumber): Uint8Array
  /** Likewise, in bytes. */
  deflatedLength(number: PostNumber): number
  sketchOf(number: PostNumber): Uint32Array
}

export interface Measured extends MeasuredContents {
  /** Of the same contents. */
  digests: readonly string[]
  /** What earlier builds have measured. */
  kept: KeptValues | undefined
}

/** Posts that are deflated together. */
const stretch = { posts: 10, bytes: 2 * deflateWindow }
/** How many stretches a value is the mean of. */
const averaged = 4
/** So many blocks are measured each, and of the many after them, one in eight. */
const often = { blocks: 32, oneOf: 8 }

/** In bytes, by block of posts counted from the oldest. Newer posts do not affect it, since they may not be visible yet. */
export function familiarOf(contents: Measured): Uint32Array {
  const values = new Uint32Array(Math.ceil(contents.posts / familiarBlock)).fill(usualFamiliar)
  const found: number[] = []
  for (const block of measuredBlocks(contents.posts)) {
    found.push(keptFamiliar(contents, oldestOf(block, contents.posts)))
    const last = found.slice(-averaged)
    values.fill(Math.max(0, last.reduce((sum, one) => sum + one, 0) / last.length), block)
  }
  return values
}

/** By their numbers, counted from the oldest block, for which there is nothing to measure. Each is measured by itself. */
function measuredBlocks(posts: number): number[] {
  const blocks: number[] = []
  for (let block = 1; block * familiarBlock < posts; block += block < often.blocks ? 1 : often.oneOf) {
    blocks.push(block)
  }
  return blocks
}

/** The oldest post of a block: its stretch goes on with those of the block before, which are older. */
function oldestOf(block: number, posts: number): PostNumber {
  return posts - 1 - block * familiarBlock
}

/** The posts that are measured, a stretch for each block. */
export function stretchesOf<Post>(posts: readonly Post[]): Post[][] {
  return measuredBlocks(posts.length).map((block) => {
    const first = oldestOf(block, posts.length)
    return posts.slice(first, first + stretch.posts)
  })
}

/** By post of a stretch: its HTML and its markdown without cuts, as `packText` makes them. */
export type PackedStretch = readonly (readonly Uint8Array[])[]

/** What the measures of a stretch are kept under. */
export function measureKeys(packed: PackedStretch): string[] {
  return contentNames.map((name, i) => keyOf(packed.map((own) => packedContent(name, own[i]!).lasting)))
}

/** The measures of a stretch, in any thread. */
export function measuresOf(packed: PackedStretch): Measure[] {
  const keys = measureKeys(packed)
  return contentNames.map((name, i) => {
    const contents = packed.map((own) => packedContent(name, own[i]!))
    const familiar = familiarIn(
      {
        posts: contents.length,
        contentsOf: (number) => contents[number]!.bytes,
        deflatedLength: (number) => contents[number]!.piece.length,
        sketchOf: (number) => readSketch(packedContent('html', packed[number]![0]!).sketch),
      },
      0,
    )
    return [keys[i]!, asBytes(familiar)]
  })
}

/** @param digests of a stretch */
function keyOf(digests: readonly string[]): string {
  return sha256(digests.join()).slice(0, 32)
}

function asBytes(familiar: number): Buffer {
  const value = Buffer.alloc(8)
  value.writeDoubleLE(familiar)
  return value
}

/** The value depends on no other posts than those of the stretch. */
function keptFamiliar(measured: Measured, first: PostNumber): number {
  const { kept, digests } = measured
  if (!kept) return familiarIn(measured, first)
  const key = keyOf(digests.slice(first, first + stretch.posts))
  const known = kept.get('measures', key)
  if (known) return Buffer.from(known).readDoubleLE()
  const familiar = familiarIn(measured, first)
  kept.set('measures', key, asBytes(familiar))
  return familiar
}

/** The inverse of how lists are estimated (api/_app/listing/spliced.ts), for a post and the older ones that follow it. */
function familiarIn(
  { posts, contentsOf, deflatedLength, sketchOf }: MeasuredContents,
  first: PostNumber,
): number {
  const contents: Uint8Array[] = []
  const known = new Sketches(stretch.posts)
  let [before, alone, shares] = [0, 0, 0]
  for (let post = first; post < posts && contents.length < stretch.posts && before < stretch.bytes; post++) {
    const one = contentsOf(post)
    contents.push(one)
    alone += deflatedLength(post) * (1 - known.add(sketchOf(post), before, one.length))
    shares += familiarShare(before)
    before += one.length
  }
  return (alone - deflateRawSync(Buffer.concat(contents)).length) / Math.max(1, shares)
}
