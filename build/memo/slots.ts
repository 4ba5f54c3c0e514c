// Where the values of a store are, by kind and key.

/** As hexadecimal digits: of all that a value depends on. */
export type CacheKey = string
const KEY_DIGITS = 32

/** Where a value is, and when it was last of use, counted in saves. */
export interface Slot<Pack> {
  pack: Pack
  offset: number
  length: number
  crc32: number
  used: number
  /** If it is in memory only. */
  value: Buffer | undefined
}

/** As they are kept, in columns: many small objects take long to read. */
export interface StoredSlots {
  /** The bytes of all keys. */
  keys: Uint8Array
  /** Indexes of packs. */
  packs: Uint32Array
  offsets: Float64Array
  lengths: Uint32Array
  checksums: Uint32Array
  used: Uint32Array
}

export class Slots<Kind extends string, Pack extends { kind: Kind }> {
  readonly #byKind: ReadonlyMap<Kind, Map<CacheKey, Slot<Pack>>>

  constructor(kinds: readonly Kind[], stored?: StoredSlots, packs: readonly Pack[] = []) {
    this.#byKind = new Map(kinds.map((kind) => [kind, new Map()]))
    if (!stored) return
    const { keys, offsets, lengths, checksums, used } = stored
    const digits = Buffer.from(keys.buffer, keys.byteOffset, keys.byteLength).toString('hex')
    for (const [i, index] of stored.packs.entries()) {
      const pack = packs[index]!
      const key = digits.slice(i * KEY_DIGITS, (i + 1) * KEY_DIGITS)
      const place = { pack, offset: offsets[i]!, length: lengths[i]!, crc32: checksums[i]! }
      this.of(pack.kind).set(key, { ...place, used: used[i]!, value: undefined })
    }
  }

  /** All of a kind, by key. */
  of(kind: Kind): Map<CacheKey, Slot<Pack>> {
    return this.#byKind.get(kind)!
  }

  /** Those that were last of use before that save. */
  deleteUnusedSince(save: number): void {
    for (const slots of this.#byKind.values()) {
      for (const [key, { used }] of slots) if (used < save) slots.delete(key)
    }
  }

  /** How many bytes of each pack are of use; the others are not there. */
  usedBytes(): Map<Pack, number> {
    const bytes = new Map<Pack, number>()
    for (const [, { pack, length }] of this.#entries()) bytes.set(pack, (bytes.get(pack) ?? 0) + length)
    return bytes
  }

  /** @param packs whose values are stored, in this order: all that have any */
  stored(packs: readonly Pack[]): StoredSlots {
    const indexes = new Map(packs.map((pack, index) => [pack, index]))
    const entries = [...this.#entries()]
    const slots = entries.map(([, slot]) => slot)
    return {
      keys: Buffer.from(entries.map(([key]) => key).join(''), 'hex'),
      packs: Uint32Array.from(slots, ({ pack }) => indexes.get(pack)!),
      offsets: Float64Array.from(slots, ({ offset }) => offset),
      lengths: Uint32Array.from(slots, ({ length }) => length),
      checksums: Uint32Array.from(slots, ({ crc32 }) => crc32),
      used: Uint32Array.from(slots, ({ used }) => used),
    }
  }

  *#entries(): Generator<[CacheKey, Slot<Pack>]> {
    for (const slots of this.#byKind.values()) yield* slots
  }
}
