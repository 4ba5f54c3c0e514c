// Terms by number: the index of a workspace is made of numbers, each term being looked up once for each post that is new.
import { compareCodePoints } from '../format/order.ts'
import type { TermNumbers } from '../types.ts'

/** What is known of the terms of a vocabulary, for one that is to go on from there. */
export interface KnownTerms {
  /** In the order in which they got their numbers. */
  terms: readonly string[]
  /** The numbers of the first so many of them, in the order of code points. */
  sorted: Uint32Array
  /** By language and number: `''` for terms without a stem, `undefined` for those that nobody has asked for. */
  stems: ReadonlyMap<string, readonly (string | undefined)[]>
}

export class Vocabulary implements TermNumbers {
  readonly terms: string[]
  readonly #numbers: Map<string, number>
  #sorted: Uint32Array
  #ranks = new Uint32Array(0)
  readonly #stems: Map<string, (string | undefined)[]>
  #stemmed = 0

  constructor(
    { terms, sorted, stems }: KnownTerms = { terms: [], sorted: new Uint32Array(0), stems: new Map() },
  ) {
    this.terms = [...terms]
    this.#numbers = new Map(terms.map((term, number) => [term, number]))
    this.#sorted = sorted
    this.#stems = new Map([...stems].map(([language, own]) => [language, [...own]]))
  }

  /** A new number if the term has none. */
  numberOf(term: string): number {
    const known = this.#numbers.get(term)
    if (known !== undefined) return known
    // A slice of a text would keep all of the text in memory.
    const own = ` ${term}`.slice(1)
    // In this order: it may be stopped in between, and no other term may get the number.
    const number = this.terms.push(own) - 1
    this.#numbers.set(own, number)
    return number
  }

  /** By number: each term's place among all of them, in the order of code points. */
  ranks(): Uint32Array {
    this.#sort()
    if (this.#ranks.length === this.terms.length) return this.#ranks
    this.#ranks = new Uint32Array(this.terms.length)
    for (let rank = 0; rank < this.#sorted.length; rank++) this.#ranks[this.#sorted[rank]!] = rank
    return this.#ranks
  }

  /** The numbers of all terms, in the order of code points. */
  sorted(): Uint32Array {
    this.#sort()
    return this.#sorted
  }

  /** The stem of a term, if it has one. @param find finds it */
  stemOf(number: number, language: string, find: (term: string) => string | undefined): string | undefined {
    const stems = this.#stems.get(language) ?? []
    this.#stems.set(language, stems)
    let own = stems[number]
    if (own === undefined) {
      own = find(this.terms[number]!) ?? ''
      while (stems.length < number) stems.push(undefined)
      stems[number] = own
      this.#stemmed++
    }
    return own || undefined
  }

  /** How much has been found out since it was made: terms, and stems. */
  get changes(): number {
    return this.#stemmed + this.terms.length
  }

  known(): KnownTerms {
    return { terms: this.terms, sorted: this.sorted(), stems: this.#stems }
  }

  /** New terms are sorted, and merged with those that were sorted before. */
  #sort(): void {
    const { terms } = this
    const before = this.#sorted
    if (before.length === terms.length) return
    const added = Array.from({ length: terms.length - before.length }, (_, i) => before.length + i)
    added.sort((a, b) => compareCodePoints(terms[a]!, terms[b]!))
    const all = new Uint32Array(terms.length)
    let known = 0
    let at = 0
    for (const number of added) {
      while (known < before.length && compareCodePoints(terms[before[known]!]!, terms[number]!) < 0) {
        all[at++] = before[known++]!
      }
      all[at++] = number
    }
    all.set(before.subarray(known), at)
    this.#sorted = all
  }
}
