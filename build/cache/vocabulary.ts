// The one vocabulary whose numbers kept values have.
import { Vocabulary } from '../../snapshot/search/vocabulary.ts'
import type { CacheKey, ValueStore } from './store.ts'

const KEY: CacheKey = '0'.repeat(32)

export class KeptVocabulary {
  terms = new Vocabulary()
  /** How many terms the store has. */
  #kept = 0

  /** @returns whether the store, if there is anything in it, has one */
  load(store: ValueStore): boolean {
    const value = store.get('vocabulary', KEY)
    const terms = value && value.length > 0 ? value.toString().split('\n') : []
    this.terms = new Vocabulary(terms)
    this.#kept = terms.length
    return value !== undefined || store.isEmpty
  }

  /** Call this before values are saved: there may be new terms in them. */
  keep(store: ValueStore): void {
    const { terms } = this.terms
    const isThere = store.has('vocabulary', KEY)
    if (isThere && terms.length === this.#kept) return
    store.set('vocabulary', KEY, Buffer.from(terms.join('\n')))
    this.#kept = terms.length
  }
}
