// Lists the files below the content root in a fixed order, and never one from elsewhere.
import { type Dirent, existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type glob from 'fast-glob'
import { lazy } from '../../packages/search/basics/lazy.ts'
import { comparisonOf } from '../../packages/search/basics/order.ts'
import { commonJs } from '../common-js.ts'

/** The most levels of folders. Operating systems have limits of their own beyond that, each a different one. */
export const MAX_DEPTH = 32

export interface FoundEntry {
  /** The path relative to the content root, with `/`; empty for the root itself. */
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

/** Loaded for the first walk: in `dev`, most builds need none. */
const fastGlob = lazy((): typeof glob => commonJs('fast-glob'))

/** Tells whether a build ignores files and folders of this name: that of Office's lock files begins with `~$`. */
export function isIgnored(name: string): boolean {
  return /^(?:[._]|~\$)/.test(name)
}

/** Everything below `root` whose path has no part that is ignored, in code point order. */
export function walk(root: string): FoundEntry[] {
  const unlisted: FoundEntry[] = []
  const entries = fastGlob().sync('**/*', {
    cwd: root,
    deep: MAX_DEPTH + 1,
    // Nothing is listed twice.
    unique: false,
    onlyFiles: false,
    followSymbolicLinks: false,
    objectMode: true,
    fs: { readdirSync: tolerantReaddir(root, unlisted) },
  })
  const found = [...entries.map((entry) => entryAt(root, entry)), ...unlisted]
  const compare = comparisonOf(found.map(({ path }) => path))
  return found.sort((a, b) => compare(a.path, b.path))
}

/** Neither a one-line message nor a URL can hold a name with one of these, so nothing below it is read. */
const LINE_BREAK = /[\n\r\u2028\u2029]/

/**
 * Lists a folder without ignored entries. Adds to `unlisted` the entries that the glob
 * would pass over in silence: folders that cannot be read, and names with line breaks, which its patterns do not match where they
 * begin with one.
 */
function tolerantReaddir(root: string, unlisted: FoundEntry[]): typeof readdirSync {
  const read = (path: string, options: { withFileTypes: true }): Dirent[] => {
    const folder = relative(root, path).replaceAll(sep, '/')
    try {
      return readdirSync(path, options).filter(({ name }) => {
        if (isIgnored(name)) return false
        const isListed = !LINE_BREAK.test(name)
        if (!isListed) unlisted.push({ path: folder === '' ? name : `${folder}/${name}`, kind: 'line-break' })
        return isListed
      })
    } catch (error) {
      unlisted.push(unreadableEntry(folder, error))
      return []
    }
  }
  return read as typeof readdirSync
}

function entryAt(root: string, { path, dirent, name }: glob.Entry): FoundEntry {
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
