// The rows of posts' words while a segment is made of them: sorted by term, they are its lists.
import type { PackedReader } from '../search/packed.ts'

/** Rows of one field, in the order in which they are found. */
export class FoundRows {
  count = 0
  numbers = new Uint32Array(firstRows)
  posts = new Uint32Array(firstRows)
  frequencies = new Uint32Array(firstRows)
  /** Where each begins in its post's words, its positions do, and it ends; the first is 0 if there is nothing unusual about it. */
  places = new Uint32Array(firstRows)
  positions = new Uint32Array(firstRows)
  ends = new Uint32Array(firstRows)

  add(post: number, place: number, row: PackedReader): void {
    if (this.count === this.numbers.length) this.#grow()
    const i = this.count++
    this.numbers[i] = row.number
    this.posts[i] = post
    this.frequencies[i] = row.frequency
    this.places[i] = row.flags === 0 ? 0 : place
    this.positions[i] = row.positions
    this.ends[i] = row.at
  }

  #grow(): void {
    for (const column of ['numbers', 'posts', 'frequencies', 'places', 'positions', 'ends'] as const) {
      const larger = new Uint32Array(2 * this.count)
      larger.set(this[column])
      this[column] = larger
    }
  }
}

const firstRows = 1 << 12

/** Rows of one field, those of a term together. */
export class SortedRows {
  /** By term: where its rows end, and, once they are sorted, where they begin. */
  readonly #counts: Uint32Array
  readonly #starts: Uint32Array
  /** By term: whether there is anything unusual about any of its rows. */
  readonly #unusual: Uint8Array
  order = new Uint32Array(0)

  constructor(terms: number) {
    this.#counts = new Uint32Array(terms)
    this.#starts = new Uint32Array(terms)
    this.#unusual = new Uint8Array(terms)
  }

  /** @param terms that occur in either field, in the order in which they are to be */
  sort({ numbers, places, count }: FoundRows, terms: Uint32Array): void {
    if (this.order.length < count) this.order = new Uint32Array(numbers.length)
    for (let i = 0; i < terms.length; i++) {
      this.#counts[terms[i]!] = 0
      this.#unusual[terms[i]!] = 0
    }
    for (let i = 0; i < count; i++) {
      this.#counts[numbers[i]!]! += 1
      if (places[i] !== 0) this.#unusual[numbers[i]!] = 1
    }
    let at = 0
    for (let i = 0; i < terms.length; i++) {
      this.#starts[terms[i]!] = at
      at += this.#counts[terms[i]!]!
    }
    for (let i = 0; i < count; i++) this.order[this.#starts[numbers[i]!]!++] = i
  }

  start(term: number): number {
    return this.#starts[term]! - this.#counts[term]!
  }

  hasUnusual(term: number): boolean {
    return this.#unusual[term] === 1
  }

  end(term: number): number {
    return this.#starts[term]!
  }
}
