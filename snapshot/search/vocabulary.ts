// Terms by number: the index of a workspace is made of numbers, each term being looked up once for each post that is new.
import { compareCodePoints } from '../format/order.ts'
import type { TermNumbers } from '../types.ts'

/** Terms in the order in which they got their numbers. */
export class Vocabulary implements TermNumbers {
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
    // In this order: it may be stopped in between, and no other term may get the number.
    const number = this.terms.push(term) - 1
    this.#numbers.set(term, number)
    return number
  }
}

/** By number: each term's place among all of them, sorted by code point. */
export function ranksOf({ terms }: TermNumbers): Uint32Array {
  const sorted = Array.from(terms.keys()).sort((a, b) => compareCodePoints(terms[a]!, terms[b]!))
  const ranks = new Uint32Array(terms.length)
  for (let rank = 0; rank < sorted.length; rank++) ranks[sorted[rank]!] = rank
  return ranks
}
