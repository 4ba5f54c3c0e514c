// Assembles a workspace for the snapshot: references resolved, lists complete, everything sorted.

import { styleSheet } from '../../packages/colours/index.ts'
import { lazy } from '../../packages/search/basics/lazy.ts'
import { compareCodePoints } from '../../packages/search/basics/order.ts'
import { languageOf, loadStemmers, type PackedTerms, type TermNumbers } from '../../packages/search/index.ts'
import { isoDate, UNDATED } from '../../snapshot/date.ts'
import { sha256 } from '../../snapshot/format/format.ts'

import type {
  Author,
  BuiltPost,
  BuiltWorkspace,
  CollectionInfo,
  Cover,
  FieldDefinition,
  Instant,
  ListedPost,
  LoadedPost,
  PostMeta,
  PostTexts,
  Site,
} from '../../snapshot/types.ts'

import type { MemoValues } from '../../snapshot/write/memo.ts'
import { type Brief, type LoadedFile, load } from '../compile/brief.ts'
import type { Environment } from '../environment/environment.ts'
import type { UrlReference } from '../extract/url-reference.ts'
import { redirectsTo } from '../link/addresses.ts'
import { type ShownFields, shownFields } from '../link/fields.ts'
import { addressOf, mediaOf, publicUrls, withoutBaseUrl } from '../link/public-urls.ts'
import type { LinkedWorkspace } from '../link/resolve.ts'
import { type PublicContent, publicContent } from '../link/substitute.ts'
import { type Chronology, visibility } from '../link/visibility.ts'
import type { Checked } from '../problems/problem.ts'
import { isPath } from '../schema/alias.ts'
import { hasType, LEADING } from '../schema/fields.ts'
import { searchIndexOf } from '../search-index/search-index.ts'
import { collectionName } from '../workspace/family.ts'
import type { Medium } from '../workspace/media.ts'
import type { Settings } from '../workspace/settings.ts'
import { completeLists, type DeclaredLists, slugOf, slugsOf } from '../workspace/taxonomies.ts'
import { type Included, included, orderOf } from './included.ts'
import { workspaceOpenapi } from './openapi.ts'
import { openapiDocument } from './static-pages.ts'

/** A workspace, and its media by name with the files they are copied from. */
export interface Assembled extends BuiltWorkspace {
  files: ReadonlyMap<string, Medium>
}

/**
 * Assembles a workspace without errors. Without `drafts`, it contains nothing of a draft; with them, a draft without a
 * date gets the time of the build, or else the date of the newest post. Without a base URL, the first medium is a problem.
 * @param only the post that is wanted
 * @param given the posts of the workspace and its collections, if they are in order already
 */
