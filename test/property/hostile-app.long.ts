// 20,000 hostile requests to the app: each gets a reply that the contract describes, and none leaves a trace.
import { validateHeaderValue } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, createApp } from '../../api/_app/app.ts'
import { ReplyCache } from '../../api/_app/gzip/bodies.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import { contractLimits } from '../../api/_app/limit/limits.ts'
import { openSnapshots, type Snapshots } from '../../snapshot/read/snapshots.ts'
import { ask } from '../support/ask.ts'
import * as fixture from '../support/fixture.ts'
import { type Workspace, workspace } from '../support/workspace.ts'
import { bulky, hostileRequest, staysOnHost } from './hostile.ts'
import { tries } from './tries.ts'

let place: Workspace
let snapshots: Snapshots
const log: string[] = []

beforeAll(async () => {
  place = await workspace({ ...fixture.files, ...bulky })
  await place.build()
  snapshots = openSnapshots(`${place.out}/data`)
})

afterAll(() => {
  snapshots.close()
  place.remove()
})

/** A clock that admits about as many requests as there are, so that some are over the limit. */
function limited(): App {
  let time = fixture.now
  const now = () => {
    time += 20
    return time
  }
  return createApp({
    snapshots,
    limiter: createLimiter({ limits: contractLimits, now }),
    now,
    log: (line) => log.push(line),
  })
}

/** With a cache, so that a repeated request is looked up the second time. */
function unlimited(): App {
  const limiter = createLimiter({ limits: { workspace: null, fallback: null } })
  const cache = new ReplyCache(1_000_000)
  return createApp({ snapshots, limiter, now: () => fixture.now, log: (line) => log.push(line), cache })
}

test.each([
  ['within limits', unlimited, 15_000, 414],
  ['around the limits', limited, 10_000, 429],
])('every reply follows the contract, %s', async (_, start, all, rarest) => {
  const app = start()
  const seen = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(hostileRequest, async ({ method, target, headers, address }) => {
      const reply = await ask(app, method, target, headers, address)
      seen.set(reply.status, (seen.get(reply.status) ?? 0) + 1)
      expect(reply.status).toBeLessThan(500)
      for (const [name, value] of Object.entries(reply.headers)) validateHeaderValue(name, value)
      if (reply.headers.Location !== undefined) expect(reply.headers.Location).toSatisfy(staysOnHost)
      if (reply.status >= 400 && method !== 'HEAD') {
        expect(Object.keys(reply.json)).toEqual(['error', 'message', 'details'])
      }
      if (start === unlimited) expect(await ask(app, method, target, headers, address)).toEqual(reply)
      expect(snapshots.leases).toBe(0)
    }),
    { numRuns: tries(all) },
  )
  const met = [...seen.keys()].sort()
  expect(met).toEqual(expect.arrayContaining([200, 204, 308, 400, 404, 405, rarest]))
  expect(log).toEqual([])
})
