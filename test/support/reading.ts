// What a build has made, requested as a client would.
import { createApp } from '../../api/_app/app.ts'
import { targetOf } from '../../api/_app/http/request.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import { openSnapshots } from '../../snapshot/read/snapshots.ts'
import { readBody } from './body.ts'

/** Noon of 1 June 2026, when the posts of these tests are out. */
export const NOW = Date.UTC(2026, 5, 1, 12)

export interface Reader {
  /** The JSON of one GET below `/v1/`. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it
  get(path: string): Promise<any>
  ask(path: string): Promise<Response>
  close(): void
}

/** Requests from the current snapshot in `out`, without limits. */
export function reader({ out }: { out: string }, now = NOW): Reader {
  const snapshots = openSnapshots(`${out}/data`)
  const limiter = createLimiter({ limits: { workspace: null, fallback: null }, now: () => now })
  const app = createApp({ snapshots, limiter, now: () => now, log: () => {} })
  const ask = async (path: string) => {
    const target = targetOf(`/v1/${path}`)
    const reply = await app({ method: 'GET', target, header: () => undefined, address: undefined })
    const { status, headers } = reply
    return new Response(await readBody(reply), { status, headers })
  }
  return {
    ask,
    get: async (path) => (await ask(path)).json(),
    close: () => snapshots.close(),
  }
}

/** One GET below `/v1/`, of what is in `out` now. */
export async function get(place: { out: string }, path: string): ReturnType<Reader['get']> {
  const { get: ask, close } = reader(place)
  try {
    return await ask(path)
  } finally {
    close()
  }
}
