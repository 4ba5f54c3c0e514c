// Reads a folder of another program: its configuration, its posts, and the pages that are no posts.
import { basename, dirname, relative } from 'node:path/posix'
import { endingOf, isMedia, MAX_FILE_BYTES } from '../build/for-import.ts'
import { dateInPath, readDate } from './frontmatter/dates.ts'
import { inheritHiding } from './frontmatter/hidden.ts'
import { KeyedData, textsOf } from './frontmatter/keyed.ts'
import { dateOf } from './frontmatter/meta.ts'
import { type SplitSource, splitSource } from './frontmatter/split.ts'
import { readSite } from './generators/configuration.ts'
import { type AddressFacts, contentRoots, type Generator } from './generators/generator.ts'
import { languageOf, languagesIn } from './languages.ts'
import { leftOut } from './left-out.ts'
import { addToList } from './lists.ts'
import { cut, stemOf } from './names.ts'
import { type CollectionFolder, collectionsOf, type DatedFile, mayBePost } from './sections.ts'
import {
  type Note,
  noteOf,
  type SourceContent,
  type SourcePost,
  type SourceSite,
  type SourceText,
} from './source.ts'
import {
  DOT,
  isInside,
  type LeftFile,
  MADE_BY_TOOLS,
  type SourceFile,
  type SourceTree,
  TOO_DEEP,
  textKindOf,
} from './tree.ts'

/** A file of text with its front matter. */
interface ReadSource extends DatedFile {
  body: string
  complaint?: string
  /** Called like templates or documents. */
  isAside: boolean
}

/**
 * @param sections folders that are to count as collections, as given with `--section`
 * @param read lists the files of the source, of these folders as well
 */
export async function collect(
  generator: Generator,
  sections: readonly string[],
  read: (opened: ReadonlySet<string>) => SourceTree,
  opened: ReadonlySet<string> = new Set(),
): Promise<SourceContent> {
  const tree = read(opened)
  const site = await readSite(generator, tree)
  const { sources, unread } = await readSources(generator, site)
  const usual = sources.filter(({ isAside }) => !isAside)
  const collections = collectionsOf(generator, site, usual, sections)
  const collectionOf = (path: string) =>
    collections.find(({ folder, isDirect }) => isIn(path, folder, isDirect))
  const posted = tree.unread.filter(
    ({ path, reason }) => reason === MADE_BY_TOOLS && collectionOf(path)?.folder,
  )
  if (posted.length > 0)
    return collect(generator, sections, read, new Set([...opened, ...posted.map(({ path }) => path)]))
  const named = new Set(sources.flatMap(({ path }) => generator.language?.(path, site) ?? []))
  const pageOf = (source: ReadSource) => {
    const isAside = source.isAside && generator.name !== 'docusaurus'
    return isAside && asideReason(source, '', generator) ? undefined : generator.page?.(source.path, site)
  }
  const folders = collections.length > 0 ? collections : sources.flatMap((one) => pageOf(one) ?? [])
  const known = new Set([...languagesIn(usual, folders, site), ...(named.size > 1 ? named : [])])
  const leaves = leftOut(generator, site)
  const posts: SourcePost[] = []
  const pages: string[] = []
  const left: LeftFile[] = []
  for (const source of sources) {
    const { path } = source
    const collection = collectionOf(path)
    // The page of the section of posts is none of them.
    const entryOf = collection && !/^_index\./.test(basename(path)) ? undefined : pageOf(source)
    const folder = entryOf?.folder ?? collection?.folder
    if (folder === undefined) {
      if (!source.isAside) pages.push(path)
      continue
    }
    const out = leaves(path, relative(folder, path))
    const hidden = (entryOf ? undefined : out) ?? unreadReason(source)
    const isPiece = path.endsWith('.mdx') && sections.length === 0 && !mayBePost(source)
    const reason = entryOf ? out : noPostReason(source, folder, isPiece, generator)
    if (reason) left.push({ path, reason })
    else {
      const post = { ...postOf(source, { folder, entryOf }, known, generator, site), hidden }
      generator.prepare?.(post)
      posts.push(post)
    }
  }
  const besides = sortedUnread(unread, (path) => collectionOf(path)?.folder)
  return { site, posts, pages, left: [...left, ...besides.left], notes: besides.notes }
}

function unreadReason({ complaint = '' }: ReadSource): string | undefined {
  return /not (?:executed|read)\b/.test(complaint) ? 'nobody can tell without its front matter' : undefined
}

