// Measures where pieces of contents, one after the other, take hardly more bytes than if the contents were deflated together.
import { deflateRawSync } from 'node:zlib'
import { distinctBlock, sha256 } from '../format/format.ts'
import type { PostNumber } from '../types.ts'
import { packedContent } from './content.ts'
import type { KeptValues } from './kept.ts'

/** What is measured on some posts: `1` or `0`, and what it is kept under. */
export type Measure = [key: string, value: Uint8Array]

/** Posts' HTML, without what is ever cut, the newest first. */
interface MeasuredContents {
  posts: number
  contentsOf(number: PostNumber): Uint8Array
  /** In bytes. */
  deflatedLength(number: PostNumber): number
}

export interface Measured extends MeasuredContents {
  /** Of the same contents. */
  digests: readonly string[]
  /** What earlier builds have measured. */
  kept: KeptValues | undefined
}

/** Deflate refers to nothing farther back. */
const reach = 32_768
/** Older posts in which that is looked for. If they are so short that more are within reach, nobody knows what else there is. */
const context = 16
/** How much longer the piece of a post may be than what is left of the post after those before it. */
const maxRatio = 1.25
/**
 * The usual one takes half the time of that of pieces, and at most a twentieth more bytes. It does not look far back where a text has few
 * different signs, so what takes less than a quarter of its length is measured with the highest one.
 */
const levels = { usual: 4, high: 9, share: 1 / 4 }

/** By block of posts counted from the oldest: `1` if its oldest post and those between it and the oldest of the block before are distinct. */
export function distinctOf(measured: Measured): string {
  const blocks = Math.ceil(measured.posts / distinctBlock)
  const values = Array.from({ length: blocks }, (_, block) =>
    keptMeasure(measured, oldestOf(block, measured.posts)),
  )
  return values.join('')
}

/** The oldest post of a block, which is measured with older ones only: newer ones may not be visible yet. */
function oldestOf(block: number, posts: number): PostNumber {
  return posts - 1 - block * distinctBlock
}

/** The posts that are measured together, by block. */
export function stretchesOf<Post>(posts: readonly Post[]): Post[][] {
  return Array.from({ length: Math.ceil(posts.length / distinctBlock) }, (_, block) =>
    posts.slice(...stretchFrom(oldestOf(block, posts.length))),
  )
}

function stretchFrom(first: PostNumber): [from: PostNumber, to: PostNumber] {
  return [first, first + distinctBlock + context]
}

/** What is kept of a stretch. @param packed the HTML of each post without cuts, as `packText` makes it */
export function measureKey(packed: readonly Uint8Array[]): string {
  return keyOf(packed.map((own) => packedContent(own).lasting))
}

/** Measures a stretch, in any thread. */
export function measureOf(packed: readonly Uint8Array[]): Measure {
  const contents = packed.map(packedContent)
  const value = measure({
    posts: contents.length,
    contentsOf: (number) => contents[number]!.bytes,
    deflatedLength: (number) => contents[number]!.piece.length,
  })
  return [measureKey(packed), Buffer.from(value)]
}

/** @param digests of a stretch */
function keyOf(digests: readonly string[]): string {
  return sha256(digests.join()).slice(0, 32)
}

/** The value depends on no other posts than those of the stretch. */
function keptMeasure(
  { kept, digests, posts, contentsOf, deflatedLength }: Measured,
  first: PostNumber,
): string {
  const [from, to] = stretchFrom(first)
  const key = keyOf(digests.slice(from, to))
  const known = kept?.get('measures', key)
  if (known) return Buffer.from(known).toString()
  const value = measure({
    posts: Math.min(posts, to) - from,
    contentsOf: (number) => contentsOf(from + number),
    deflatedLength: (number) => deflatedLength(from + number),
  })
  kept?.set('measures', key, Buffer.from(value))
  return value
}

/** Whether each of the first posts of a stretch is distinct from those after it, which are older. */
function measure({ posts, contentsOf, deflatedLength }: MeasuredContents): string {
  const contents: Uint8Array[] = []
  for (let post = 0; post < Math.min(posts, distinctBlock); post++) {
    const older: Uint8Array[] = []
    let bytes = 0
    for (let other = post + 1; other < posts && other <= post + context && bytes < reach; other++) {
      contents[other] ??= contentsOf(other)
      older.unshift(contents[other]!)
      bytes += contents[other]!.length
    }
    if (bytes < reach && post + context < posts - 1) return '0'
    contents[post] ??= contentsOf(post)
    const dictionary = bytes === 0 ? {} : { dictionary: Buffer.concat(older).subarray(-reach) }
    const alone = deflatedLength(post)
    const level = alone < levels.share * contents[post]!.length ? levels.high : levels.usual
    if (alone > maxRatio * deflateRawSync(contents[post]!, { level, ...dictionary }).length) return '0'
    // Of a stretch, no more is held than is referred to.
    delete contents[post]
  }
  return '1'
}
