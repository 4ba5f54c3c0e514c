// The vocabulary of Galley: what the build hands to the writer, and the terms every folder shares.
import type { PackedTerms, PostTerms } from '../packages/search/basics/post-terms.ts'

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number

/** A post's index in list order (publishedAt, then slug by code point; newest first). */
export type PostNumber = number

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

/** A category or tag that is declared is listed even with 0 posts; one inferred from posts is not. */
export type Declared<T> = T & { declared: boolean }

/** The present slugs of declared categories, tags and authors by earlier ones; kinds without any are left out. */
export type GroupAliases = Partial<Record<'categories' | 'tags' | 'authors', Record<string, string>>>

export interface Attribution {
  author: string
  url: string
}

/** A custom field's value; `null` where a post does not set a defined field. */
export type FieldValue = string | number | boolean | string[] | null

/** A custom field, as a workspace defines it. */
export interface FieldDefinition {
  name: string
  type: 'string' | 'number' | 'boolean' | 'date' | 'url' | 'select' | 'list'
  /** Every post has a value. */
  required: boolean
  /** What a `select` may be, or the items of a `list`; by default, any text. */
  options?: string[] | undefined
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

/** A post's cover image. */
export interface Cover {
  /** Absolute. */
  url: string
  /** In pixels, if they are known. */
  width: number | null
  height: number | null
  /** What it shows; `''` if its author does not say. */
  alt: string
  /** The widths that it is made in, if anything makes them. */
  srcset?: string | undefined
}

/** How long a text is. */
export interface Reading {
  /** Rounded, and at least 1. */
  minutes: number
  words: number
}

/** A heading with text in it. */
export interface Heading {
  /** Of `<h1>` to `<h6>`. */
  level: number
  /** As in the HTML. */
  id: string
  /** Without markup. */
  text: string
}

/** What replies have of a post only if they are asked to. */
export interface PostDetails {
  /** The author wrote no description, so it is the beginning of the text. */
  descriptionIsExcerpt: boolean
  cover: Cover | null
  reading: Reading
  headings: Heading[]
}

/**
 * Link markup around text in a post's HTML or markdown, left out while the link's target post is not visible. UTF-16 offsets,
 * neither inside a surrogate pair.
 */
export interface Cut {
  from: number
  to: number
  until: PostNumber
}

/** An old address of a post on the site, and where it leads. */
export interface Redirect {
  /** The path, percent-encoded; an earlier slug if the paths of slugs are not known. */
  from: string
  /** The path of the post's address, with a query if it has one; `null` if it is not known. */
  to: string | null
  /** Of the post. */
  slug: string
}

/** What lists, indexes and digests are made of besides records. `category`, `tags` and `authors` are slugs of the workspace's lists. */
export interface ListedPost extends Pick<PostMeta, 'slug' | 'id' | 'featured'> {
  publishedAt: Instant
  updatedAt: Instant
  /** Earlier slugs. */
  aliases: string[]
  /** None by default. */
  redirects?: Redirect[] | undefined
  category: string
  tags: string[]
  authors: string[]
  /** The whole language tag; by default, that of the workspace. */
  languageTag?: string | undefined
  /** The length of its cover in bytes, if that is a file of the workspace; by default, it is none. */
  coverBytes?: number | undefined
}

/** A post ready to be written: what is in memory of each. All that a method gives may be read from disk each time. */
export interface BuiltPost {
  slug: string
  publishedAt: Instant
  /** In which it is written, `de` of `de-AT`; left out, it has no forms of words. */
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

/** All of a post but its texts and words. */
export interface LoadedPost extends Omit<ListedPost, 'slug' | 'id' | 'featured'> {
  meta: PostMeta
  /** A `PostDetails` as JSON; by default, there is nothing to say. */
  details?: string
}

export interface PostTexts {
  html: string
  /** The author's source after the front matter, byte for byte. */
  markdown: string
  /** In order and without overlaps; none by default. */
  cuts?: { html: Cut[]; markdown: Cut[] }
}

/** The search index for browsers and the number of posts in it, or why there is none. */
export type BuiltSearchIndex = { json: string; posts: number } | { missing: SearchIndexMissing }

export type SearchIndexMissing = 'off' | 'too-many-posts' | 'too-large'

/** What a workspace says about itself, and where its posts are. */
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

/** What a file must match that may be large. */
export interface PiecesSeal {
  bytes: number
  /** Of each piece. */
  crc32: number[]
}

/** A workspace ready to be written. */
export interface BuiltWorkspace {
  /** Its folder's name below `content/`. */
  folder: string
  /** The keys that open it; part of `current.json`, not of the snapshot's hash. */
  keys: string[]
  /** Posts are visible whatever their date, drafts included. */
  drafts: boolean
  /** By default, nothing is known about it. */
  site?: Site
  /** In reply order: by folded name, then slug, by code point. */
  categories: Declared<Category>[]
  tags: Declared<Tag>[]
  authors: Author[]
  /** None by default. */
  aliases?: GroupAliases | undefined
  /** None by default. */
  fields?: FieldDefinition[] | undefined
  /** Of languages that its posts are written in: from a word to what its forms have in common. Words of others have no forms. */
  stemmers?: ReadonlyMap<string, (word: string) => string>
  /** In list order: newest first, equal dates by slug descending (the exact reverse of ascending order). */
  posts: BuiltPost[]
  /** Names of the files that its posts and authors use, by code point; none by default. */
  media?: readonly string[]
  /** Of these files by name; what has none is served unchecked. */
  mediaSeals?: Readonly<Record<string, PiecesSeal>>
  /** Not part of the workspace's folder or hash; by default `off`. */
  searchIndex?: BuiltSearchIndex
}
