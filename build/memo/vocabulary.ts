// The one vocabulary whose numbers kept values have. A build adds little to it, which is stored beside it.

import { deserialize, serialize } from 'node:v8'
import { type KnownStems, type KnownTerms, UNKNOWN_STEM, Vocabulary } from '../../packages/search/index.ts'
import type { CacheKey } from './slots.ts'
import type { ValueStore } from './store.ts'

/** Terms have no line breaks, nor have their stems: one long string is read faster than many short ones. */
interface StoredTerms {
  terms: string
  sorted: Uint32Array
  stems: [language: string, { terms: string; sorted: Uint32Array; numbers: Int32Array }][]
}

/** What came later. */
interface StoredAddition extends AddedTerms {
  stems: [language: string, AddedStems][]
}

interface AddedTerms {
  /** How many terms there were before. */
  first: number
  terms: string
}

/** Stems, and the numbers that they are for. */
interface AddedStems extends AddedTerms {
  words: Uint32Array
  numbers: Int32Array
}

/** More additions become one with the rest. */
const MOST = 32

export class KeptVocabulary {
  terms = new Vocabulary()
  /** How many additions the store has, and how many terms. */
  #additions = 0
  #terms = 0
  /** Whether it really has them: not if it could not be saved. */
  #isStored = true
  /** By language: how many stems it has, and those of how many words that were found since `load`. */
  #stems = new Map<string, { terms: number; found: number }>()

  /**
   * @returns whether the store, if there is anything in it, has one
   * @throws {DamagedCache}
   */
  load(store: ValueStore): boolean {
    const value = store.get('vocabulary', keyOf(0))
    const known = value && knownIn(deserialize(value))
    this.#additions = 0
    // Additions to an earlier one may still be there.
    for (let next: Buffer | undefined; known; this.#additions++) {
      next = store.get('vocabulary', keyOf(this.#additions + 1))
      if (!next || !add(known, deserialize(next))) break
    }
    this.terms = new Vocabulary(known)
    this.#countStored()
    return value !== undefined || store.isEmpty
  }

  /** Call this before values are saved: there may be new terms in them. */
  keep(store: ValueStore): void {
    const all = Array.from({ length: this.#additions + 1 }, (_, i) => store.has('vocabulary', keyOf(i)))
    const isThere = this.#isStored && all.every((one) => one)
    const added = this.#added()
    if (isThere && added.terms === '' && added.stems.length === 0) return
    const isWhole = !isThere || this.#additions === MOST
    this.#additions = isWhole ? 0 : this.#additions + 1
    store.set('vocabulary', keyOf(this.#additions), serialize(isWhole ? stored(this.terms.known()) : added))
    this.#countStored()
    this.#isStored = true
  }

  /** The store could not be saved. */
  lose(): void {
    this.#isStored = false
  }

  #countStored(): void {
    this.#terms = this.terms.terms.length
    for (const [language, { stems, found }] of this.terms.stems) {
      this.#stems.set(language, { terms: stems.terms.length, found: found.length })
    }
  }

  #added(): StoredAddition {
    const stems = [...this.terms.stems].map(([language, own]): StoredAddition['stems'][number] => {
      const before = this.#stems.get(language) ?? { terms: 0, found: 0 }
      const words = own.found.slice(before.found)
      const numbers = Int32Array.from(own.of(words))
      return [language, { ...addedTo(own.stems, before.terms), words: Uint32Array.from(words), numbers }]
    })
    return {
      ...addedTo(this.terms, this.#terms),
      stems: stems.filter(([, { words }]) => words.length > 0),
    }
  }
}

function addedTo({ terms }: Vocabulary, first: number): AddedTerms {
  return { first, terms: terms.slice(first).join('\n') }
}

function keyOf(addition: number): CacheKey {
  return addition.toString(16).padStart(32, '0')
}

function stored({ terms, sorted, stems }: KnownTerms): StoredTerms {
  return {
    terms: terms.join('\n'),
    sorted,
    stems: [...stems].map(([language, own]) => {
      const numbers = Int32Array.from(own.numbers)
      return [language, { terms: own.terms.join('\n'), sorted: own.sorted, numbers }]
    }),
  }
}

/** To be added to. */
interface ReadTerms extends KnownTerms {
  terms: string[]
  stems: Map<string, KnownStems & { terms: string[]; numbers: number[] }>
}

function knownIn({ terms, sorted, stems }: StoredTerms): ReadTerms {
  const known = stems.map(([language, own]) => {
    const numbers = [...own.numbers]
    return [language, { terms: termsIn(own.terms), sorted: own.sorted, numbers }] as const
  })
  return { terms: termsIn(terms), sorted, stems: new Map(known) }
}

function termsIn(lines: string): string[] {
  return lines === '' ? [] : lines.split('\n')
}

/** @returns whether it is an addition to this */
function add(known: ReadTerms, { first, terms, stems }: StoredAddition): boolean {
  const stemsOf = (language: string) =>
    known.stems.get(language) ?? { terms: [], sorted: new Uint32Array(0), numbers: [] }
  const isNext =
    first === known.terms.length &&
    stems.every(([language, own]) => own.first === stemsOf(language).terms.length)
  if (!isNext) return false
  for (const term of termsIn(terms)) known.terms.push(term)
  for (const [language, added] of stems) {
    const own = stemsOf(language)
    known.stems.set(language, own)
    for (const stem of termsIn(added.terms)) own.terms.push(stem)
    for (const [i, word] of added.words.entries()) {
      while (own.numbers.length < word) own.numbers.push(UNKNOWN_STEM)
      own.numbers[word] = added.numbers[i]!
    }
  }
  return true
}
