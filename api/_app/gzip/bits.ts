// Writes what deflate consists of (RFC 1951): bits, from the lowest of a byte on.
import { type Codebook, type Codes, codeLengthBits, codeLengthMask } from './huffman.ts'

/** How far back deflate can refer, and how much it can repeat at a time. */
export const maxDistance = 32_768
const maxLength = 258
/** Anything shorter is about as short if it is not referred to. */
export const minLength = 6

export class BitWriter {
  #bytes: Buffer
  /** The same bytes, to write four at once. */
  #words: DataView
  #length = 0
  #bits = 0
  #count = 0

  /** @param room in bytes, to begin with */
  constructor(room: number) {
    this.#bytes = Buffer.allocUnsafeSlow(room)
    this.#words = new DataView(this.#bytes.buffer)
  }

  /** Whole bytes that have not been taken. */
  get length(): number {
    return this.#length
  }

  /** The whole bytes since the last call, in a buffer of their own, which keeps nothing else in memory. */
  take(): Buffer {
    const taken = Buffer.allocUnsafeSlow(this.#length)
    this.#bytes.copy(taken, 0, 0, this.#length)
    this.#length = 0
    return taken
  }

  /** @param more bytes that will be written */
  reserve(more: number): void {
    const needed = this.#length + more
    if (needed <= this.#bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
    this.#words = new DataView(larger.buffer)
  }

  /** @param count at most 24 */
  put(bits: number, count: number): void {
    const waiting = this.#bits | (bits << this.#count)
    const total = this.#count + count
    // Without branches: what is not whole yet is written again.
    this.#words.setInt32(this.#length, waiting, true)
    this.#length += total >>> 3
    this.#bits = waiting >>> (total & 0x18)
    this.#count = total & 7
  }

  /** @param count of bits, from the first byte on */
  putAll(from: Uint8Array, count: number): void {
    let at = 0
    if (this.#count === 0) {
      this.putBytes(from.subarray(0, count >> 3))
      at = count & ~7
    }
    for (; at < count; at += 8) {
      const bits = Math.min(8, count - at)
      this.put(from[at >> 3]! & ((1 << bits) - 1), bits)
    }
  }

  /** The bytes from `start` up to, not including, `end`, as symbols. Another one has to follow. */
  putSymbols(from: Uint8Array, start: number, end: number, { symbols }: Codebook): void {
    const to = this.#words
    // As fields, these would take twice as long.
    let [bits, count, length] = [this.#bits, this.#count, this.#length]
    let at = start
    // Two codes, with what is left of those before, have at most 31 bits.
    for (const last = end - 1; at < last; at += 2) {
      const one = symbols[from[at]!]!
      const other = symbols[from[at + 1]!]!
      bits |= (one >>> codeLengthBits) << count
      count += one & codeLengthMask
      bits |= (other >>> codeLengthBits) << count
      count += other & codeLengthMask
      to.setInt32(length, bits, true)
      length += count >>> 3
      bits >>>= count & 0x18
      count &= 7
    }
    this.#bits = bits
    this.#count = count
    this.#length = length
    if (at < end) this.putSymbol(from[at]!, symbols)
  }

  putSymbol(symbol: number, codes: Codes): void {
    const code = codes[symbol]!
    this.put(code >>> codeLengthBits, code & codeLengthMask)
  }

  /** Repeats what has been written. @param length at least 3 */
  repeat(length: number, distance: number, { symbols, distances }: Codebook): void {
    let left = length
    while (left > 0) {
      // What is left after it can be repeated as well.
      const part = left <= maxLength ? left : Math.min(maxLength, left - minLength)
      const code = symbols[lengthSymbols[part]!]!
      const count = code & codeLengthMask
      this.put((code >>> codeLengthBits) | (lengthExtras[part]! << count), count + lengthExtraCounts[part]!)
      this.#putDistance(distance, distances)
      left -= part
    }
  }

  #putDistance(distance: number, distances: Codes): void {
    const place = distance - 1
    const extra = place < 4 ? 0 : 30 - Math.clz32(place)
    const symbol = place < 4 ? place : 2 * extra + 2 + ((place >> extra) & 1)
    const code = distances[symbol]!
    const count = code & codeLengthMask
    this.put((code >>> codeLengthBits) | ((place & ((1 << extra) - 1)) << count), count + extra)
  }

  /** The next bits begin on a byte. */
  align(): void {
    if (this.#count > 0) this.put(0, 8 - this.#count)
  }

  putBytes(bytes: Uint8Array): void {
    this.reserve(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }
}

/** RFC 1951, 3.2.5: by length, its symbol, and its extra bits with their number. */
const lengthSymbols = new Uint16Array(maxLength + 1)
const lengthExtras = new Uint8Array(maxLength + 1)
const lengthExtraCounts = new Uint8Array(maxLength + 1)
for (let length = 3; length <= maxLength; length++) {
  const place = length - 3
  const extra = place < 8 || length === maxLength ? 0 : 29 - Math.clz32(place)
  lengthSymbols[length] = 257 + 4 * extra + (place >> extra)
  lengthExtras[length] = place & ((1 << extra) - 1)
  lengthExtraCounts[length] = extra
}
lengthSymbols[maxLength] = 285
