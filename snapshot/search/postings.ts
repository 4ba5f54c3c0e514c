// Posting lists as numbers, taken apart: per term one list for the title and one for the text, each its length, then
// for every post the difference to the one before and how often the term occurs there.

/** The posts whose title, or whose text, has a term. */
export interface FieldPostings {
  /** Ascending. */
  posts: Uint32Array
  /** How often it occurs in each of them. */
  frequencies: Uint32Array
}

export interface TermPostings {
  term: string
  title: FieldPostings
  content: FieldPostings
}

/** Hands over lists one after the other. */
export class ListReader {
  readonly #numbers: Uint32Array
  #at = 0

  /** @param numbers lists end to end */
  constructor(numbers: Uint32Array) {
    this.#numbers = numbers
  }

  next(): FieldPostings {
    const length = this.#numbers[this.#at++]!
    const posts = new Uint32Array(length)
    const frequencies = new Uint32Array(length)
    for (let i = 0, post = 0; i < length; i++) {
      post += this.#numbers[this.#at++]!
      posts[i] = post
      frequencies[i] = this.#numbers[this.#at++]!
    }
    return { posts, frequencies }
  }
}
