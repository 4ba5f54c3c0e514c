// A least-recently-used cache, bounded by the total cost of its entries.

interface CacheItem<V> {
  value: V
  cost: number
}

export class Lru<V> {
  readonly #maxCost: number
  /** Least recently used first. */
  readonly #entries = new Map<string, CacheItem<V>>()
  #cost = 0

  /** @param maxCost of all entries together, in the unit of their costs */
  constructor(maxCost: number) {
    this.#maxCost = maxCost
  }

  get size(): number {
    return this.#entries.size
  }

  /** The value, which becomes the most recently used. */
  get(key: string): V | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  /** Replaces the key's value and evicts as much else as needed; a value that costs too much is not kept. */
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

  /** Starts with the least recently used. Entries may be deleted during iteration. */
  *[Symbol.iterator](): Generator<[key: string, value: V]> {
    for (const [key, { value }] of this.#entries) yield [key, value]
  }
}

/**
 * Returns bytes that may be kept: copied if they are a part of something larger. Node's small buffers are parts of 8 KB, those of
 * zlib parts of 16 KB, and all of that would stay as long as the part.
 */
export function ownMemory<Bytes extends Uint8Array>(bytes: Bytes): Bytes | Buffer {
  if (bytes.byteLength === bytes.buffer.byteLength) return bytes
  const own = Buffer.allocUnsafeSlow(bytes.byteLength)
  own.set(bytes)
  return own
}
