// A set of posts that shrinks word by word, fed with posting lists as they are read.
import type { Entry } from './postings.ts'

/** Visible posts on their way to those that every word of a query has. */
export class Candidates {
  /** How many words found each post so far. */
  readonly #marks: Uint16Array
  #words = 0
  #count: number
  #marked = 0

  /** @param visible how many posts there are to find: the entries below it */
  constructor(visible: Entry) {
    this.#marks = new Uint16Array(visible)
    this.#count = visible
  }

  /** Posts that are left. */
  get count(): number {
    return this.#count
  }

  /** Whether the present word was found in all posts that are left, so that no more of it need be read. */
  get areAllMarked(): boolean {
    return this.#marked === this.#count
  }

  /** The present word is done: posts that it was not found in are left out. */
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

  /** @param bits of the posts that have the present word, the lowest of the first byte for the oldest post */
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
   * Marks the posts that are in any of the lists. Stops reading once all that are left are marked. Decodes as it goes,
   * in one loop without calls: a short beginning has very many postings, and by a ByteSource its search takes 3 to 8 %
   * longer.
   * @param pieces of posting lists end to end, cut anywhere
   */
  markLists(pieces: Iterable<Uint8Array>): void {
    const marks = this.#marks
    const before = this.#words
    let marked = 0
    /** Bytes of the present list that are left, and of scheduled posts that are passed over. */
    let left = 0
    let hidden = 0
    let entry: Entry = 0
    let isFrequency = false
    let number = 0
    let shift = 0
    for (const bytes of pieces) {
      for (let at = 0; at < bytes.length; ) {
        if (hidden > 0) {
          const passed = Math.min(hidden, bytes.length - at)
          at += passed
          hidden -= passed
          continue
        }
        const byte = bytes[at++]!
        number |= (byte & 127) << shift
        const isLength = left === 0
        if (!isLength) left--
        if (byte > 127) {
          shift += 7
          // The bytes of a list's length are none of the list's.
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
