// Texts that stand between stored pieces, prepared for text-blocks.ts: split into parts that other texts have, too, and the rest,
// which is encoded once.
import { crc32 } from 'node:zlib'
import { Lru } from '../../../snapshot/lru.ts'
import { minLength } from './bits.ts'
import { zeros } from './crc32.ts'
import { type EncodedText, encode } from './encode.ts'
import { type Codebook, fixed, latin } from './huffman.ts'

/** Shorter texts are not worth sending codes along. */
const minForCodes = 400
/** Nor are those in other scripts, whose share of bytes beyond ASCII is larger. */
const maxOthers = 1 / 8

const nothing: EncodedText = { bytes: new Uint8Array(), lengths: [] }

/** Where it occurs again, it is referred to instead. */
export class Text {
  /** In bytes. */
  readonly length: number
  readonly crc32: number
  /** For the checksum of what this is appended to. */
  readonly zeros: number
  /** What it consists of: other texts, and so many bytes of its own. */
  readonly parts: readonly (Text | number)[]
  readonly #hasOwn: boolean
  /** How many bytes are not ASCII; infinitely many if there are control characters, which JSON does not have. */
  readonly #others: number
  #bytes: Uint8Array | undefined
  #codebook: Codebook | undefined
  #encoded: EncodedText | undefined

  constructor(bytes: Uint8Array, parts: readonly (Text | number)[] = [bytes.length]) {
    this.#bytes = bytes
    this.length = bytes.length
    this.crc32 = crc32(bytes)
    this.zeros = zeros(bytes.length)
    this.parts = parts
    this.#hasOwn = parts.some((part) => typeof part === 'number')
    let [others, controls] = [0, 0]
    // Not `for … of`, which takes three times as long.
    for (let at = 0; at < bytes.length; at++) {
      if (bytes[at]! >= 0x80) others++
      else if (bytes[at]! < 0x20) controls++
    }
    this.#others = controls > 0 ? Number.POSITIVE_INFINITY : others
  }

  /** Encodes it for good, and forgets its bytes: it may only be the last one before a piece, and not be a part. */
  settle(): this {
    this.in(Text.codebookFor([this]))
    this.#bytes = undefined
    return this
  }

  /** Its own bytes. */
  in(codebook: Codebook): EncodedText {
    if (!this.#hasOwn) return nothing
    if (this.#encoded === undefined || this.#codebook !== codebook) {
      this.#encoded = encode(this.bytes, this.parts, codebook)
      this.#codebook = codebook
    }
    return this.#encoded
  }

  get bytes(): Uint8Array {
    if (this.#bytes === undefined) throw new Error('this text has been settled')
    return this.#bytes
  }

  /** For a block of texts, what suits them best, or the last one if it has been settled. */
  static codebookFor(texts: readonly Text[]): Codebook {
    const last = texts.at(-1)
    if (last && last.#bytes === undefined && last.#codebook) return last.#codebook
    let [length, others] = [0, 0]
    for (const text of texts) {
      length += text.length
      others += text.#others
    }
    return length < minForCodes || others > length * maxOthers ? fixed() : latin()
  }
}

/**
 * What texts have in common: brackets, a key, and how its value begins if it is an id or a URL.
 * Repetitions are bounded, or a hostile text would take time quadratic in its length.
 */
const key =
  /"?[\]}]{0,4},?[{[]{0,4}"(?:id":"[a-z]{2,12}_|(?:[^"\\]|\\.){1,64}":(?:\[?\{(?=")|\[?"?))(?:https?:\/\/[^"\\/]{1,64}\/(?:[^"\\/]{1,32}\/){0,4})?/g
/** Values that most posts have, so that the key before them and the one after them are one part. */
const commonValue = /^(?:true|false|null|published|\})?$/
/** Longer texts are not split. */
const maxSplit = 16 * 1024
/** Bytes of texts that are kept, with some overhead for each, and of the longest one. */
const maxKept = 2 * 2 ** 20
const textOverhead = 500
const maxKeptLength = 4 * 1024
/** How many kinds of records are told by their keys. */
const maxKeys = 8

/** Texts that have been met before. */
export class Texts {
  readonly #known = new Lru<Text>(maxKept)
  /** Of records, what they have in common with others, in order. */
  #keys: readonly (readonly Text[])[] = []

  /** @param json in UTF-8, or a part of it */
  split(json: Uint8Array): Text {
    return new Text(json, json.length > maxSplit ? undefined : this.#partsOf(json, 0, json.length))
  }

  /**
   * With a part that may be in other texts as a whole.
   * @param from where this part begins, and `to` where it ends
   */
  splitAround(json: Buffer, from: number, to: number): Text {
    return new Text(json, [
      ...this.#partsAsBefore(json, 0, from),
      this.common(json.subarray(from, to)),
      ...this.#partsAsBefore(json, to, json.length),
    ])
  }

  /** Most records have the same keys as one of the last, and these are found in a fraction of the time. */
  #partsAsBefore(json: Buffer, from: number, to: number): readonly (Text | number)[] {
    for (const keys of this.#keys) {
      const parts = partsBetween(keys, json, from, to)
      if (parts) return parts
    }
    const parts = this.#partsOf(json, from, to)
    const keys = parts.filter((part) => typeof part !== 'number')
    if (keys.length > 0) this.#keys = [keys, ...this.#keys.slice(0, maxKeys - 1)]
    return parts
  }

  /** A text that may be in others as a whole. */
  common(json: Uint8Array): Text {
    if (json.length > maxKeptLength) return this.split(json)
    const name = latin1(json)
    const known = this.#known.get(name)
    if (known) return known
    // A copy: what it was read with would be kept as well.
    const text = this.split(Buffer.from(json))
    this.#known.set(name, text, json.length + textOverhead)
    return text
  }

  #partsOf(json: Uint8Array, from: number, to: number): (Text | number)[] {
    const text = latin1(json.subarray(from, to))
    const parts: (Text | number)[] = []
    let done = 0
    /** A run of keys, if any. */
    let [start, end] = [0, 0]
    const close = () => {
      if (end - start < minLength) return
      if (start > done) parts.push(start - done)
      parts.push(this.#key(text.slice(start, end)))
      done = end
    }
    for (const found of text.matchAll(key)) {
      if (end === start || !commonValue.test(text.slice(end, found.index))) {
        close()
        start = found.index
      }
      end = found.index + found[0].length
    }
    close()
    if (done < text.length) parts.push(text.length - done)
    return parts
  }

  #key(name: string): Text {
    const known = this.#known.get(name)
    if (known) return known
    const text = new Text(Buffer.from(name, 'latin1'))
    this.#known.set(name, text, name.length + textOverhead)
    return text
  }
}

/** `undefined` unless it has all of these keys. */
function partsBetween(
  keys: readonly Text[],
  json: Buffer,
  from: number,
  to: number,
): (Text | number)[] | undefined {
  const parts: (Text | number)[] = []
  let done = from
  for (const key of keys) {
    const at = json.indexOf(key.bytes, done)
    if (at === -1 || at + key.length > to) return undefined
    if (at > done) parts.push(at - done)
    parts.push(key)
    done = at + key.length
  }
  if (done < to) parts.push(to - done)
  return parts
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}
