// Measures where pieces of contents, one after the other, take hardly more bytes than if the contents were deflated together.
import { deflateRawSync } from 'node:zlib'
import { textIn } from '../../packages/search/basics/columns.ts'
import { distinctBlock, sha256 } from '../format/format.ts'
import type { KeptValues } from './kept.ts'

/** The HTML of a post, without what is ever cut. */
export interface MeasuredContent {
  digest: string
  bytes(): Uint8Array
  /** In bytes. */
  deflatedLength(): number
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

/**
 * By block of posts counted from the oldest: `1` if its oldest post and those between it and the oldest of the block before are distinct.
 * @param posts the newest first
 * @param kept what earlier builds have measured
 */
export function distinctOf(posts: readonly MeasuredContent[], kept: KeptValues | undefined): string {
  const values = stretchesOf(posts).map((stretch) => {
    const key = keyOf(stretch)
    const known = kept?.get('measures', key)
    if (known) return textIn(known)
    const value = measure(stretch)
    kept?.set('measures', key, Buffer.from(value))
    return value
  })
  return values.join('')
}

/** By block, the posts that are measured together: its oldest with older ones only, since newer ones may not be visible yet. */
function stretchesOf<Post>(posts: readonly Post[]): Post[][] {
  return Array.from({ length: Math.ceil(posts.length / distinctBlock) }, (_, block) => {
    const oldest = posts.length - 1 - block * distinctBlock
    return posts.slice(oldest, oldest + distinctBlock + context)
  })
}

function keyOf(stretch: readonly MeasuredContent[]): string {
  return sha256(stretch.map(({ digest }) => digest).join()).slice(0, 32)
}

/** Whether each of the first posts of a stretch is distinct from those after it, which are older. */
function measure(stretch: readonly MeasuredContent[]): string {
  const contents: Uint8Array[] = []
  for (const [post, own] of stretch.slice(0, distinctBlock).entries()) {
    const older: Uint8Array[] = []
    let bytes = 0
    for (let other = post + 1; other < stretch.length && other <= post + context && bytes < reach; other++) {
      contents[other] ??= stretch[other]!.bytes()
      older.unshift(contents[other]!)
      bytes += contents[other]!.length
    }
    if (bytes < reach && post + context < stretch.length - 1) return '0'
    contents[post] ??= own.bytes()
    const dictionary = bytes === 0 ? {} : { dictionary: Buffer.concat(older).subarray(-reach) }
    const alone = own.deflatedLength()
    const level = alone < levels.share * contents[post]!.length ? levels.high : levels.usual
    if (alone > maxRatio * deflateRawSync(contents[post]!, { level, ...dictionary }).length) return '0'
    // Of a stretch, no more is held than is referred to.
    delete contents[post]
  }
  return '1'
}
