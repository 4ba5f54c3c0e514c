// A server on a free port over snapshots of its own, once for each file of tests.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { type Running, type ServeOptions, serve } from '../../server/index.ts'
import type { BuiltWorkspace } from '../../snapshot/types.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { writeFiles } from './files.ts'

export interface TestServer {
  /** Holds `data` and `public`. */
  readonly dist: string
  readonly running: Running
  /** The log. */
  readonly log: string[]
  /** Makes another snapshot the current one, a preview if a branch is named; the server has not noticed yet. */
  publish(workspaces: readonly BuiltWorkspace[], preview?: string): void
}

/** No limits, unless the test is about one. */
export const unlimited = { GALLEY_RATE_LIMIT: 'off', GALLEY_FALLBACK_LIMIT: 'off' }

/**
 * To be called at the top of a file of tests.
 * @param files below `public`; every snapshot lists those below `media/`
 */
export function testServer(
  workspaces: readonly BuiltWorkspace[],
  files: Record<string, string> = {},
  options: Partial<ServeOptions> = {},
): TestServer {
  const dist = mkdtempSync(join(tmpdir(), 'galley-server-'))
  const data = join(dist, 'data')
  const log: string[] = []
  let running: Running | undefined
  const publish = (next: readonly BuiltWorkspace[], preview: string | null = null) => {
    const media = Object.keys(files).flatMap((path) => /^media\/([^/]+)$/.exec(path)?.[1] ?? [])
    const workspaces = next.map((workspace) => ({ media, ...workspace }))
    writeSnapshot(data, { workspaces, builtAt: null, preview, keepPrevious: true })
  }
  beforeAll(async () => {
    publish(workspaces)
    writeFiles(join(dist, 'public'), files)
    running = await serve({
      data,
      public: join(dist, 'public'),
      port: 0,
      host: '127.0.0.1',
      env: unlimited,
      log: (line) => log.push(line),
      ...options,
    })
    await running.look()
  })
  afterAll(async () => {
    await running?.close()
    rmSync(dist, { recursive: true, force: true })
  })
  return {
    dist,
    log,
    publish,
    get running() {
      return running!
    },
  }
}
