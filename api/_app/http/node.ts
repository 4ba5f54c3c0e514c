// Replies on a platform that hands over Node's requests and responses. Its server holds the sockets, and bounds what
// readers leave unread.
import type { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type ByteStream, isStream, type Reply } from './reply.ts'

/** Resolves when the reply has been handed over, or the client has gone. A stream is closed in every case. */
export async function writeReply(reply: Reply, method: string, response: ServerResponse): Promise<void> {
  const { status, headers, body } = reply
  try {
    response.writeHead(status, headers)
    if (method === 'HEAD' || status === 204 || status === 304) response.end()
    else if (isStream(body)) await writeStream(body, response)
    else response.end(Buffer.concat(body))
  } finally {
    if (isStream(body)) body.close()
  }
}

async function writeStream(stream: ByteStream, response: ServerResponse): Promise<void> {
  try {
    for await (const chunk of stream.chunks()) {
      if (response.destroyed) return
      if (!response.write(chunk)) await drained(response, stream.stallTimeout)
    }
    response.end()
  } catch {
    // A body that ended cleanly would be taken for a complete one.
    response.destroy()
  }
}

/** Resolves when the reader has taken what was written, or is gone, or has been cut off. */
function drained(response: ServerResponse, stallTimeout: number | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = stallTimeout === undefined ? undefined : setTimeout(() => response.destroy(), stallTimeout)
    onFirst(response, ['drain', 'close'], response.destroyed, () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** Calls back when the client has gone. @returns what removes the listener */
export function onClose(response: ServerResponse, listener: () => void): () => void {
  return onFirst(response, ['close'], response.destroyed, listener)
}

/** Calls back once, at the first of these events, or at once if it `isOver`. @returns what removes the listener */
export function onFirst(from: EventEmitter, events: string[], isOver: boolean, listener: () => void) {
  const stop = () => {
    for (const event of events) from.off(event, notify)
  }
  const notify = () => {
    stop()
    listener()
  }
  if (isOver) listener()
  else for (const event of events) from.on(event, notify)
  return stop
}
