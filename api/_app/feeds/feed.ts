// The content of a feed, whatever its format: about itself, and about each of its posts.

import { typeOf } from '../../../snapshot/format/content-type.ts'
import { sha256 } from '../../../snapshot/format/format.ts'
import type { Author, PostMeta, PostNumber } from '../../../snapshot/types.ts'
import type { Headers } from '../http/reply.ts'
import type { Edition } from '../listing/edition.ts'
import { addressOf } from '../listing/metadata.ts'
import { homeOf, type SiteWithAddresses, titleOf } from './site.ts'

export interface Feed {
  /** A URN. */
  id: string
  title: string
  /** `''` if there is none. */
  description: string
  language: string
  /** The address of the site. */
  home: string
  /** Its own address, if it may be known. */
  self: string | undefined
  /** The address of the hub where readers can subscribe, if there is one. */
  hub: string | undefined
  /** ISO 8601 in UTC. */
  updatedAt: string
}

export interface FeedItem {
  id: string
  /** The id as a URN. */
  urn: string
  url: string
  title: string
  summary: string
  publishedAt: string
  updatedAt: string
  authors: { name: string; url: string | undefined; image: string }[]
  /** The category and the tags, without repeats of a name. */
  categories: { slug: string; name: string }[]
  /** A language tag, if it differs from that of the feed. */
  language: string | undefined
  /** `''` if there is none. */
  cover: string
  enclosure: { url: string; bytes: number; type: string } | undefined
}

/** The group of posts that a feed is limited to. */
export interface FeedGroup {
  /** The word in its path. */
  word: string
  id: string
  name: string
  description: string
}

/**
 * A format of feeds. It is ours rather than the package `feed` (6.0): that writes characters that XML
 * does not allow, CDATA, version 1 of JSON Feed, throws for an id that is not a URL, and holds a whole feed in memory.
 */
export interface FeedFormat {
  content: Readonly<Headers>
  /** Returns the text before the first item, if there is any item. */
  head(feed: Feed): string
  /** Returns the text before the HTML of an item and after it. */
  item(item: FeedItem): { before: string; after: string }
  separator: string
  /** HTML as the format has it, in parts: no part ends within a character. */
  escape(html: string): string
  tail: string
}

export function feedOf(
  { workspace }: Edition,
  site: SiteWithAddresses,
  posts: readonly PostNumber[],
  group: FeedGroup | undefined,
  self: string | undefined,
): Feed {
  const { list, folder } = workspace
  const title = titleOf(site)
  const updates = list.selection().updatedAt
  const updatedAt = posts.reduce((latest, post) => Math.max(latest, updates[post]!), 0)
  return {
    id: urnOf(folder, group && `${group.word}/${group.id}`),
    title: group ? `${title}: ${group.name}` : title,
    description: group ? group.description : site.description,
    language: site.language,
    home: homeOf(site.url),
    self,
    hub: site.hub,
    updatedAt: new Date(updatedAt).toISOString(),
  }
}

/** @param post the number of the post that `meta` is of */
export function itemOf(
  edition: Edition,
  site: SiteWithAddresses,
  post: PostNumber,
  meta: PostMeta,
): FeedItem {
  // An entry of a collection has no authors and no cover.
  const { id, title, description, coverImage = '', publishedAt, updatedAt, authors = [] } = meta
  const { list, feeds, languages, folder } = edition.workspace
  const url = addressOf(edition, site.url, post, meta.slug)
  const language = languages[feeds().language[post]!]!
  const bytes = feeds().coverBytes[post]!
  return {
    id,
    urn: urnOf(folder, `posts/${id}`),
    url,
    title,
    summary: description,
    publishedAt,
    updatedAt,
    authors: authors.map(({ name, image, socials }) => ({ name, image, url: websiteIn(socials) })),
    categories: categoriesOf(edition, list.category[post]!, post),
    language: language === site.language ? undefined : language,
    cover: coverImage,
    enclosure: bytes > 0 ? { url: coverImage, bytes, type: typeOf(new URL(coverImage).pathname) } : undefined,
  }
}

/** Finds the website of an author. An address such as one of `mailto:` is not meant for everyone. */
function websiteIn(socials: Author['socials']): string | undefined {
  return socials.find(({ platform, url }) => platform === 'website' && /^https?:/i.test(url))?.url
}

function categoriesOf({ workspace }: Edition, category: number, post: PostNumber): FeedItem['categories'] {
  if (workspace.collection) return []
  const { starts, values } = workspace.list.tags
  const tags = [...values.subarray(starts[post], starts[post + 1])].map((tag) => workspace.tags[tag]!)
  const all = [workspace.categories[category]!, ...tags].map(({ slug, name }) => ({ slug, name }))
  return all.filter(({ name }, i) => all.findIndex((one) => one.name === name) === i)
}

/** Ids of posts are unique within their workspace only, and Atom takes no id that is not a URI: a UUID of version 8. */
function urnOf(folder: string, name = ''): string {
  const digest = sha256(`${folder}\n${name}`)
  const variant = ((Number.parseInt(digest[16]!, 16) & 0x3) | 0x8).toString(16)
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, `urn:uuid:$1-$2-8$3-${variant}$4-$5`)
}
