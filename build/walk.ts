// The files below the content root, in a fixed order, and never one from elsewhere.
import { realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastGlob from 'fast-glob'
import { compareCodePoints } from '../snapshot/order.ts'

export interface Found {
  /** Below the content root, with `/`. */
  path: string
  /** What stands there; links are resolved, and only those to files of the same workspace count as files. */
  kind: 'file' | 'folder' | 'link-outside' | 'linked-folder' | 'broken-link' | 'special-file'
}

/** Everything below `root` that does not begin with `_` or `.` (nor lies in a folder that does), by code point. */
export function walk(root: string): Found[] {
  const entries = fastGlob.sync('**', {
    cwd: root,
    ignore: ['**/_*', '**/_*/**'],
    onlyFiles: false,
    followSymbolicLinks: false,
    objectMode: true,
  })
  return entries
    .map(({ path, dirent }): Found => {
      if (dirent.isSymbolicLink()) return { path, kind: kindOfLink(root, path) }
      return { path, kind: dirent.isFile() ? 'file' : dirent.isDirectory() ? 'folder' : 'special-file' }
    })
    .sort((a, b) => compareCodePoints(a.path, b.path))
}

function kindOfLink(root: string, path: string): Found['kind'] {
  const link = join(root, path)
  const stats = statSync(link, { throwIfNoEntry: false })
  if (!stats) return 'broken-link'
  const [folder = ''] = path.split('/')
  const workspace = join(realpathSync(root), folder)
  if (!`${realpathSync(link)}${sep}`.startsWith(workspace + sep)) return 'link-outside'
  if (stats.isDirectory()) return 'linked-folder'
  return stats.isFile() ? 'file' : 'special-file'
}
