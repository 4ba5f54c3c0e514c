// The contents of a folder.
import { existsSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** Paths relative to the folder, with `/`, sorted; none when there is no such folder. */
export function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => !entry.isDirectory())
  return files.map((file) => relative(folder, join(file.parentPath, file.name)).replaceAll(sep, '/')).sort()
}
