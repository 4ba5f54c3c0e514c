// Writes a reply to a Node socket as fast as its reader takes it, and tracks what is waiting for readers.
import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type ByteStream, byteLength, isStream, type Reply } from '../api/_app/http/reply.ts'

/** Written at a time: a reader that takes this much before the timeout has not stalled. */
const sliceBytes = 256 * 1024

export interface Sending {
  unread: Unread
  /** How long a reader may take nothing before it is cut off, in ms; a stream may set less. */
  stallTimeout: number
}

/**
 * Resolves when the last byte has been handed to the system or the client has gone. A stream is closed in every case.
 * @param method a HEAD is sent the headers of a GET without the body
 */
export async function send(
  reply: Reply,
  method: string,
  response: ServerResponse,
  sending: Sending,
): Promise<void> {
  const { status, headers, body } = reply
  try {
    if (response.destroyed) return
    response.writeHead(status, headers)
    if (method === 'HEAD' || status === 204 || status === 304) response.end()
    else if (isStream(body)) await sendStream(body, response, sending)
    else await sendPieces(body, response, sending)
    // Node 24 says that it is finished later than that.
    const isSent = response.writableEnded && response.writableLength === 0 && !response.destroyed
    if (isSent) reply.release?.()
  } finally {
    if (isStream(body)) body.close()
    sending.unread.release(response)
  }
}

/** Node hands what is written in one turn to the system in one call, so the pieces need not be copied into one buffer. */
async function sendPieces(
  pieces: readonly Uint8Array[],
  response: ServerResponse,
  { unread, stallTimeout }: Sending,
): Promise<void> {
  if (byteLength(pieces) > sliceBytes) {
    for (const slice of slicesOf(pieces)) {
      if (response.destroyed) return
      if (response.write(slice)) continue
      unread.hold(response, pieces)
      await drained(response, 'drain', stallTimeout)
    }
    response.end()
  } else if (pieces.length === 1) {
    response.end(pieces[0])
  } else {
    for (const piece of pieces) response.write(piece)
    response.end()
  }
  if (response.writableLength === 0) return
  unread.hold(response, pieces)
  await drained(response, 'finish', stallTimeout)
}

async function sendStream(stream: ByteStream, response: ServerResponse, sending: Sending): Promise<void> {
  const { unread } = sending
  const stallTimeout = stream.stallTimeout ?? sending.stallTimeout
  try {
    for await (const chunk of stream.chunks()) {
      for (const slice of slicesOf([chunk])) {
        if (response.destroyed) return
        if (response.write(slice)) continue
        unread.hold(response, [chunk])
        await drained(response, 'drain', stallTimeout)
      }
      unread.release(response)
      // Otherwise a reader as fast as the disk would keep every other request waiting until the last byte.
      await nextTurn()
    }
    response.end()
    if (response.writableLength > 0) await drained(response, 'finish', stallTimeout)
  } catch {
    cut(response)
  }
}

function* slicesOf(pieces: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const piece of pieces) {
    for (let at = 0; at < piece.byteLength; at += sliceBytes) yield piece.subarray(at, at + sliceBytes)
  }
}

/** Resolves when the client has taken what was written, or the connection is closed, by the client or by the timeout. */
function drained(response: ServerResponse, event: 'drain' | 'finish', stallTimeout: number): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed) return resolve()
    const timer = setTimeout(() => cut(response), stallTimeout)
    const done = () => {
      clearTimeout(timer)
      response.off(event, done).off('close', done)
      resolve()
    }
    response.on(event, done).on('close', done)
  })
}

/**
 * Buffers that were handed to sockets and have not been read yet. Their total is bounded, so that no number of readers who
 * never read can fill the memory.
 */
export class Unread {
  readonly #maxBytes: number
  /** The one whose reader has stalled longest comes first. */
  readonly #replies = new Map<ServerResponse, ReadonlySet<ArrayBufferLike>>()
  /** How many replies hold each buffer: cached bodies are shared. */
  readonly #holders = new Map<ArrayBufferLike, number>()
  #bytes = 0

  /** @param maxBytes of all buffers, each counted once; beyond this, stalled readers are cut off */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  /**
   * Sets what a reply holds, replacing what it held before; its reader has just taken something.
   * @param pieces may be views: the buffers under them are counted
   */
  hold(response: ServerResponse, pieces: readonly Uint8Array[]): void {
    this.release(response)
    const buffers = new Set(pieces.map(({ buffer }) => buffer))
    this.#replies.set(response, buffers)
    for (const buffer of buffers) this.#add(buffer)
    for (const stalled of this.#replies.keys()) {
      if (this.#bytes <= this.#maxBytes) return
      this.release(stalled)
      cut(stalled)
    }
  }

  release(response: ServerResponse): void {
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

/** In HTTP/1.0 the end of the connection is the end of the reply, so only a reset shows that it was cut off. */
function cut(response: ServerResponse): void {
  response.socket?.resetAndDestroy()
}
