// Decodes posting lists for those who read very many of them. Nearly all postings are one to three bytes, which they decode in a
// loop of their own, the first that V8 compiles (the bench's row `search`). Here is the rest: lengths, larger numbers, scheduled posts, and lists that are cut.
import type { Entry } from './postings.ts'

/** A posting, and after it maybe some of up to three bytes each; whoever decodes these says so with `moveTo`. */
export class PostingDecoder {
  entry: Entry = 0
  frequency = 0
  inTitle = false
  /** Bytes from `at` on are not decoded yet. A posting that begins before `end` is of the same list, and three bytes are there. */
  bytes: Uint8Array = new Uint8Array(0)
  at = 0
  end = 0
  readonly visible: Entry
  readonly #pieces: Iterator<Uint8Array>
  /** Counted from the first of the bytes; it may be after the last. */
  #listEnd = 0

  /**
   * @param pieces posting lists end to end, of titles and of texts in turn, cut anywhere
   * @param visible posts with entries from here on are left out
   */
  constructor(pieces: Iterable<Uint8Array>, visible: Entry) {
    this.#pieces = pieces[Symbol.iterator]()
    this.visible = visible
  }

  /** Decodes a posting. @returns whether there was one */
  next(): boolean {
    this.#skipEmpty()
    while (this.#hasBytes()) {
      const number = this.#number()
      this.entry += number >>> 1
      if (this.entry < this.visible) {
        this.frequency = (number & 1) === 1 ? 1 : this.#number()
        this.end = Math.min(this.bytes.length - 2, this.#listEnd)
        return true
      }
      this.at = this.#listEnd
      this.#skipEmpty()
    }
    return false
  }

  moveTo(at: number, entry: Entry): void {
    this.at = at
    this.entry = entry
  }

  /** Goes to the first posting of the next list that has one, if the current list is at its end. */
  #skipEmpty(): void {
    while (this.at >= this.#listEnd && this.#hasBytes()) {
      const length = this.#number()
      this.#listEnd = this.at + length
      this.entry = 0
      this.inTitle = !this.inTitle
    }
  }

  #number(): number {
    let number = 0
    for (let shift = 0; this.#hasBytes(); shift += 7) {
      const byte = this.bytes[this.at++]!
      number |= (byte & 127) << shift
      if (byte < 128) break
    }
    return number
  }

  /** Takes the next piece if the current one is at its end. */
  #hasBytes(): boolean {
    while (this.at >= this.bytes.length) {
      const { value, done } = this.#pieces.next()
      if (done) return false
      this.at -= this.bytes.length
      this.#listEnd -= this.bytes.length
      this.bytes = value
    }
    return true
  }
}
