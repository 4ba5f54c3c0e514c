// Terms by number: the index of a workspace is made of numbers, each term being looked up once for each post that is new.
import { compareCodePoints } from '../../basics/order.ts'
import type { TermNumbers } from '../../basics/post-terms.ts'
import { Words } from '../../index/suggestible.ts'

/** The terms of a vocabulary, for one that is to go on from there. */
interface KnownTerms {
  /** The terms in the order in which they got their numbers. */
  terms: readonly string[]
  /** The numbers of the first so many of them, in the order of code points. */
  sorted: Uint32Array
  /** The stems by language. */
  stems: ReadonlyMap<string, KnownStems>
}

interface KnownStems extends Pick<KnownTerms, 'terms' | 'sorted'> {
  /** The number of each word's stem, `NO_STEM` or `UNKNOWN_STEM`, by the word's number. */
  numbers: readonly number[]
}

/** Among numbers of stems. */
const NO_STEM = -1
/** The stem of words whose stems have not been asked for. */
const UNKNOWN_STEM = -2

export class Vocabulary implements TermNumbers {
  readonly terms: string[]
  /** The terms that may be suggested. */
  readonly words: Words
  /** The numbers of the first so many terms: they are learned when somebody asks for one, and in many a build nobody does. */
  readonly #numbers = new Map<string, number>()
  #sorted: Uint32Array
  #ranks = new Uint32Array(0)
  readonly #stems: Map<string, LanguageStems>

  constructor(
    { terms, sorted, stems }: KnownTerms = { terms: [], sorted: new Uint32Array(0), stems: new Map() },
  ) {
    this.terms = [...terms]
    this.words = new Words(this.terms)
    this.#sorted = sorted
    this.#stems = new Map([...stems].map(([language, own]) => [language, new LanguageStems(this.terms, own)]))
  }

  /** A new number if the term has none. */
  numberOf(term: string): number {
    if (this.#numbers.size < this.terms.length) this.learn()
    const known = this.#numbers.get(term)
    if (known !== undefined) return known
    // A slice of a text would keep all of the text in memory. If this is interrupted after the push, `learn` adds the number later.
    const own = ` ${term}`.slice(1)
    const number = this.terms.push(own) - 1
    this.#numbers.set(own, number)
    return number
  }

  /** Prepares to look terms up; otherwise, the first look-up does. */
  learn(): void {
    for (let number = this.#numbers.size; number < this.terms.length; number++) {
      this.#numbers.set(this.terms[number]!, number)
    }
  }

  /** Returns each term's place among all of them, in the order of code points, by number. */
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

  /** The stems of words in a language, as far as anybody has asked for them. */
  stemsIn(language: string): LanguageStems {
    const stems = this.#stems.get(language) ?? new LanguageStems(this.terms)
    this.#stems.set(language, stems)
    return stems
  }

  /** The stems of each language for which they have been asked for. */
  get stems(): ReadonlyMap<string, LanguageStems> {
    return this.#stems
  }

  known(): KnownTerms {
    const stems = [...this.#stems].map(([language, own]) => [language, own.known()] as const)
    return { terms: this.terms, sorted: this.sorted(), stems: new Map(stems) }
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
    for (const [i, number] of added.entries()) {
      const end = this.#placeAmong(before, number, known)
      all.set(before.subarray(known, end), known + i)
      all[end + i] = number
      known = end
    }
    all.set(before.subarray(known), known + added.length)
    this.#sorted = all
  }

  /** @param from not after that */
  #placeAmong(sorted: Uint32Array, number: number, from: number): number {
    const { terms } = this
    let low = from
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compareCodePoints(terms[sorted[middle]!]!, terms[number]!) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** The stems of words by their numbers; stems have numbers of their own. */
export class LanguageStems {
  readonly stems: Vocabulary
  readonly #words: readonly string[]
  readonly #numbers: number[]
  /** The number of words whose stems have been found since it was made. */
  found = 0

  /** @param words all of the vocabulary */
  constructor(words: readonly string[], known?: KnownStems) {
    this.#words = words
    this.stems = new Vocabulary(known && { ...known, stems: new Map() })
    this.#numbers = [...(known?.numbers ?? [])]
  }

  /** @param find finds the stem of a word, if it has one @returns its number */
  stemOf(word: number, find: (term: string) => string | undefined): number | undefined {
    const numbers = this.#numbers
    let own = numbers[word] ?? UNKNOWN_STEM
    if (own === UNKNOWN_STEM) {
      const stem = find(this.#words[word]!)
      own = stem === undefined || stem === '' ? NO_STEM : this.stems.numberOf(stem)
      while (numbers.length < word) numbers.push(UNKNOWN_STEM)
      numbers[word] = own
      this.found++
    }
    return own === NO_STEM ? undefined : own
  }

  known(): KnownStems {
    return { terms: this.stems.terms, sorted: this.stems.sorted(), numbers: this.#numbers }
  }
}
