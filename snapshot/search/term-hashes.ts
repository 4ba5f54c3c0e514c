// Finds the numbers of terms by their characters: no string is made of a word to look it up, which takes longer than all the rest.
import type { NumberWriter } from './bytes.ts'

const firstSlots = 1 << 12
const firstUnits = 1 << 14

/** A hash of UTF-16 units: begin with `firstHash`, and go on with each unit. */
export const firstHash = 0x811c9dc5

export function nextHash(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193)
}

/** Of some of the units. */
export function hashOf(units: Uint16Array, from: number, to: number): number {
  let hash = firstHash
  for (let i = from; i < to; i++) hash = nextHash(hash, units[i]!)
  return hash
}

/** An open-addressing hash table, as small as it can be: most of a look is to wait for memory that is in no cache. */
export class TermHashes {
  /** For each slot the number of its term, plus one, which is no more than the mask; the other bits are those of its hash. 0 if there is none. */
  #slots = new Int32Array(firstSlots)
  /** Of all terms, one after the other. */
  #units = new Uint16Array(firstUnits)
  /** By number, and where the last one ends. */
  #starts = new Uint32Array(firstSlots)
  /** The number of the next term. */
  count = 0

  /** @returns the number of a term, or -1 */
  find(units: Uint16Array, from: number, to: number, hash: number): number {
    const slots = this.#slots
    const mask = slots.length - 1
    for (let slot = slotOf(hash, mask); ; slot = (slot + 1) & mask) {
      const found = slots[slot]!
      if (found === 0) return -1
      if (((found ^ hash) & ~mask) !== 0) continue
      const number = (found & mask) - 1
      if (this.#is(number, units, from, to)) return number
    }
  }

  /** Gives a term, which has no number yet, the next one. */
  add(units: Uint16Array, from: number, to: number, hash: number): void {
    if (2 * this.count >= this.#slots.length) this.#growSlots()
    if (this.count + 2 > this.#starts.length) this.#starts = larger(this.#starts, 2 * this.count + 2)
    const start = this.#starts[this.count]!
    const end = start + to - from
    if (end > this.#units.length) this.#units = larger(this.#units, 2 * end)
    for (let i = from; i < to; i++) this.#units[start + i - from] = units[i]!
    const slots = this.#slots
    const slot = this.#free(slots, hash)
    const entry = entryOf(this.count + 1, hash, slots.length - 1)
    // Neither a loop nor a call from here on: whoever is stopped is stopped there.
    this.#starts[++this.count] = end
    slots[slot] = entry
  }

  /** Appends a term in UTF-8 if it is ASCII. @returns whether it is */
  appendTo(bytes: NumberWriter, number: number): boolean {
    return bytes.ascii(this.#units, this.#starts[number]!, this.#starts[number + 1]!)
  }

  #is(number: number, units: Uint16Array, from: number, to: number): boolean {
    const start = this.#starts[number]!
    if (this.#starts[number + 1]! - start !== to - from) return false
    const own = this.#units
    for (let i = from; i < to; i++) if (own[start + i - from] !== units[i]) return false
    return true
  }

  #free(slots: Int32Array, hash: number): number {
    const mask = slots.length - 1
    let slot = slotOf(hash, mask)
    while (slots[slot] !== 0) slot = (slot + 1) & mask
    return slot
  }

  #growSlots(): void {
    const slots = new Int32Array(2 * this.#slots.length)
    for (let number = 0; number < this.count; number++) {
      const hash = hashOf(this.#units, this.#starts[number]!, this.#starts[number + 1]!)
      slots[this.#free(slots, hash)] = entryOf(number + 1, hash, slots.length - 1)
    }
    this.#slots = slots
  }
}

function entryOf(count: number, hash: number, mask: number): number {
  return count | (hash & ~mask)
}

/** The low bits of a hash depend on few others. */
function slotOf(hash: number, mask: number): number {
  return (hash ^ (hash >>> 15)) & mask
}

/** A copy with room for so many, at least. */
export function larger<
  Numbers extends Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>,
>(numbers: Numbers, length: number): Numbers {
  const Type = numbers.constructor as new (length: number) => Numbers
  const all = new Type(length)
  all.set(numbers)
  return all
}
