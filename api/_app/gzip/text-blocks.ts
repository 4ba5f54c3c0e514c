// Deflates what is made at the moment and stands between stored pieces: short texts in JSON, which repeat each other. Each is a block
// with Huffman codes that are known beforehand, since zlib takes longer to start than these texts take to be written.
import { type Codebook, fixed, latin } from './huffman.ts'

/** Room for the texts that later ones may repeat; they are forgotten when it is full. */
const maxRemembered = 256 * 1024
/** How far back deflate can refer. */
const maxDistance = 32_768
const maxLength = 258
/** Anything shorter is as short if it is not referred to. */
const minLength = 7
/** Not in UTF-8, so that no repetition runs past the end of a text. */
const endOfText = 0xff
const quote = 0x22
const hashBits = 12
const firstRoom = 64 * 1024

/** Shorter texts are not worth sending codes along. */
const minForCodes = 400
/** Nor are those in other scripts, whose share of bytes beyond ASCII is larger. */
const maxOtherBytes = 1 / 8

const endOfBlock = 256

export class TextBlocks {
  /** What is written, from the beginning up to `#length`; it grows. */
  #bytes = Buffer.allocUnsafeSlow(firstRoom)
  #length = 0
  #codebook = fixed
  #bits = 0
  #bitCount = 0
  /** Texts so far. A place in it and its shift are a place in what all of this inflates to. */
  readonly #texts = Buffer.allocUnsafeSlow(maxRemembered + 1)
  #end = 0
  #shift = 0
  /** By hash of four bytes from a quotation mark on: where they were last, and its shift. */
  readonly #places = new Int32Array(1 << hashBits)
  readonly #shifts = new Float64Array(1 << hashBits)

  /** Begins anew. */
  reset(): void {
    this.#length = 0
    this.#end = 0
    this.#shift = 0
    this.#places.fill(0)
  }

  /**
   * Adds bytes that are deflated already.
   * @param inflatedLength what they inflate to
   */
  append(deflated: Uint8Array, inflatedLength: number): void {
    this.#reserve(deflated.length)
    this.#bytes.set(deflated, this.#length)
    this.#length += deflated.length
    this.#shift += inflatedLength
  }

  /**
   * Adds a text as a block.
   * @param isLast ends the deflate stream; else something deflated may come next
   */
  write(text: Uint8Array, isLast: boolean): void {
    if (text.length > maxRemembered) {
      // As several blocks.
      this.write(text.subarray(0, maxRemembered), false)
      this.write(text.subarray(maxRemembered), isLast)
      return
    }
    // No code has more than twelve bits.
    this.#reserve(2 * text.length + 128)
    const from = this.#remember(text)
    this.#codebook = suitable(text)
    this.#begin(isLast)
    this.#deflate(from, this.#end)
    this.#putSymbol(endOfBlock)
    if (!isLast) this.#put(0, 3)
    if (this.#bitCount > 0) this.#put(0, 8 - this.#bitCount)
    if (isLast) return
    // An empty block that is stored begins on a byte.
    this.#bytes.writeUInt32LE(0xffff_0000, this.#length)
    this.#length += 4
    this.#texts[this.#end++] = endOfText
    this.#shift--
  }

  /** What has been written since the last call, in a buffer of its own. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#length))
    this.#length = 0
    return taken
  }

  #remember(text: Uint8Array): number {
    if (this.#end + text.length > maxRemembered) {
      this.#shift += this.#end
      this.#end = 0
      this.#places.fill(0)
    }
    this.#texts.set(text, this.#end)
    const from = this.#end
    this.#end += text.length
    return from
  }

  #deflate(from: number, to: number): void {
    const texts = this.#texts
    const bytes = this.#bytes
    const { bits: codes, lengths } = this.#codebook.symbols
    // Every byte of a text comes through here: as fields, these would take three times as long.
    let [bits, count, length] = [this.#bits, this.#bitCount, this.#length]
    for (let at = from; at < to; ) {
      const byte = texts[at]!
      if (byte === quote && at + minLength <= to) {
        this.#bits = bits
        this.#bitCount = count
        this.#length = length
        const repeated = this.#repeated(at, to)
        bits = this.#bits
        count = this.#bitCount
        length = this.#length
        if (repeated > 0) {
          at += repeated
          continue
        }
      }
      bits |= codes[byte]! << count
      count += lengths[byte]!
      while (count >= 8) {
        bytes[length++] = bits & 0xff
        bits >>>= 8
        count -= 8
      }
      at++
    }
    this.#bits = bits
    this.#bitCount = count
    this.#length = length
  }

  /** Writes how the text from here on repeats an earlier one. @returns for how long */
  #repeated(at: number, to: number): number {
    const texts = this.#texts
    const hash = this.#hash(at)
    const place = this.#places[hash]! - 1
    const distance = at + this.#shift - place - this.#shifts[hash]!
    this.#note(at)
    if (place < 0 || place === at || distance > maxDistance) return 0
    let length = 0
    for (let byte = quote; at + length < to && texts[place + length] === byte; byte = texts[at + length]!) {
      if (byte === quote && at + length + minLength <= to) this.#note(at + length)
      length++
    }
    return this.#refer(length, distance)
  }

