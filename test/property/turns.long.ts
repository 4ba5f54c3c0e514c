// A reply does not depend on how often other requests get a turn while it is made.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../api/_app/app.ts'
import { targetOf } from '../../api/_app/http/request.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import { openSnapshots } from '../../snapshot/read/snapshots.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { readBody } from '../support/body.ts'
import { lists, searches, wideWorkspace } from '../support/wide.ts'

const dir = mkdtempSync(join(tmpdir(), 'galley-turns-'))
const { hrtime } = process

beforeAll(() => {
  const workspaces = [wideWorkspace('wide', 4_200, 300, 2)]
  writeSnapshot(dir, { workspaces, builtAt: null, preview: null, keepPrevious: false })
})
afterEach(() => {
  process.hrtime = hrtime
})
afterAll(() => {
  rmSync(dir, { recursive: true, force: true })
})

const posts = '/v1/wide/posts'
const targets = [
  ...Object.values({ ...lists('/v1/wide'), ...searches('/v1/wide') }).map(({ target }) => target),
  `${posts}?sort=updatedAt&limit=all&select=slug,updatedAt`,
  `${posts}?query=text&sort=relevance&limit=all&select=slug`,
  `${posts}?query=t+1&sort=relevance&limit=5&highlight=true&facets=tags,authors`,
  `${posts}?query=texz+12&limit=5&highlight=true&format=text`,
]

/** In a process that has read nothing before. */
async function replies(): Promise<Record<string, unknown>> {
  const snapshots = openSnapshots(dir)
  const limiter = createLimiter({ limits: { workspace: null, fallback: null } })
  const app = createApp({ snapshots, limiter, now: () => Date.UTC(2027, 0), log: () => {} })
  const all: Record<string, unknown> = {}
  for (const path of targets) {
    const target = targetOf(path)
    const reply = await app({ method: 'GET', target, header: () => undefined, address: undefined })
    all[path] = { status: reply.status, text: (await readBody(reply)).toString() }
  }
  snapshots.close()
  return all
}

test('whoever looks whether it is another request’s turn may always find that it is', async () => {
  const usual = await replies()
  let time = 0
  let looks = 0
  const clock = (): [number, number] => {
    looks++
    time += 1
    return [time, 0]
  }
  process.hrtime = Object.assign(clock, hrtime)
  expect(await replies()).toEqual(usual)
  expect(looks).toBeGreaterThan(100)
})
