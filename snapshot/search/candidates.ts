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
  keep(lists: Iterable<Uint32Array>): void {
    let kept = 0
    for (const numbers of lists) {
      kept += this.#mark(numbers)
      if (kept === this.#count) break
    }
    this.#count = kept
    this.#words++
  }

  /** Ascending. */
  numbers(): Uint32Array {
    const numbers = new Uint32Array(this.#count)
    for (let post = 0, place = 0; place < numbers.length; post++) {
      if (this.#marks[post] === this.#words) numbers[place++] = post
    }
    return numbers
  }

  /** One loop without calls: a short prefix has millions of postings. */
  #mark(numbers: Uint32Array): number {
    const marks = this.#marks
    const before = this.#words
    let marked = 0
    for (let at = 0; at < numbers.length; ) {
      const end = at + 1 + 2 * numbers[at]!
      let post: PostNumber = 0
      for (at++; at < end; at += 2) {
        post += numbers[at]!
        if (marks[post] !== before) continue
        marks[post] = before + 1
        marked++
      }
    }
    return marked
  }
}

const hidden = 0xffff
