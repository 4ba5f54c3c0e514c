// The fixture, built once per test process and opened once per test file.
import { afterAll, beforeAll } from 'vitest'
import { type App, type AppOptions, createApp } from '../../api/_app/app.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import { contractLimits, type Limits } from '../../api/_app/limit/limits.ts'
import { type Edition, editionAt } from '../../api/_app/listing/edition.ts'
import type { BuildOptions } from '../../build/index.ts'
import { openSnapshots, type Snapshots } from '../../snapshot/read/snapshots.ts'
import { type Answer, ask } from './ask.ts'
import * as fixture from './fixture.ts'
import { type Files, workspace } from './workspace.ts'

export interface Site {
  /** An app with its own limits, at the suite's time by default. */
  app(options?: Partial<Omit<AppOptions, 'snapshots'>> & { limits?: Limits }): App
  /** One GET under `/v1/demo`, from an app that has answered nothing yet. */
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  /** What a workspace has at the suite's time. */
  edition(folder: string): Edition
}

/** To be called at the top of a file of tests. */
export function site(overrides: Partial<BuildOptions> = {}, files: Files = fixture.files): Site {
  let snapshots: Snapshots
  beforeAll(async () => {
    snapshots = openSnapshots(
      await (files === fixture.files ? dataOfFixture(overrides) : dataOf(files, overrides)),
    )
  })
  afterAll(() => {
    const { leases = 0 } = snapshots ?? {}
    snapshots?.close()
    if (leases > 0) throw new Error(`${leases} replies did not give their workspace back`)
  })
  const app: Site['app'] = ({ limits = contractLimits, now = () => fixture.now, ...rest } = {}) =>
    createApp({ snapshots, limiter: createLimiter({ limits, now }), now, log: () => {}, ...rest })
  return {
    app,
    get: (path, headers) => ask(app(), 'GET', `/v1/demo${path}`, headers),
    edition(folder) {
      const lease = snapshots.lease(folder)
      lease.release()
      return editionAt(lease.workspace, fixture.now)
    },
  }
}

const built = new Map<string, Promise<string>>()

function dataOfFixture(overrides: Partial<BuildOptions>): Promise<string> {
  const key = JSON.stringify(overrides)
  const data = built.get(key) ?? dataOf(fixture.files, overrides)
  built.set(key, data)
  return data
}

/** The folder of its snapshots, which stays until all tests have run. */
async function dataOf(files: Files, overrides: Partial<BuildOptions>): Promise<string> {
  const place = await workspace(files)
  const { problems } = await place.build(overrides)
  const errors = problems.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new Error(`the fixture has errors: ${JSON.stringify(errors)}`)
  return `${place.out}/data`
}
