// A snapshot is whole or absent: the writer is killed before every 25th operation on the file system, and before each of the
// last ones, which publish what the others have written.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createApp } from '../../api/_app/app.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import { openSnapshots } from '../../snapshot/read/snapshots.ts'
import { verifySnapshot } from '../../snapshot/read/verify.ts'
import { whileLocked } from '../../snapshot/write/lock.ts'
import { nameOf } from '../../snapshot/write/process.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { ask } from '../support/ask.ts'
import { marked } from '../support/marked.ts'
import { bundle } from '../support/script.ts'

const root = mkdtempSync(join(tmpdir(), 'galley-kill-'))
const script = join(root, 'kill-write.mjs')
const data = join(root, 'data')

beforeAll(() => bundle(fileURLToPath(new URL('kill-write.ts', import.meta.url)), script))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const info = { name: 'b', single: false, url: null, title: null, sort: null, feed: false, fields: [] }

interface Written {
  killed: boolean
  operations: number
}

function write(marker: string, killBefore: number, ...preview: string[]): Written {
  const parameters = [data, marker, String(killBefore), ...preview]
  const child = spawnSync(process.execPath, [script, ...parameters])
  if (child.signal === 'SIGKILL') return { killed: true, operations: killBefore - 1 }
  expect(child.status, child.stderr.toString()).toBe(0)
  return { killed: false, operations: Number(child.stdout) }
}

/** Verifies every byte and asks for posts and a collection. @returns the marker that all of them carry */
async function served(): Promise<string> {
  const snapshots = openSnapshots(data)
  const limiter = createLimiter({ limits: { workspace: null, fallback: null } })
  const app = createApp({ snapshots, limiter, now: () => Date.UTC(2027, 0, 1), log: () => {} })
  expect(verifySnapshot(data)).toEqual([])
  const markers = new Set<string>()
  for (const [path, list] of [
    ['posts', 'posts'],
    ['entries/b', 'entries'],
  ] as const) {
    const { status, json } = await ask(app, 'GET', `/v1/a/${path}?limit=all&select=description`)
    expect(status).toBe(200)
    expect(json[list]).toHaveLength(12)
    for (const { description } of json[list]) markers.add(description)
  }
  snapshots.close()
  expect([...markers]).toHaveLength(1)
  return [...markers][0]!
}

test('a writer killed at any point leaves the old snapshot or the new one, intact', async () => {
  write('run 0', 0)
  const { operations } = write('run 1', 0)
  let last = await served()
  let kills = 0
  for (let n = 1; ; n += n < operations - 25 ? 5 : 1) {
    const marker = `run ${n}`
    if (!write(marker, n).killed) break
    kills++
    const present = await served()
    expect([last, marker]).toContain(present)
    last = present
  }
  expect(kills).toBeGreaterThanOrEqual(35)
  write('the end', 0)
  expect(await served()).toBe('the end')
  const left = readdirSync(data).filter((name) => name !== 'current.json')
  expect(left.filter((name) => !/^[0-9a-f]{32}$/.test(name))).toEqual([])
  expect(left.length).toBeLessThanOrEqual(4)
})

test('nothing is left of a preview after a build without drafts, whenever an earlier one was killed', async () => {
  const traces = () =>
    readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => {
      if (!/^(data|public)/.test(name) || !statSync(join(root, name)).isFile()) return false
      return name.includes('secret') || readFileSync(join(root, name), 'latin1').includes('secret')
    })
  const place = (name: string) => join(root, name)
  for (const name of ['data', 'public']) rmSync(place(name), { recursive: true, force: true })
  write('secret draft', 0, 'next')
  for (const name of ['data', 'public']) renameSync(place(name), place(`preview-${name}`))
  let kills = 0
  for (let n = 1, isKilled = true; isKilled; n += 7) {
    for (const name of ['data', 'public']) {
      rmSync(place(name), { recursive: true, force: true })
      cpSync(place(`preview-${name}`), place(name), { recursive: true })
    }
    expect(traces().some((name) => name.startsWith('public'))).toBe(true)
    isKilled = write('published', n).killed
    if (isKilled) {
      kills++
      expect(['secret draft', 'published']).toContain(await served())
      const { a, b } = { a: marked('a', 'published', 12), b: marked('a/b', 'published', 12) }
      const workspaces = [
        { ...a, collections: [info] },
        { ...b, keys: [], collection: info },
      ]
      const media = { into: place('public/media'), sources: new Map() }
      writeSnapshot(data, { workspaces, builtAt: null, preview: null, keepPrevious: true, media })
    }
    expect(traces()).toEqual([])
    expect(await served()).toBe('published')
  }
  expect(kills).toBeGreaterThan(8)
})

test('a writer that finds the lock held gives up after five minutes, and says by whom', () => {
  const dir = join(root, 'held')
  const lock = join(dir, '.lock')
  const holder = `${nameOf(process.ppid)}-x`
  mkdirSync(lock, { recursive: true })
  writeFileSync(join(lock, holder), '')
  let waited = 0
  vi.spyOn(Atomics, 'wait').mockImplementation(((_: Int32Array, ...[, , milliseconds]: number[]) => {
    waited += milliseconds!
    return 'timed-out'
  }) as typeof Atomics.wait)
  try {
    let worked = 0
    expect(() => whileLocked(dir, () => worked++)).toThrow(
      `${lock} is held by process ${process.ppid}; wait for that build to finish.`,
    )
    expect([waited, worked]).toEqual([300_000, 0])
    expect([readdirSync(dir), readdirSync(lock)]).toEqual([['.lock'], [holder]])
  } finally {
    vi.restoreAllMocks()
  }
})
