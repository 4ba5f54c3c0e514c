// The one vocabulary whose numbers values of the memo have.
import { deserialize, serialize } from 'node:v8'
import { Vocabulary } from '../../packages/search/index.ts'
import type { CacheKey } from './slots.ts'
import { DamagedCache, type ValueStore } from './store.ts'

const KEY: CacheKey = '0'.repeat(32)

/** @throws {DamagedCache} if a store has values, and none */
export function vocabularyIn(store: ValueStore): Vocabulary {
  const value = store.get('vocabulary', KEY)
  if (!value && !store.isEmpty) throw new DamagedCache('The vocabulary is not there')
  return new Vocabulary(value && deserialize(value))
}

/** Call this before values are saved: there may be new terms in them. */
export function keepVocabulary(store: ValueStore, vocabulary: Vocabulary): void {
  if (!store.has('vocabulary', KEY) || store.isChanged)
    store.set('vocabulary', KEY, serialize(vocabulary.known()))
}
