// A process that reads a large file is ended from outside if it does not stop by itself, and the others are read.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { check } from '../../build/index.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

const node = process.execPath
const { setInterval } = globalThis
const folder = mkdtempSync(join(tmpdir(), 'galley-endless-'))
let place: Workspace
afterEach(() => {
  process.execPath = node
  vi.unstubAllGlobals()
  place.remove()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const large: Record<string, string> = {
  'tags.yml': `web: { name: The Web }\n# ${'x'.repeat(70_000)}\n`,
  'posts/large.md': postFile({ tags: '[web]' }, `\`\`\`\n${'x'.repeat(300_000)}\n\`\`\`\n`),
}

// The program that takes the place of Node is a shell script.
describe.skipIf(process.platform === 'win32')('a process that never ends', () => {
  test.each([
    ['posts/large.md', 'works', 'while :; do :; done'],
    ['tags.yml', 'works', 'while :; do :; done'],
    ['posts/large.md', 'waits', 'sleep 3600'],
  ])('over %s, but %s, is ended, and what it left is told', async (path, how, work) => {
    process.execPath = join(folder, 'node')
    writeFileSync(process.execPath, `#!/bin/sh\n${work}\n`, { mode: 0o755 })
    place = await workspace({
      'blog/posts/a.md': postFile({ titel: 'x' }),
      [`blog/${path}`]: large[path]!,
      'blog/posts/z.md': postFile({ titel: 'x' }),
    })
    // Without CPU time, only the watch tells how long it takes, forty seconds: here it looks ten times as often.
    if (how === 'waits')
      vi.stubGlobal('setInterval', (look: () => void, ms: number) => setInterval(look, ms / 10))
    let turns = 0
    const others = setInterval(() => turns++, 50)
    const { problems } = await check({ content: place.dir, env: {} })
    clearInterval(others)
    const told = problems.map(({ file, code }) => `${file.slice(place.dir.length + 6)} ${code}`)
    expect(told.sort()).toEqual(
      ['posts/a.md unknown-key', `${path} too-complex`, 'posts/z.md unknown-key'].sort(),
    )
    // While a process has a post, this thread does other things.
    if (path.endsWith('.md')) expect(turns).toBeGreaterThan(10)
  })
})
