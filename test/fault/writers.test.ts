// Several builds into one folder at once, and builds that died.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openSnapshots } from '../../snapshot/read/snapshots.ts'
import { verifySnapshot } from '../../snapshot/read/verify.ts'
import { whileLocked } from '../../snapshot/write/lock.ts'
import { nameOf } from '../../snapshot/write/process.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { contentsIn } from '../support/contents.ts'
import { marked } from '../support/marked.ts'
import { bundle } from '../support/script.ts'

const bundles = mkdtempSync(join(tmpdir(), 'galley-writers-'))
afterAll(() => rmSync(bundles, { recursive: true, force: true }))

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'galley-writers-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

/** How a process that kills itself ends: Windows has no signals. */
const killed = process.platform === 'win32' ? 1 : 'SIGKILL'

/** @returns the path of a script that can be started */
function started(script: string): string {
  const path = join(bundles, `${script}.mjs`)
  bundle(fileURLToPath(new URL(`${script}.ts`, import.meta.url)), path)
  return path
}

/** @returns how the process ended: a number, or the name of a signal */
function run(script: string, ...parameters: string[]): Promise<number | string> {
  const child = spawn(process.execPath, [script, ...parameters], { stdio: 'inherit' })
  return new Promise((resolve) => child.on('exit', (code, signal) => resolve(signal ?? code ?? 0)))
}

test("processes that die while holding the lock lose none of each other's counts", async () => {
  writeFileSync(join(dir, 'count'), '0')
  const script = started('count-locked')
  const ends = await Promise.all(Array.from({ length: 4 }, () => run(script, dir, '50')))
  expect(new Set(ends)).toEqual(new Set([killed]))
  expect(readFileSync(join(dir, 'count'), 'utf8')).toBe('200')
})

test('concurrent builds leave one of their snapshots, intact, and nothing else', async () => {
  const markers = ['one', 'two', 'three']
  const script = started('write-often')
  const ends = await Promise.all(markers.map((marker) => run(script, dir, marker, '10')))
  expect(ends).toEqual([0, 0, 0])
  const snapshots = openSnapshots(dir)
  expect(verifySnapshot(dir)).toEqual([])
  const found = ['a', 'b'].map((folder) => {
    const lease = snapshots.lease(folder)
    const records = contentsIn(lease.workspace.markdown, 0, 5)
    lease.release()
    return new Set(records.map((record) => record.split(/\s/)[0]))
  })
  expect(found[0]!.size).toBe(1)
  expect(found[0]).toEqual(found[1])
  snapshots.close()
  expect(readdirSync(dir).filter((name) => !/^[0-9a-f]{32}$/.test(name))).toEqual(['current.json'])
})

test.each(['999999999-1-x', `${process.pid}-1-x`, 'x'])(
  'the lock of a dead process (%s) blocks nobody',
  (holder) => {
    mkdirSync(join(dir, '.lock'))
    writeFileSync(join(dir, '.lock', holder), '')
    mkdirSync(join(dir, `.lock-${holder}`))
    mkdirSync(join(dir, '.tmp-workspace'))
    writeFileSync(join(dir, '.tmp-current'), '{')
    writeSnapshot(dir, {
      workspaces: [marked('a', 'x', 1)],
      builtAt: null,
      preview: null,
      keepPrevious: true,
    })
    expect(readdirSync(dir)).toHaveLength(2)
  },
)

describe('while another process holds the lock', () => {
  const holder = `${nameOf(process.ppid)}-x`
  const lock = () => join(dir, '.lock')
  /** What each pause does, instead of waiting, and how long they would have been. */
  function pauses(pause: (count: number) => void): number[] {
    const waited: number[] = []
    vi.spyOn(Atomics, 'wait').mockImplementation(((_: Int32Array, ...[, , milliseconds]: number[]) => {
      waited.push(milliseconds!)
      pause(waited.length)
      return 'timed-out'
    }) as typeof Atomics.wait)
    return waited
  }
  beforeEach(() => {
    mkdirSync(lock())
    writeFileSync(join(lock(), holder), '')
  })
  afterEach(() => vi.restoreAllMocks())

  test('another goes on as soon as it is released, and leaves alone what waiting ones have prepared', () => {
    const [waiting, dead] = [`.lock-${holder}`, '.lock-999999999-1-x']
    for (const name of [waiting, dead]) mkdirSync(join(dir, name))
    const waited = pauses((count) => {
      if (count === 3) rmSync(lock(), { recursive: true })
    })
    const held = whileLocked(dir, () => readdirSync(lock()))
    expect(waited).toEqual([50, 50, 50])
    expect(held).toEqual([expect.stringMatching(new RegExp(`^${nameOf(process.pid)}-`))])
    expect(readdirSync(dir)).toEqual([waiting])
  })

  test('the lock is released when the work fails, too', () => {
    rmSync(lock(), { recursive: true })
    const work = () => {
      throw new Error('no')
    }
    expect(() => whileLocked(dir, work)).toThrow('no')
    expect(readdirSync(dir)).toEqual([])
  })

  test('nobody waits for what is no lock', () => {
    const waited = pauses(() => {})
    rmSync(lock(), { recursive: true })
    writeFileSync(lock(), '')
    expect(() => whileLocked(dir, () => {})).toThrow('ENOTDIR')
    expect(() => whileLocked(join(dir, 'none'), () => {})).toThrow('ENOENT')
    expect([waited, existsSync(join(dir, 'none'))]).toEqual([[], false])
  })
})
