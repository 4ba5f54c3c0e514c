// Measures how much less contents take when others precede them with which they have nothing in common but the language and the markup.
import { deflateRawSync } from 'node:zlib'
import { familiarBlock, sha256, usualFamiliar } from '../format/format.ts'
import { deflateWindow, familiarShare, Sketches } from '../format/sketch.ts'
import type { PostNumber } from '../types.ts'
import type { KeptValues } from './kept.ts'

export interface Measured {
  posts: number
  /** Of a post, without what is ever cut. */
  contentsOf(number: PostNumber): Uint8Array
  /** Likewise, in bytes. */
  deflatedLength(number: PostNumber): number
  sketchOf(number: PostNumber): Uint32Array
  /** Of the same contents. */
  digests: readonly string[]
  /** What earlier builds have measured. */
  kept: KeptValues | undefined
}

/** Posts that are deflated together. */
const stretch = { posts: 10, bytes: 2 * deflateWindow }
/** How many stretches a value is the mean of. */
const averaged = 4

/** In bytes, by block of posts counted from the oldest. Newer posts do not affect it, since they may not be visible yet. */
export function familiarOf(measured: Measured): Uint32Array {
  const values = new Uint32Array(Math.ceil(measured.posts / familiarBlock)).fill(usualFamiliar)
  const found: number[] = []
  for (let block = 1; block < values.length; block++) {
    found.push(keptFamiliar(measured, measured.posts - 1 - block * familiarBlock))
    const last = found.slice(-averaged)
    values[block] = Math.max(0, last.reduce((sum, one) => sum + one, 0) / last.length)
  }
  return values
}

/** The value depends on no other posts than those of the stretch. */
function keptFamiliar(measured: Measured, first: PostNumber): number {
  const { kept, digests } = measured
  if (!kept) return familiarIn(measured, first)
  const key = sha256(digests.slice(first, first + stretch.posts).join()).slice(0, 32)
  const known = kept.get('measures', key)
  if (known) return Buffer.from(known).readDoubleLE()
  const value = Buffer.alloc(8)
  value.writeDoubleLE(familiarIn(measured, first))
  kept.set('measures', key, value)
  return value.readDoubleLE()
}

/** The inverse of how lists are estimated (api/_app/listing/spliced.ts), for a post and the older ones that follow it. */
function familiarIn({ posts, contentsOf, deflatedLength, sketchOf }: Measured, first: PostNumber): number {
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