/** Files that are no posts, and notes on those elsewhere that could not be read. */
function sortedUnread(
  unread: readonly LeftFile[],
  folderOf: (path: string) => string | undefined,
): Pick<SourceContent, 'left' | 'notes'> {
  const left: LeftFile[] = []
  const notes: Note[] = []
  for (const one of unread) {
    const folder = folderOf(one.path)
    const isText = textKindOf(one.path) !== undefined || OTHER_TEXTS.test(one.path)
    // Around posts in the folder of the site, what is no text belongs to the site.
    if (folder === '' ? isText || one.path.endsWith('/') : folder !== undefined) left.push(one)
    else if ([TOO_DEEP, LARGE, NO_TEXT].includes(one.reason))
      notes.push(noteOf('missing', `${one.path} was not read, since it is ${one.reason}.`))
  }
  return { left, notes }
}

/** The keys that posts may have from the site instead of themselves. */
const INHERITED = ['author', 'authors', 'category', 'categories', 'permalink']

async function readSources(
  generator: Generator,
  site: SourceSite,
): Promise<{ sources: ReadSource[]; unread: LeftFile[] }> {
  const { tree } = site
  const sources: ReadSource[] = []
  const unread = [...tree.unread]
  const headOf = ({ path }: SourceFile) =>
    generator.headsBeside && textKindOf(path) ? path.replace(/\.[^.]+$/, generator.headsBeside) : ''
  const heads = new Set(tree.files.map(headOf))
  for (const file of tree.files) {
    const { path, bytes } = file
    if (heads.has(path)) continue
    const text = textKindOf(path)
    const own = text && !basename(path).startsWith('.') ? tree.textOf(path) : undefined
    const head = tree.textOf(headOf(file))
    const written = head === undefined || own === undefined ? own : `${head.trimEnd()}\n\n${own}`
    const split =
      written === undefined ? undefined : await splitSource(written, { ...generator, isMdx: text === 'mdx' })
    const reason = whyUnread({ path, bytes, text, split }, generator)
    if (reason !== undefined || !split || !text) unread.push({ path, reason: reason! })
    else {
      const kind = text === 'markdown' && generator.isMdx ? 'mdx' : text
      sources.push({ path, text: kind, ...split, isDated: false, isAside: false })
    }
  }
  await inherit(sources, generator, site)
  const dates = generator.dates(site)
  for (const source of sources) {
    source.isDated = isDated(source.path, source.data, dates)
    source.isAside = isAside(source.path, generator.posts?.(site) ?? [])
  }
  return { sources, unread }
}

/** Files of other kinds that some of these programs take posts from. */
const OTHER_TEXTS =
  /\.(?:org|rst|adoc|asciidoc|asc|textile|txt|text|njk|liquid|pug|haml|ejs|hbs|ipynb|wiki|rmd|qmd|mdoc|svx|mmark|pandoc|pdc|tex|docx?|odt)$/i

const LARGE = 'more than 5 MB'
const NO_TEXT = 'not UTF-8 text'

interface UnreadSource {
  path: string
  bytes: number
  text: SourceText | undefined
  split: SplitSource | undefined
}

function whyUnread(
  { path, bytes, text, split }: UnreadSource,
  { name, title }: Generator,
): string | undefined {
  if (basename(path).startsWith('.')) return DOT
  if (!text)
    return isMedia(path)
      ? 'no post shows it'
      : OTHER_TEXTS.test(path)
        ? `.${endingOf(path)} is not imported`
        : 'no text of a post'
  if (!split) return bytes > MAX_FILE_BYTES ? LARGE : NO_TEXT
  if (text !== 'html') return undefined
  if (!/^(?:jekyll|hexo|hugo)$/.test(name)) return `HTML is not imported from ${title}`
  return Object.keys(split.data).length === 0 ? 'HTML without front matter' : undefined
}

/** Reads what `_index` files say, by their folders. */
async function sectionData(
  sources: readonly ReadSource[],
  { tree }: SourceSite,
): Promise<ReadonlyMap<string, KeyedData[]>> {
  const sections = new Map<string, KeyedData[]>()
  for (const { path, data } of sources)
    if (/^_index\./.test(basename(path))) addToList(sections, dirname(path), new KeyedData(data))
  for (const folder of foldersAbove(tree)) {
    const text = tree.configText(`${folder}/_index.md`)
    if (text !== undefined) addToList(sections, folder, new KeyedData((await splitSource(text)).data))
  }
  return sections
}

async function inherit(sources: readonly ReadSource[], generator: Generator, site: SourceSite) {
  const inherited = generator.inherited?.(site)
  const sections = await sectionData(sources, site)
  for (const { path, data } of sources) {
    const [own, above] = [new KeyedData(data), [] as KeyedData[]]
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder))
      above.push(...(sections.get(folder) ?? []))
    const shared = (await inherited?.(path, own, above)) ?? []
    for (const key of INHERITED) {
      const value = shared.map((one) => one.at(key)).find((one) => one !== undefined)
      if (own.at(key) === undefined && value !== undefined) data[key] = value
    }
    if (shared.length > 0) inheritHiding(data, shared, generator.name)
    const categories = generator.categories?.(path, own, shared, site)
    if (categories === undefined) continue
    for (const key of Object.keys(data)) if (/^categor(?:y|ies)$/i.test(key)) delete data[key]
    if (categories.length > 0) data.categories = categories
  }
}

