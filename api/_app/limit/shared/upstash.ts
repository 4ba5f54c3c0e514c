// Upstash, over its REST API.
import type { Connection } from './scripts.ts'

/** @param silence ms after which a request is given up and its socket let go */
export async function connectUpstash(
  { url, token }: { url: string; token: string },
  silence: number,
): Promise<Connection> {
  // The first fetch of a process loads much of what Node needs for it, which is no delay of Upstash's.
  const [{ Redis }] = await Promise.all([import('@upstash/redis'), fetch('data:,')])
  const redis = new Redis({
    url,
    token,
    // One more attempt, for a connection that the other end closed while it was idle.
    retry: { retries: 1, backoff: () => 10 },
    // A function: one signal for all requests, once fired, would end them all.
    signal: () => AbortSignal.timeout(silence),
    enableTelemetry: false,
  })
  return { redis, takesFlags: true, close: () => {} }
}
