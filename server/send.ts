// Writes a reply to a Node socket as fast as its reader takes it, and tracks what is waiting for readers.
import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { onFirst } from '../api/_app/http/node.ts'
import { type ByteStream, byteLength, isStream, type Reply } from '../api/_app/http/reply.ts'
import { monotonicNow } from '../api/_app/turns/turn.ts'

/** Written at a time: a reader that takes this much before the timeout has not stalled. */
const sliceBytes = 256 * 1024

export interface Sending {
  unread: Unread
  /** The time that a reader may take nothing before it is cut off, in ms; a stream may set less. */
  stallTimeout: number
}

/**
 * Resolves when the last byte has been handed to the system or the client has gone. A stream is closed in every case.
 * @param method a HEAD is sent the headers of a GET without the body
 */
export async function send(reply: Reply, method: string, response: ServerResponse, sending: Sending) {
  const { status, headers, body } = reply
  const reader = new Reader(response)
  try {
    if (response.destroyed) return
    response.writeHead(status, headers)
    if (method === 'HEAD' || status === 204 || status === 304) response.end()
    else if (isStream(body)) await sendStream(body, reader, sending)
    else await sendPieces(body, reader, sending)
  } finally {
    if (isStream(body)) body.close()
    sending.unread.release(response)
  }
}

/** Sends pieces. Node hands what is written in one turn to the system in one call, so they need not be copied into one buffer. */
async function sendPieces(pieces: readonly Uint8Array[], reader: Reader, sending: Sending) {
  const { unread, stallTimeout } = sending
  const { response } = reader
  if (byteLength(pieces) > sliceBytes) {
    if (await sendSlices(pieces, reader, sending)) response.end()
  } else if (pieces.length === 1) {
    response.end(pieces[0])
  } else {
    for (const piece of pieces) reader.write(piece)
    response.end()
  }
  if (response.writableLength === 0) return
  unread.hold(response, pieces, reader)
  await reader.takes('finish', stallTimeout)
}

async function sendStream(stream: ByteStream, reader: Reader, { unread, ...sending }: Sending) {
  const { response } = reader
  const { stallTimeout = sending.stallTimeout } = stream
  try {
    for await (const chunk of stream.chunks()) {
      if (!(await sendSlices([chunk], reader, { unread, stallTimeout }))) return
      unread.release(response)
      // Otherwise a reader as fast as the disk would keep every other request waiting until the last byte.
      await nextTurn()
    }
    response.end()
    if (response.writableLength > 0) await reader.takes('finish', stallTimeout)
  } catch {
    cut(response)
  }
}

/** @returns false if the reader is gone */
async function sendSlices(pieces: readonly Uint8Array[], reader: Reader, { unread, stallTimeout }: Sending) {
  const { response } = reader
  for (const piece of pieces) {
    for (let at = 0; at < piece.byteLength; at += sliceBytes) {
      if (response.destroyed) return false
      if (reader.write(piece.subarray(at, at + sliceBytes))) continue
      unread.hold(response, pieces, reader)
      await reader.takes('drain', stallTimeout)
    }
  }
  return true
}

/** A reader that takes as many bytes a second is not cut off: that of a phone with a bad connection. */
const leastRate = 60_000
/** The time in ms for which the kernel may accept no more data although the client reads: Linux waits until a third of its 4 MB is free. */
const longestPause = 60_000

/** The reader of a reply, and its speed. */
class Reader {
  readonly response: ServerResponse
  #written = 0
  /** The time that was spent waiting for it, in ms, and the start of the current wait. */
  #waited = 0
  #since = Number.POSITIVE_INFINITY

  constructor(response: ServerResponse) {
    this.response = response
  }

  /** @returns false if the reader has to take something first */
  write(bytes: Uint8Array): boolean {
    this.#written += bytes.byteLength
    return this.response.write(bytes)
  }

  /** Tells whether it surely reads less than `leastRate`: the system may hold some megabytes that it has not read yet. */
  get isSlow(): boolean {
    return this.#timeLeft() < Math.max(0, monotonicNow() - this.#since)
  }

  /**
   * Resolves when the client has taken what was written, or the connection is closed, by the client or by a timeout.
   * @param stallTimeout how long it may take nothing, in ms; longer if it has read fast enough until then
   */
  takes(event: 'drain' | 'finish', stallTimeout: number): Promise<void> {
    const { response } = this
    return new Promise((resolve) => {
      const patience = Math.max(stallTimeout, Math.min(longestPause, this.#timeLeft()))
      const timer = setTimeout(cut, patience, response)
      this.#since = monotonicNow()
      onFirst(response, [event, 'close'], response.destroyed, () => {
        clearTimeout(timer)
        this.#waited += monotonicNow() - this.#since
        this.#since = Number.POSITIVE_INFINITY
        resolve()
      })
    })
  }

  /** Returns the time in ms until a reader of `leastRate` would have read everything that was written. */
  #timeLeft(): number {
    return (1_000 * this.#written) / leastRate - this.#waited
  }
}

interface Held {
  buffers: ReadonlySet<ArrayBufferLike>
  reader: { isSlow: boolean }
}

/**
 * Buffers that were handed to sockets and have not been read yet. Their total is bounded, so that no number of readers who
 * never read can fill the memory.
 */
export class Unread {
  readonly #maxBytes: number
  /** The one whose reader has stalled longest comes first. */
  readonly #replies = new Map<ServerResponse, Held>()
  /** The number of replies that hold each buffer: cached bodies are shared. */
  readonly #holders = new Map<ArrayBufferLike, number>()
  bytes = 0

  /** @param maxBytes of all buffers, each counted once; beyond this, stalled readers are cut off */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /**
   * Sets what a reply holds, replacing what it held before; its reader has just taken something.
   * @param pieces may be views: the buffers under them are counted
   * @param reader slow ones are cut off first
   */
  hold(response: ServerResponse, pieces: readonly Uint8Array[], reader: { isSlow: boolean }): void {
    this.release(response)
    const buffers = new Set(pieces.map(({ buffer }) => buffer))
    this.#replies.set(response, { buffers, reader })
    for (const buffer of buffers) this.#count(buffer, 1)
    while (this.bytes > this.#maxBytes) {
      const held = [...this.#replies]
      const [stalled] = held.find(([, { reader }]) => reader.isSlow) ?? held[0]!
      this.release(stalled)
      cut(stalled)
    }
  }

  release(response: ServerResponse): void {
    const held = this.#replies.get(response)
    if (held === undefined) return
    this.#replies.delete(response)
    for (const buffer of held.buffers) this.#count(buffer, -1)
  }

  /** @param change 1 or -1 */
  #count(buffer: ArrayBufferLike, change: number): void {
    const before = this.#holders.get(buffer) ?? 0
    if (before === 0) this.bytes += buffer.byteLength
    if (before + change > 0) this.#holders.set(buffer, before + change)
    else if (this.#holders.delete(buffer)) this.bytes -= buffer.byteLength
  }
}

/** Cuts a reply off. In HTTP/1.0 the end of the connection is the end of the reply, so only a reset shows that it was cut off. */
function cut(response: ServerResponse): void {
  response.socket?.resetAndDestroy()
}
