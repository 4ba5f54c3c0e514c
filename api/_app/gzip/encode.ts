// Encodes a text once for all replies that contain it: with Huffman codes that are known beforehand, and with references to what
// precedes in the same text, wherever that may be.
import { lazy } from '../../../snapshot/lazy.ts'
import { BitWriter, maxDistance, minLength } from './bits.ts'
import type { Codebook } from './huffman.ts'

/** Parts of a text. */
export interface EncodedText {
  /** Every part begins on a byte. */
  bytes: Uint8Array
  /** Bits of each part. */
  lengths: readonly number[]
}

/** Farther back, only what is longer is worth referring to. */
const near = 512
const hashBits = 11

/** For whatever is encoded: making room takes as long as encoding a short text. */
const scratch = lazy(() => ({ to: new BitWriter(64 * 1024), places: new FourByteSequences() }))

/**
 * @param parts what the bytes consist of, in order: parts to be encoded, as numbers of bytes, and others to be left out
 */
export function encode(
  bytes: Uint8Array,
  parts: readonly (number | { length: number })[],
  codebook: Codebook,
): EncodedText {
  const lengths: number[] = []
  const { bits, lengths: counts } = codebook.symbols
  const { to, places } = scratch()
  to.clear()
  to.reserve(2 * bytes.length + parts.length)
  places.reset(bytes)
  let at = 0
  for (const part of parts) {
    if (typeof part !== 'number') {
      for (const end = at + part.length; at < end; at++) places.note(at)
      continue
    }
    const before = to.length
    const end = at + part
    while (at < end) {
      const place = places.note(at)
      const length = place === -1 || at - place > maxDistance ? 0 : repeated(bytes, place, at, end)
      if (length >= (at - place <= near ? minLength : minLength + 1)) {
        to.repeat(length, at - place, codebook)
        for (const last = at + length - 1; at < last; ) places.note(++at)
      } else to.put(bits[bytes[at]!]!, counts[bytes[at]!]!)
      at++
    }
    const left = to.align()
    lengths.push(8 * (to.length - before) - (left > 0 ? 8 - left : 0))
  }
  return { bytes: to.copy(), lengths }
}

function repeated(bytes: Uint8Array, place: number, at: number, end: number): number {
  let length = 0
  while (at + length < end && bytes[place + length] === bytes[at + length]) length++
  return length
}

/** Where sequences of four bytes are in a text. */
class FourByteSequences {
  #bytes: Uint8Array = new Uint8Array()
  readonly #places = new Int32Array(1 << hashBits)
  /** Added to each place: what is below is of an earlier text. */
  #base = 1

  reset(bytes: Uint8Array): void {
    this.#base += this.#bytes.length
    this.#bytes = bytes
    if (this.#base + bytes.length < 2 ** 31) return
    this.#places.fill(0)
    this.#base = 1
  }

  /** @returns where the next four bytes were last, or others with the same hash; -1 if nowhere */
  note(at: number): number {
    const bytes = this.#bytes
    if (at + 4 > bytes.length) return -1
    const four = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)
    const hash = Math.imul(four, 0x9e3779b1) >>> (32 - hashBits)
    const place = this.#places[hash]! - this.#base
    this.#places[hash] = at + this.#base
    return Math.max(-1, place)
  }
}
