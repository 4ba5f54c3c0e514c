// The client as it is published, packed from a copy: packing compiles it, which must not change the clone.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const needed = [
  'client',
  'api/_app/wire.ts',
  'snapshot/types.ts',
  'packages/search/basics',
  'test/support/astro.d.ts',
  'tsconfig.json',
]

/**
 * @param folder where the tarball is made
 * @returns its name, and what it contains
 */
export function packClient(folder: string): { filename: string; paths: string[] } {
  const copy = mkdtempSync(join(tmpdir(), 'galley-packed-'))
  try {
    for (const path of needed) cpSync(join(repository, path), join(copy, path), { recursive: true })
    symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'))
    const said = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
      cwd: join(copy, 'client'),
      encoding: 'utf8',
    })
    const [{ filename, files }] = JSON.parse(said)
    return { filename, paths: files.map(({ path }: { path: string }) => path) }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
