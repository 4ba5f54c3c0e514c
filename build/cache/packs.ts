// What the snapshot's writer has made of workspaces, for builds in which most posts are as they were.
import { sha256 } from '../../snapshot/format/format.ts'
import { type EarlierPack, numbersIn, packEarlier, unpackEarlier } from '../../snapshot/write/earlier.ts'
import type { EarlierPacks } from '../../snapshot/write/kept.ts'
import type { CacheKey } from './slots.ts'
import type { ValueStore } from './store.ts'

/** To make what few posts become once more takes less time than to write all of it. */
const FEW = 32

interface KnownPack {
  latest: EarlierPack
  /** The one that is stored. */
  stored: Pick<EarlierPack, 'keys' | 'lists'> | undefined
}

export class KeptPacks implements EarlierPacks {
  readonly #store: ValueStore
  readonly #known = new Map<string, KnownPack>()

  constructor(store: ValueStore) {
    this.#store = store
  }

  /** @throws {DamagedCache} */
  get(name: string): EarlierPack | undefined {
    const known = this.#known.get(name)
    if (known) return known.latest
    const value = this.#store.get('packs', keyOf(name))
    if (!value) return undefined
    const pack = unpackEarlier(value)
    this.#known.set(name, { latest: pack, stored: pack })
    return pack
  }

  has(name: string): boolean {
    return this.#store.has('packs', keyOf(name))
  }

  set(name: string, latest: EarlierPack): void {
    this.#known.set(name, { latest, stored: this.#known.get(name)?.stored })
  }

  /** Call this before the store is saved. */
  keep(): void {
    for (const [name, known] of this.#known) {
      const { stored, latest } = known
      if (this.has(name) && stored && isAlmost(stored, latest)) continue
      this.#store.set('packs', keyOf(name), packEarlier(latest))
      known.stored = { keys: latest.keys, lists: latest.lists }
    }
  }
}

function isAlmost(stored: Pick<EarlierPack, 'keys' | 'lists'>, latest: EarlierPack): boolean {
  if (stored.lists !== latest.lists) return false
  const numbers = numbersIn(stored.keys, latest.keys)
  return latest.keys.filter((key, number) => key !== undefined && numbers[number] === -1).length <= FEW
}

function keyOf(name: string): CacheKey {
  return sha256(name).slice(0, 32)
}
