// The files of the source. Nothing outside its folder, or outside --static, is ever read as content: what counts is a
// file's real path, so that a symbolic link leads nowhere else.

import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { ConfigurationError, endingOf, isMedia, MAX_FILE_BYTES } from '../build/for-import.ts'
import { normalise } from '../packages/search/basics/normalise.ts'
import { compareCodePoints } from '../packages/search/basics/order.ts'
import { tried } from '../snapshot/tried.ts'
import { addToList } from './lists.ts'

/** The size of the largest file that is copied; larger ones are named in the report. */
export const MAX_MEDIA_BYTES = 200 * 1024 * 1024

const MAX_DEPTH = 32
const MAX_FILES = 200_000

/** Folders of tools, and of what they make: some have names that folders of posts may have, too. */
const TOOLS = new Set(['node_modules', 'bower_components', '__pycache__'])
const MADE = new Set(['vendor', '_site', 'dist'])

export const TOO_DEEP = `more than ${MAX_DEPTH} folders deep`
export const MADE_BY_TOOLS = 'called like what tools make'
/** Names that all these programs leave out. */
export const DOT = 'a name with a dot in front'

/** Folders with a leading dot that belong to the content. */
const DOTTED = new Set(['.vitepress', '.vuepress', '.eleventy.js'])

export interface SourceFile {
  /** The path relative to the site's folder, with `/`, in NFC. */
  path: string
  /** The path on disk. */
  real: string
  bytes: number
}

/** A file that was not read or not imported, and why; the path of a folder ends with a slash. */
export interface LeftFile {
  path: string
  reason: string
}

/** The files of one folder, by path in code point order. */
export class SourceTree {
  readonly home: string
  readonly from: string
  readonly files: readonly SourceFile[]
  /** Folders and links that were not followed. */
  readonly unread: readonly LeftFile[]
  readonly #byPath: ReadonlyMap<string, SourceFile>
  #media: Map<string, SourceFile[]> | undefined

  constructor(home: string, from: string, files: readonly SourceFile[], unread: readonly LeftFile[] = []) {
    this.home = home
    this.from = from
    this.unread = unread
    this.files = files.toSorted((a, b) => compareCodePoints(a.path, b.path))
    this.#byPath = new Map(this.files.map((file) => [file.path, file]))
  }

  at(path: string): SourceFile | undefined {
    return this.#byPath.get(normalise(path))
  }

  /** The text of a file, without a byte order mark; `undefined` if it is not there, too large or not UTF-8. */
  textOf(path: string): string | undefined {
    const file = this.at(path)
    return file && readText(file.real, file.bytes)
  }

  /** The text of a file that says something of the site: it may also lie above FROM, in the site's own folder, and only there. */
  configText(path: string): string | undefined {
    if (isInside(this.home, this.from)) return this.textOf(path)
    const file = realFile(join(this.home, path))
    return file && isInside(file.real, this.home) ? readText(file.real, file.bytes) : undefined
  }

  /** Media files whose path ends with this one, the shortest first. */
  mediaNamed(path: string): readonly SourceFile[] {
    this.#media ??= byName(this.files.filter((file) => isMedia(file.path)))
    const end = normalise(path).toLowerCase()
    const alike = this.#media.get(end.split('/').at(-1)!) ?? []
    return alike.filter((file) => `/${file.path.toLowerCase()}`.endsWith(`/${end}`))
  }
}

/**
 * @param home the site's folder, to which paths are relative
 * @param from the folder that may be read: the site's, or one inside or around it
 * @param statics further folders that symbolic links may lead to
 * @param opened paths of folders to read although they are called like those of tools
 */
export function readTree(
  home: string,
  from: string,
  statics: readonly string[] = [],
  opened: ReadonlySet<string> = new Set(),
): SourceTree {
  const isWithin = (path: string) => [from, ...statics].some((folder) => isInside(path, folder))
  const lister = new Lister(home, isWithin, opened)
  lister.list(isInside(home, from) ? home : from)
  return new SourceTree(home, from, lister.files, lister.unread)
}

