// A set of posts that shrinks word by word, fed with posting lists as they are read.
import type { PostNumber } from '../types.ts'

/** Visible posts on their way to those that every word of a query has. */
export class Candidates {
  /** How many words found each post so far; `hidden` for those that are not visible. */
  readonly #marks: Uint16Array
  #words = 0
  #count: number

  /**
   * @param posts all there are
   * @param first the newest visible one
   */
  constructor(posts: number, first: PostNumber) {
    this.#marks = new Uint16Array(posts).fill(hidden, 0, first)
    this.#count = posts - first
  }

  /** Posts that are left. */
  get count(): number {
    return this.#count
  }

  /**
   * Keeps the posts that are in any of the lists. Stops reading once all of them are.
   * @param lists of one word's terms, end to end
   */
  keep(lists: Iterable<Uint8Array>): void {
    let kept = 0
    for (const bytes of lists) {
      kept += this.#mark(bytes)
      if (kept === this.#count) break
    }
    this.#count = kept
    this.#words++
  }

  /** Ascending. */
  numbers(): Uint32Array {
    const numbers = new Uint32Array(this.#count)
    for (let place = 0, post = -1; place < numbers.length; place++) {
      post = this.#marks.indexOf(this.#words, post + 1)
      numbers[place] = post
    }
    return numbers
  }

  /** Decodes as it goes, in one loop without calls: a short prefix has millions of postings. */
  #mark(bytes: Uint8Array): number {
    const marks = this.#marks
    const before = this.#words
    let marked = 0
    let post: PostNumber = 0
    /** Numbers of the present list that are left: a difference and a frequency for each posting. */
    let left = 0
    let number = 0
    let shift = 0
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at]!
      number |= (byte & 127) << shift
      if (byte > 127) {
        shift += 7
        continue
      }
      if (left === 0) {
        left = 2 * number
        post = 0
      } else if ((left-- & 1) === 0) {
        post += number
        if (marks[post] === before) {
          marks[post] = before + 1
          marked++
        }
      }
      number = 0
      shift = 0
    }
    return marked
  }
}

const hidden = 0xffff
