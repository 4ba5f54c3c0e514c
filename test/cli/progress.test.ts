// How far a build is, and how that is shown.
import { join } from 'node:path'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { main } from '../../bin/main.ts'
import { Pace, progressLine, withProgress } from '../../bin/terminal/progress.ts'
import { makePages, postFile, type Workspace, workspace } from '../support/workspace.ts'
import { hold } from './hold.ts'

let place: Workspace | undefined
afterEach(() => {
  place?.remove()
  vi.useRealTimers()
})

test('a build reports progress for each post of all workspaces', { tags: 'nightly' }, async () => {
  place = await workspace({
    'blog/posts/a.md': postFile(),
    'blog/posts/b.md': postFile({ titel: 'x' }),
    // More than is read at once.
    'demo/posts/a.md': postFile({}, `${'word '.repeat(60_000)}\n`),
  })
  const told: string[] = []
  await place.build({ onProgress: ({ stage, done, total }) => told.push(`${stage} ${done} of ${total}`) })
  const read = ['reading 1 of 3', 'reading 2 of 3', 'reading 3 of 3']
  expect(told).toEqual([...read, 'linking 3 of 3'])
  place.write({ 'blog/posts/b.md': postFile() })
  told.length = 0
  await place.build({ onProgress: ({ stage, done, total }) => told.push(`${stage} ${done} of ${total}`) })
  // Each post has two contents.
  const written = [0, 0, 1, 1, 2, 2, 3].map((done) => `writing ${done} of 3`)
  expect(told).toEqual([...read, 'linking 3 of 3', ...written])
})

test('the bar fills up once to read and once to write, and what has no bar is named', () => {
  const reading = (done: number, left?: number) => progressLine({ stage: 'reading', done, total: 480 }, left)
  const writing = (done: number, left?: number) => progressLine({ stage: 'writing', done, total: 480 }, left)
  expect(reading(0)).toBe(`Reading ${'░'.repeat(24)}   0 %  0 of 480 posts`)
  expect(reading(239)).toBe(`Reading ${'█'.repeat(11)}${'░'.repeat(13)}  49 %  239 of 480 posts`)
  expect(reading(479, 100)).toBe(`Reading ${'█'.repeat(23)}░  99 %  479 of 480 posts, 1 s of it left`)
  expect(progressLine({ stage: 'linking', done: 480, total: 480 })).toBe('Checking links')
  expect(writing(240, 8_100)).toBe(
    `Writing ${'█'.repeat(12)}${'░'.repeat(12)}  50 %  240 of 480 posts, 9 s of it left`,
  )
  expect(writing(480)).toBe('Writing the search index')
})

test('what is left of a stage is told by what has just been done of it', () => {
  const pace = new Pace()
  const reading = (done: number, now: number) => pace.left({ stage: 'reading', done, total: 1_000 }, now)
  expect(reading(1, 0)).toBeUndefined()
  expect(reading(101, 900)).toBeUndefined()
  expect(reading(201, 2_000)).toBe((799 / 200) * 2_000)
  // It gets slower: the first half came from a cache.
  for (let second = 3; second <= 20; second++) reading(500 + second, second * 1_000)
  expect(reading(521, 21_000)).toBe(479 * 1_000)
  expect(reading(1_000, 22_000)).toBeUndefined()
  expect(pace.left({ stage: 'writing', done: 1, total: 1_000 }, 22_100)).toBeUndefined()
  expect(pace.left({ stage: 'writing', done: 101, total: 1_000 }, 23_100)).toBe((899 / 100) * 1_000)
})

const half = { stage: 'reading', done: 1, total: 2 } as const
const all = { stage: 'reading', done: 2, total: 2 } as const

