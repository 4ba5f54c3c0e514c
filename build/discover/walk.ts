// Lists the files below the content root in a fixed order, and never one from elsewhere.
import { type Dirent, existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { comparisonOf } from '../../snapshot/format/order.ts'
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
  const found: FoundEntry[] = []
  list(root, '', found)
  const compare = comparisonOf(found.map(({ path }) => path))
  return found.sort((a, b) => compare(a.path, b.path))
}

/** What a build ignores. */
const IGNORED = /^[._]/
/** Neither a one-line message nor a URL can hold such a name, so nothing below it is read. */
const LINE_BREAK = /[\n\r\u2028\u2029]/

/** Ours rather than a glob, which would take longer than all else that is done to find files, and pass over some of these in silence. */
function list(root: string, folder: string, found: FoundEntry[]): void {
  for (const entry of entriesIn(root, folder, found)) {
    const { name } = entry
    if (IGNORED.test(name)) continue
    const path = folder === '' ? name : `${folder}/${name}`
    const one = LINE_BREAK.test(name) ? { path, kind: 'line-break' as const } : entryAt(root, path, entry)
    found.push(one)
    if (one.kind === 'folder') list(root, path, found)
  }
}

function entriesIn(root: string, folder: string, found: FoundEntry[]): Dirent[] {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true })
  } catch (error) {
    found.push(unreadableEntry(folder, error))
    return []
  }
}

function entryAt(root: string, path: string, entry: Dirent): FoundEntry {
  if (entry.name.includes('\ufffd') && !existsSync(join(root, path))) return { path, kind: 'not-utf8' }
  if (entry.isSymbolicLink()) return linkAt(root, path)
  if (entry.isDirectory()) return { path, kind: path.split('/').length > MAX_DEPTH ? 'too-deep' : 'folder' }
  return { path, kind: entry.isFile() ? 'file' : 'special-file' }
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
