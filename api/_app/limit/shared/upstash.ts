// Upstash, over its REST API.
import type { Connection } from './scripts.ts'

/** @param timeout ms after which a request is abandoned and its socket closed */
export async function connectUpstash(
  { url, token }: { url: string; token: string },
  timeout: number,
): Promise<Connection> {
  // A process's first fetch loads much of Node's implementation; that delay is not Upstash's.
  const [{ Redis }] = await Promise.all([import('@upstash/redis'), fetch('data:,')])
  const redis = new Redis({
    url,
    token,
    // One retry, for a connection that the other end closed while it was idle.
    retry: { retries: 1, backoff: () => 10 },
    // A function: a single signal for all requests would, once fired, end them all.
    signal: () => AbortSignal.timeout(timeout),
    enableTelemetry: false,
  })
  return { redis, takesFlags: true, close: () => {} }
}