/** What is drawn for work that takes `milliseconds`, with half of it done after each half. */
async function drawn(
  milliseconds: number,
  output: { isTTY?: boolean; columns?: number },
  env: NodeJS.ProcessEnv = {},
  values = {},
): Promise<string> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  let text = ''
  const stderr = { ...output, write: (more: string) => (text += more) }
  const console = { argv: [], env, stdout: stderr, stderr }
  await withProgress(console, values, async (onProgress) => {
    vi.advanceTimersByTime(milliseconds / 2)
    onProgress(half)
    vi.advanceTimersByTime(milliseconds / 2)
    onProgress(all)
  })
  const after = text
  vi.advanceTimersByTime(10_000)
  expect(text).toBe(after)
  expect(vi.getTimerCount()).toBe(0)
  return text
}

test('a bar is drawn on a terminal for work that takes over a second, ten times a second, and wiped', async () => {
  const terminal = { isTTY: true, columns: 30 }
  expect(await drawn(999, terminal)).toBe('')
  const wipe = '\r\x1b[K'
  const line = `${wipe}${progressLine(half).slice(0, 29)}\r`
  expect(await drawn(1_000, terminal)).toBe(`${line}${wipe}`)
  expect(await drawn(1_300, terminal)).toBe(`${line.repeat(4)}${wipe}`)
  expect(await drawn(2_000, terminal)).toBe(`${wipe}Reading\r${line.repeat(10)}${wipe}`)
  expect(await drawn(1_000, { isTTY: true })).toBe(`${wipe}${progressLine(half)}\r${wipe}`)
})

test('a bar is wiped if the process ends before the work does', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const before = process.listeners('exit')
  let ended = ''
  await withProgress(
    {
      ...{ argv: [], env: {}, stdout: { write: () => {} } },
      stderr: { isTTY: true, write: (text: string) => (ended += text) },
    },
    {},
    async () => {
      vi.advanceTimersByTime(1_000)
      ended = ''
      process.listeners('exit').at(-1)!(0)
      expect(ended).toBe('\r\x1b[K')
    },
  )
  expect(process.listeners('exit')).toEqual(before)
})

test.each([
  ['off a terminal', { isTTY: false }, {}, {}],
  ['on a dumb one', { isTTY: true }, { TERM: 'dumb' }, {}],
  ['where it is to be quiet', { isTTY: true }, {}, { quiet: true }],
])('nothing is drawn %s, however long it takes', async (_, output, env, values) => {
  expect(await drawn(60_000, output, env as NodeJS.ProcessEnv, values)).toBe('')
})

test.each(['build', 'check', 'dev'])('galley %s shows on a terminal what it is doing', async (command) => {
  // A check does not write: it shows what it has begun with.
  const shown = command === 'check' ? 'Reading' : 'Checking links'
  place = await workspace({ 'blog/posts/a.md': postFile(), 'blog/posts/b.md': postFile() })
  makePages(place.out)
  // Others wait where they would write for as long as this takes to be shown.
  const release = command === 'check' ? () => {} : hold(join(place.out, 'data'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const [onExit, onStop] = [process.listeners('exit'), process.listeners('SIGTERM')]
  let text = ''
  const stderr = { isTTY: true, write: (more: string) => (text += more) }
  const out = command === 'check' ? [] : ['--out', place.out]
  const port = command === 'dev' ? ['--port', '0'] : []
  const argv = [command, '--content', place.dir, ...out, ...port]
  let isDone = false
  const running = main({ argv, env: { GALLEY_CACHE: 'off' }, stdout: { write: () => {} }, stderr }).finally(
    () => {
      isDone = true
    },
  )
  for (let isTold = false; !isDone; await (command === 'check' ? turn() : wait(5))) {
    // What a server that is told to stop gives its threads would be over at once.
    if (isTold) continue
    vi.advanceTimersByTime(1_000)
    if (!text.includes(shown)) continue
    isTold = true
    release()
    for (const stop of process.listeners('SIGTERM')) if (!onStop.includes(stop)) stop('SIGTERM')
  }
  await running
  expect(text).toContain(shown)
  expect([process.listeners('exit'), process.listeners('SIGTERM')]).toEqual([onExit, onStop])
})
