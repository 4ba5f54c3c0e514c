// Terms by number: the index of a workspace is made of numbers, each term being looked up once for each post that is new.
import { compareCodePoints } from '../format/order.ts'

/** Terms in the order in which they got their numbers. */
export class Vocabulary {
  readonly terms: string[]
  readonly #numbers: Map<string, number>

  constructor(terms: readonly string[] = []) {
    this.terms = [...terms]
    this.#numbers = new Map(terms.map((term, number) => [term, number]))
  }

  /** A new number if the term has none. */
  numberOf(term: string): number {
    const known = this.#numbers.get(term)
    if (known !== undefined) return known
    this.#numbers.set(term, this.terms.length)
    return this.terms.push(term) - 1
  }

  /** By number: the term's place among all of them, sorted by code point. */
  ranks(): Uint32Array {
    const { terms } = this
    const sorted = Array.from(terms.keys()).sort((a, b) => compareCodePoints(terms[a]!, terms[b]!))
    const ranks = new Uint32Array(terms.length)
    for (let rank = 0; rank < sorted.length; rank++) ranks[sorted[rank]!] = rank
    return ranks
  }
}
