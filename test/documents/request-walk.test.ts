// How far a reader has to go who follows a request. V8 counts the calls of each function, and runs no optimised code
// meanwhile, so none is missed for having been inlined. A file counts where any function of it was entered, be it one
// without a name. What stands at the top level of a module (tables, patterns, defaults) is run once, and is no step.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { typescript } from '../support/script.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const data = mkdtempSync(join(tmpdir(), 'galley-walk-'))
beforeAll(() => {
  const workspaces = [bulkWorkspace('demo', 60, (number) => `<p>Post ${number}</p>`.repeat(20))]
  writeSnapshot(data, { workspaces, builtAt: null, preview: null, keepPrevious: true })
})
afterAll(() => rmSync(data, { recursive: true, force: true }))

/** The functions that the last of the requests enters, by file. */
function walk(...targets: string[]): Record<string, string[]> {
  return JSON.parse(
    execFileSync(process.execPath, [...typescript, here('walk.ts'), data, ...targets], {
      encoding: 'utf8',
    }),
  )
}

const lists = [3, 4, 5].map((limit) => `/v1/demo/posts?limit=${limit}`)

test('a list that was not asked for before, the process being warm, runs through 20 files at most', () => {
  const files = Object.keys(walk(...lists))
  // It was answered from a snapshot, through a socket.
  expect(files).toEqual(
    expect.arrayContaining(['server/send.ts', 'api/_app/app.ts', 'snapshot/read/folder.ts']),
  )
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(20)
})

test('docs/architecture.md leads through each of these files', () => {
  const text = readFileSync(here('../../docs/architecture.md'), 'utf8')
  const [, section = ''] = /^## A request, file by file$(.*?)^## /ms.exec(text) ?? []
  const missing = Object.keys(walk(...lists)).filter((file) => !section.includes(`(../${file})`))
  expect(missing).toEqual([])
})
