// Where the values of a store are, by kind and key. As columns: a table of objects takes longer to make than a build of one changed
// post has for everything else. Most keys have values of several kinds.

/** As hexadecimal digits: of all that a value depends on. */
export type CacheKey = string
const KEY_BYTES = 16
const KEY_DIGITS = 2 * KEY_BYTES

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

/** Of a table, as it is kept. */
export interface StoredSlots {
  /** The bytes of all keys. */
  keys: Uint8Array
  /** By slot: `FIELDS`. */
  numbers: Uint32Array
  offsets: Float64Array
}

/** The indexes of its key and of its pack, the length and checksum of its value, and the save at which that was last of use. */
const FIELDS = { key: 0, pack: 1, length: 2, crc32: 3, used: 4 } as const
const WIDTH = 5
/** Among slots of keys. */
const NONE = -1
/** As the index of a pack. */
const DELETED = 0xffffffff

export class Slots<Kind extends string, Pack extends { kind: Kind }> {
  readonly #keys: CacheKey[] = []
  readonly #numbersOfKeys = new Map<CacheKey, number>()
  /** By kind, by number of the key: its slot, or `NONE`. */
  readonly #slots = new Map<Kind, number[]>()
  readonly #packs: Pack[] = []
  readonly #numbersOfPacks = new Map<Pack, number>()
  readonly #values = new Map<number, Buffer>()
  #numbers: Uint32Array
  #offsets: Float64Array
  #count = 0