/** The folders of the site around FROM, if that is one of them. */
function foldersAbove({ home, from }: SourceTree): string[] {
  const parts = from
    .slice(home.length + 1)
    .replaceAll('\\', '/')
    .split('/')
  return isInside(from, home) ? parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/')) : []
}

function isDated(path: string, data: SourcePost['data'], keys: readonly string[]): boolean {
  const keyed = new KeyedData(data)
  const places = [path, ...['path', 'permalink', 'url', 'slug'].flatMap((key) => textsOf(keyed.at(key)))]
  return dateOf(keyed, keys, path) !== undefined || places.some((place) => dateInPath(place) !== undefined)
}

/** Files about a repository, in any language. */
const DOCUMENT =
  /^(?:README|LICEN[CS]E|CONTRIBUTING|CHANGELOG|SECURITY|CODE_OF_CONDUCT|NOTICE|AGENTS|CLAUDE)(?:\.[\w-]+)+$/i

const TEMPLATES =
  /(?:^|\/)_(?:includes|layouts|sass)\/|^(?:(?:src|app)\/)?(?:layouts|archetypes|themes|templates|scaffolds|components|partials)\//

/** Tells whether a file is no sign of a folder of posts, though it may be a post in one. */
function isAside(path: string, own: readonly RegExp[]): boolean {
  const folders = path.split('/').map((_, index, parts) => parts.slice(0, index).join('/'))
  if (DOCUMENT.test(basename(path))) return true
  return TEMPLATES.test(path) && !folders.some((folder) => own.some((pattern) => pattern.test(folder)))
}

function noPostReason(source: ReadSource, folder: string, isPiece: boolean, generator: Generator) {
  const reason = pageReason(source, generator) ?? (isPiece ? 'a piece of other pages' : undefined)
  return reason ?? (source.isAside ? asideReason(source, folder, generator) : undefined)
}

/** A document is a post if it says so; so is a text in a folder of plain markdown, whatever that is called. */
function asideReason(source: ReadSource, folder: string, { name }: Generator): string | undefined {
  if (DOCUMENT.test(basename(source.path)))
    return source.isDated || new KeyedData(source.data).at('title') !== undefined
      ? undefined
      : 'about the repository'
  const isOfSite = folder === '' && (name !== 'markdown' || !mayBePost(source))
  return isOfSite ? 'a template' : undefined
}

function isIn(path: string, folder: string, isDirect: boolean): boolean {
  const parent = dirname(path) === '.' ? '' : dirname(path)
  if (isDirect)
    return (
      parent === folder || (/^index\./.test(basename(path)) && dirname(parent).replace(/^\.$/, '') === folder)
    )
  return folder === '' || path.startsWith(`${folder}/`)
}

/** Says why a text is a page and no post: `_index.md` is of a section, names with an underscore are of templates. */
function pageReason({ path, data }: ReadSource, { name }: Generator): string | undefined {
  const file = basename(path)
  if (/^_index(\.|$)/.test(file)) return 'the page of its section'
  if (/^_/.test(file) && name !== 'next') return 'a name with _ in front'
  const keyed = new KeyedData(data)
  const isPaged = keyed.at('pagination') !== undefined && typeof keyed.at('pagination') !== 'string'
  return isPaged || keyed.at('cascade') !== undefined ? 'a list of other pages' : undefined
}

function postOf(
  { path, text, data, body, complaint }: ReadSource,
  { folder, entryOf }: Pick<CollectionFolder, 'folder'> & Pick<AddressFacts, 'entryOf'>,
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
  const written = dateOf(keyed, generator.dates(site), path)
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
    ...{ language, entryOf },
  }
  const moment = (written && readDate(written, site.timezone)?.moment) ?? dateInPath(path)
  const dates = (moment && generator.clocks?.(moment, site.timezone)) || [moment]
  // Eleventy writes no page without a permalink.
  const made =
    permalink === 'false' ? [] : dates.flatMap((date) => generator.addresses({ ...facts, date }, site))
  const unknown = made.find((one) => typeof one !== 'string')
  if (unknown) {
    const why = `its permalink, ${cut(unknown.permalink, 200)}, is something that only its program can tell`
    notes.push(
      noteOf('missing', `Its address is not known: ${why}.`, 'Addresses that only its program can tell'),
    )
  }
  if (typeof made[0] === 'string' && generator.isAssumed?.(facts, site)) {
    const what = `Its address is assumed to be ${made[0]}, by its folder. If it is another one, correct url in workspace.yml.`
    notes.push(noteOf('missing', what, 'Addresses of which the source has no route'))
  }
  return {
    ...{ path, within, collection: folder, entryOf, data, body, text, language, notes },
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
