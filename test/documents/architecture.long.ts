// How many files a request or a post passes through, and that docs/design/files.md lists them. V8 counts the
// calls of each function; a file counts if any function in it was entered, even an anonymous one. The top level of a
// module (tables, patterns, defaults) runs once, and is not a step.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { png } from '../support/picture.ts'
import { typescript } from '../support/script.ts'
import { workspace } from '../support/workspace.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const document = readFileSync(here('../../docs/design/files.md'), 'utf8')

/** The files that a section of the document links to. */
function linkedFrom(title: string): string[] {
  const section = document.split(/^## /m).find((one) => one.startsWith(`${title}\n`))
  if (section === undefined) throw new Error(`docs/design/files.md has no section ${title}`)
  return [...section.matchAll(/\]\((?:\.\.\/)+([^)]+\.ts)\)/g)].map(([, file]) => file!)
}

/** The functions that a script reports, by file. */
function walk(script: string, args: readonly string[]): Record<string, string[]> {
  return JSON.parse(
    execFileSync(process.execPath, [...typescript, here(script), ...args], { encoding: 'utf8' }),
  )
}

const data = mkdtempSync(join(tmpdir(), 'galley-walk-'))
/** Of a list that was not requested before, in a warm process. */
let files: string[]
beforeAll(() => {
  const workspaces = [bulkWorkspace('demo', 60, (number) => `<p>Post ${number}</p>`.repeat(20))]
  writeSnapshot(data, { workspaces, builtAt: null, preview: null, keepPrevious: true })
  const lists = [3, 4, 5].map((limit) => `/v1/demo/posts?limit=${limit}`)
  files = Object.keys(walk('walk-request.ts', [data, ...lists]))
})
afterAll(() => rmSync(data, { recursive: true, force: true }))

test('in a warm process, a list that was not requested before runs through at most 28 files', () => {
  // It was answered from a snapshot, through a socket.
  expect(files).toEqual(
    expect.arrayContaining(['server/send.ts', 'api/_app/app.ts', 'snapshot/folder/folder.ts']),
  )
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(28)
})

test('docs/design/files.md leads through each of these files', () => {
  const linked = new Set(linkedFrom('A request, file by file'))
  expect(files.filter((file) => !linked.has(file))).toEqual([])
})

test('docs/design/files.md leads a post through files that its build executes, and through each of their folders', async () => {
  const post = (title: string, body: string) =>
    `---\n{ title: ${title}, publishedAt: 2026-01-01, category: news, authors: [Ada], tags: [css] }\n---\n${body}\n`
  const place = await workspace({
    'demo/workspace.yml': 'url: https://example.org/{slug}\n',
    'demo/posts/hello.md': post('Hello', '# Part\n\nSee [the other](other.md).\n\n![A quay](quay.png)'),
    'demo/posts/other.md': post('Other', 'Nothing.'),
    'demo/posts/quay.png': png(3),
  })
  const entered = Object.keys(walk('walk-post.ts', [place.dir, place.out]))
  place.remove()
  const linked = linkedFrom('A post, file by file')
  expect(linked.filter((file) => !entered.includes(file))).toEqual([])
  const rooms = (files: readonly string[]) =>
    new Set(files.map((file) => file.split('/').slice(0, 2).join('/')))
  // What serves all stages alike is not a step of a post.
  const steps = [...rooms(entered)].filter((room) => !SHARED.includes(room))
  expect([...rooms(linked)].sort()).toEqual(steps.sort())
})

const SHARED = [
  'build/environment',
  'build/isolation',
  'build/stages.ts',
  'snapshot/folder',
  'snapshot/format',
  'snapshot/memory.ts',
  'snapshot/objects.ts',
  'snapshot/read',
  'snapshot/tried.ts',
]
