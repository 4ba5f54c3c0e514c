// Builds in containers that share a folder: each sees its own processes only, here in PID namespaces of their own.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSnapshots } from '../../snapshot/read/snapshots.ts'
import { verifySnapshot } from '../../snapshot/read/verify.ts'
import { contentsIn } from '../support/contents.ts'
import { isInstalled } from '../support/program.ts'
import { bundle } from '../support/script.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'
import { seeded } from './hostile-bytes.ts'

const entering = ['--pid', '--fork', '--kill-child']
const canEnter =
  process.platform === 'linux' &&
  isInstalled('unshare') &&
  spawnSync('unshare', [...entering, '--mount-proc', 'true']).status === 0
if (!canEnter && process.env.CI)
  throw new Error('These tests need the right to make PID namespaces: run them as root.')
const title = `in two PID namespaces${canEnter ? '' : ' (skipped: they need root and unshare)'}`

const bundles = mkdtempSync(join(tmpdir(), 'galley-namespaces-'))
const scripts = ['hold-lock', 'kill-write', 'write-often']
const scriptAt = (name: string) => join(bundles, `${name}.mjs`)
beforeAll(() => {
  for (const name of scripts) bundle(fileURLToPath(new URL(`${name}.ts`, import.meta.url)), scriptAt(name))
})
afterAll(() => rmSync(bundles, { recursive: true, force: true }))

/** A folder that containers share, and its snapshots. */
function shared(onTestFinished: (end: () => void) => void) {
  const root = mkdtempSync(join(tmpdir(), 'galley-namespaces-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const data = join(root, 'data')
  mkdirSync(data)
  const holding = () => existsSync(join(data, '.lock')) && readdirSync(join(data, '.lock')).length > 0
  return { root, data, holding }
}

interface Ended {
  code: number | null
  said: string
}

/** Runs Node in a namespace of its own: not as its first process, which signals from within do not end. */
function elsewhere(args: readonly string[], proc = ['--mount-proc']) {
  const shell = ['sh', '-c', '"$@"; exit $?', 'sh']
  const child = spawn('unshare', [...entering, ...proc, ...shell, process.execPath, ...args], {
    env: { PATH: process.env.PATH },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
  const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, said })))
  return { pid: child.pid!, ended, said: () => said, end: () => child.stdin.end() }
}

/** The process of Node, as it is called out here. */
function innermost(pid: number): number {
  const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ')
  return child ? innermost(Number(child)) : pid
}

/** The only marker of all posts of what is published, which is intact. */
function published(data: string): string {
  expect(verifySnapshot(data)).toEqual([])
  const snapshots = openSnapshots(data)
  const found = ['a', 'a/b'].flatMap((folder) => {
    const lease = snapshots.lease(folder)
    const texts = contentsIn(lease.workspace.markdown, 0, 5)
    lease.release()
    return texts.map((text) => text.trim())
  })
  snapshots.close()
  expect(new Set(found).size).toBe(1)
  return found[0]!
}

