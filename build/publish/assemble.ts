// Assembles a workspace for the snapshot: references resolved, lists complete, everything sorted.

import { forLatest, lazy } from '../../packages/search/basics/lazy.ts'
import { compareCodePoints } from '../../packages/search/basics/order.ts'
import { languageOf, loadStemmers, type TermNumbers } from '../../packages/search/index.ts'
import type { PublishedPost } from '../../snapshot/format/address.ts'
import { sha256 } from '../../snapshot/format/format.ts'
import type {
  Author,
  BuiltPost,
  BuiltWorkspace,
  Cover,
  Instant,
  PostMeta,
  Redirect,
  Site,
} from '../../snapshot/types.ts'
import type { KeptValues } from '../../snapshot/write/kept.ts'
import { load, loadWords } from '../compile/brief.ts'
import type { Environment } from '../environment/environment.ts'
import type { UrlReference } from '../extract/url-reference.ts'
import { redirectsTo } from '../link/addresses.ts'
import { mediaOf, type PublicUrl, publicUrls, withoutBaseUrl } from '../link/public-urls.ts'
import type { LinkedWorkspace } from '../link/resolve.ts'
import { type PublicContent, publicContent } from '../link/substitute.ts'
import { visibility } from '../link/visibility.ts'
import type { Checked } from '../problems/problem.ts'
import { isPath } from '../schema/alias.ts'
import { isoDate } from '../schema/date.ts'
import { searchIndexOf } from '../search-index/search-index.ts'
import type { Medium } from '../workspace/media.ts'
import { completeLists, slugsOf } from '../workspace/taxonomies.ts'
import { EarlierBuilds, standsAlone } from './earlier.ts'
import { type Included, included } from './included.ts'

/** A workspace, and its media by name with the files they are copied from. */
export interface Assembled extends BuiltWorkspace {
  files: ReadonlyMap<string, Medium>
}

class EarlierAssembled extends EarlierBuilds<AssembledPost> {
  /** Of all builds, or each of them would hold the texts of a post. */
  readonly textsOf = latestTexts()
}

/**
 * Assembles a workspace without errors. Without `drafts`, it contains nothing of a draft; with them, a draft without a
 * date gets the time of the build, or else the date of the newest post. Without a base URL, the first medium is a problem.
 */
export function assemble(
  read: LinkedWorkspace,
  { baseUrl, visibleUntil, ...environment }: Omit<Environment, 'preview' | 'vercel'>,
  kept?: KeptValues,
): Checked<Assembled> {
  const { settings, links } = read
  const before = kept?.memory?.of(EarlierAssembled)
  const earlier = before?.of(JSON.stringify([settings.folder, environment.drafts, baseUrl]))
  const posts = included(read, environment, earlier?.includedWith(read.lists))
  const published = lazy(() => new Map(posts.map((one) => [one.from, addressOf(one)])))
  const publicUrlOf = publicUrls(read, published, baseUrl)
  const ofImage = (image: UrlReference | undefined) => (image && publicUrlOf(image)?.url) ?? ''
  const coverIn = (included: Included) => {
    const { coverImage, coverAlt } = postOf(included)
    const reference = coverOf(included, read)
    const found = reference && publicUrlOf(reference)
    return found && shownCover(found, coverImage ? coverAlt : '')
  }
  const visibleFrom = visibility(links, posts, environment)
  const oldestFirst = lazy(() => posts.toReversed().flatMap(({ from }) => load(from).references))
  const lists = completeLists(read.lists, oldestFirst, settings, ofImage)
  const authors = new Map(lists.authors.map((author) => [author.slug, author]))
  const { authorImage: _, ...defaults } = settings.defaults
  const defaultCover = defaults.coverImage && publicUrlOf(defaults.coverImage)
  const common = JSON.stringify([lists.authors, defaults, defaultCover])
  const basis = [settings.url, read.lists, read.vocabulary, common]
  const basisKey = sha256(JSON.stringify([baseUrl, settings.url, read.lists, common])).slice(0, 32)
  const known = earlier?.postsOn(basis)
  const hasOwnMedia = (one: Included) =>
    defaultCover !== undefined || !(known?.get(one)?.standsAlone || one.from.isSelfContained)
  const media = mediaOf(
    [
      ...portraitsIn(read, lists.authors),
      ...posts.flatMap((one) => (hasOwnMedia(one) ? referencesIn(one, read) : [])),
    ],
    links,
  )
  const [first] = media.values()
  const names = [...media.keys()].sort(compareCodePoints)
  // Of many posts, this would take most of the memory.
  const shownOf = forLatest(
    (included: Included): Shown => ({
      cover: coverIn(included),
      coverBytes: coverBytes(included, read),
      content: publicContent(included.from, publicUrlOf, visibleFrom(included)),
    }),
  )
  const slugs = new Map([...lists.categories, ...lists.tags].map(({ slug }) => [slug, slug]))
  const deps: PostDeps = {
    shownOf,
    resolve(included) {
      const { coverBytes } = shownOf(included)
      const from = load(included.from)
      const post = from.post!
      // Not spread: each object would have a hidden class of its own, which takes 300 bytes.
      return {
        coverBytes,
        authors: slugsOf(from, 'author', read.lists).map((slug) => authors.get(slug)!),
        category: slugs.get(included.category())!,
        tags: slugsOf(from, 'tag', read.lists).map((slug) => slugs.get(slug)!),
        id: post.id,
        featured: post.featured,
        updatedAt: post.updatedAt,
      }
    },
    redirects: (included) =>
      redirectsTo(settings.url, { ...addressOf(included), aliases: postOf(included).aliases }),
    textsOf: before?.textsOf ?? latestTexts(),
    numbers: read.vocabulary,
    basisKey,
  }
  const workspace = {
    folder: settings.folder,
    keys: read.keys.keys,
    drafts: environment.drafts,
    site: siteOf(read, baseUrl),
    ...lists,
    posts: posts.map((included) => {
      const same = known?.get(included)
      if (same?.standsAlone || same?.isWith(shownOf(included))) return same
      return new AssembledPost(included, deps)
    }),
    media: names,
    mediaSeals: Object.fromEntries(names.map((name) => [name, media.get(name)!.medium.seal])),
    files: new Map([...media].map(([name, { medium }]) => [name, medium])),
  }
  earlier?.keep(read.lists, posts, workspace.posts)
  const searchIndex = searchIndexOf(workspace, settings.searchIndex, visibleUntil, kept)
  const value = { ...workspace, searchIndex }
  return { value, problems: first && baseUrl === undefined ? [withoutBaseUrl(first.from)] : [] }
}