export function assemble(
  read: LinkedWorkspace,
  { baseUrl, isHere, ...environment }: Omit<Environment, 'preview' | 'vercel'>,
  memo?: MemoValues,
  only?: Brief,
  given?: Chronology<Included>,
): Checked<Assembled> {
  const { settings, links } = read
  const { collection } = settings
  const { visibleUntil } = environment
  const posts = included(read, environment)
  const others = links.family.filter((one) => one.settings.folder !== settings.folder)
  const order = given ?? orderOf([posts, ...others.map((one) => included(one, environment))])
  const published = (post: Brief) => order.posts[order.momentOf(post) ?? -1]
  const publicUrlOf = publicUrls(read, published, baseUrl, isHere)
  const urlOf = (post: Brief) => {
    const url = addressOf(links.homeOf(post), post, published(post)!.publishedAt)
    return url === undefined ? null : new URL(url).href
  }
  const ofImage = (image: UrlReference | undefined) => (image && publicUrlOf(image)?.url) ?? ''
  const visibleFrom = visibility(links, order, collectionName(read), environment.drafts)
  const oldestFirst = lazy(() => posts.toReversed().flatMap(({ from }) => load(from).references))
  const lists = completeLists(read.lists, oldestFirst, settings, ofImage)
  const authors = new Map(lists.authors.map((author) => [author.slug, author]))
  const { authorImage: _, ...defaults } = settings.defaults
  const defaultCover = defaults.coverImage && publicUrlOf(defaults.coverImage)
  const common = JSON.stringify([lists.authors, defaults, defaultCover])
  const basisKey = sha256(JSON.stringify([baseUrl, settings.url, read.lists, common])).slice(0, 32)
  const wanted = only ? posts.filter(({ from }) => from === only) : posts
  const hasOwnMedia = ({ from }: Included) => defaultCover !== undefined || !from.isSelfContained
  const media = mediaOf(
    [
      ...portraitsIn(read, lists.authors),
      ...wanted.flatMap((one) => (hasOwnMedia(one) ? referencesIn(one, read) : [])),
    ],
    links,
  )
  const [first] = media.values()
  const names = [...media.keys()].sort(compareCodePoints)
  const slugs = new Map([...lists.categories, ...lists.tags].map(({ slug }) => [slug, slug]))
  const deps: PostDeps = {
    coverOf: coverReader(read, { publicUrlOf, urlOf, visibleFrom }),
    contentOf: (included) => publicContent(included.from, publicUrlOf, visibleFrom(included)),
    load: loader(read, authors, slugs, urlOf),
    numbers: read.vocabulary,
    basisKey,
  }
  const workspace = {
    folder: settings.folder,
    keys: read.keys.keys,
    drafts: environment.drafts,
    site: siteOf(read, baseUrl),
    ...definitionsOf(settings),
    ...(collection && { collection: collection as CollectionInfo }),
    ...lists,
    posts: wanted.map((included) => new AssembledPost(included, deps)),
    ...(links.family.length > 1 && { awaited: awaitedIn(posts, order, visibleFrom) }),
    media: names,
    mediaSeals: Object.fromEntries(names.map((name) => [name, media.get(name)!.medium.seal])),
    files: new Map([...media].map(([name, { medium }]) => [name, medium])),
  }
  const searchIndex = searchIndexOf(workspace, settings.searchIndex, visibleUntil, memo)
  const value = { ...workspace, searchIndex }
  return { value, problems: first && baseUrl === undefined ? [withoutBaseUrl(first.from)] : [] }
}

/** Makes the function that gives a post's cover, and its fields if any may lead elsewhere. */
function coverReader(
  read: LinkedWorkspace,
  context: {
    publicUrlOf: ReturnType<typeof publicUrls>
    urlOf: (post: Brief) => string | null
    visibleFrom: ReturnType<typeof visibility>
  },
): PostDeps['coverOf'] {
  const { settings, links } = read
  const collection = collectionName(read)
  const leads = settings.fields?.some((field) => hasType(field, LEADING))
  return (included) => {
    const { coverImage, coverAlt, ...post } = postOf(included)
    const file = { displayPath: included.from.file, relativePath: included.from.relativePath }
    const deps = { ...context, links, visible: context.visibleFrom(included), collection }
    const named = leads && shownFields(settings.fields!, post, file, deps)
    const reference = coverOf(included, read)
    const { url, medium, widths } = (reference && context.publicUrlOf(reference)) ?? {}
    if (url === undefined) return { cover: null, bytes: 0, ...named }
    const { width = null, height = null } = medium?.size ?? {}
    const cover = { url, width, height, alt: coverImage ? coverAlt : '', srcset: widths?.srcset }
    return { cover, bytes: medium?.seal.bytes ?? 0, ...named }
  }
}

