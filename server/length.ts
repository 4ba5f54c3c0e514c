// HTTP/1.0 has no chunks: the end of the connection would be the end of the body. Of a process that was killed the system
// ends connections like any other, so only a length tells the client that something is missing.
import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { joined } from '../api/_app/http/headers.ts'
import { isStream, type Reply } from '../api/_app/http/reply.ts'

/** A stream is read twice, since it is more than is held in memory: once to count its bytes, and then to be sent. */
export async function withLength(reply: Reply, method: string, response: ServerResponse): Promise<Reply> {
  const { headers, body } = reply
  if (!isStream(body) || headers['Content-Length'] !== undefined || method === 'HEAD') return reply
  let length = 0
  try {
    for await (const chunk of body.chunks()) {
      if (response.destroyed) return reply
      length += chunk.byteLength
      await nextTurn()
    }
  } catch (error) {
    body.close()
    throw error
  }
  return { ...reply, headers: joined(headers, { 'Content-Length': String(length) }) }
}
