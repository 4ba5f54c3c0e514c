// Upstash, over its REST API.
import type { Requester } from '@upstash/redis'
import { AnswerError } from './counter.ts'
import type { Connection } from './scripts.ts'

/** The most bytes of a reply, decompressed: those to ten thousand commands at once have fewer. */
const longestReply = 2 ** 18

/** @param timeout ms after which a request is abandoned and its socket closed */
export async function connectUpstash(
  { url, token }: { url: string; token: string },
  timeout: number,
): Promise<Connection> {
  // A process's first fetch loads much of Node's implementation; that delay is not Upstash's.
  const [{ errors, Redis }] = await Promise.all([import('@upstash/redis'), fetch('data:,')])
  class Pipelined extends Redis {
    pipelined = () => this.autoPipeline()
  }
  let syncToken = ''
  // Not the library's own, which reads whatever comes.
  const request: Requester['request'] = async ({ path = [], body }) => {
    const signal = AbortSignal.timeout(timeout)
    const headers = {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Upstash-Sync-Token': syncToken,
    }
    const address = [url.replace(/\/$/, ''), ...path].join('/')
    const send = () => fetch(address, { method: 'POST', headers, body: JSON.stringify(body), signal })
    // Once more, for a connection that the other end closed while it was idle.
    const response = await send().catch((error) => (signal.aborted ? Promise.reject(error) : send()))
    const reply = await bodyOf(response)
    if (!response.ok) throw new errors.UpstashError(String(reply?.error))
    syncToken = response.headers.get('Upstash-Sync-Token') ?? ''
    return reply
  }
  return { redis: new Pipelined({ request }).pipelined(), takesFlags: true, close: () => {} }
}

/** @throws {AnswerError} if it is not JSON, or has no end */
async function bodyOf({ body }: Response) {
  const chunks: Uint8Array[] = []
  let left = longestReply
  for await (const chunk of body ?? []) {
    left -= chunk.length
    // Which closes the connection.
    if (left < 0) throw new AnswerError('a reply without an end')
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    throw new AnswerError('not JSON')
  }
}
