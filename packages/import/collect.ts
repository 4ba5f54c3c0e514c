// Reads a folder of another program: its configuration, its posts, and the pages that are no posts.
import { basename, dirname, relative } from 'node:path/posix'
import { MAX_FILE_BYTES } from '../../build/parse/decode.ts'
import { dateInPath, readDate } from './frontmatter/dates.ts'
import { HIDING, takeHidden } from './frontmatter/hidden.ts'
import { KeyedData, textsOf } from './frontmatter/keyed.ts'
import { dateOf } from './frontmatter/meta.ts'
import { splitSource } from './frontmatter/split.ts'
import { readSite } from './generators/configuration.ts'
import { type AddressFacts, contentRoots, type Generator } from './generators/generator.ts'
import { languageOf, languagesIn } from './languages.ts'
import { leftOut } from './left-out.ts'
import { addTo } from './lists.ts'
import { cut, stemOf } from './names.ts'
import type { Recognised } from './recognise.ts'
import { type CollectionFolder, collectionsOf, type DatedFile, mayBePost } from './sections.ts'
import { noteOf, type SourceContent, type SourcePost, type SourceSite } from './source.ts'
import { type SourceFile, type SourceTree, textKindOf } from './tree.ts'

/** A file of text with its front matter. */
interface ReadSource extends DatedFile {
  body: string
  complaint: string | undefined
}

/** @param sections folders that are to count as collections, as given with `--section` */
export async function collect(
  { generator }: Pick<Recognised, 'generator'>,
  tree: SourceTree,
  sections: readonly string[],
): Promise<SourceContent> {
  const site = await readSite(generator, tree)
  const sources = await readSources(generator, tree, site)
  const collections = collectionsOf(generator, site, sources, sections)
  const told = new Set(sources.flatMap(({ path }) => generator.language?.(path, site) ?? []))
  const known = new Set([...languagesIn(sources, collections, site), ...(told.size > 1 ? told : [])])
  const notes = [...tree.unread, ...sources.unread].map((why) => noteOf('missing', why))
  // What was asked for is taken whatever it is.
  const judged = sections.length > 0 ? [] : sources.filter((source) => !isPage(source, generator))
  const mostlyDated = mostlyDatedIn(judged, collections)
  const leaves = leftOut(generator, site)
  const posts: SourcePost[] = []
  const pages: string[] = []
  for (const source of sources) {
    const collection = collections.find(({ folder, isDirect }) => isIn(source.path, folder, isDirect))
    const isUnread = /not (?:executed|read)\b/.test(source.complaint ?? '')
    const placed = leaves(source.path, relative(collection?.folder ?? '', source.path))
    const hidden = placed ?? (isUnread ? 'nobody can tell without its front matter' : undefined)
    const isHidden = hidden !== undefined || takeHidden(new KeyedData(source.data)).length > 0
    const isUndated = !source.isDated && mostlyDated.has(collection?.folder ?? '') && !isHidden
    const isPiece = source.path.endsWith('.mdx') && sections.length === 0 && !mayBePost(source)
    if (!collection || isPiece || isPage(source, generator)) pages.push(source.path)
    else if (isUndated) {
      pages.push(source.path)
      const why = 'has no date, unlike the others beside it, and was taken for a page'
      notes.push(noteOf('missing', `${source.path} ${why}.`))
    } else posts.push({ ...postOf(source, collection, known, generator, site), hidden })
  }
  return { site, posts, pages, notes }
}

/** The collections in which hardly anything lacks a date: there, what has none is no post. */
function mostlyDatedIn(
  sources: readonly ReadSource[],
  collections: readonly CollectionFolder[],
): Set<string> {
  const folders = collections.filter(({ folder, isDirect }) => {
    const inside = sources.filter((source) => isIn(source.path, folder, isDirect) && mayBePost(source))
    return inside.filter(({ isDated }) => isDated).length >= 0.8 * inside.length && inside.length >= 10
  })
  return new Set(folders.map(({ folder }) => folder))
}

export type Sources = ReadSource[] & { unread: string[] }

/** What posts may have from the site instead of themselves. */
const INHERITED = ['author', 'authors', 'category', 'categories', ...HIDING]

async function readSources(generator: Generator, tree: SourceTree, site: SourceSite): Promise<Sources> {
  const sources = Object.assign([] as ReadSource[], { unread: [] as string[] })
  for (const file of tree.files) {
    const text = textKindOf(file.path)
    if (!text || isIgnored(file, generator)) continue
    const written = tree.textOf(file.path)
    if (written === undefined) {
      sources.unread.push(`${file.path} was not read: ${whyUnread(file)}.`)
      continue
    }
    const { data, body, complaint } = await splitSource(written, text === 'mdx', generator.hasUtcTimes)
    // A page of HTML without front matter belongs to the theme.
    if (text === 'html' && Object.keys(data).length === 0) continue
    const kind = text === 'markdown' && generator.isMdx ? 'mdx' : text
    sources.push({ path: file.path, text: kind, data, body, complaint, isDated: false })
  }
  await inherit(sources, generator, site)
  for (const source of sources) source.isDated = isDated(source.path, source.data)
  return sources
}

