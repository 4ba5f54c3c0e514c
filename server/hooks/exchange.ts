// One POST: to an address that is allowed, without following redirects, and over within a time.
import * as http from 'node:http'
import * as https from 'node:https'
import { checkedLookup, refusalOf, ruleFor } from './address.ts'

/** The bytes that are read of a reply's body, so that its sender can finish; what it says does not matter. */
const maxRead = 16 * 1024

/**
 * Sends a message, and returns the status of the reply.
 * @param timeout for all of it, in ms: name, connection, and the reply as far as it is read
 * @param ca certificate authorities, if others than Node's are to be trusted
 * @throws {Error} if there is none in time
 */
export function post(
  url: URL,
  { headers, body }: { headers?: Record<string, string>; body: Buffer },
  timeout: number,
  ca?: string | string[],
): Promise<number> {
  return new Promise((resolve, reject) => {
    const refusal = refusalOf(url)
    if (refusal) throw refusal
    const exchange = (url.protocol === 'http:' ? http : https).request(url, {
      method: 'POST',
      headers: {
        ...headers,
        'Content-Type': 'application/json',
        'Content-Length': body.byteLength,
        'User-Agent': 'Galley',
      },
      // A connection of its own, through no proxy: one that is kept might have been opened under another rule.
      agent: false,
      lookup: checkedLookup(ruleFor(url)),
      ca,
      rejectUnauthorized: true,
      signal: AbortSignal.timeout(timeout),
    })
    exchange.on('response', (response) => {
      let left = maxRead
      response.on('data', (chunk: Buffer) => {
        left -= chunk.byteLength
        if (left < 0) response.destroy()
      })
      response.on('error', () => {})
      resolve(response.statusCode!)
    })
    exchange.on('error', reject)
    exchange.on('close', () => reject(new Error('the connection was closed')))
    exchange.end(body)
  })
}
