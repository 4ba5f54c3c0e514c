// The search indexes of workspaces, for builds that change them.
import {
  align,
  changesIn,
  type InvertedIndex,
  packIndex,
  unpackIndex,
} from '../../packages/search/patching.ts'
import { sha256 } from '../../snapshot/format/format.ts'
import type { EarlierIndexes } from '../../snapshot/write/kept.ts'
import type { CacheKey } from './slots.ts'
import type { ValueStore } from './store.ts'

/** An index of which no more posts have changed is as good as a new one, and need not be written again. */
const FEW = 32

interface Known {
  latest: InvertedIndex
  /** The posts of the one that is stored. */
  stored: readonly string[] | undefined
}

export class KeptIndexes implements EarlierIndexes {
  readonly #store: ValueStore
  readonly #known = new Map<string, Known>()

  constructor(store: ValueStore) {
    this.#store = store
  }

  /** @throws {DamagedCache} */
  get(name: string): InvertedIndex | undefined {
    const known = this.#known.get(name)
    if (known) return known.latest
    const value = this.#store.get('indexes', keyOf(name))
    if (!value) return undefined
    const index = unpackIndex(value)
    this.#known.set(name, { latest: index, stored: index.posts.ids })
    return index
  }

  has(name: string): boolean {
    return this.#store.has('indexes', keyOf(name))
  }

  set(name: string, latest: InvertedIndex): void {
    this.#known.set(name, { latest, stored: this.#known.get(name)?.stored })
  }

  isDue(name: string, ids: readonly string[]): boolean {
    const stored = this.has(name) ? this.#known.get(name)?.stored : undefined
    if (stored === ids) return false
    return stored === undefined || changesIn(align(stored, ids)) > FEW
  }

  /** Call this before the store is saved. */
  keep(): void {
    for (const [name, known] of this.#known) {
      const { latest } = known
      if (!this.isDue(name, latest.posts.ids)) continue
      this.#store.set('indexes', keyOf(name), packIndex(latest))
      known.stored = latest.posts.ids
    }
  }
}

function keyOf(name: string): CacheKey {
  return sha256(name).slice(0, 32)
}
