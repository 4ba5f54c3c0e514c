// How far a build is, and how that is shown.
import { afterEach, expect, test } from 'vitest'
import { progressLine, withProgress } from '../../bin/terminal/progress.ts'
import { postFile, type Workspace, workspace } from '../workspace.ts'

let place: Workspace | undefined
afterEach(() => place?.remove())

test('a build tells of each post of all workspaces', async () => {
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

test('the bar fills up, and says when all is read', () => {
  expect(progressLine(0, 480)).toBe(`Reading   ${'░'.repeat(24)}   0 %  0 of 480 posts`)
  expect(progressLine(239, 480)).toBe(`Reading   ${'█'.repeat(11)}${'░'.repeat(13)}  49 %  239 of 480 posts`)
  expect(progressLine(480, 480)).toBe(`Finishing ${'█'.repeat(24)} 100 %  480 of 480 posts`)
})

test.each([
  ['off a terminal', { isTTY: false }, {}, {}],
  ['on a dumb one', { isTTY: true }, { TERM: 'dumb' }, {}],
  ['where it is to be quiet', { isTTY: true }, {}, { quiet: true }],
])('nothing is drawn %s, nor for work that is done at once', async (_, output, env, values) => {
  let drawn = ''
  const stderr = { ...output, write: (text: string) => (drawn += text) }
  const console = { argv: [], env: env as NodeJS.ProcessEnv, stdout: stderr, stderr }
  await withProgress(console, values, async (onProgress) => onProgress(1, 2))
  await withProgress({ ...console, env: {} }, {}, async (onProgress) => onProgress(1, 2))
  expect(drawn).toBe('')
})
