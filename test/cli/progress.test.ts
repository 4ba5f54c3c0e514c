// How far a build is, and how that is shown.
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { main } from '../../bin/main.ts'
import { progressLine, withProgress } from '../../bin/terminal/progress.ts'
import { makePages, postFile, type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace | undefined
afterEach(() => {
  place?.remove()
  vi.useRealTimers()
})

test('a build reports progress for each post of all workspaces', async () => {
  place = await workspace({
    'blog/posts/a.md': postFile(),
    'blog/posts/b.md': postFile({ titel: 'x' }),
    // More than is read at once.
    'demo/posts/a.md': postFile({}, `${'word '.repeat(60_000)}\n`),
  })
  const told: string[] = []
  await place.build({ onProgress: (done, total) => told.push(`${done} of ${total}`) })
  expect(told).toEqual(['1 of 3', '2 of 3', '3 of 3'])
})

test('the bar fills up, and says when everything is read', () => {
  expect(progressLine(0, 480)).toBe(`Reading   ${'░'.repeat(24)}   0 %  0 of 480 posts`)
  expect(progressLine(239, 480)).toBe(`Reading   ${'█'.repeat(11)}${'░'.repeat(13)}  49 %  239 of 480 posts`)
  expect(progressLine(480, 480)).toBe(`Finishing ${'█'.repeat(24)} 100 %  480 of 480 posts`)
})

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
    onProgress(1, 2)
    vi.advanceTimersByTime(milliseconds / 2)
    onProgress(2, 2)
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
  const half = `${wipe}${progressLine(1, 2).slice(0, 29)}\r`
  expect(await drawn(1_000, terminal)).toBe(`${half}${wipe}`)
  expect(await drawn(1_300, terminal)).toBe(`${half.repeat(4)}${wipe}`)
  expect(await drawn(2_000, terminal)).toBe(`${wipe}Reading\r${half.repeat(10)}${wipe}`)
  expect(await drawn(1_000, { isTTY: true })).toBe(`${wipe}${progressLine(1, 2)}\r${wipe}`)
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

test.each(['build', 'check', 'dev'])(
  'galley %s shows on a terminal how many posts are read',
  async (command) => {
    place = await workspace({ 'blog/posts/a.md': postFile(), 'blog/posts/b.md': postFile() })
    makePages(place.out)
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
    for (let isTold = false; !isDone; await wait(5)) {
      vi.advanceTimersByTime(1_000)
      if (isTold || !text.includes(progressLine(2, 2))) continue
      isTold = true
      for (const stop of process.listeners('SIGTERM')) if (!onStop.includes(stop)) stop('SIGTERM')
    }
    await running
    expect(text).toContain(progressLine(2, 2))
    expect([process.listeners('exit'), process.listeners('SIGTERM')]).toEqual([onExit, onStop])
  },
)
