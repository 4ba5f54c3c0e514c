// Large builds without a cache: contents wait on disk until they are published.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build } from '../../build/index.ts'
import { Memo } from '../../build/memo/memo.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

const POSTS = 1_000
const { TMPDIR } = process.env
const temporary = mkdtempSync(join(tmpdir(), 'galley-spill-'))
let place: Workspace
beforeAll(async () => {
  const posts = Array.from({ length: POSTS }, (_, number) => {
    const next = `post-${(number + 1) % POSTS}.md`
    return [
      `blog/posts/post-${number}.md`,
      postFile({}, `It's number ${number}: [next](${next}#x), é 😀.\n\n# X`),
    ]
  })
  const settings = ['blog/workspace.yml', 'url: https://example.org/{slug}\n']
  place = await workspace(Object.fromEntries([settings, ...posts]))
})
afterAll(() => {
  process.env.TMPDIR = TMPDIR
  if (TMPDIR === undefined) delete process.env.TMPDIR
  rmSync(temporary, { recursive: true })
  place.remove()
})

async function hashOf(cache?: Memo): Promise<string> {
  const out = join(temporary, 'dist')
  const options = { content: place.dir, out, env: {}, drafts: false, strict: true }
  const { problems, workspaces } = await build(cache ? { ...options, memo: cache } : options)
  expect(problems).toEqual([])
  rmSync(out, { recursive: true })
  return workspaces[0]!.hash
}

// Windows has other names for the folder of temporary files.
test.skipIf(process.platform === 'win32')(
  'they are the same as with a cache, and nothing stays there',
  async () => {
    process.env.TMPDIR = temporary
    const spilled = await hashOf()
    expect(readdirSync(temporary)).toEqual([])
    process.env.TMPDIR = join(temporary, 'missing')
    expect([spilled, await hashOf()]).toEqual(Array(2).fill(await hashOf(new Memo(undefined))))
  },
)
