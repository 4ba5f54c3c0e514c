// How a folder of content stands: a text that is another one as soon as a file is, and the folders to be watched.
import { type Dirent, readdirSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { MAX_DEPTH } from '../../build/discover/depth.ts'

export interface Fingerprint {
  signature: string
  folders: Folders
}

/** Paths, each by what tells the folder from another one that takes its name; the top one first. */
export type Folders = ReadonlyMap<string, string>

/** Whether a build passes a file or folder of this name over. */
export function isIgnored(name: string): boolean {
  return name.startsWith('.') || name.startsWith('_')
}

/** Looks without letting anything else run, which takes a fifth of the time: some 6 ms for 1,000 files. */
export function fingerprintOf(root: string): Fingerprint {
  const folders = new Map<string, string>()
  const lines: string[] = []
  const visit = (path: string, { dev, ino }: Stats, depth: number) => {
    folders.set(`${dev} ${ino} ${path}`, path)
    for (const entry of entriesOf(path)) {
      if (isIgnored(entry.name)) continue
      const child = join(path, entry.name)
      const stats = statOf(child)
      lines.push(`${child} ${stats?.ino} ${stats?.size} ${stats?.mtimeMs}`)
      if (stats && entry.isDirectory() && depth < MAX_DEPTH) visit(child, stats, depth + 1)
    }
  }
  const stats = statOf(root)
  if (stats) visit(root, stats, 0)
  return { signature: lines.sort().join('\n'), folders }
}

/** What cannot be read is not there: it may be on its way in or out. */
function entriesOf(path: string): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch {
    return []
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
