// What a build has made, asked for as a client would.
import { type App, createApp } from '../../api/_app/app.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import { openSnapshots } from '../../snapshot/snapshots.ts'
import { ask } from '../contract/ask.ts'
import type { Workspace } from '../workspace.ts'

/** Noon of 1 June 2026, when the posts of these tests are out. */
export const NOW = Date.UTC(2026, 5, 1, 12)

/** The JSON of one GET below `/v1/`, from what is in `out` now. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into it
export async function get({ out }: Pick<Workspace, 'out'>, path: string, now = NOW): Promise<any> {
  const snapshots = openSnapshots(`${out}/data`)
  try {
    const limiter = createLimiter({ limits: { workspace: null, fallback: null }, now: () => now })
    const app: App = createApp({ snapshots, limiter, now: () => now, log: () => {} })
    return (await ask(app, 'GET', `/v1/${path}`)).json
  } finally {
    snapshots.close()
  }
}
