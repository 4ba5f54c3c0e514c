// More workspaces than a process may have files open.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { writeSnapshot } from '../../snapshot/write.ts'
import { marked } from '../marked.ts'

const script = fileURLToPath(new URL('open-many.mts', import.meta.url))

test.skipIf(process.platform === 'win32')(
  'are read with few descriptors, and refused clearly with none',
  () => {
    const data = mkdtempSync(join(tmpdir(), 'galley-descriptors-'))
    try {
      const workspaces = Array.from({ length: 80 }, (_, i) => marked(`w${i}`, `of w${i}.`, 2))
      writeSnapshot(data, { workspaces, builtAt: null, preview: null, keepPrevious: false })
      const command = 'ulimit -n 64 && exec "$0" --import tsx "$@"'
      const child = spawnSync('sh', ['-c', command, process.execPath, script, data])
      expect(child.status, child.stderr.toString()).toBe(0)
      expect(JSON.parse(child.stdout.toString())).toEqual({
        folders: 80,
        crowded: 80,
        code: 'EMFILE',
        clear: true,
        again: 80,
        well: true,
        leases: 0,
      })
    } finally {
      rmSync(data, { recursive: true, force: true })
    }
  },
)