/** True if `outer` contains `path`, or is the same. */
export function isInside(path: string, outer: string): boolean {
  return `${path}${sep}`.startsWith(outer.endsWith(sep) ? outer : outer + sep)
}

/** @throws {ConfigurationError} if there is no such folder or file */
export function realPathOf(path: string, what: string): string {
  const real = tried(() => realpathSync(path))
  if (real === undefined) throw new ConfigurationError(`${what} ${path} does not exist.`)
  return real
}

/** The text of a file of the configuration or of a post. */
export function readText(real: string, bytes: number): string | undefined {
  if (bytes > MAX_FILE_BYTES) return undefined
  const text = tried(() => new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(real)))
  return text?.includes('\0') ? undefined : text?.replace(/\r\n?/g, '\n')
}

class Lister {
  readonly files: SourceFile[] = []
  readonly unread: LeftFile[] = []
  readonly #home: string
  readonly #isWithin: (path: string) => boolean
  readonly #opened: ReadonlySet<string>

  constructor(home: string, isWithin: (path: string) => boolean, opened: ReadonlySet<string>) {
    this.#home = home
    this.#isWithin = isWithin
    this.#opened = opened
  }

  list(folder: string, depth = 0): void {
    for (const entry of tried(() => readdirSync(folder, { withFileTypes: true })) ?? []) {
      const path = join(folder, entry.name)
      if (!entry.isDirectory()) this.#add(path)
      else {
        const reason = this.#whyUnread(path, entry.name, depth + 1)
        if (reason === undefined) this.list(path, depth + 1)
        else if (entry.name !== '.git') this.unread.push({ path: `${this.#pathOf(path)}/`, reason })
      }
    }
  }

  #whyUnread(path: string, name: string, depth: number): string | undefined {
    if (depth > MAX_DEPTH) return TOO_DEEP
    if (TOOLS.has(name)) return 'a folder of tools'
    if (MADE.has(name) && !this.#opened.has(`${this.#pathOf(path)}/`)) return MADE_BY_TOOLS
    return name.startsWith('.') && !DOTTED.has(name) ? DOT : undefined
  }

  #add(path: string): void {
    const real = realFile(path)
    if (!real || !this.#isWithin(real.real)) {
      this.unread.push({ path: this.#pathOf(path), reason: 'a link that leads to no file of the source' })
      return
    }
    if (this.files.length >= MAX_FILES) {
      throw new ConfigurationError(
        `There are more than ${MAX_FILES.toLocaleString('en')} files. Name the folder of the posts, and its media with --static.`,
      )
    }
    this.files.push({ path: this.#pathOf(path), ...real })
  }

  #pathOf(path: string): string {
    return normalise(relative(this.#home, path).replaceAll(sep, '/'))
  }
}

/** The target of a link counts, and only if it is a regular file. */
export function realFile(path: string): { real: string; bytes: number } | undefined {
  return tried(() => {
    const real = realpathSync(path)
    const stats = statSync(real)
    return stats.isFile() ? { real, bytes: stats.size } : undefined
  })
}

function byName(files: readonly SourceFile[]): Map<string, SourceFile[]> {
  const named = new Map<string, SourceFile[]>()
  const shortestFirst = files.toSorted((a, b) => a.path.length - b.path.length)
  for (const file of shortestFirst) {
    const name = file.path.split('/').at(-1)!.toLowerCase()
    addToList(named, name, file)
  }
  return named
}

/** Returns the kind of a post's text by its path; `undefined` if it is none. */
export function textKindOf(path: string): 'markdown' | 'mdx' | 'html' | undefined {
  const ending = endingOf(path)
  if (/^(?:md|markdown|mdown|mkd)$/.test(ending)) return 'markdown'
  return ending === 'mdx' ? 'mdx' : /^html?$/.test(ending) ? 'html' : undefined
}
