// The files below the content root, in a fixed order, and never one from elsewhere.
import { existsSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastGlob from 'fast-glob'
import { compareCodePoints } from '../snapshot/order.ts'

export interface Found {
  /** Below the content root, with `/`. */
  path: string
  /** What stands there. A link to a file of the same workspace is a file. */
  kind:
    | 'file'
    | 'folder'
    | 'link-outside'
    | 'linked-folder'
    | 'broken-link'
    | 'special-file'
    | 'line-break'
    | 'not-utf8'
}

/** Everything below `root` that does not begin with `_` or `.`, nor lies in a folder that does, by code point. */
export function walk(root: string): Found[] {
  // `**` alone would pass over names with a line break. Below a folder so named nothing is found: it is a problem.
  const entries = fastGlob.sync('**/*', {
    cwd: root,
    ignore: ['**/_*', '**/_*/**'],
    onlyFiles: false,
    followSymbolicLinks: false,
    objectMode: true,
  })
  return entries
    .map(({ path, dirent }): Found => {
      if (/[\n\r\u2028\u2029]/.test(path)) return { path, kind: 'line-break' }
      if (path.includes('\ufffd') && !existsSync(join(root, path))) return { path, kind: 'not-utf8' }
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