  #note(at: number): void {
    const hash = this.#hash(at)
    this.#places[hash] = at + 1
    this.#shifts[hash] = this.#shift
  }

  /** @returns how much of it could be referred to */
  #refer(length: number, distance: number): number {
    let left = length
    while (left >= minLength) {
      const part = Math.min(left, maxLength)
      this.#putSymbol(lengthSymbols[part]!)
      this.#put(lengthExtras[part]!, lengthExtraCounts[part]!)
      this.#putDistance(distance)
      left -= part
    }
    return length - left
  }

  #hash(at: number): number {
    const texts = this.#texts
    const first = texts[at + 1]! | (texts[at + 2]! << 8) | (texts[at + 3]! << 16)
    const next = texts[at + 4]! | (texts[at + 5]! << 8) | (texts[at + 6]! << 16)
    return Math.imul(Math.imul(first, 0x9e3779b1) + next, 0x85ebca6b) >>> (32 - hashBits)
  }

  #begin(isLast: boolean): void {
    const { header, headerLength } = this.#codebook
    this.#put(isLast ? 1 : 0, 1)
    let left = headerLength
    for (const byte of header) {
      this.#put(byte, Math.min(left, 8))
      left -= 8
      if (left <= 0) return
    }
  }

  #putSymbol(symbol: number): void {
    const { bits, lengths } = this.#codebook.symbols
    this.#put(bits[symbol]!, lengths[symbol]!)
  }

  #putDistance(distance: number): void {
    const place = distance - 1
    const extra = place < 4 ? 0 : 30 - Math.clz32(place)
    const symbol = place < 4 ? place : 2 * extra + 2 + ((place >> extra) & 1)
    const { bits, lengths } = this.#codebook.distances
    this.#put(bits[symbol]!, lengths[symbol]!)
    this.#put(place & ((1 << extra) - 1), extra)
  }

  /** @param count at most 16 */
  #put(bits: number, count: number): void {
    this.#bits |= bits << this.#bitCount
    this.#bitCount += count
    while (this.#bitCount >= 8) {
      this.#bytes[this.#length++] = this.#bits & 0xff
      this.#bits >>>= 8
      this.#bitCount -= 8
    }
  }

  #reserve(more: number): void {
    const needed = this.#length + more
    if (needed <= this.#bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
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

function suitable(text: Uint8Array): Codebook {
  if (text.length < minForCodes) return fixed
  const most = text.length * maxOtherBytes
  let others = 0
  // Not `for … of`, which takes three times as long.
  for (let at = 0; at < text.length; at++) {
    const byte = text[at]!
    if (byte < 0x20) return fixed
    if (byte >= 0x80 && ++others > most) return fixed
  }
  return latin
}
