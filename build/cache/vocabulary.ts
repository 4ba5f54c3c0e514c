// The one vocabulary whose numbers kept values have.
import { deserialize, serialize } from 'node:v8'
import { type KnownTerms, Vocabulary } from '../../snapshot/search/vocabulary.ts'
import type { CacheKey, ValueStore } from './store.ts'

const KEY: CacheKey = '0'.repeat(32)

/** Terms have no line breaks, nor have their stems: one long string is read faster than many short ones. */
interface StoredTerms {
  terms: string
  sorted: Uint32Array
  stems: [language: string, lines: string][]
}

export class KeptVocabulary {
  terms = new Vocabulary()
  /** What the store has of it. */
  #changes = 0

  /**
   * @returns whether the store, if there is anything in it, has one
   * @throws {DamagedCache}
   */
  load(store: ValueStore): boolean {
    const value = store.get('vocabulary', KEY)
    this.terms = new Vocabulary(value && knownIn(deserialize(value)))
    this.#changes = this.terms.changes
    return value !== undefined || store.isEmpty
  }

  /** Call this before values are saved: there may be new terms in them. */
  keep(store: ValueStore): void {
    const { terms } = this
    const isThere = store.has('vocabulary', KEY)
    if (isThere && terms.changes === this.#changes) return
    store.set('vocabulary', KEY, serialize(stored(terms.known())))
    this.#changes = terms.changes
  }
}

function stored({ terms, sorted, stems }: KnownTerms): StoredTerms {
  const lines = [...stems].map(([language, own]): [string, string] => {
    return [language, own.map((stem) => stem ?? UNKNOWN).join('\n')]
  })
  return { terms: terms.join('\n'), sorted, stems: lines }
}

function knownIn({ terms, sorted, stems }: StoredTerms): KnownTerms {
  const known = stems.map(([language, lines]): [string, (string | undefined)[]] => {
    return [language, lines.split('\n').map((stem) => (stem === UNKNOWN ? undefined : stem))]
  })
  return { terms: terms === '' ? [] : terms.split('\n'), sorted, stems: new Map(known) }
}

/** No stem has such a character. */
const UNKNOWN = '\0'