async function inherit(sources: readonly ReadSource[], generator: Generator, site: SourceSite) {
  const inherited = generator.inherited?.(site)
  const sections = new Map<string, KeyedData[]>()
  for (const { path, data } of sources)
    if (/^_index\./.test(basename(path))) addTo(sections, dirname(path), new KeyedData(data))
  for (const { path, data } of sources) {
    const [own, above] = [new KeyedData(data), [] as KeyedData[]]
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder))
      above.push(...(sections.get(folder) ?? []))
    const shared = (await inherited?.(path, own, above)) ?? []
    for (const key of INHERITED) {
      const value = shared.map((one) => one.at(key)).find((one) => one !== undefined)
      if (own.at(key) === undefined && value !== undefined) data[key] = value
    }
    const categories = generator.categories?.(path, own, shared, site)
    if (categories === undefined) continue
    for (const key of Object.keys(data)) if (/^categor(?:y|ies)$/i.test(key)) delete data[key]
    if (categories.length > 0) data.categories = categories
  }
}

function whyUnread({ bytes }: SourceFile): string {
  return bytes > MAX_FILE_BYTES ? 'it has more than 5 MB' : 'it is not UTF-8 text'
}

function isDated(path: string, data: SourcePost['data']): boolean {
  const keyed = new KeyedData(data)
  const places = [path, ...['path', 'permalink', 'url', 'slug'].flatMap((key) => textsOf(keyed.at(key)))]
  return dateOf(keyed) !== undefined || places.some((place) => dateInPath(place) !== undefined)
}

const DOCUMENTS =
  /(^|\/)(README|LICEN[CS]E|CONTRIBUTING|CHANGELOG|SECURITY|CODE_OF_CONDUCT|NOTICE|AGENTS|CLAUDE)[^/]*$/i

const TEMPLATES =
  /(^|\/)(_includes|_layouts|_sass|layouts|archetypes|themes|templates|scaffolds|components|partials)\//

function isIgnored({ path }: SourceFile, { name }: Generator): boolean {
  // Names that begin with a dot are left out by all these programs.
  if (DOCUMENTS.test(path) || TEMPLATES.test(path) || basename(path).startsWith('.')) return true
  return /\.html?$/i.test(path) && !(name === 'jekyll' || name === 'hexo' || name === 'hugo')
}

function isIn(path: string, folder: string, isDirect: boolean): boolean {
  const parent = dirname(path) === '.' ? '' : dirname(path)
  if (isDirect)
    return (
      parent === folder || (/^index\./.test(basename(path)) && dirname(parent).replace(/^\.$/, '') === folder)
    )
  return folder === '' || path.startsWith(`${folder}/`)
}

/** `_index.md` is a section's own page, and so is a file that lists posts; names with an underscore are templates. */
function isPage({ path, data }: ReadSource, { name }: Generator): boolean {
  const file = basename(path)
  if (/^_index(\.|$)/.test(file)) return true
  if (/^_/.test(file) && name !== 'next') return true
  const keyed = new KeyedData(data)
  const isPaged = keyed.at('pagination') !== undefined && typeof keyed.at('pagination') !== 'string'
  return isPaged || keyed.at('cascade') !== undefined
}

function postOf(
  { path, text, data, body, complaint }: ReadSource,
  { folder }: CollectionFolder,
  languages: ReadonlySet<string>,
  generator: Generator,
  site: SourceSite,
): SourcePost {
  const below = relative(folder, path)
  // Next.js calls each page of its app/ so.
  const inside = generator.name === 'next' ? below.replace(/(^|\/)page(?=\.mdx?$)/, '$1index') : below
  const { language: guessed, within } = languageOf(inside, folder, languages, site)
  const language = (languages.size > 0 && generator.language?.(path, site)) || guessed
  const keyed = new KeyedData(data)
  const permalink = keyed.at('eleventyComputed.permalink') ?? keyed.at('permalink')
  const notes = complaint ? [noteOf('missing', complaint)] : []
  const written = dateOf(keyed)
  const facts: AddressFacts = {
    data: keyed,
    permalink,
    path,
    within,
    collection: folder,
    section: sectionOf(folder, generator, site, languages),
    stem: stemOf(within, folder),
    date: undefined,
    title: textsOf(keyed.at('title'))[0] ?? stemOf(within, folder),
    categories: categoriesIn(keyed),
    language,
  }
  const moment = (written && readDate(written, site.timezone)?.moment) ?? dateInPath(path)
  const dates = (moment && generator.clocks?.(moment, site.timezone)) || [moment]
  // Without a permalink Eleventy writes no page.
  const made =
    permalink === 'false' ? [] : dates.flatMap((date) => generator.addresses({ ...facts, date }, site))
  const unknown = made.find((one) => typeof one !== 'string')
  if (unknown) {
    const why = `its permalink, ${cut(unknown.permalink, 200)}, is something that only its program can tell`
    notes.push(noteOf('missing', `Its address is not known: ${why}.`))
  }
  return {
    ...{ path, within, collection: folder, data, body, text, language, notes },
    addresses: [...new Set(made.filter((one) => typeof one === 'string'))],
    isAddressUnknown: unknown !== undefined,
  }
}

function categoriesIn(data: KeyedData): string[] {
  const many = data.at('categories')
  if (typeof many === 'string') return many.split(/[,\s]+/).filter(Boolean)
  return textsOf(many ?? data.at('category'))
}

/** The collection's folder as addresses have it: relative to the content, and without a language. */
function sectionOf(
  folder: string,
  generator: Generator,
  site: SourceSite,
  languages: ReadonlySet<string>,
): string {
  const root =
    contentRoots(generator, site).find((one) => one !== '' && `${folder}/`.startsWith(`${one}/`)) ?? ''
  const below = root === '' ? folder : folder.slice(root.length + 1)
  return below
    .split('/')
    .filter((part) => !languages.has(part) && !/^_(?:posts|drafts)$/.test(part))
    .join('/')
}
