// Finds the folders that are collections of posts: those that --section names, those of the program, those with a usual name,
// else those whose files have dates.
import { basename, dirname } from 'node:path/posix'
import { ConfigurationError } from '../build/for-import.ts'
import { KeyedData } from './frontmatter/keyed.ts'
import { contentRoots, type Generator, type SectionFacts } from './generators/generator.ts'
import type { SourceData, SourceSite, SourceText } from './source.ts'

/** A file of text. */
export interface DatedFile {
  path: string
  text: SourceText
  data: SourceData
  isDated: boolean
}

export interface CollectionFolder {
  /** The path of the folder, relative to the site's folder; empty for that itself. */
  folder: string
  /** True if only files directly in it, and bundles, are posts. */
  isDirect: boolean
}

const USUAL =
  /^_?(posts?|blogs?|articles?|news|writings?|journal|stories|essays|notes?|entries|updates|changelog|til|weblog|thoughts|blog-posts|blogposts|contents?)$/i

/** Names that say of one collection that it is a blog; one with any other usual name may be one of several. */
const BLOG = /^_?(posts?|blogs?|articles?|weblog|blog-posts|blogposts|contents?)$/i

/** @throws {ConfigurationError} if a section that was asked for is not there */
export function collectionsOf(
  generator: Generator,
  site: SourceSite,
  files: readonly DatedFile[],
  asked: readonly string[],
): CollectionFolder[] {
  const roots = contentRoots(generator, site)
  if (asked.length > 0)
    return asked.flatMap((section) => {
      const found = askedFolders(section, roots, files)
      return generator.hasContents ? found : found.slice(0, 1)
    })
  const patterns = generator.posts?.(site)
  const from = relativeFolder(site)
  const own = patterns ? foldersOf(files).filter((folder) => patterns.some((one) => one.test(folder))) : []
  if (own.length > 0) return own.map((folder) => ({ folder, isDirect: false }))
  // FROM is a folder inside the site: it is the collection, unless it is what contains the collections.
  if (from !== '' && !roots.includes(from)) return [{ folder: from, isDirect: false }]
  const existing = [...new Set(roots)].filter((one) => files.some(({ path }) => isBelow(path, one)))
  const sections = existing.flatMap((root) => sectionsBelow(generator, site, root, files))
  if (sections.length > 0) return sections
  // Folders of languages may be in a folder that would be content without them.
  const innermost = existing.filter((one) => !existing.some((other) => other !== one && isBelow(other, one)))
  if (generator.hasContents && innermost.length > 1) {
    const all = innermost.flatMap((root) => byNameOrDate(root, files))
    if (all.length > 0) return all
  }
  for (const root of existing) {
    const found = byNameOrDate(root, files)
    if (found.length > 0) return found
  }
  return files.some(({ isDated }) => isDated) ? [{ folder: '', isDirect: false }] : []
}

/** Empty for a site that is in FROM. */
function relativeFolder({ tree: { home, from } }: SourceSite): string {
  return from.slice(home.length + 1).replaceAll('\\', '/')
}

function askedFolders(
  section: string,
  roots: readonly string[],
  files: readonly DatedFile[],
): CollectionFolder[] {
  const clean = section.replace(/^\.?\/+|\/+$/g, '').replace(/^\.$/, '')
  const candidates = [clean, ...roots.map((root) => (root === '' ? clean : `${root}/${clean}`))]
  const found = candidates.filter((one) => files.some(({ path }) => isBelow(path, one)))
  if (found.length > 0) return found.map((folder) => ({ folder, isDirect: false }))
  throw new ConfigurationError(`There is no section "${section}" with posts. Name its folder, such as blog.`)
}

/** The sections that the program's own settings choose, such as Hugo's mainSections. */
function sectionsBelow(
  { sections: choose }: Generator,
  site: SourceSite,
  root: string,
  files: readonly DatedFile[],
): CollectionFolder[] {
  if (!choose) return []
  const facts = factsOf(root, files)
  const inRoot = (name: string) => [root, name].filter(Boolean).join('/')
  return choose(site, facts).map((name) => ({ folder: inRoot(name), isDirect: name === '' }))
}

