// A thousand readers of long lists, as slow as phones: those that are answered are never cut off, others are not kept waiting, and
// memory stays within bounds.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { isolated } from '../support/network.ts'
import { typescript } from '../support/script.ts'

const data = mkdtempSync(join(tmpdir(), 'galley-resting-'))
const script = fileURLToPath(new URL('resting.ts', import.meta.url))

beforeAll(() => {
  const words = Array.from({ length: 14_000 }, (_, i) => ((i * 2_654_435_761) >>> 0).toString(36)).join(' ')
  const workspaces = [bulkWorkspace('w', 60, (number) => `<p>${number} ${words}</p>`)]
  writeSnapshot(data, { workspaces, builtAt: null, preview: null, keepPrevious: false })
})
afterAll(() => rmSync(data, { recursive: true, force: true }))

test.skipIf(!isolated.isPossible)('a thousand readers of 80 KB a second', () => {
  const { stdout, stderr } = isolated.run([process.execPath, ...typescript, script, data])
  console.log(stderr)
  const all: Record<string, { answered: number; cut: number; searches: number[]; grown: number }> =
    JSON.parse(stdout || JSON.stringify(stderr))
  for (const [way, { answered, cut, searches, grown }] of Object.entries(all)) {
    expect([way, answered > 10, cut]).toEqual([way, true, 0])
    expect([way, [...new Set(searches)]]).toEqual([way, [200]])
    expect([way, grown < 64 * 2 ** 20]).toEqual([way, true])
  }
})
