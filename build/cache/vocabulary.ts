// The one vocabulary whose numbers kept values have. A build adds little to it, which is stored beside it.
import { deserialize, serialize } from 'node:v8'
import { type KnownTerms, Vocabulary } from '../../snapshot/search/vocabulary.ts'
import type { CacheKey } from './slots.ts'
import type { ValueStore } from './store.ts'

/** Terms have no line breaks, nor have their stems: one long string is read faster than many short ones. */
interface StoredTerms {
  terms: string
  sorted: Uint32Array
  stems: [language: string, lines: string][]
}

/** What came later. */
interface StoredAddition {
  /** How many terms there were before. */
  first: number
  terms: string
  /** The numbers of words whose stems were found, and these. */
  stems: [language: string, words: Uint32Array, lines: string][]
}

/** More additions become one with the rest. */
const MOST = 32

export class KeptVocabulary {
  terms = new Vocabulary()
  /** How many additions the store has, how many terms, and by language how many of the stems found since `load`. */
  #additions = 0
  #terms = 0
  #stems = new Map<string, number>()

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
    this.#terms = this.terms.terms.length
    this.#stems = new Map()
    return value !== undefined || store.isEmpty
  }

  /** Call this before values are saved: there may be new terms in them. */
  keep(store: ValueStore): void {
    const all = Array.from({ length: this.#additions + 1 }, (_, i) => store.has('vocabulary', keyOf(i)))
    const isThere = all.every((one) => one)
    const added = this.#added()
    if (isThere && added.terms === '' && added.stems.length === 0) return
    const isWhole = !isThere || this.#additions === MOST
    this.#additions = isWhole ? 0 : this.#additions + 1
    store.set('vocabulary', keyOf(this.#additions), serialize(isWhole ? stored(this.terms.known()) : added))
    this.#terms = this.terms.terms.length
    for (const [language, { found }] of this.terms.stems) this.#stems.set(language, found.length)
  }

  #added(): StoredAddition {
    const { terms, stems } = this.terms
    const found = [...stems].map(([language, own]): StoredAddition['stems'][number] => {
      const words = own.found.slice(this.#stems.get(language) ?? 0)
      return [language, Uint32Array.from(words), own.of(words).join('\n')]
    })
    return {
      first: this.#terms,
      terms: terms.slice(this.#terms).join('\n'),
      stems: found.filter(([, words]) => words.length > 0),
    }
  }
}

function keyOf(addition: number): CacheKey {
  return addition.toString(16).padStart(32, '0')
}

function stored({ terms, sorted, stems }: KnownTerms): StoredTerms {
  const lines = [...stems].map(([language, own]): [string, string] => {
    return [language, own.map((stem) => stem ?? UNKNOWN).join('\n')]
  })
  return { terms: terms.join('\n'), sorted, stems: lines }
}

/** To be added to. */
interface ReadTerms extends KnownTerms {
  terms: string[]
  stems: Map<string, (string | undefined)[]>
}

function knownIn({ terms, sorted, stems }: StoredTerms): ReadTerms {
  const known = stems.map(([language, lines]): [string, (string | undefined)[]] => {
    return [language, lines.split('\n').map((stem) => (stem === UNKNOWN ? undefined : stem))]
  })
  return { terms: terms === '' ? [] : terms.split('\n'), sorted, stems: new Map(known) }
}

/** @returns whether it is an addition to this */
function add(known: ReadTerms, { first, terms, stems }: StoredAddition): boolean {
  if (first !== known.terms.length) return false
  if (terms !== '') for (const term of terms.split('\n')) known.terms.push(term)
  for (const [language, words, lines] of stems) {
    const own = known.stems.get(language) ?? []
    known.stems.set(language, own)
    for (const [i, stem] of lines.split('\n').entries()) {
      while (own.length < words[i]!) own.push(undefined)
      own[words[i]!] = stem
    }
  }
  return true
}

/** No stem has such a character. */
const UNKNOWN = '\0'
