// Upstash, over its REST API.
import type { Requester } from '@upstash/redis'
import { isWorker } from '../backend.ts'
import { AnswerError } from './counter.ts'
import type { Connection } from './scripts.ts'

/** The most characters of a reply: those to ten thousand commands at once have fewer. */
const longestReply = 2 ** 18

/** @param timeout ms after which a request is abandoned and its socket closed */
export async function connectUpstash(url: string, token: string, timeout: number): Promise<Connection> {
  // A process's first fetch loads much of Node's implementation; that delay is not Upstash's.
  const first = isWorker ? undefined : fetch('data:,')
  const [{ errors, Redis }] = await Promise.all([import('@upstash/redis'), first])
  class Pipelined extends Redis {
    // There, requests may not wait for what another has sent.
    pipelined = () => (isWorker ? this : this.autoPipeline())
  }
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  // The library's own request is not used, since it reads whatever comes.
  const request: Requester['request'] = async ({ path = [], body }) => {
    const signal = AbortSignal.timeout(timeout)
    const address = [url.replace(/\/$/, ''), ...path].join('/')
    const send = () => fetch(address, { method: 'POST', headers, body: JSON.stringify(body), signal })
    // A second try follows if the other end closed an idle connection.
    const response = await send().catch((error) => (signal.aborted ? Promise.reject(error) : send()))
    const reply = JSON.parse(await textOf(response))
    if (!response.ok) throw new errors.UpstashError(String(reply?.error))
    return reply
  }
  return { redis: new Pipelined({ request }).pipelined(), takesFlags: true, close: () => {} }
}

async function textOf({ body }: Response): Promise<string> {
  let text = ''
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part
    // The error closes the connection.
    if (text.length > longestReply) throw new AnswerError('a reply without an end')
  }
  return text
}
