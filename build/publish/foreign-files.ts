// Files below dist/public that were not made by a build: a CDN would publish them, too.
import { type Dirent, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder, readWhole } from '../../snapshot/format/disk.ts'
import { docsFiles, isDocsFile } from '../../snapshot/format/pages.ts'
import { replaceFile } from '../../snapshot/format/sealed-file.ts'
import { tried } from '../../snapshot/tried.ts'
import { isMediaName } from '../../snapshot/write/media.ts'
import { nameOf } from '../../snapshot/write/process.ts'
import { ConfigurationError } from '../environment/configuration.ts'
import { displayPathOf } from '../problems/display-path.ts'

/**
 * Call this before anything is written. A build makes no links, so these count as foreign, too.
 * @param out its folder `public` may be missing, or itself be a link
 * @throws {ConfigurationError} naming a foreign file. It is never removed: it may be somebody's only copy
 */
export function requireNoForeignFiles(out: string): void {
  const folder = join(out, 'public')
  const [first, ...more] = foreignIn(folder, listed(out))
  if (first === undefined) return
  const others = more.length > 0 ? ` (and ${more.length} more)` : ''
  throw new ConfigurationError(
    `${displayPathOf(join(folder, first))}${others} was not made by a build, and would be published. Move it elsewhere, or name another folder with --out.`,
  )
}

/** Call this before anything is written: adds what this version makes, besides media and notes, for builds of versions that do not. */
export function listFiles(out: string): void {
  const before = listed(out)
  const all = [...new Set([...before, 'openapi.json', ...[...docsFiles].map((name) => `docs/${name}`)])]
  if (all.length === before.length) return
  makeFolder(join(out, 'data'))
  // The name has no `.tmp-`: another build may be removing those there.
  replaceFile(listOf(out), `${listOf(out)}-${nameOf(process.pid)}`, JSON.stringify(all.sort()))
}

/** Paths below `public` that builds of any version have made. */
function listed(out: string): string[] {
  const list = tried(() => JSON.parse(readWhole(listOf(out)).toString()))
  return Array.isArray(list) ? list.filter((path) => typeof path === 'string') : []
}

function listOf(out: string): string {
  return join(out, 'data/public.json')
}

/** @param made as `listed` gives it @param within a folder below it that builds make */
function foreignIn(folder: string, made: readonly string[], within = ''): string[] {
  const isOwn = own.get(within) ?? (() => false)
  return entriesOf(join(folder, within)).flatMap((entry) => {
    const path = within === '' ? entry.name : `${within}/${entry.name}`
    const isFolder = own.has(path) || made.some((one) => one.startsWith(`${path}/`))
    if (entry.isDirectory() && isFolder) return foreignIn(folder, made, path)
    const isMade = isOwn(entry.name) || entry.name.startsWith('.tmp-') || made.includes(path)
    return entry.isFile() && isMade ? [] : [path]
  })
}

/** The files that builds make, by folder. */
const own = new Map<string, (file: string) => boolean>([
  ['', (file) => file === 'openapi.json'],
  ['docs', isDocsFile],
  // The style sheet of posts was there, in what earlier builds have left.
  ['docs/desk', (file) => file === 'post.css' || isDocsFile(`desk/${file}`)],
  ['media', (file) => isMediaName(file)],
])

/** Files that file managers leave in the folders they open. */
const systemFiles = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini'])

function entriesOf(folder: string): Dirent[] {
  // A file system of its own may have a folder for what its repair finds.
  return allIn(folder).filter(({ name }) => !systemFiles.has(name) && name !== 'lost+found')
}

function allIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** @param folder `<out>/public` */
export function removeSystemFiles(folder: string): void {
  for (const path of [...own.keys()].map((name) => join(folder, name))) {
    for (const { name } of allIn(path)) if (systemFiles.has(name)) rmSync(join(path, name), { force: true })
  }
}
