// Files below dist/public that were not made by a build: a CDN would publish them, too.
import { type Dirent, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isDocsFile } from '../../snapshot/format/pages.ts'
import { isMediaName } from '../../snapshot/write/media.ts'
import { ConfigurationError } from '../environment/configuration.ts'
import { displayPathOf } from '../problems/display-path.ts'

/**
 * Call this before anything is written. A build makes no links, so these count as foreign, too.
 * @param folder `<out>/public`; it may be missing, or itself be a link
 * @throws {ConfigurationError} naming a foreign file. It is never removed: it may be somebody's only copy
 */
export function requireNoForeignFiles(folder: string): void {
  const [first, ...more] = foreignIn(folder)
  if (first === undefined) return
  const others = more.length > 0 ? ` (and ${more.length} more)` : ''
  throw new ConfigurationError(
    `${displayPathOf(join(folder, first))}${others} was not made by a build, and would be published. Move it elsewhere, or name another folder with --out.`,
  )
}

/** @param within a folder below it that builds make */
function foreignIn(folder: string, within = ''): string[] {
  const isOwn = own.get(within)!
  return entriesOf(join(folder, within)).flatMap((entry) => {
    const path = within === '' ? entry.name : `${within}/${entry.name}`
    if (entry.isDirectory() && own.has(path)) return foreignIn(folder, path)
    return entry.isFile() && (isOwn(entry.name) || entry.name.startsWith('.tmp-')) ? [] : [path]
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
