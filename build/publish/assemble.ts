// Assembles a workspace for the snapshot: references resolved, lists complete, everything sorted.

import type { PublishedPost } from '../../snapshot/format/address.ts'
import { sha256 } from '../../snapshot/format/format.ts'
import { compareCodePoints } from '../../snapshot/format/order.ts'
import { forLatest, lazy } from '../../snapshot/lazy.ts'
import { languageOf, loadStemmers } from '../../snapshot/search/stemmers.ts'
import type {
  Author,
  BuiltPost,
  BuiltWorkspace,
  Cover,
  Instant,
  PostMeta,
  Redirect,
  Site,
  TermNumbers,
} from '../../snapshot/types.ts'
import type { KeptValues } from '../../snapshot/write/kept.ts'
import { isSelfContained } from '../compile/brief.ts'
import type { Environment } from '../environment/environment.ts'
import { redirectsTo } from '../link/addresses.ts'
import { mediaOf, type PublicUrl, publicUrls, withoutBaseUrl } from '../link/public-urls.ts'
import type { LinkedWorkspace } from '../link/resolve.ts'
import { type PublicContent, publicContent } from '../link/substitute.ts'
import type { UrlReference } from '../link/url-reference.ts'
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
  const coverIn = (post: Included['post']) => {
    const reference = coverOf(post, read)
    const found = reference && publicUrlOf(reference)
    return found && shownCover(found, post.coverImage ? post.coverAlt : '')
  }
  const visibleFrom = visibility(links, posts, environment)
  const oldestFirst = lazy(() => posts.toReversed().flatMap(({ from }) => from.references))
  const lists = completeLists(read.lists, oldestFirst, settings, ofImage)
  const authors = new Map(lists.authors.map((author) => [author.slug, author]))
  const { authorImage: _, ...defaults } = settings.defaults
  const defaultCover = defaults.coverImage && publicUrlOf(defaults.coverImage)
  const common = JSON.stringify([lists.authors, defaults, defaultCover])
  const basis = [settings.url, read.lists, read.vocabulary, common]
  const basisKey = sha256(JSON.stringify([baseUrl, settings.url, read.lists, common])).slice(0, 32)
  const known = earlier?.postsOn(basis)
  const hasOwnMedia = (one: Included) =>
    defaultCover !== undefined || !(known?.get(one)?.standsAlone || isSelfContained(one.from))
  const media = mediaOf(
    [
      ...portraitsIn(read, lists.authors),
      ...posts.flatMap((one) => (hasOwnMedia(one) ? referencesIn(one, read) : [])),
    ],
    links,
  )
  const [first] = media.values()
  const textsOf = before?.textsOf ?? latestTexts()
  const workspace = {
    folder: settings.folder,
    keys: read.keys.keys,
    drafts: environment.drafts,
    site: siteOf(read, baseUrl),
    ...lists,
    posts: posts.map((included) => {
      const { from, post } = included
      const same = known?.get(included)
      if (same?.standsAlone) return same
      const shown = lazy(() => ({
        cover: coverIn(post),
        coverBytes: coverBytes(post, read),
        content: publicContent(from, post, publicUrlOf, visibleFrom(post)),
      }))
      if (same?.isWith(shown())) return same
      const resolve = () => {
        // Not spread: each object would have a hidden class of its own, which takes 300 bytes.
        const { content, cover, coverBytes } = shown()
        return {
          content,
          cover,
          coverBytes,
          authors: slugsOf(from, 'author', read.lists).map((slug) => authors.get(slug)!),
          tags: slugsOf(from, 'tag', read.lists),
          redirects: () => redirectsTo(settings.url, { ...addressOf(included), aliases: post.aliases }),
        }
      }
      const { vocabulary: numbers } = read
      return new AssembledPost(included, { shown, resolve, textsOf, numbers, basisKey })
    }),
    media: [...media.keys()].sort(compareCodePoints),
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

function referencesIn({ post }: Included, read: LinkedWorkspace): UrlReference[] {
  const cover = coverOf(post, read)
  return [...(cover ? [cover] : []), ...post.htmlLinks.map(({ reference }) => reference)]
}

/** The post's cover, or the workspace's default. */
function coverOf({ coverImage }: Included['post'], { settings }: LinkedWorkspace): UrlReference | undefined {
  return coverImage === undefined ? settings.defaults.coverImage : (coverImage ?? undefined)
}

function shownCover({ url, medium }: PublicUrl, alt: string): Cover {
  const { width = null, height = null } = medium?.size ?? {}
  return { url, width, height, alt }
}

function coverBytes(post: Included['post'], read: LinkedWorkspace): number {
  const cover = coverOf(post, read)
  const destination = cover && read.links.destinations.get(cover)
  return destination?.kind === 'medium' ? destination.medium.bytes : 0
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

interface Resolved extends Shown {
  authors: Author[]
  tags: string[]
  redirects: () => Redirect[]
}

interface PostMeans {
  shown: () => Shown
  resolve: () => Resolved
  textsOf: ReturnType<typeof latestTexts>
  numbers: TermNumbers
  /** Stands for what all posts depend on. */
  basisKey: string
}

/** Of a post that is as it was, little is asked for: the rest is made when it is. A class, since many objects with getters of their own take long to make. */
class AssembledPost implements BuiltPost {
  readonly key: string | undefined
  readonly publishedAt: Instant
  readonly language: string
  readonly languageTag: string
  readonly termsKey: string | undefined
  readonly contentKey: string | undefined
  /** It depends on no other post, and on no medium but the default cover. */
  readonly standsAlone: boolean
  readonly #included: Included
  readonly #means: PostMeans
  #resolved: Resolved | undefined
  #meta: PostMeta | undefined

  constructor(included: Included, means: PostMeans) {
    const { from, post } = included
    this.#included = included
    this.#means = means
    this.publishedAt = post.publishedAt
    this.language = languageOf(post.language)
    this.languageTag = post.language
    this.termsKey = from.key
    this.contentKey = isSelfContained(from) ? from.key : means.shown().content.key
    this.standsAlone = standsAlone(from)
    this.key = postKey(included, this.contentKey, means)
  }

  /** Whether it would be the same with these. */
  isWith({ content, cover, coverBytes }: Shown): boolean {
    const isSame = content.key !== undefined && content.key === this.contentKey
    return (
      isSame && coverBytes === this.coverBytes && JSON.stringify(cover ?? null) === JSON.stringify(this.cover)
    )
  }

  get meta() {
    const { post } = this.#included
    const { authors, cover } = this.#own
    this.#meta ??= metaOf(post, this.updatedAt, authors, cover)
    return this.#meta
  }

  get updatedAt() {
    return this.#included.post.updatedAt ?? this.publishedAt
  }

  get aliases() {
    return this.#included.post.aliases.filter((alias) => !isPath(alias))
  }

  get redirects() {
    return this.#included.post.aliases.length === 0 ? [] : this.#own.redirects()
  }

  get category() {
    return this.#included.category
  }

  get tags() {
    return this.#own.tags
  }

  get authors() {
    return this.#own.authors.map((author) => author.slug)
  }

  get coverBytes() {
    return this.#own.coverBytes
  }

  get cover() {
    return this.#own.cover ?? null
  }

  get details() {
    return `${this.#included.post.details.slice(0, -1)},"cover":${JSON.stringify(this.cover)}}`
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
    return { bytes: this.#included.post.content.words, numbers: this.#means.numbers }
  }

  get #own() {
    this.#resolved ??= this.#means.resolve()
    return this.#resolved
  }

  #texts() {
    return this.#means.textsOf(this.#own.content)
  }
}

function postKey(
  { from, post }: Included,
  contentKey: string | undefined,
  { shown, basisKey }: PostMeans,
): string | undefined {
  if (from.key === undefined || contentKey === undefined) return undefined
  const all = [from.key, basisKey, post.publishedAt]
  if (isSelfContained(from)) return all.join(' ')
  const { cover, coverBytes } = shown()
  return [...all, contentKey, JSON.stringify([cover, coverBytes])].join(' ')
}

function addressOf(included: Included): PublishedPost {
  const { slug, publishedAt } = included.post
  return {
    slug,
    publishedAt,
    get category() {
      return included.category
    },
  }
}

function metaOf(
  post: Included['post'],
  updatedAt: Instant,
  authors: Author[],
  cover: Cover | undefined,
): PostMeta {
  const { id, slug, title, featured, description, publishedAt, status, attribution, fields } = post
  return {
    id,
    slug,
    title,
    featured,
    description,
    coverImage: cover?.url ?? '',
    publishedAt: isoDate(publishedAt),
    updatedAt: isoDate(updatedAt),
    status,
    authors,
    attribution,
    fields,
  }
}
