// The places of the values of a store, by kind and key.

/** Hexadecimal digits that stand for all that a value depends on. */
export type CacheKey = string

/** The place of a value, and the time when it was last of use, counted in saves. */
export interface Slot<Pack> {
  pack: Pack
  offset: number
  length: number
  crc32: number
  used: number
  /** The value, if it is in memory only. */
  value: Buffer | undefined
}

/** A slot as it is kept, with the index of its pack: in a list, since many small objects take long to read. */
export type StoredSlot = [
  key: CacheKey,
  pack: number,
  offset: number,
  length: number,
  crc32: number,
  used: number,
]

export class Slots<Kind extends string, Pack extends { kind: Kind }> {
  readonly #byKind: ReadonlyMap<Kind, Map<CacheKey, Slot<Pack>>>

  constructor(kinds: readonly Kind[], stored: readonly StoredSlot[] = [], packs: readonly Pack[] = []) {
    this.#byKind = new Map(kinds.map((kind) => [kind, new Map()]))
    for (const [key, index, offset, length, crc32, used] of stored) {
      const pack = packs[index]!
      this.of(pack.kind).set(key, { pack, offset, length, crc32, used, value: undefined })
    }
  }

  /** All of a kind, by key. */
  of(kind: Kind): Map<CacheKey, Slot<Pack>> {
    return this.#byKind.get(kind)!
  }

  /** Deletes the slots that were last of use before that save. */
  deleteUnusedSince(save: number): void {
    for (const slots of this.#byKind.values()) {
      for (const [key, { used }] of slots) if (used < save) slots.delete(key)
    }
  }

  /** Counts the bytes of each pack that are of use; packs without any are missing. */
  usedBytes(): Map<Pack, number> {
    const bytes = new Map<Pack, number>()
    for (const [, { pack, length }] of this.#entries()) bytes.set(pack, (bytes.get(pack) ?? 0) + length)
    return bytes
  }

  /** @param packs whose values are stored, in this order: all that have any */
  stored(packs: readonly Pack[]): StoredSlot[] {
    const indexes = new Map(packs.map((pack, index) => [pack, index]))
    return Array.from(this.#entries(), ([key, { pack, offset, length, crc32, used }]) => {
      return [key, indexes.get(pack)!, offset, length, crc32, used]
    })
  }

  *#entries(): Generator<[CacheKey, Slot<Pack>]> {
    for (const slots of this.#byKind.values()) yield* slots
  }
}