/** Makes the function that loads what is written of a post. @param slugs of categories and tags, by themselves @param urlOf gives addresses */
function loader(
  read: LinkedWorkspace,
  authors: ReadonlyMap<string, Author>,
  slugs: ReadonlyMap<string, string>,
  urlOf: (post: Brief) => string | null,
): PostDeps['load'] {
  const { url, collection } = read.settings
  return (included, { cover, bytes, ...shown }) => {
    const { publishedAt, from } = included
    const { post, ...file } = load(from)
    const { id, slug, title, featured, description, status, attribution, fields } = post!
    const updatedAt = post!.updatedAt ?? publishedAt
    const category = collection ? undefined : slugs.get(slugsOf(file, 'category', read.lists)[0]!)!
    const named = slugsOf(file, 'author', read.lists).map((slug) => authors.get(slug)!)
    const own = { id, slug, title, featured, description, coverImage: cover?.url ?? '' }
    const dates = { publishedAt: dateOf(publishedAt), updatedAt: dateOf(updatedAt) }
    const meta = { ...own, ...dates, status, authors: named, attribution, fields: shown.fields ?? fields }
    return {
      ...{
        later: shown.later,
        publishedAt,
        updatedAt,
        coverBytes: bytes,
        languageTag: included.post.language,
      },
      aliases: post!.aliases.filter((alias) => !isPath(alias)),
      redirects: redirectsTo(url, { slug, publishedAt, category, aliases: post!.aliases }, collection?.name),
      category,
      tags: slugsOf(file, 'tag', read.lists).map((slug) => slugs.get(slug)!),
      authors: named.map(({ slug }) => slug),
      series: partOf(file, read.lists),
      meta,
      entry: collection && entryOf(meta, collection.name, urlOf(from), from.relativePath.endsWith('.md')),
      details: `${post!.details.slice(0, -1)},"cover":${JSON.stringify(cover)}}`,
    }
  }
}

/** The series of which a post is a part. */
function partOf({ references }: Pick<LoadedFile, 'references'>, lists: DeclaredLists): ListedPost['series'] {
  const named = references.find(({ kind }) => kind === 'series')
  return named && { slug: slugOf(named, lists), part: named.part?.number ?? null }
}

/** Stemmers are loaded for the languages that posts are written in. */
export async function withStemmers(workspaces: readonly Assembled[]): Promise<Assembled[]> {
  const languages = workspaces.flatMap(({ posts }) => posts.flatMap(({ language = [] }) => language))
  const stemmers = await loadStemmers(languages)
  return workspaces.map((workspace) => ({ ...workspace, stemmers }))
}

function siteOf({ settings, keys }: LinkedWorkspace, baseUrl: string | undefined): Site {
  const { name, description, language, url = null, hub, code } = settings
  // Every reader of a feed would have the key.
  const api = keys.areSecret ? null : (baseUrl ?? null)
  const colours = code && { code: styleSheet(code) }
  return { name, description, language, url, api, ...(hub && { hub }), ...colours }
}

function dateOf(date: Instant): string {
  return date === UNDATED ? '' : isoDate(date)
}

function entryOf(
  { id, slug: path, title, description, publishedAt, updatedAt, status, fields }: PostMeta,
  collection: string,
  url: string | null,
  hasText: boolean,
): LoadedPost['entry'] {
  return {
    ...{ id, collection, path, title, description },
    ...{ publishedAt: publishedAt || null, updatedAt: updatedAt || null },
    ...{ status, url, fields },
    ...(hasText && { content: null }),
  }
}

/** Assembles workspaces as they were read. */
export function assembleAll(
  all: readonly LinkedWorkspace[],
  environment: Environment,
  memo: MemoValues,
): Checked<Assembled>[] {
  const orders = new Map<LinkedWorkspace['links'], Chronology<Included>>()
  return all.map((one) => {
    const { links } = one
    const order = orders.get(links) ?? orderOf(links.family.map((member) => included(member, environment)))
    orders.set(links, order)
    return assemble(one, environment, memo, undefined, order)
  })
}

