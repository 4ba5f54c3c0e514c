// The vocabulary of Galley: what the build hands to the writer, and the terms every folder shares.
import type { PackedTerms, PostTerms } from '../packages/search/basics/post-terms.ts'

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number

/** A post's index in list order (publishedAt, then slug by code point; newest first). */
export type PostNumber = number

/** A place in the order in which posts, and entries elsewhere that posts wait for, become visible: the newest first. */
export type Moment = number

/** An entry of another collection that something in a post waits for. */
export interface Outside {
  /** Its collection and its path, as `outsideName` gives them. */
  name: string
  publishedAt: Instant
}

export type PostStatus = 'published' | 'draft'

/** A social profile; `platform` is a short lower-case name such as `github`. */
export interface Social {
  url: string
  platform: string
}

export interface Author {
  id: string
  name: string
  slug: string
  image: string
  bio: string
  role: string
  socials: Social[]
}

export interface Category {
  id: string
  name: string
  slug: string
  description: string
}

export interface Tag {
  id: string
  name: string
  slug: string
  description: string | null
}

/** Posts that are read one after the other. */
export interface Series extends Tag {
  /** No further part will come. */
  complete: boolean
}

/** A category or tag that is declared is listed even with 0 posts; one inferred from posts is not. */
export type Declared<T> = T & { declared: boolean }

/** The present slugs of declared categories, tags and authors by earlier ones; kinds without any are left out. */
export type GroupAliases = Partial<
  Record<'categories' | 'tags' | 'authors' | 'series', Record<string, string>>
>

export interface Attribution {
  author: string
  url: string
}

/** A custom field's value; `null` where a post does not set a defined field. */
export type FieldValue = string | number | boolean | null | FieldValue[] | { [name: string]: FieldValue }

export type FieldType =
  | ('string' | 'number' | 'boolean' | 'date' | 'url' | 'select' | 'list')
  | ('markdown' | 'image' | 'file' | 'reference' | 'object')

/** A custom field, as a workspace defines it. */
export interface FieldDefinition extends FieldShape {
  name: string
}

/** The definition of a field, or of the items of a list, which have no name. */
export interface FieldShape {
  type: FieldType
  /** Every post has a value. */
  required: boolean
  /** The values that a `select` may have, or the items of a `list`; by default, any text. */
  options?: string[] | undefined
  /** The type of the items of a `list`; by default, they are strings. */
  of?: FieldShape | undefined
  /** The fields of an `object`, or of each item of a `list`. */
  fields?: FieldDefinition[] | undefined
  /** The collections that a `reference` may lead to. */
  to?: string[] | undefined
  /** Every `image` has a text for those who cannot see it. */
  alt?: 'required' | undefined
}

/**
 * A post's metadata as every reply has it, without category and tags: their counts change over time, so they are added
 * when a reply is assembled.
 */
export interface PostMeta {
  id: string
  slug: string
  title: string
  featured: boolean
  description: string
  coverImage: string
  /** ISO 8601 in UTC with milliseconds. */
  publishedAt: string
  /** ISO 8601 in UTC with milliseconds. */
  updatedAt: string
  status: PostStatus
  authors: Author[]
  attribution: Attribution | null
  fields: Record<string, FieldValue>
}

/** An entry of a declared collection as replies have it, without its content. */
export interface EntryMeta extends Pick<PostMeta, 'id' | 'title' | 'description' | 'status' | 'fields'> {
  collection: string
  path: string
  /** ISO 8601 in UTC with milliseconds; null if it has no date. */
  publishedAt: string | null
  updatedAt: string | null
  /** The address on the site, if it is known. */
  url: string | null
}

/** A declared collection, as its workspace says what there is. */
export interface CollectionInfo {
  name: string
  /** It has one entry, in a file of that name and at the collection's own address. */
  single: boolean
  /** The pattern of addresses on the site, if entries have any; with `{path}` in it unless there is one entry. */
  url: string | null
  /** The field that gives entries without a title theirs. */
  title: string | null
  /** The order of lists that ask for none. */
  sort: string | null
  /** Its entries are in feeds. */
  feed: boolean
  fields: FieldDefinition[]
}

/** A post's cover image. */
export interface Cover {
  /** Absolute. */
  url: string
  /** The size in pixels, if it is known. */
  width: number | null
  height: number | null
  /** The description of what it shows; `''` if its author gives none. */
  alt: string
  /** The widths that it is made in, if anything makes them. */
  srcset?: string | undefined
}

/** The length of a text. */
export interface Reading {
  /** Rounded, and at least 1. */
  minutes: number
  words: number
}

/** A heading with text in it. */
export interface Heading {
  /** The level of `<h1>` to `<h6>`. */
  level: number
  /** The id that it has in the HTML. */
  id: string
  /** The text without markup. */
  text: string
}

/** The details of a post that replies have only if they are asked to. */
export interface PostDetails {
  /** The author wrote no description, so it is the beginning of the text. */
  descriptionIsExcerpt: boolean
  cover: Cover | null
  reading: Reading
  headings: Heading[]
}

/**
 * Link markup around text in a post's HTML or markdown, left out while the link's target is not visible. UTF-16 offsets,
 * neither inside a surrogate pair.
 */
export interface Cut {
  from: number
  to: number
  until: Moment
}