/** Stemmers are loaded for the languages that posts are written in. */
export async function withStemmers(workspaces: readonly Assembled[]): Promise<Assembled[]> {
  const languages = workspaces.flatMap(({ posts }) => posts.flatMap(({ language = [] }) => language))
  const stemmers = await loadStemmers(languages)
  return workspaces.map((workspace) => ({ ...workspace, stemmers }))
}

function siteOf({ settings, keys }: LinkedWorkspace, baseUrl: string | undefined): Site {
  const { name, description, language, url = null } = settings
  // Whoever reads a feed would have the key.
  return { name, description, language, url, api: keys.areSecret ? null : (baseUrl ?? null) }
}

/** The images of authors, in file order. */
function portraitsIn({ lists, settings }: LinkedWorkspace, authors: readonly Author[]): UrlReference[] {
  const { authorImage } = settings.defaults
  const images = lists.author?.map(({ image }) => image) ?? authors.map(() => authorImage)
  return images.filter((image) => image !== undefined)
}

function referencesIn(included: Included, read: LinkedWorkspace): UrlReference[] {
  const cover = coverOf(included, read)
  return [...(cover ? [cover] : []), ...postOf(included).htmlLinks.map(({ reference }) => reference)]
}

function postOf({ from }: Included) {
  return load(from).post!
}

/** The post's cover, or the workspace's default. */
function coverOf(included: Included, { settings }: LinkedWorkspace): UrlReference | undefined {
  const { coverImage } = postOf(included)
  return coverImage === undefined ? settings.defaults.coverImage : (coverImage ?? undefined)
}

function shownCover({ url, medium }: PublicUrl, alt: string): Cover {
  const { width = null, height = null } = medium?.size ?? {}
  return { url, width, height, alt }
}

function coverBytes(included: Included, read: LinkedWorkspace): number {
  const cover = coverOf(included, read)
  const destination = cover && read.links.destinationOf(cover)
  return destination?.kind === 'medium' ? destination.medium.seal.bytes : 0
}

function latestTexts() {
  return forLatest((content: PublicContent) => content.texts())
}

/** What depends on other files. */
interface Shown {
  content: PublicContent
  cover: Cover | undefined
  coverBytes: number
}

/** What lists are made of. */
interface Resolved {
  coverBytes: number
  authors: Author[]
  category: string
  tags: string[]
  id: string
  featured: boolean
  updatedAt: Instant | undefined
}

interface PostDeps {
  /** Keeps what it has made last. */
  shownOf: (included: Included) => Shown
  resolve: (included: Included) => Resolved
  redirects: (included: Included) => Redirect[]
  textsOf: ReturnType<typeof latestTexts>
  numbers: TermNumbers
  /** Stands for what all posts depend on. */
  basisKey: string
}

/** Of a post that is as it was, little is asked for: the rest is made when it is. A class, since many objects with getters of their own take long to make. */
class AssembledPost implements BuiltPost {
  readonly publishedAt: Instant
  readonly contentKey: string | undefined
  /** Posts for which this is equal have equal texts with equal cuts. */
  readonly #textsKey: string | undefined
  /** It depends on no other post, and on no medium but the default cover. */
  readonly standsAlone: boolean
  readonly #included: Included
  readonly #deps: PostDeps
  #resolved: Resolved | undefined
  #redirects: Redirect[] | undefined

