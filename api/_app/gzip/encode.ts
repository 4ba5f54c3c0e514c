// Encodes a text once for all replies that contain it: with Huffman codes that are known beforehand, and with references to what
// precedes in the same text, wherever that may be.
import { BitWriter, minLength } from './bits.ts'
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

/**
 * @param parts what the bytes consist of, in order: parts to be encoded, as numbers of bytes, and others to be left out
 */
export function encode(
  bytes: Uint8Array,
  parts: readonly (number | { bytes: Uint8Array })[],
  codebook: Codebook,
): EncodedText {
  const lengths: number[] = []
  const to = new BitWriter(2 * bytes.length + parts.length)
  const places = new Int32Array(1 << hashBits).fill(-1)
  let at = 0
  for (const part of parts) {
    if (typeof part !== 'number') {
      for (const end = at + part.bytes.length; at < end; at++) note(bytes, at, places)
      continue
    }
    const before = to.length
    const end = at + part
    while (at < end) {
      const place = note(bytes, at, places)
      const length = place === -1 ? 0 : repeated(bytes, place, at, end)
      if (length >= (at - place <= near ? minLength : minLength + 1)) {
        to.repeat(length, at - place, codebook)
        for (const last = at + length - 1; at < last; ) note(bytes, ++at, places)
      } else to.putSymbol(bytes[at]!, codebook)
      at++
    }
    const left = to.align()
    lengths.push(8 * (to.length - before) - (left > 0 ? 8 - left : 0))
  }
  return { bytes: to.copy(), lengths }
}

/** @returns where the next four bytes were last, or others with the same hash; -1 if nowhere */
function note(bytes: Uint8Array, at: number, places: Int32Array): number {
  if (at + 4 > bytes.length) return -1
  const four = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)
  const hash = Math.imul(four, 0x9e3779b1) >>> (32 - hashBits)
  const place = places[hash]!
  places[hash] = at
  return place
}

function repeated(bytes: Uint8Array, place: number, at: number, end: number): number {
  let length = 0
  while (at + length < end && bytes[place + length] === bytes[at + length]) length++
  return length
}
