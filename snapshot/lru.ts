// What was used lately, as much of it as a bound on its cost admits: what was used longest ago goes first.

interface Entry<V> {
  value: V
  cost: number
}

export class Lru<V> {
  readonly #maxCost: number
  /** The one used longest ago first. */
  readonly #entries = new Map<string, Entry<V>>()
  #cost = 0

  /** @param maxCost of all entries together, in whatever their costs are counted */
  constructor(maxCost: number) {
    this.#maxCost = maxCost
  }

  get size(): number {
    return this.#entries.size
  }

  /** The value, from now on the one used last. */
  get(key: string): V | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  /** Takes the place of what the key had, and of as much of the rest as it costs; a value may cost too much to be kept. */
  set(key: string, value: V, cost = 1): void {
    this.delete(key)
    this.#entries.set(key, { value, cost })
    this.#cost += cost
    for (const oldest of this.#entries.keys()) {
      if (this.#cost <= this.#maxCost) return
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#entries.delete(key)
    this.#cost -= entry.cost
  }

  /** From the one used longest ago on. Entries may be deleted meanwhile. */
  *[Symbol.iterator](): Generator<[key: string, value: V]> {
    for (const [key, { value }] of this.#entries) yield [key, value]
  }
}