// They wait for each other's silence, and not for the processor: all at a time.
describe.skipIf(!canEnter).concurrent(title, () => {
  test('one that is busy for longer than others are silent keeps the lock, and whoever waits says for whom', async ({
    expect,
    onTestFinished,
  }) => {
    const { root, data, holding } = shared(onTestFinished)
    const file = join(root, 'said')
    const hold = (name: string, ms: number) =>
      elsewhere([scriptAt('hold-lock'), data, name, String(ms), file])
    const first = hold('one', 25_000)
    await expect.poll(holding).toBe(true)
    const [, number, namespace] = /^(\d+)-\d+-[^@]*@(\d+)@/.exec(readdirSync(join(data, '.lock'))[0]!)!
    const second = hold('two', 0)
    for (const one of [first, second]) one.end()
    const ends = await Promise.all([first.ended, second.ended])
    expect(ends.map(({ code }) => code)).toEqual([0, 0])
    expect(readFileSync(file, 'utf8')).toBe(
      ['one holds it', 'one lets go', 'two holds it', 'two lets go', ''].join('\n'),
    )
    expect(ends[1].said).toMatch(
      new RegExp(
        `^Waiting for process ${number} on \\S+ \\(PID namespace ${namespace}\\), which holds \\S+\\.lock\\.\n$`,
      ),
    )
    expect(namespace).not.toBe(readlinkSync('/proc/self/ns/pid').replace(/\D/g, ''))
    expect(readdirSync(data)).toEqual([])
  })

  test('one that stands still for long loses the lock, and replaces nothing when it goes on', async ({
    expect,
    onTestFinished,
  }) => {
    const { root, data, holding } = shared(onTestFinished)
    const file = join(root, 'said')
    const frozen = elsewhere([scriptAt('write-often'), data, 'frozen', '100000'])
    await expect.poll(() => existsSync(join(data, 'current.json')) && holding()).toBe(true)
    const pid = innermost(frozen.pid)
    // Stopped in the middle of its work.
    for (let isWriting = false; !isWriting; ) {
      process.kill(pid, 'SIGCONT')
      await expect.poll(holding, { interval: 1 }).toBe(true)
      process.kill(pid, 'SIGSTOP')
      while (!/\) T /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))) {}
      isWriting = readdirSync(data, { recursive: true, encoding: 'utf8' }).some((name) =>
        /^\.lock.*\.tmp-workspace$/.test(name),
      )
    }
    const next = await elsewhere([scriptAt('kill-write'), data, 'next', '0']).ended
    expect([next.code, published(data)]).toEqual([0, 'next'])
    const before = readdirSync(data)
    const last = elsewhere([scriptAt('hold-lock'), data, 'last', '0', file])
    await expect.poll(() => existsSync(file)).toBe(true)
    process.kill(pid, 'SIGCONT')
    const { code, said } = await frozen.ended
    expect([code, said]).toEqual([1, expect.stringContaining('.lock was taken over by another build')])
    expect([holding(), published(data)]).toEqual([true, 'next'])
    last.end()
    expect((await last.ended).code).toBe(0)
    expect(readdirSync(data)).toEqual(before)
  })

  test('writers that are killed at random leave one of their snapshots, and none fails', async ({
    onTestFinished,
  }) => {
    const { root, data } = shared(onTestFinished)
    const random = seeded(36)
    const { said } = await elsewhere([scriptAt('kill-write'), data, 'first', '0']).ended
    const operations = Number(said)
    const killedOrDone: number[] = []
    const writer = async (name: string) => {
      for (let turn = 0; turn < 3; turn++) {
        const before = String(1 + Math.floor(random() * operations * 1.2))
        const end = await elsewhere([scriptAt('kill-write'), data, `${name} ${turn}`, before]).ended
        expect([0, 137], end.said).toContain(end.code)
        killedOrDone.push(end.code!)
      }
    }
    await Promise.all([writer('one'), writer('two')])
    expect(new Set(killedOrDone)).toEqual(new Set([0, 137]))
    await elsewhere([scriptAt('kill-write'), data, 'the end', '0']).ended
    expect(published(data)).toBe('the end')
    expect(readdirSync(data).filter((name) => !/^[0-9a-f]{32}$/.test(name))).toEqual(['current.json'])
    expect(readdirSync(join(root, 'public/media')).filter((name) => name.startsWith('.'))).toEqual([])
  })

  test('galley build waits for another, without /proc of its own namespace as well', async ({
    expect,
    onTestFinished,
  }) => {
    const { root, data, holding } = shared(onTestFinished)
    const place: Workspace = await workspace({ 'blog/posts/a.md': postFile() })
    try {
      const galley = fileURLToPath(new URL('../../bin/galley.mjs', import.meta.url))
      const build = ['build', '--content', place.dir, '--out', root, '--no-cache', '--quiet']
      const first = elsewhere([scriptAt('hold-lock'), data, 'one', '0', join(root, 'said')])
      await expect.poll(holding).toBe(true)
      const there = elsewhere([galley, ...build])
      const bare = elsewhere([galley, ...build], [])
      const waiting = /^Waiting for process \d+ on \S+ \(PID namespace \d+\)/
      for (const { said } of [there, bare]) await expect.poll(said).toMatch(waiting)
      first.end()
      const ends = await Promise.all([there.ended, bare.ended, first.ended])
      expect(ends).toMatchObject([{ code: 0 }, { code: 0 }, { code: 0 }])
      expect([verifySnapshot(data), readdirSync(data).includes('.lock')]).toEqual([[], false])
    } finally {
      place.remove()
    }
  })
})
