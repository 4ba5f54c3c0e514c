// A snapshot is whole or absent: the writer is killed before every other operation on the file system.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { createApp } from '../../api/_app/app.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import { openSnapshots } from '../../snapshot/snapshots.ts'
import { ask } from '../contract/ask.ts'

const script = fileURLToPath(new URL('kill-write.mts', import.meta.url))
const root = mkdtempSync(join(tmpdir(), 'galley-kill-'))
const data = join(root, 'data')

afterAll(() => rmSync(root, { recursive: true, force: true }))

function write(marker: string, killBefore: number): { killed: boolean } {
  const child = spawnSync(process.execPath, ['--import', 'tsx', script, data, marker, String(killBefore)])
  if (child.signal === 'SIGKILL') return { killed: true }
  expect(child.status, child.stderr.toString()).toBe(0)
  return { killed: false }
}

/** Verifies every byte and asks both workspaces. @returns the marker that all of their posts carry */
async function served(): Promise<string> {
  const snapshots = openSnapshots(data)
  const limiter = createLimiter({ limits: { workspace: null, fallback: null } })
  const app = createApp({ snapshots, limiter, now: () => Date.UTC(2027, 0, 1), log: () => {} })
  expect(snapshots.verify()).toEqual([])
  const markers = new Set<string>()
  for (const key of ['a', 'b']) {
    const { status, json } = await ask(app, 'GET', `/v1/${key}/posts?limit=all`)
    expect(status).toBe(200)
    expect(json.posts).toHaveLength(12)
    for (const { description } of json.posts) markers.add(description)
  }
  snapshots.close()
  expect([...markers]).toHaveLength(1)
  return [...markers][0]!
}

test('a writer killed anywhere in its work leaves the old snapshot or the new one, whole', async () => {
  write('run 0', 0)
  let last = await served()
  let kills = 0
  for (let n = 1; ; n += 2) {
    const marker = `run ${n}`
    if (!write(marker, n).killed) break
    kills++
    const present = await served()
    expect([last, marker]).toContain(present)
    last = present
  }
  expect(kills).toBeGreaterThanOrEqual(100)
  write('the end', 0)
  expect(await served()).toBe('the end')
  const left = readdirSync(data).filter((name) => name !== 'current.json')
  expect(left.filter((name) => !/^[0-9a-f]{32}$/.test(name))).toEqual([])
  expect(left.length).toBeLessThanOrEqual(4)
})
