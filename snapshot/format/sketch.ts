// Sketches of contents: what two of them have in common can be estimated without reading them. Deflating several posts together
// takes less than their pieces one by one, and how much less depends on that.

/** Hashes kept of each post's contents; fewer of short ones. */
export const sketchSize = 32
/** How many bytes are hashed at a time. */
const width = 12

/** The least hashes of all sequences of `width` bytes (a MinHash of the bottom k), ascending, without repetitions. */
export function sketchOf(bytes: Uint8Array): Uint32Array {
  const least = new Uint32Array(sketchSize).fill(0xffff_ffff)
  let count = 0
  let limit = 0xffff_ffff
  // Of the bytes before the last one of a sequence.
  let rolling = 0
  for (let i = 0; i < Math.min(width - 1, bytes.length); i++) rolling = Math.imul(rolling, prime) + bytes[i]!
  for (let last = width - 1; last < bytes.length; last++) {
    rolling = (Math.imul(rolling, prime) + bytes[last]!) | 0
    const hash = mixed(rolling)
    if (hash < limit) {
      count = insert(hash, least, count)
      limit = least[sketchSize - 1]!
    }
    rolling = (rolling - Math.imul(highest, bytes[last - width + 1]!)) | 0
  }
  return least.subarray(0, count)
}

/** @returns how many of `least` are hashes then */
function insert(hash: number, least: Uint32Array, count: number): number {
  let place = count
  while (place > 0 && least[place - 1]! > hash) place--
  if (place > 0 && least[place - 1] === hash) return count
  const after = Math.min(count + 1, sketchSize)
  for (let i = after - 1; i > place; i--) least[i] = least[i - 1]!
  least[place] = hash
  return after
}

const prime = 0x01000193
/** The factor of a sequence's first byte: the prime to the power of the bytes after it. */
const highest = Array<number>(width - 1)
  .fill(prime)
  .reduce(Math.imul, 1)

/** The last steps of MurmurHash3: every bit of a rolling hash affects every bit of the result. */
function mixed(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

/** Deflate refers to nothing farther back. */
export const deflateWindow = 32_768

/** How much of what contents have in common with all others of their language is found in so many bytes before them, from 0 to 1. */
export function familiarShare(before: number): number {
  return before === 0 ? 0 : 0.5 + 0.5 * Math.min(1, before / deflateWindow)
}

/** Sketches of contents that follow each other. */
export class Sketches {
  /** Hashes, at the first free index from their lowest bits on, and where contents that have them end. */
  readonly #hashes: Uint32Array
  readonly #ends: Float64Array

  /** @param count how many will be added */
  constructor(count: number) {
    const size = 2 ** Math.ceil(Math.log2(2 * sketchSize * count))
    this.#hashes = new Uint32Array(size)
    this.#ends = new Float64Array(size)
  }

  /**
   * @param from where the contents begin
   * @returns the share of them that those before them have, too, as far as deflate can refer to it; from 0 to 1
   */
  add(sketch: Uint32Array, from: number, length: number): number {
    const mask = this.#hashes.length - 1
    let shared = 0
    for (let i = 0; i < sketch.length; i++) {
      const hash = sketch[i]!
      let index = hash & mask
      while (this.#hashes[index] !== hash && this.#hashes[index] !== 0) index = (index + 1) & mask
      const end = this.#ends[index]!
      if (this.#hashes[index] === hash && end <= from && from - end < deflateWindow) shared++
      this.#hashes[index] = hash
      this.#ends[index] = from + length
    }
    return sketch.length === 0 ? 0 : shared / sketch.length
  }
}
