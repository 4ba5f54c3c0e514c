// Puts a gzip reply together: from pieces that are stored deflated, and what is made at the moment in between, short texts in JSON which
// have much in common. Each run of texts is a block with Huffman codes that are known beforehand, since zlib takes longer to start than
// these texts take to be written.
import { crc32 } from 'node:zlib'
import type { Piece } from '../../../snapshot/read/snapshots.ts'
import { BitWriter, maxDistance, minLength } from './bits.ts'
import { combinedCrc32 } from './crc32.ts'
import { type Codebook, fixed, latin } from './huffman.ts'

/** A part of a reply: JSON in UTF-8, or a piece. */
export type ReplyPart = Uint8Array | Piece

/** RFC 1952: deflate, no flags, no time, no level, an unknown system. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

/** Shorter blocks are not worth sending codes along. */
const minForCodes = 400
/** Nor are those in other scripts, whose share of bytes beyond ASCII is larger. */
const maxOthers = 1 / 8

/** Bytes that are compared at once, as a number, lowest byte first: one at a time would take twice as long. */
const word = 4
const asciiBits = 0x80808080
const firstPrintable = 0x20202020

/** Bytes of texts that are kept, for later ones to refer to; a longer run of texts becomes several blocks. */
const textRoom = 256 * 1024
/** Each block is followed by separators, so that what is read from any place in it is always the same. */
const separators = 2 * word
const maxEnd = textRoom - separators
const maxStart = textRoom / 2
/** Texts that refer to others contain none, so that what they repeat ends with its block. */
const separator = 0
const firstRoom = 64 * 1024

const hashBits = 12
/** Inside of what is repeated, places so far from each other are remembered: more would hardly be missed, and take as long as all else. */
const rememberedStep = 8
/** Farther than anything can be referred to. */
const nowhere = -maxDistance - 1
/** Before places get too large for their table. */
const maxPlace = 2 ** 30

const endOfBlock = 256
/** An empty block that is stored begins on a byte. */
const emptyBlock = Uint8Array.of(0, 0, 0xff, 0xff)

export class Splice {
  readonly #written = new BitWriter(firstRoom)
  /** Those of recent blocks, and from `#start` to `#end` those that no block contains yet. */
  readonly #texts = Buffer.allocUnsafeSlow(textRoom)
  readonly #words = new DataView(this.#texts.buffer)
  #start = 0
  #end = 0
  /** Of what all blocks and pieces inflate to, and its length. */
  #crc32 = 0
  #length = 0
  /** How many bytes precede `#start` when all is inflated, as far as they have not been forgotten. */
  #place = 0
  /** By the hash of six bytes: their last place, likewise, and where that is in the texts. */
  readonly #known = new Int32Array(2 << hashBits).fill(nowhere)

  constructor() {
    this.#written.putBytes(header)
  }

