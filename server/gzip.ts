// Whole bodies gzipped on the thread pool: nothing waits for it but the client that asked.
import { promisify } from 'node:util'
import { gzip as gzipCallback } from 'node:zlib'

const gzip = promisify(gzipCallback)

/** Those that run at once: files are read by the same threads. */
const maxRunning = 2

export class Gzip {
  readonly #maxBytes: number
  readonly #waiting: (() => void)[] = []
  #running = 0
  #bytes = 0

  /** @param maxBytes of all that is being gzipped or waits for it */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** `undefined` where too much waits already: the body is to go out as it is. */
  async pack(body: Uint8Array): Promise<Uint8Array | undefined> {
    const { byteLength } = body
    if (this.#bytes > 0 && this.#bytes + byteLength > this.#maxBytes) return undefined
    this.#bytes += byteLength
    if (this.#running < maxRunning) this.#running++
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await gzip(body)
    } finally {
      this.#bytes -= byteLength
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }
}
