// The API of the desk, with drafts and scheduled posts: an app on each folder of snapshots that builds have shown.
import { join } from 'node:path'
import { type App, createApp } from '../../api/_app/app.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import type { Tool } from '../../api/_app/listing/exchange.ts'
import { openSnapshots, type Snapshots } from '../../snapshot/read/snapshots.ts'

/** Scheduled posts have appeared by then. */
const endOfTime = 8.64e15

export interface DeskAppsOptions {
  /** The folder that has the folders of snapshots. */
  out: string
  log: (line: string) => void
  tools: readonly Tool[]
}

export class DeskApps {
  readonly #options: DeskAppsOptions
  readonly #opened = new Map<string, { snapshots: Snapshots; app: App }>()

  constructor(options: DeskAppsOptions) {
    this.#options = options
  }

  on(data: string): App {
    const known = this.#opened.get(data)
    if (known) return known.app
    const { out, log, tools } = this.#options
    const snapshots = openSnapshots(join(out, data))
    const limiter = createLimiter({ limits: { workspace: null, fallback: null } })
    const app = createApp({ snapshots, limiter, now: () => endOfTime, log, tools })
    this.#opened.set(data, { snapshots, app })
    return app
  }

  /** Reloads the snapshot, since a request for what another build has replaced or removed meanwhile would be in vain. */
  look(data: string): void {
    try {
      this.#opened.get(data)?.snapshots.reload()
    } catch (error) {
      this.#options.log(`desk: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  close(): void {
    for (const { snapshots } of this.#opened.values()) snapshots.close()
  }
}
