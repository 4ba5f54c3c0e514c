// What replies wait for their readers with: buffers that were handed to sockets and not taken yet. All of them together
// have a bound, so that no number of readers who never read can fill the memory.
import type { ServerResponse } from 'node:http'

export class Unread {
  readonly #maxBytes: number
  /** The one whose reader has taken nothing for longest first. */
  readonly #replies = new Map<ServerResponse, ReadonlySet<ArrayBufferLike>>()
  /** By how many replies each is held: kept bodies are shared. */
  readonly #holders = new Map<ArrayBufferLike, number>()
  #bytes = 0

  /** @param maxBytes of all buffers together, each counted once; where it is more, readers that take nothing are cut off */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  /**
   * The reply holds these, and those it held before no more; its reader has just taken something.
   * @param pieces may be views: what they are views of is held
   */
  hold(response: ServerResponse, pieces: readonly Uint8Array[]): void {
    this.letGo(response)
    const buffers = new Set(pieces.map(({ buffer }) => buffer))
    this.#replies.set(response, buffers)
    for (const buffer of buffers) this.#add(buffer)
    for (const stalled of this.#replies.keys()) {
      if (this.#bytes <= this.#maxBytes) return
      this.letGo(stalled)
      cut(stalled)
    }
  }

  letGo(response: ServerResponse): void {
    const buffers = this.#replies.get(response)
    if (buffers === undefined) return
    this.#replies.delete(response)
    for (const buffer of buffers) this.#remove(buffer)
  }

  #add(buffer: ArrayBufferLike): void {
    const holders = this.#holders.get(buffer) ?? 0
    if (holders === 0) this.#bytes += buffer.byteLength
    this.#holders.set(buffer, holders + 1)
  }

  #remove(buffer: ArrayBufferLike): void {
    const holders = this.#holders.get(buffer)! - 1
    if (holders > 0) {
      this.#holders.set(buffer, holders)
      return
    }
    this.#holders.delete(buffer)
    this.#bytes -= buffer.byteLength
  }
}

/** The end of a connection ends a reply of HTTP/1.0, so only a reset tells that it was cut. */
export function cut(response: ServerResponse): void {
  response.socket?.resetAndDestroy()
}