  add(part: ReplyPart): void {
    this.#length += part.length
    if (part instanceof Uint8Array) this.#addText(part)
    else {
      this.#close(false)
      this.#written.putBytes(part.deflated)
      this.#crc32 = combinedCrc32(this.#crc32, part.crc32, part.length)
      this.#place += part.length
      if (this.#place > maxPlace) this.#forget()
    }
  }

  /** How many bytes there are so far, but for texts that no piece has followed yet. */
  get length(): number {
    return this.#written.length
  }

  /** What there is so far, from the last call on, in a buffer of its own. */
  take(): Buffer {
    return this.#written.take()
  }

  /** The rest. */
  finish(): Buffer {
    this.#close(true)
    const trailer = Buffer.alloc(8)
    trailer.writeUInt32LE(this.#crc32)
    trailer.writeUInt32LE(this.#length % 2 ** 32, 4)
    this.#written.putBytes(trailer)
    return this.take()
  }

  /** Adds a text, which becomes a part of the next block. */
  #addText(text: Uint8Array): void {
    const room = maxEnd - this.#end
    if (text.length <= room) {
      this.#texts.set(text, this.#end)
      this.#end += text.length
    } else {
      this.#addText(text.subarray(0, room))
      this.#write(false)
      this.#addText(text.subarray(room))
    }
  }

  /**
   * Writes the texts that no block contains yet.
   * @param isLast ends the deflate stream; else something deflated may come next
   */
  #close(isLast: boolean): void {
    if (this.#end === this.#start && !isLast) return
    this.#write(isLast)
    if (!isLast) this.#written.put(0, 3)
    this.#written.align()
    if (!isLast) this.#written.putBytes(emptyBlock)
  }

  #write(isLast: boolean): void {
    const to = this.#written
    const length = this.#end - this.#start
    // No code has more than fifteen bits.
    to.reserve(2 * length + 128)
    for (let at = 0; at < separators; at += word) this.#words.setInt32(this.#end + at, separator)
    const { codebook, repeats } = this.#codes()
    const { headers, headerLength } = codebook
    to.putAll(isLast ? headers.last : headers.others, headerLength)
    if (repeats) this.#deflate(codebook)
    else to.putSymbols(this.#texts, this.#start, this.#end, codebook)
    to.putSymbol(endOfBlock, codebook.symbols)
    this.#crc32 = crc32(this.#texts.subarray(this.#start, this.#end), this.#crc32)
    this.#place += length
    this.#start = this.#end += 1
    if (this.#start > maxStart) this.#forget()
  }

  /** What suits the block, and whether it may refer to others. */
  #codes(): { codebook: Codebook; repeats: boolean } {
    const { symbols } = latin()
    const length = this.#end - this.#start
    let others = 0
    for (let at = this.#start; at < this.#end; ) {
      if (at + word <= this.#end && isPrintableAscii(this.#words.getInt32(at))) {
        at += word
        continue
      }
      const byte = this.#texts[at++]!
      if (byte >= 0x80) others++
      // Not JSON in UTF-8.
      if (symbols[byte] === 0) return { codebook: fixed(), repeats: false }
    }
    const isLatin = length >= minForCodes && others <= length * maxOthers
    return { codebook: isLatin ? latin() : fixed(), repeats: true }
  }

  #deflate(codebook: Codebook): void {
    const to = this.#written
    const words = this.#words
    const known = this.#known
    const end = this.#end
    const before = this.#place - this.#start
    let done = this.#start
    for (let at = done; at < end; ) {
      const entry = entryOf(words, at)
      const distance = before + at - known[entry]!
      const from = known[entry + 1]!
      known[entry] = before + at
      known[entry + 1] = at
      const isKnown = distance <= maxDistance && words.getInt32(from, true) === words.getInt32(at, true)
      const length = isKnown ? commonLength(words, from, at, end) : 0
      if (length < minLength) {
        at++
        continue
      }
      to.putSymbols(this.#texts, done, at, codebook)
      to.repeat(length, distance, codebook)
      done = at + length
      for (at++; at < done; at += rememberedStep) {
        const inside = entryOf(words, at)
        known[inside] = before + at
        known[inside + 1] = at
      }
      at = done
    }
    to.putSymbols(this.#texts, done, end, codebook)
  }

  #forget(): void {
    this.#start = 0
    this.#end = 0
    this.#place = 0
    this.#known.fill(nowhere)
  }
}

/** Of four bytes at once: the subtraction makes a byte negative if it, or one below it, is a control character. */
function isPrintableAscii(four: number): boolean {
  return ((four | (four - firstPrintable)) & asciiBits) === 0
}

/** Of as many bytes as are worth being referred to. */
function entryOf(words: DataView, at: number): number {
  const hash = Math.imul(words.getInt32(at, true), 0x85ebca6b) ^ words.getUint16(at + word, true)
  return (Math.imul(hash, 0x9e3779b1) >>> (32 - hashBits)) << 1
}

/** How many bytes from `at` on are as those from `from` on, given that the first word is. */
function commonLength(words: DataView, from: number, at: number, end: number): number {
  const most = end - at
  for (let length = word; length < most; length += word) {
    const differing = words.getInt32(from + length, true) ^ words.getInt32(at + length, true)
    if (differing === 0) continue
    const lowest = 31 - Math.clz32(differing & -differing)
    return Math.min(length + (lowest >>> 3), most)
  }
  return most
}