  constructor(kinds: readonly Kind[], stored: StoredSlots = noSlots(), packs: readonly Pack[] = []) {
    for (const kind of kinds) this.#slots.set(kind, [])
    for (const pack of packs) this.#numberOfPack(pack)
    const { buffer, byteOffset, byteLength } = stored.keys
    const digits = Buffer.from(buffer, byteOffset, byteLength).toString('hex')
    for (let at = 0; at < digits.length; at += KEY_DIGITS) {
      this.#numberOfKey(digits.slice(at, at + KEY_DIGITS))
    }
    this.#numbers = stored.numbers
    this.#offsets = stored.offsets
    this.#count = stored.offsets.length
    for (let slot = 0; slot < this.#count; slot++) {
      const { kind } = packs[this.#field(slot, 'pack')]!
      this.#place(kind, this.#field(slot, 'key'), slot)
    }
  }

  /** The number of a slot; `undefined` if there is none. */
  find(kind: Kind, key: CacheKey): number | undefined {
    const number = this.#numbersOfKeys.get(key)
    if (number === undefined) return undefined
    const slot = this.#slots.get(kind)![number] ?? NONE
    return slot === NONE ? undefined : slot
  }

  at(slot: number): Slot<Pack> {
    return {
      pack: this.#packs[this.#field(slot, 'pack')]!,
      offset: this.#offsets[slot]!,
      length: this.#field(slot, 'length'),
      crc32: this.#field(slot, 'crc32'),
      used: this.#field(slot, 'used'),
      value: this.#values.get(slot),
    }
  }

  /** All of a kind, in the order in which their keys came. */
  *of(kind: Kind): Generator<[key: CacheKey, slot: number]> {
    for (const [number, slot] of this.#slots.get(kind)!.entries()) {
      if (slot !== NONE) yield [this.#keys[number]!, slot]
    }
  }

  setUsed(slot: number, used: number): void {
    this.#numbers[slot * WIDTH + FIELDS.used] = used
  }

  setValue(slot: number, value: Buffer): void {
    this.#values.set(slot, value)
  }

  set(kind: Kind, key: CacheKey, { pack, offset, length, crc32, used, value }: Slot<Pack>): void {
    const slot = this.#count++
    if (slot === this.#offsets.length) this.#grow()
    const number = this.#numberOfKey(key)
    this.#numbers.set([number, this.#numberOfPack(pack), length, crc32, used], slot * WIDTH)
    this.#offsets[slot] = offset
    if (value) this.#values.set(slot, value)
    this.delete(kind, key)
    this.#place(kind, number, slot)
  }

  delete(kind: Kind, key: CacheKey): void {
    const slot = this.find(kind, key)
    if (slot !== undefined) this.#delete(slot)
  }

  /** Those that were last of use before that save. */
  deleteUnusedSince(save: number): void {
    for (let slot = 0; slot < this.#count; slot++) {
      if (this.#isLive(slot) && this.#field(slot, 'used') < save) this.#delete(slot)
    }
  }

  /** How many bytes of each pack are of use; the others are not there. */
  usedBytes(): Map<Pack, number> {
    const bytes = new Float64Array(this.#packs.length)
    const packs = new Set<number>()
    for (let slot = 0; slot < this.#count; slot++) {
      if (!this.#isLive(slot)) continue
      const pack = this.#field(slot, 'pack')
      packs.add(pack)
      bytes[pack]! += this.#field(slot, 'length')
    }
    return new Map([...packs].map((pack) => [this.#packs[pack]!, bytes[pack]!]))
  }

  /** @param packs whose values are stored, in this order: all that have any */
  stored(packs: readonly Pack[]): StoredSlots {
    const indexes = new Map(packs.map((pack, index) => [pack, index]))
    const packIndexes = Uint32Array.from(this.#packs, (pack) => indexes.get(pack) ?? DELETED)
    const numbers = new Uint32Array(this.#count * WIDTH)
    const offsets = new Float64Array(this.#count)
    const keyIndexes = new Int32Array(this.#keys.length).fill(NONE)
    const keys: CacheKey[] = []
    let count = 0
    for (let slot = 0; slot < this.#count; slot++) {
      if (!this.#isLive(slot)) continue
      const key = this.#field(slot, 'key')
      if (keyIndexes[key] === NONE) keyIndexes[key] = keys.push(this.#keys[key]!) - 1
      const at = count * WIDTH
      numbers.set(this.#numbers.subarray(slot * WIDTH, (slot + 1) * WIDTH), at)
      numbers[at + FIELDS.key] = keyIndexes[key]!
      numbers[at + FIELDS.pack] = packIndexes[this.#field(slot, 'pack')]!
      offsets[count++] = this.#offsets[slot]!
    }
    const bytes = Buffer.from(keys.join(''), 'hex')
    return { keys: bytes, numbers: numbers.subarray(0, count * WIDTH), offsets: offsets.subarray(0, count) }
  }

  #isLive(slot: number): boolean {
    return this.#numbers[slot * WIDTH + FIELDS.pack] !== DELETED
  }

  #delete(slot: number): void {
    const { kind } = this.#packs[this.#field(slot, 'pack')]!
    this.#values.delete(slot)
    this.#slots.get(kind)![this.#field(slot, 'key')] = NONE
    this.#numbers[slot * WIDTH + FIELDS.pack] = DELETED
  }

  #field(slot: number, field: keyof typeof FIELDS): number {
    return this.#numbers[slot * WIDTH + FIELDS[field]]!
  }

  #place(kind: Kind, key: number, slot: number): void {
    const slots = this.#slots.get(kind)!
    while (slots.length < key) slots.push(NONE)
    slots[key] = slot
  }

  #numberOfKey(key: CacheKey): number {
    const known = this.#numbersOfKeys.get(key)
    if (known !== undefined) return known
    this.#numbersOfKeys.set(key, this.#keys.length)
    return this.#keys.push(key) - 1
  }

  #numberOfPack(pack: Pack): number {
    const known = this.#numbersOfPacks.get(pack)
    if (known !== undefined) return known
    this.#numbersOfPacks.set(pack, this.#packs.length)
    return this.#packs.push(pack) - 1
  }

  #grow(): void {
    const [numbers, offsets] = [this.#numbers, this.#offsets]
    const count = Math.max(256, 2 * offsets.length)
    this.#numbers = new Uint32Array(count * WIDTH)
    this.#numbers.set(numbers)
    this.#offsets = new Float64Array(count)
    this.#offsets.set(offsets)
  }
}

function noSlots(): StoredSlots {
  return { keys: new Uint8Array(0), numbers: new Uint32Array(0), offsets: new Float64Array(0) }
}
