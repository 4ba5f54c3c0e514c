// .galley-import.json: what an import wrote, by hash, so that the next one knows what was edited since.
import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readWhole } from '../../snapshot/format/disk.ts'
import { sha256 } from '../../snapshot/format/format.ts'

export const MANIFEST = '.galley-import.json'

/** The hash of each file that was written, by its path in the workspace. */
export type ImportedFiles = Map<string, string>

export function readManifest(workspace: string): ImportedFiles {
  try {
    const { files } = JSON.parse(readWhole(join(workspace, MANIFEST)).toString())
    return new Map(
      Object.entries(files ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return new Map()
  }
}

export function manifestText(files: ImportedFiles, generator: string): string {
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1))
  return `${JSON.stringify({ version: 1, generator, files: Object.fromEntries(sorted) }, null, 2)}\n`
}

/** `undefined` if there is nothing; a link or a folder counts as something else. */
export function hashAt(path: string): string | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (!stats) return undefined
  return stats.isFile() ? sha256(readFileSync(path)) : 'no file'
}