function factsOf(root: string, files: readonly DatedFile[]): SectionFacts[] {
  const facts = new Map<string, SectionFacts>()
  for (const { path, data, isDated } of files) {
    if (!isBelow(path, root)) continue
    const parts = (root === '' ? path : path.slice(root.length + 1)).split('/')
    // A bundle directly in the root is a page of the root: its folder has no other pages.
    const isBundle = parts.length === 2 && /^index\./.test(parts[1]!)
    const name = parts.length === 1 || isBundle ? '' : parts[0]!
    const section = facts.get(name) ?? { name, posts: 0, dated: 0, settings: undefined }
    facts.set(name, section)
    if (/^_index\./.test(parts.at(-1)!)) {
      if (parts.length <= 2) section.settings ??= new KeyedData(data)
      continue
    }
    section.posts += 1
    section.dated += isDated ? 1 : 0
  }
  return [...facts.values()].filter(({ posts }) => posts > 0)
}

/** Finds folders from the root downwards: those with a usual name, else one whose files are dated. */
function byNameOrDate(root: string, files: readonly DatedFile[]): CollectionFolder[] {
  const folders = foldersOf(files).filter((folder) => folder === root || isBelow(folder, root))
  const shares = folders.map((folder) => ({ folder, ...share(folder, files) }))
  const isDated = shares.some(({ dated }) => dated > 0)
  const usual = shares.filter(
    ({ folder, dated, posts }) => USUAL.test(basename(folder)) && (!isDated || dated / posts >= 0.5),
  )
  // The root is one folder for all only where none in it has such a name.
  const inside = usual.filter(({ folder }) => folder !== root)
  const chosen = outermost((inside.length > 0 ? inside : usual).map(({ folder }) => folder))
  const isBundle = (folder: string) =>
    files.every(
      (file) => !isBelow(file.path, folder) || file.path.startsWith(`${folder}/index.`) || !mayBePost(file),
    )
  const dated = shares.filter(
    ({ folder, dated, posts }) => folder !== '' && dated / posts >= 0.8 && !isBundle(folder),
  )
  if (chosen.length > 0) {
    const isBlog = chosen.some((folder) => BLOG.test(basename(folder)))
    const beside = dated.filter(({ folder }) => chosen.some((one) => dirname(one) === dirname(folder)))
    const all = isBlog ? chosen : [...new Set([...chosen, ...beside.map(({ folder }) => folder)])]
    return all.map((folder) => ({ folder, isDirect: false }))
  }
  // If several folders have as many, it is the innermost: above it there is something else.
  const most = dated.sort((a, b) => b.dated - a.dated || b.folder.length - a.folder.length)[0]
  return most ? [{ folder: most.folder, isDirect: false }] : []
}

function share(folder: string, files: readonly DatedFile[]): { posts: number; dated: number } {
  const inside = files.filter((file) => isBelow(file.path, folder) && mayBePost(file))
  return { posts: inside.length || 1, dated: inside.filter(({ isDated }) => isDated).length }
}

/** A piece of a page has neither a date nor front matter. */
export function mayBePost({ path, data, isDated }: DatedFile): boolean {
  return !/(^|\/)_index\./.test(path) && (isDated || Object.keys(data).length > 0)
}

/** All folders that contain files, at any depth. */
function foldersOf(files: readonly DatedFile[]): string[] {
  const folders = new Set<string>()
  for (const { path } of files) {
    for (let folder = dirname(path); folder !== '.' && !folders.has(folder); folder = dirname(folder)) {
      folders.add(folder)
    }
  }
  return [...folders].sort()
}

function outermost(folders: readonly string[]): string[] {
  return folders.filter((folder) => !folders.some((other) => other !== folder && isBelow(folder, other)))
}

function isBelow(path: string, folder: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`)
}
