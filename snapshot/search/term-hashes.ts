// Finds the numbers of terms by their characters: no string is made of a word to look it up, which takes longer than all the rest.

const firstSlots = 1 << 12
const firstUnits = 1 << 14

/** A hash of UTF-16 units: begin with `firstHash`, and go on with each unit. */
export const firstHash = 0x811c9dc5

export function nextHash(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193)
}

/** An open-addressing hash table. */
export class TermHashes {
  /** For each slot the number, plus one, and the hash of its term. */
  #slots = new Int32Array(2 * firstSlots)
  /** Of all terms, one after the other. */
  #units = new Uint16Array(firstUnits)
  /** By number, and where the last one ends. */
  #starts = new Uint32Array(firstSlots)
  /** The number of the next term. */
  count = 0

  /** @returns the number of a term, or -1 */
  find(units: Uint16Array, length: number, hash: number): number {
    const slots = this.#slots
    const mask = slots.length - 1
    for (let slot = slotOf(hash, mask); ; slot = (slot + 2) & mask) {
      const next = slots[slot]!
      if (next === 0) return -1
      if (slots[slot + 1] === hash && this.#is(next - 1, units, length)) return next - 1
    }
  }

  /** Gives a term, which has no number yet, the next one. */
  add(units: Uint16Array, length: number, hash: number): void {
    if (2 * this.count >= this.#slots.length / 2) this.#growSlots()
    if (this.count + 2 > this.#starts.length) this.#starts = larger(this.#starts, 2 * this.count + 2)
    const start = this.#starts[this.count]!
    const end = start + length
    if (end > this.#units.length) this.#units = larger(this.#units, 2 * end)
    for (let i = 0; i < length; i++) this.#units[start + i] = units[i]!
    const slots = this.#slots
    const mask = slots.length - 1
    let slot = slotOf(hash, mask)
    while (slots[slot] !== 0) slot = (slot + 2) & mask
    // Neither a loop nor a call from here on: whoever is stopped is stopped there.
    this.#starts[this.count + 1] = end
    slots[slot + 1] = hash
    slots[slot] = ++this.count
  }

  #is(number: number, units: Uint16Array, length: number): boolean {
    const start = this.#starts[number]!
    if (this.#starts[number + 1]! - start !== length) return false
    const own = this.#units
    for (let i = 0; i < length; i++) if (own[start + i] !== units[i]) return false
    return true
  }

  #growSlots(): void {
    const before = this.#slots
    const slots = new Int32Array(2 * before.length)
    const mask = slots.length - 1
    for (let from = 0; from < before.length; from += 2) {
      if (before[from] === 0) continue
      let slot = slotOf(before[from + 1]!, mask)
      while (slots[slot] !== 0) slot = (slot + 2) & mask
      slots[slot] = before[from]!
      slots[slot + 1] = before[from + 1]!
    }
    this.#slots = slots
  }
}

/** The low bits of a hash depend on few others. */
function slotOf(hash: number, mask: number): number {
  return ((hash ^ (hash >>> 15)) << 1) & mask
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
