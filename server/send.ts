// A reply written to a Node socket, as fast as its reader takes it, and what waits until the reader does.
import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type ByteStream, byteLength, isStream, type Reply } from '../api/_app/http/reply.ts'

/** What is written at once: a reader that takes so much in time is not stalled. */
const sliceBytes = 256 * 1024

export interface Sending {
  unread: Unread
  /** How long a reader may take nothing before it is cut off, in ms; a stream may have less patience. */
  patience: number
}

/**
 * Resolves when the last byte has been handed to the system or the client has gone. What a stream holds is given
 * back in every case.
 * @param method a HEAD has the headers of its GET and no body
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
  } finally {
    if (isStream(body)) body.close()
    sending.unread.letGo(response)
  }
}

/** Corked, the pieces leave in one system call and are never copied together. */
async function sendPieces(
  pieces: readonly Uint8Array[],
  response: ServerResponse,
  { unread, patience }: Sending,
): Promise<void> {
  if (byteLength(pieces) > sliceBytes) {
    for (const slice of slicesOf(pieces)) {
      if (response.destroyed) return
      if (response.write(slice)) continue
      unread.hold(response, pieces)
      await taken(response, 'drain', patience)
    }
    response.end()
  } else if (pieces.length === 1) {
    response.end(pieces[0])
  } else {
    response.cork()
    for (const piece of pieces) response.write(piece)
    response.end()
  }
  if (response.writableLength === 0) return
  unread.hold(response, pieces)
  await taken(response, 'finish', patience)
}

async function sendStream(stream: ByteStream, response: ServerResponse, sending: Sending): Promise<void> {
  const { unread } = sending
  const patience = stream.patience ?? sending.patience
  try {
    for await (const chunk of stream.chunks()) {
      for (const slice of slicesOf([chunk])) {
        if (response.destroyed) return
        if (response.write(slice)) continue
        unread.hold(response, [chunk])
        await taken(response, 'drain', patience)
      }
      unread.letGo(response)
      // A reader as fast as the disk would otherwise keep every other request waiting until the last byte.
      await nextTurn()
    }
    response.end()
    if (response.writableLength > 0) await taken(response, 'finish', patience)
  } catch {
    cut(response)
  }
}

function* slicesOf(pieces: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const piece of pieces) {
    for (let at = 0; at < piece.byteLength; at += sliceBytes) yield piece.subarray(at, at + sliceBytes)
  }
}

/** Resolves when what was written has been taken, or the connection is closed: by the client, or here for its lack of patience. */
function taken(response: ServerResponse, event: 'drain' | 'finish', patience: number): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed) return resolve()
    const timer = setTimeout(() => cut(response), patience)
    const done = () => {
      clearTimeout(timer)
      response.off(event, done).off('close', done)
      resolve()
    }
    response.on(event, done).on('close', done)
  })
}

/**
 * What replies wait for their readers with: buffers that were handed to sockets and not taken yet. All of them together
 * have a bound, so that no number of readers who never read can fill the memory.
 */
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
function cut(response: ServerResponse): void {
  response.socket?.resetAndDestroy()
}
