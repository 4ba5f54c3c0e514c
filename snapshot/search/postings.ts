// Posting lists as numbers, taken apart: per term one list for the title and one for the text, each its length, then
// for every post the difference to the one before and how often the term occurs there.
import type { PostNumber } from '../types.ts'

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

/**
 * How many postings are of posts from `first` on, counted up to somewhat more than `most`.
 * @param lists end to end, as they are stored
 */
export function countFrom(first: PostNumber, lists: Uint8Array, most: number): number {
  let count = 0
  let post: PostNumber = 0
  /** Numbers of the present list that are left: a difference and a frequency for each posting. */
  let left = 0
  let number = 0
  let shift = 0
  for (let at = 0; at < lists.length && count <= most; at++) {
    const byte = lists[at]!
    number |= (byte & 127) << shift
    shift += 7
    if (byte > 127) continue
    if (left === 0) {
      left = 2 * number
      post = 0
    } else if ((left-- & 1) === 0) {
      post += number
      if (post >= first) count++
    }
    number = 0
    shift = 0
  }
  return count
}