/** An old address of a post on the site, and where it leads. */
export interface Redirect {
  /** The path, percent-encoded; an earlier slug if the paths of slugs are not known. */
  from: string
  /** The path of the post's address, with a query if it has one; `null` if it is not known. */
  to: string | null
  /** The slug of the post, or the path of the entry. */
  slug: string
  /** Only of an entry. */
  collection?: string
}

/** A post as lists, indexes and digests need it. `category`, `tags` and `authors` are slugs of the workspace's lists. */
export interface ListedPost extends Pick<PostMeta, 'slug' | 'id' | 'featured'> {
  publishedAt: Instant
  updatedAt: Instant
  /** Earlier slugs. */
  aliases: string[]
  /** None by default. */
  redirects?: Redirect[] | undefined
  /** Missing in an entry of a declared collection, whose slug is its path. */
  category?: string | undefined
  tags: string[]
  authors: string[]
  /** The series of which it is a part, by slug, and its number there, if it has one; none by default. */
  series?: { slug: string; part: number | null } | undefined
  /** The whole language tag; by default, that of the workspace. */
  languageTag?: string | undefined
  /** The length of its cover in bytes, if that is a file of the workspace; by default, it is none. */
  coverBytes?: number | undefined
  /** The custom fields, with texts as filters compare them; none by default. */
  fields?: PostMeta['fields'] | undefined
}

/** A post ready to be written: what is in memory of each. All that a method gives may be read from disk each time. */
export interface BuiltPost {
  slug: string
  publishedAt: Instant
  /** The language in which it is written, `de` of `de-AT`; left out, it has no forms of words. */
  language?: string | undefined
  /** Posts for which this is equal are equal; missing if that is not known. */
  key?: string | undefined
  /** Hexadecimal digits; posts for which they are equal have equal words. */
  termsKey?: string | undefined
  /** Posts for which this is equal have equal HTML and markdown, and no cuts. */
  contentKey?: string | undefined
  load(): LoadedPost
  texts(): PostTexts
  words(): PostTerms | PackedTerms
}

/** The parts of a post that are neither its texts nor its words. */
export interface LoadedPost extends Omit<ListedPost, 'slug' | 'id' | 'featured' | 'fields'> {
  meta: PostMeta
  /** The record of an entry, in place of that of a post; with null as its content if it has any. */
  entry?: (EntryMeta & { content?: null }) | undefined
  /** The posts and entries that its fields refer to and that appear later; none by default. */
  later?: readonly (readonly [name: string, until: Moment])[] | undefined
  /** A `PostDetails` as JSON; by default, there is nothing to say. */
  details?: string
}

export interface PostTexts {
  html: string
  /** The author's source after the front matter, byte for byte. */
  markdown: string
  /** The cuts, in order and without overlaps; none by default. */
  cuts?: { html: Cut[]; markdown: Cut[] }
}

/** The search index for browsers and the number of posts in it, or why there is none. */
export type BuiltSearchIndex = { json: string; posts: number } | { missing: SearchIndexMissing }

export type SearchIndexMissing = 'off' | 'too-many-posts' | 'too-large'

/** The facts that a workspace states about itself, and where its posts are. */
export interface Site {
  /** `''` if its author gave it none. */
  name: string
  description: string
  /** A language tag: of posts that name none of their own. */
  language: string
  /** The URL pattern of posts on the site, if it is known. */
  url: string | null
  /** The address of the API, if replies may name it: with a workspace's key, which may be a secret. */
  api: string | null
  /** The URL of a hub at which feeds can be subscribed to. */
  hub?: string
  /** The style sheet of its code, if that is in colours. */
  code?: string
}

/** The seal that a file must match that may be large. */
export interface PiecesSeal {
  bytes: number
  /** The checksum of each piece. */
  crc32: number[]
}

/** A workspace ready to be written. */
export interface BuiltWorkspace {
  /** The name of its folder below `content/`. */
  folder: string
  /** The keys that open it; part of `current.json`, not of the snapshot's hash. */
  keys: string[]
  /** Posts are visible whatever their date, drafts included. */
  drafts: boolean
  /** By default, nothing is known about it. */
  site?: Site
  /** The categories, tags and authors are in reply order: by folded name, then slug, by code point. */
  categories: Declared<Category>[]
  tags: Declared<Tag>[]
  authors: Author[]
  /** None by default. */
  series?: Declared<Series>[] | undefined
  /** None by default. */
  aliases?: GroupAliases | undefined
  /** None by default. */
  fields?: FieldDefinition[] | undefined
  /** The collections that it declares; none by default. */
  collections?: CollectionInfo[] | undefined
  /** The collection that these are the entries of; by default, they are posts. */
  collection?: CollectionInfo | undefined
  /** Returns its OpenAPI document, if that is not the one of all workspaces. */
  openapi?: (() => string) | undefined
  /** Stemmers of its posts' languages: from a word to what its forms have in common. Words of other languages have no forms. */
  stemmers?: ReadonlyMap<string, (word: string) => string>
  /** The posts in list order: newest first, equal dates by slug descending (the exact reverse of ascending order). */
  posts: BuiltPost[]
  /** Returns what appears at a moment that cuts name; by default, moments are the numbers of posts. */
  awaited?: ((moment: Moment) => PostNumber | Outside) | undefined
  /** Names of the files that its posts and authors use, by code point; none by default. */
  media?: readonly string[]
  /** The seals of the media by name; a file that has none is served unchecked. */
  mediaSeals?: Readonly<Record<string, PiecesSeal>>
  /** The search index is not part of the workspace's folder or hash; by default `off`. */
  searchIndex?: BuiltSearchIndex
}
