// Lists the files below the content root in a fixed order, and never one from elsewhere.
import { type Dirent, existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import fastGlob, { type Entry } from 'fast-glob'
import { compareCodePoints } from '../../snapshot/format/order.ts'
import { MAX_DEPTH } from './depth.ts'

export interface FoundEntry {
  /** Relative to the content root, with `/`; empty for the root itself. */
  path: string
  /** A link to a file of the same workspace is a file. */
  kind:
    | 'file'
    | 'folder'
    | 'link-outside'
    | 'linked-folder'
    | 'broken-link'
    | 'endless-link'
    | 'special-file'
    | 'line-break'
    | 'not-utf8'
    | 'too-deep'
    | 'unreadable'
  /** The system's error code for an unreadable entry: `EACCES`. */
  reason?: string
}

/** Everything below `root` whose path has no part that begins with `_` or `.`, in code point order. */
export function walk(root: string): FoundEntry[] {
  const unread: FoundEntry[] = []
  const entries = fastGlob.sync('**/*', {
    cwd: root,
    ignore: ['**/_*', '**/_*/**'],
    deep: MAX_DEPTH + 1,
    onlyFiles: false,
    followSymbolicLinks: false,
    objectMode: true,
    fs: { readdirSync: tolerantReaddir(root, unread) },
  })
  const found = entries.map((entry) => entryAt(root, entry))
  return [...found, ...unread].sort((a, b) => compareCodePoints(a.path, b.path))
}

/** Like `readdirSync`, but adds folders that cannot be read to `unread`: the glob would not say which one, nor why. */
function tolerantReaddir(root: string, unread: FoundEntry[]): typeof readdirSync {
  const read = (path: string, options: { withFileTypes: true }): Dirent[] => {
    try {
      return readdirSync(path, options)
    } catch (error) {
      unread.push(unreadableEntry(relative(root, path).replaceAll(sep, '/'), error))
      return []
    }
  }
  return read as typeof readdirSync
}

function entryAt(root: string, { path, dirent, name }: Entry): FoundEntry {
  // Neither a one-line message nor a URL can hold such a name, so nothing below it is read.
  if (/[\n\r\u2028\u2029]/.test(name)) return { path, kind: 'line-break' }
  if (name.includes('\ufffd') && !existsSync(join(root, path))) return { path, kind: 'not-utf8' }
  if (dirent.isSymbolicLink()) return linkAt(root, path)
  if (dirent.isDirectory()) return { path, kind: path.split('/').length > MAX_DEPTH ? 'too-deep' : 'folder' }
  return { path, kind: dirent.isFile() ? 'file' : 'special-file' }
}

function linkAt(root: string, path: string): FoundEntry {
  try {
    return { path, kind: kindOfLink(root, path) }
  } catch (error) {
    const isEndless = (error as NodeJS.ErrnoException).code === 'ELOOP'
    return isEndless ? { path, kind: 'endless-link' } : unreadableEntry(path, error)
  }
}

function kindOfLink(root: string, path: string): FoundEntry['kind'] {
  const link = join(root, path)
  const stats = statSync(link, { throwIfNoEntry: false })
  if (!stats) return 'broken-link'
  const [folder = ''] = path.split('/')
  const workspace = join(realpathSync(root), folder)
  if (!`${realpathSync(link)}${sep}`.startsWith(workspace + sep)) return 'link-outside'
  if (stats.isDirectory()) return 'linked-folder'
  return stats.isFile() ? 'file' : 'special-file'
}

/** Errors other than the system's are rethrown. */
function unreadableEntry(path: string, error: unknown): FoundEntry {
  const { code } = error as NodeJS.ErrnoException
  if (!code) throw error
  return { path, kind: 'unreadable', reason: code }
}
