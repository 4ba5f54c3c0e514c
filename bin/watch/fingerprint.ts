// The state of a content folder: what the system says of each file, and the folders to watch.
import { readdirSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { isIgnored, MAX_DEPTH } from '../../build/discover/walk.ts'
import { statsOf } from '../../build/parse/facts.ts'
import { tried } from '../../snapshot/tried.ts'

export interface Fingerprint {
  /** The state of each path, also of folders: another text if it is another one. */
  entries: ReadonlyMap<string, string>
  folders: Folders
}

/** Paths by an id that differs if a folder is replaced by another one of the same name; the top one first. */
export type Folders = ReadonlyMap<string, string>

/** Looks at the folder synchronously: nobody waits meanwhile. */
export function fingerprintOf(root: string): Fingerprint {
  const folders = new Map<string, string>()
  const entries = new Map<string, string>()
  const visit = (path: string, { dev, ino }: Stats, depth: number) => {
    folders.set(`${dev} ${ino} ${path}`, path)
    // A folder that cannot be read may be about to appear or disappear.
    for (const entry of tried(() => readdirSync(path, { withFileTypes: true })) ?? []) {
      if (isIgnored(entry.name)) continue
      const child = join(path, entry.name)
      const stats = statsOf(child)
      const isFolder = entry.isDirectory()
      // The entries of a folder have states of their own.
      entries.set(child, isFolder ? `${stats?.ino}` : `${stats?.ino} ${stats?.size} ${stats?.mtimeMs}`)
      if (stats && isFolder && depth < MAX_DEPTH) visit(child, stats, depth + 1)
    }
  }
  const stats = statsOf(root)
  if (stats) visit(root, stats, 0)
  return { entries, folders }
}

/** Returns the paths that are not the same in both. */
export function differences(before: Fingerprint['entries'], now: Fingerprint['entries']): string[] {
  const gone = [...before.keys()].filter((path) => !now.has(path))
  return [...gone, ...[...now].flatMap(([path, entry]) => (before.get(path) === entry ? [] : [path]))]
}
