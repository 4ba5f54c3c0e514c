// How a folder of content stands: a text that is another one as soon as a file is, and the folders to be watched.
import type { Dirent, Stats } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

export interface Tree {
  signature: string
  folders: Folders
}

/** Paths, each by what tells the folder from another one that takes its name; the top one first. */
export type Folders = ReadonlyMap<string, string>

/** Whether a build passes a file or folder of this name over. */
export function isIgnored(name: string): boolean {
  return name.startsWith('.') || name.startsWith('_')
}

/** What cannot be read is not there: it may be on its way in or out. */
export async function treeOf(root: string): Promise<Tree> {
  const folders = new Map<string, string>()
  const lines: string[] = []
  const visit = async (path: string, stats: Stats) => {
    folders.set(`${stats.dev} ${stats.ino} ${path}`, path)
    const entries = (await readdir(path, { withFileTypes: true }).catch(() => [] as Dirent[])).filter(
      ({ name }) => !isIgnored(name),
    )
    await Promise.all(
      entries.map(async (entry) => {
        const child = join(path, entry.name)
        const found = await stat(child).catch(() => undefined)
        if (found && entry.isDirectory()) await visit(child, found)
        lines.push(`${child} ${entry.isDirectory()} ${found?.ino} ${found?.size} ${found?.mtimeMs}`)
      }),
    )
  }
  const stats = await stat(root).catch(() => undefined)
  if (stats) await visit(root, stats)
  return { signature: lines.sort().join('\n'), folders }
}
