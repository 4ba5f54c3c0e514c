// Several builds into one folder at once, and builds that died.
import { spawn } from 'node:child_process'
import fs, {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
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

test('concurrent builds leave one of their snapshots, intact, and nothing else', {
  tags: 'nightly',
}, async () => {
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

test.skipIf(process.platform !== 'linux')(
  'the lock of a process that has ended blocks nobody, whoever has yet to be told of its end',
  async () => {
    const child = spawn('true')
    mkdirSync(join(dir, '.lock'))
    writeFileSync(join(dir, '.lock', `${nameOf(child.pid!)}-x`), '')
    // This process is told only afterwards.
    while (!/\) Z/.test(readFileSync(`/proc/${child.pid}/stat`, 'latin1'))) {}
    const waited = pauses(() => rmSync(join(dir, '.lock'), { recursive: true }))
    expect(whileLocked(dir, () => waited.length)).toBe(0)
    await new Promise((resolve) => child.once('exit', resolve))
  },
)

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
afterEach(() => vi.restoreAllMocks())

describe('while another process holds the lock', () => {
  const holder = `${nameOf(process.ppid)}-x`
  const lock = () => join(dir, '.lock')
  beforeEach(() => {
    mkdirSync(lock())
    writeFileSync(join(lock(), holder), '')
  })

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

describe('while a process elsewhere holds the lock', () => {
  const [here, boot] = [nameOf(process.ppid), '0123456789abcdef'.repeat(2)]
  const [own = '', namespace = '4026531836', ownBoot = boot] = here.replace(/^\d+-\d*-?/, '').split('@')
  const process1 = here.match(/^\d+-\d*/)![0]
  const lock = () => join(dir, '.lock')
  function holdAs(holder: string): string {
    const heartbeat = join(lock(), holder, 'heartbeat')
    mkdirSync(join(lock(), holder), { recursive: true })
    writeFileSync(heartbeat, '0')
    return heartbeat
  }
  /** Silent for twenty seconds: nobody's clock is asked. */
  const silence = 400

  test.each([
    ['on another machine, where that number is of a process as well', `web-2@${namespace}@${boot}`],
    ['in another container of this machine', `${own}@4000000000@${ownBoot}`],
    ['before this machine was started again', `${own}@${namespace}@${boot}`],
    ['on a clone of this machine', `web-2@${namespace}@${ownBoot}`],
  ])('it is believed for as long as its heart beats: %s', (_, place) => {
    const heartbeat = holdAs(`${process1}-${place}-x`)
    const beats = 1_000
    const waited = pauses((count) => {
      if (count <= beats && count % (silence - 1) === 0) writeFileSync(heartbeat, String(count))
    })
    const notes: string[] = []
    whileLocked(dir, () => {}, { onNote: (note) => notes.push(note) })
    expect(waited.length).toBe(2 * (silence - 1) + silence)
    const [host, of] = place.split('@')
    const holder = `process ${process.ppid} on ${host} (PID namespace ${of})`
    expect(notes).toEqual([`Waiting for ${holder}, which holds ${lock()}.`])
    expect(readdirSync(dir)).toEqual([])
  })

  test('whoever waits in vain is told for whom', () => {
    const heartbeat = holdAs(`7-1-web-2@4026531836@${boot}-x`)
    pauses((count) => writeFileSync(heartbeat, String(count)))
    expect(() => whileLocked(dir, () => {})).toThrow(
      `${lock()} is held by process 7 on web-2 (PID namespace 4026531836); wait for that build to finish.`,
    )
    expect(readdirSync(lock())).toEqual([`7-1-web-2@4026531836@${boot}-x`])
  })

  test.each([
    ['without a heartbeat', () => rmSync(join(lock(), readdirSync(lock())[0]!, 'heartbeat')), silence],
    ['with nothing in it', () => rmSync(join(lock(), readdirSync(lock())[0]!), { recursive: true }), 0],
    [
      'of a name that is cut off',
      () => renameSync(join(lock(), readdirSync(lock())[0]!), join(lock(), '999999999-')),
      0,
    ],
  ])('a lock %s blocks nobody for longer', (_, damage, expected) => {
    holdAs(`999999999-1-web-2@4026531836@${boot}-x`)
    damage()
    const waited = pauses(() => {})
    expect([whileLocked(dir, () => 'done'), waited.length]).toEqual(['done', expected])
    expect(readdirSync(dir)).toEqual([])
  })

  test('what those elsewhere have prepared may be removed: they prepare it anew', () => {
    mkdirSync(join(dir, `.lock-7-1-web-2@4026531836@${boot}-x`))
    const { mkdirSync: make } = fs
    let removed = 0
    fs.mkdirSync = ((path: string) => {
      make(path)
      if (/\.lock-[^/\\]*$/.test(path) && removed++ < 3) rmSync(path, { recursive: true })
    }) as typeof fs.mkdirSync
    syncBuiltinESMExports()
    try {
      const waited = pauses(() => {})
      whileLocked(dir, () => expect(readdirSync(dir)).toEqual(['.lock']))
      expect([removed, waited.length]).toEqual([4, 3])
    } finally {
      fs.mkdirSync = make
      syncBuiltinESMExports()
    }
  })
})

test('a build that comes back after its lock was taken over publishes nothing, and leaves alone what is there now', () => {
  const write = (marker: string, onContent = () => {}) =>
    writeSnapshot(dir, {
      ...{ workspaces: [marked('a', marker, 3)], builtAt: null, preview: null },
      ...{ keepPrevious: false, onContent },
    })
  write('before')
  let [contents, left] = [0, '']
  const standStill = () => {
    if (++contents !== 2) return
    const [holder = ''] = readdirSync(join(dir, '.lock'))
    renameSync(join(dir, '.lock', holder), join(dir, '.lock-lost'))
    write('meanwhile')
    mkdirSync(join(dir, '.lock/7-'), { recursive: true })
    left = bytesOf()
  }
  const bytesOf = () =>
    JSON.stringify([readFileSync(join(dir, 'current.json'), 'latin1'), ...readdirSync(dir)])
  expect(() => write('too late', standStill)).toThrow(
    `${join(dir, '.lock')} was taken over by another build while this one stood still. Build again.`,
  )
  expect([contents, bytesOf(), verifySnapshot(dir)]).toEqual([6, left, []])
  expect(readdirSync(join(dir, '.lock'))).toEqual(['7-'])
})
