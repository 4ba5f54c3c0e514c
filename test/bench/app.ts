// The app as used by the sections without a socket.
import { type App, createApp } from '../../api/_app/app.ts'
import { type BodyCache, type ByteStream, isStream } from '../../api/_app/http/reply.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import { limitsFromEnvironment } from '../../api/_app/limit/limits.ts'
import { openSnapshots } from '../../snapshot/read/snapshots.ts'

/** The limiter counts, and refuses nothing. */
export const generous = { GALLEY_RATE_LIMIT: '100000000/1s' }

/**
 * @param data a folder like dist/data; it is opened by the first request
 * @param cache of replies; none by default
 */
export function openApp(data: string, cache?: BodyCache): App {
  return createApp({
    snapshots: openSnapshots(data),
    limiter: createLimiter({ limits: limitsFromEnvironment(generous) }),
    now: Date.now,
    log: console.error,
    ...(cache && { cache }),
  })
}

/**
 * @param accepted an encoding
 * @returns the bytes of the body
 * @throws {Error} unless the status is 200
 */
export async function ask(app: App, target: string, accepted?: string): Promise<readonly Uint8Array[]> {
  const header = (name: string) => (name === 'accept-encoding' ? accepted : undefined)
  const { status, body } = await app({ method: 'GET', target, header, address: undefined })
  if (status !== 200) throw new Error(`${target} is answered with ${status}`)
  return isStream(body) ? allOf(body) : body
}

async function allOf({ chunks, close }: ByteStream): Promise<Uint8Array[]> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks()) all.push(chunk)
  close()
  return all
}
