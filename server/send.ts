// A reply written to a Node socket.
import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type ByteStream, isStream, type Reply } from '../api/_app/http/reply.ts'

/**
 * Resolves when the last byte has been handed to the socket or the client has gone. What a stream holds is given
 * back in every case.
 * @param method a HEAD has the headers of its GET and no body
 */
export async function send(reply: Reply, method: string, response: ServerResponse): Promise<void> {
  const { status, headers, body } = reply
  try {
    if (response.destroyed) return
    response.writeHead(status, headers)
    if (method === 'HEAD' || status === 204 || status === 304) response.end()
    else if (isStream(body)) await sendStream(body, response)
    else sendPieces(body, response)
  } finally {
    if (isStream(body)) body.close()
  }
}

/** Corked, the pieces leave in one system call and are never copied together. */
function sendPieces(pieces: readonly Uint8Array[], response: ServerResponse): void {
  if (pieces.length === 1) {
    response.end(pieces[0])
    return
  }
  response.cork()
  for (const piece of pieces) response.write(piece)
  response.end()
}

async function sendStream(stream: ByteStream, response: ServerResponse): Promise<void> {
  try {
    for await (const chunk of stream.chunks()) {
      if (response.destroyed) return
      if (!response.write(chunk)) await drained(response)
      // A reader as fast as the disk would otherwise keep every other request waiting until the last byte.
      await nextTurn()
    }
    response.end()
  } catch {
    // The end of a connection ends a reply of HTTP/1.0, so only a reset tells that it was cut.
    response.socket?.resetAndDestroy()
  }
}

/** The socket takes more, or has closed. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.on('drain', done).on('close', done)
  })
}