  constructor(included: Included, deps: PostDeps) {
    const { from } = included
    this.#included = included
    this.#deps = deps
    this.publishedAt = included.publishedAt
    const { key, hasCuts } = from.isSelfContained
      ? { key: from.key, hasCuts: false }
      : deps.shownOf(included).content
    this.#textsKey = key
    this.contentKey = hasCuts ? undefined : key
    this.standsAlone = standsAlone(from)
  }

  /** Whether it would be the same with these. */
  isWith({ content, cover, coverBytes }: Shown): boolean {
    const isSame = content.key !== undefined && content.key === this.#textsKey
    return (
      isSame && coverBytes === this.coverBytes && JSON.stringify(cover ?? null) === JSON.stringify(this.cover)
    )
  }

  get key() {
    return postKey(this.#included, this.#textsKey, this.#deps)
  }

  get language() {
    return languageOf(this.languageTag)
  }

  get languageTag() {
    return this.#included.post.language
  }

  get termsKey() {
    return this.#included.from.key
  }

  get meta() {
    return new AssembledMeta(this, this.#included)
  }

  get id() {
    return this.#own.id
  }

  get featured() {
    return this.#own.featured
  }

  get updatedAt() {
    return this.#own.updatedAt ?? this.publishedAt
  }

  get aliases() {
    if (!this.#included.post.hasAliases) return []
    return postOf(this.#included).aliases.filter((alias) => !isPath(alias))
  }

  get redirects() {
    if (!this.#included.post.hasAliases) return []
    this.#redirects ??= this.#deps.redirects(this.#included)
    return this.#redirects
  }

  get category() {
    return this.#own.category
  }

  get tags() {
    return this.#own.tags
  }

  get authors() {
    return this.named.map((author) => author.slug)
  }

  get named() {
    return this.#own.authors
  }

  get coverBytes() {
    return this.#own.coverBytes
  }

  get cover() {
    return this.#deps.shownOf(this.#included).cover ?? null
  }

  get details() {
    return `${postOf(this.#included).details.slice(0, -1)},"cover":${JSON.stringify(this.cover)}}`
  }

  get html() {
    return this.#texts().html
  }

  get markdown() {
    return this.#texts().markdown
  }

  get cuts() {
    return this.#texts().cuts
  }

  get terms() {
    return { bytes: loadWords(this.#included.from), numbers: this.#deps.numbers }
  }

  get #own() {
    this.#resolved ??= this.#deps.resolve(this.#included)
    return this.#resolved
  }

  #texts() {
    // Part of it is read for the texts, too.
    this.#resolved ??= this.#deps.resolve(this.#included)
    const { content } = this.#deps.shownOf(this.#included)
    return this.#deps.textsOf(content)
  }
}

/** Most of it is asked for once. */
class AssembledMeta implements PostMeta {
  readonly #assembled: AssembledPost
  readonly #included: Included

  constructor(assembled: AssembledPost, included: Included) {
    this.#assembled = assembled
    this.#included = included
  }

  get #post() {
    return postOf(this.#included)
  }

  get id() {
    return this.#assembled.id
  }

  get slug() {
    return this.#included.post.slug
  }

  get title() {
    return this.#post.title
  }

  get featured() {
    return this.#assembled.featured
  }

  get description() {
    return this.#post.description
  }

  get coverImage() {
    return this.#assembled.cover?.url ?? ''
  }

  get publishedAt() {
    return isoDate(this.#included.publishedAt)
  }

  get updatedAt() {
    return isoDate(this.#assembled.updatedAt)
  }

  get status() {
    return this.#included.post.status
  }

  get authors() {
    return this.#assembled.named
  }

  get attribution() {
    return this.#post.attribution
  }

  get fields() {
    return this.#post.fields
  }

  toJSON(): PostMeta {
    const { id, slug, title, featured, description, coverImage } = this
    const { publishedAt, updatedAt, status, authors, attribution, fields } = this
    return {
      id,
      slug,
      title,
      featured,
      description,
      coverImage,
      publishedAt,
      updatedAt,
      status,
      authors,
      attribution,
      fields,
    }
  }
}

function postKey(
  included: Included,
  textsKey: string | undefined,
  { shownOf, basisKey }: PostDeps,
): string | undefined {
  const { from, publishedAt } = included
  if (from.key === undefined || textsKey === undefined) return undefined
  const all = [from.key, basisKey, publishedAt]
  if (from.isSelfContained) return all.join(' ')
  const { cover, coverBytes } = shownOf(included)
  return [...all, textsKey, JSON.stringify([cover, coverBytes])].join(' ')
}

function addressOf(included: Included): PublishedPost {
  const { post, publishedAt } = included
  return {
    slug: post.slug,
    publishedAt,
    get category() {
      return included.category()
    },
  }
}
