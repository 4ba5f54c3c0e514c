// A set of posts that shrinks word by word, fed with posting lists as they are read.
import type { Entry } from './postings.ts'

/** The visible posts that have every word of a query so far. */
export class Candidates {
  /** How many words each post has so far. */
  readonly #marks: Uint16Array
  #words = 0
  #count: number
  #marked = 0

  /** @param visible how many posts can be found: those with entries below it */
  constructor(visible: Entry) {
    this.#marks = new Uint16Array(visible)
    this.#count = visible
  }

  /** How many posts are left. */
  get count(): number {
    return this.#count
  }

  /** Whether the current word was found in all posts that are left, so that no more of it need be read. */
  get areAllMarked(): boolean {
    return this.#marked === this.#count
  }

  /** Ends the current word: drops the posts that do not have it. */
  settle(): void {
    this.#count = this.#marked
    this.#marked = 0
    this.#words++
  }

  /** Ascending. */
  entries(): Uint32Array {
    const entries = new Uint32Array(this.#count)
    for (let place = 0, entry = -1; place < entries.length; place++) {
      entry = this.#marks.indexOf(this.#words, entry + 1)
      entries[place] = entry
    }
    return entries
  }

  /** @param bits set for the posts that have the current word, the lowest of the first byte for the oldest post */
  markBits(bits: Uint8Array): void {
    const marks = this.#marks
    const before = this.#words
    let marked = 0
    for (let entry = 0; entry < marks.length; entry++) {
      if (marks[entry] !== before || ((bits[entry >>> 3]! >>> (entry & 7)) & 1) === 0) continue
      marks[entry] = before + 1
      marked++
    }
    this.#marked += marked
  }

  /**
   * Marks the posts that are in any of the lists. Stops reading once all that are left are marked. Decodes in a single
   * loop without calls: a short beginning has very many postings, and with a ByteSource its search takes 3 to 8 % longer.
   * @param pieces of posting lists end to end, cut anywhere
   */
  markLists(pieces: Iterable<Uint8Array>): void {
    const marks = this.#marks
    const before = this.#words
    let marked = 0
    /** Bytes left in the current list, and bytes of scheduled posts to skip. */
    let left = 0
    let hidden = 0
    let entry: Entry = 0
    let isFrequency = false
    let number = 0
    let shift = 0
    for (const bytes of pieces) {
      for (let at = 0; at < bytes.length; ) {
        if (hidden > 0) {
          const skipped = Math.min(hidden, bytes.length - at)
          at += skipped
          hidden -= skipped
          continue
        }
        const byte = bytes[at++]!
        number |= (byte & 127) << shift
        const isLength = left === 0
        if (!isLength) left--
        if (byte > 127) {
          shift += 7
          // The bytes of a list's length are not part of the list.
          continue
        }
        if (isLength) {
          left = number
          entry = 0
          isFrequency = false
        } else if (isFrequency) isFrequency = false
        else {
          entry += number
          isFrequency = true
          if (entry >= marks.length) {
            hidden = left
            left = 0
          } else if (marks[entry] === before) {
            marks[entry] = before + 1
            marked++
          }
        }
        number = 0
        shift = 0
      }
      if (this.#marked + marked === this.#count) break
    }
    this.#marked += marked
  }
}
