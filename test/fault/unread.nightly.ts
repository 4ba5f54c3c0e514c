// A thousand clients that send requests and never read: the server's memory does not grow, whatever they request.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { writeFiles } from '../support/files.ts'
import { isolated } from '../support/network.ts'
import { typescript } from '../support/script.ts'

const megabyte = 1_000_000
const bound = 100 * megabyte
const root = mkdtempSync(join(tmpdir(), 'galley-unread-'))
const [data, files] = [join(root, 'data'), join(root, 'public')]
const script = fileURLToPath(new URL('unread.ts', import.meta.url))

beforeAll(() => {
  const words = Array.from({ length: 14_000 }, (_, i) => ((i * 2_654_435_761) >>> 0).toString(36)).join(' ')
  const workspaces = [bulkWorkspace('w', 60, (number) => `<p>${number} ${words}</p>`)]
  for (const post of workspaces[0]!.posts) post.markdown = words
  writeSnapshot(data, { workspaces, builtAt: null, preview: null, keepPrevious: false })
  writeFiles(files, {
    'media/w/image.png': Buffer.alloc(990_000, 1),
    'openapi.json': JSON.stringify('x'.repeat(200_000)),
  })
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

test.skipIf(!isolated.isPossible)('a thousand replies that nobody reads cost at most 100 MB', () => {
  const command = [process.execPath, ...typescript, script, data, files, String(bound)]
  const { stdout, stderr } = isolated.run(command)
  const grown: Record<string, number> = JSON.parse(stdout || JSON.stringify(stderr))
  console.log(
    Object.entries(grown)
      .map(([way, bytes]) => `${way}: ${Math.round(bytes / megabyte)} MB`)
      .join('\n'),
  )
  for (const [way, bytes] of Object.entries(grown)) expect([way, bytes <= bound]).toEqual([way, true])
})
