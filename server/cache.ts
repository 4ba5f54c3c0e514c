// Bodies kept as they were sent, by the ETag they were sent with: the least recently used go first.

/** What an entry takes beside its bytes: key, map entry and buffer object, roughly. */
const entryOverhead = 300

export class ReplyCache {
  readonly #maxBytes: number
  readonly #entries = new Map<string, Uint8Array>()
  #bytes = 0

  /** @param maxBytes of all bodies together, with some overhead for each */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** @param etag a gzipped body has its own, which is weak */
  get(etag: string): Uint8Array | undefined {
    const body = this.#entries.get(etag)
    if (body === undefined) return undefined
    this.#entries.delete(etag)
    this.#entries.set(etag, body)
    return body
  }

  /** Bodies too large to be worth the others' places are not kept. */
  set(etag: string, body: Uint8Array): void {
    this.#remove(etag)
    const size = sizeOf(body)
    if (size > this.#maxBytes / 8) return
    this.#entries.set(etag, body)
    this.#bytes += size
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) return
      this.#remove(oldest)
    }
  }

  #remove(etag: string): void {
    const body = this.#entries.get(etag)
    if (body === undefined) return
    this.#entries.delete(etag)
    this.#bytes -= sizeOf(body)
  }
}

function sizeOf(body: Uint8Array): number {
  return body.byteLength + entryOverhead
}
