// Bodies kept as they were sent, by the keys of their replies: the least recently used go first.

/** What an entry takes beside its bytes: key, map entry and buffer object, roughly. */
const entryOverhead = 300
/** A larger body is kept when it comes again: many that are asked for once would take the places of all others. */
const largeBytes = 256 * 1024
/** How many large bodies are remembered to have come. */
const remembered = 1_000

export class ReplyCache {
  readonly #maxBytes: number
  readonly #entries = new Map<string, Uint8Array>()
  readonly #large = new Set<string>()
  #bytes = 0

  /** @param maxBytes of all bodies together, with some overhead for each */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** @param key a gzipped body has its own */
  get(key: string): Uint8Array | undefined {
    const body = this.#entries.get(key)
    if (body === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, body)
    return body
  }

  /** Bodies too large to be worth the others' places are not kept. */
  set(key: string, body: Uint8Array): void {
    this.#remove(key)
    const size = sizeOf(body)
    if (size > this.#maxBytes / 8 || (size > largeBytes && !this.#comesAgain(key))) return
    this.#entries.set(key, body)
    this.#bytes += size
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) return
      this.#remove(oldest)
    }
  }

  #comesAgain(key: string): boolean {
    if (this.#large.has(key)) return true
    const [oldest] = this.#large
    if (this.#large.size === remembered) this.#large.delete(oldest!)
    this.#large.add(key)
    return false
  }

  #remove(key: string): void {
    const body = this.#entries.get(key)
    if (body === undefined) return
    this.#entries.delete(key)
    this.#bytes -= sizeOf(body)
  }
}

function sizeOf(body: Uint8Array): number {
  return body.byteLength + entryOverhead
}
