// The one vocabulary whose numbers kept values have.
import { deserialize, serialize } from 'node:v8'
import { Vocabulary } from '../../packages/search/index.ts'
import type { CacheKey } from './slots.ts'
import type { ValueStore } from './store.ts'

const KEY: CacheKey = '0'.repeat(32)

export class KeptVocabulary {
  terms = new Vocabulary()
  /** What the store has of it, as `sizeOf` gives it; nothing if it could not be saved. */
  #stored: string | undefined

  /**
   * @returns whether the store, if there is anything in it, has one
   * @throws {DamagedCache}
   */
  load(store: ValueStore): boolean {
    const value = store.get('vocabulary', KEY)
    this.terms = new Vocabulary(value && deserialize(value))
    this.#stored = value && sizeOf(this.terms)
    return value !== undefined || store.isEmpty
  }

  /** Call this before values are saved: there may be new terms in them. */
  keep(store: ValueStore): void {
    const size = sizeOf(this.terms)
    if (store.has('vocabulary', KEY) && size === this.#stored) return
    store.set('vocabulary', KEY, serialize(this.terms.known()))
    this.#stored = size
  }

  /** The store could not be saved. */
  lose(): void {
    this.#stored = undefined
  }
}

/** Terms, and the stems of words, are only ever added. */
function sizeOf({ terms, stems }: Vocabulary): string {
  return JSON.stringify([terms.length, ...Array.from(stems, ([language, { found }]) => [language, found])])
}
