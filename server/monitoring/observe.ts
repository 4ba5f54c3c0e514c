// What became of each request, for whoever watches: taken from the response, so that what answers does not know of it.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Snapshots } from '../../snapshot/read/snapshots.ts'
import { type Asked, askedBy } from './route.ts'

export interface Answered extends Asked {
  /** `undefined` if the client had gone before there was a reply. */
  status: number | undefined
  /** Of the reply with its headers, as far as it was sent. */
  bytes: number
  /** From the moment that the request's turn came on its connection to the last byte. */
  seconds: number
}

/** Called when the answering of a request begins. */
export type Observe = (request: IncomingMessage, response: ServerResponse) => void

export function observeEach(
  snapshots: Snapshots,
  watchers: readonly ((answered: Answered) => void)[],
): Observe {
  return ({ url = '/', socket }, response) => {
    const began = performance.now()
    const asked = askedBy(url, snapshots)
    const bytesBefore = socket.bytesWritten
    let bytes: number | undefined
    // The next request of the connection begins with this event, and has written nothing yet.
    response.once('finish', () => {
      bytes = socket.bytesWritten - bytesBefore
    })
    response.once('close', () => {
      const status = response.headersSent ? response.statusCode : undefined
      const seconds = (performance.now() - began) / 1_000
      bytes ??= socket.bytesWritten - bytesBefore
      for (const watch of watchers) watch({ ...asked, status, bytes, seconds })
    })
  }
}