/** Makes the function that tells what appears at a moment. @param own the posts of this collection */
function awaitedIn(
  own: readonly Included[],
  { posts }: Chronology<Included>,
  visibleFrom: ReturnType<typeof visibility>,
): BuiltWorkspace['awaited'] {
  const numbers = lazy(() => new Map(own.map(({ from }, number) => [from, number])))
  return (moment) => {
    const { from, publishedAt } = posts[moment]!
    return numbers().get(from) ?? { name: visibleFrom({ publishedAt }).nameOf(moment), publishedAt }
  }
}

/** The definitions of fields and collections, and the document of them; a workspace without any has the document of all. */
function definitionsOf(settings: Settings): Pick<BuiltWorkspace, 'fields' | 'collections' | 'openapi'> {
  // There are no unknown types without errors.
  const fields = settings.fields?.length ? (settings.fields as FieldDefinition[]) : undefined
  const collections = settings.collections.length > 0 ? (settings.collections as CollectionInfo[]) : undefined
  const { name, folder, collection } = settings
  if (collection || !(fields ?? collections)) return { fields }
  const openapi = () => workspaceOpenapi(openapiDocument(), name || folder, { fields, collections })
  return { fields, collections, openapi }
}

/** The images of authors, in file order. */
function portraitsIn({ lists, settings }: LinkedWorkspace, authors: readonly Author[]): UrlReference[] {
  const { authorImage } = settings.defaults
  const images = lists.author?.map(({ image }) => image) ?? authors.map(() => authorImage)
  return images.filter((image) => image !== undefined)
}

function referencesIn(included: Included, read: LinkedWorkspace): UrlReference[] {
  const cover = coverOf(included, read)
  return [...(cover ? [cover] : []), ...load(included.from).urls]
}

function postOf({ from }: Included) {
  return load(from).post!
}

/** The post's cover, or the workspace's default. */
function coverOf(included: Included, { settings }: LinkedWorkspace): UrlReference | undefined {
  const { coverImage } = postOf(included)
  return coverImage === undefined ? settings.defaults.coverImage : (coverImage ?? undefined)
}

/** Fields are there if any may lead to a file or an entry. */
interface ShownCover extends Partial<ShownFields> {
  cover: Cover | null
  /** The bytes of its file, if that is one of the workspace. */
  bytes: number
}

interface PostDeps {
  coverOf: (included: Included) => ShownCover
  contentOf: (included: Included) => PublicContent
  load: (included: Included, cover: ShownCover) => LoadedPost
  numbers: TermNumbers
  /** Stands for what all posts depend on. */
  basisKey: string
}

/** A class, since many objects with functions of their own take long to make. */
class AssembledPost implements BuiltPost {
  readonly slug: string
  readonly publishedAt: Instant
  readonly key: string | undefined
  readonly termsKey: string | undefined
  readonly contentKey: string | undefined
  readonly #included: Included
  readonly #deps: PostDeps

  constructor(included: Included, deps: PostDeps) {
    const { from, post, publishedAt } = included
    this.#included = included
    this.#deps = deps
    this.slug = post.slug
    this.publishedAt = publishedAt
    this.termsKey = from.key
    const own = from.key && `${from.key} ${deps.basisKey} ${publishedAt}`
    if (from.isSelfContained) {
      this.key = own
      this.contentKey = from.key
    } else {
      const { key, hasCuts } = deps.contentOf(included)
      const shown = deps.coverOf(included)
      this.key = key && `${own} ${key} ${JSON.stringify(shown)}`
      this.contentKey = hasCuts || shown.later?.length ? undefined : key
    }
  }

  get language() {
    return languageOf(this.#included.post.language)
  }

  load(): LoadedPost {
    return this.#deps.load(this.#included, this.#deps.coverOf(this.#included))
  }

  texts(): PostTexts {
    return this.#deps.contentOf(this.#included).texts()
  }

  words(): PackedTerms {
    return { bytes: this.#included.from.source.words(), numbers: this.#deps.numbers }
  }
}
