// The vocabulary of Galley: what the build hands to the writer, and the names every folder uses for the same
// thing. This file imports nothing.

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number

/** A post's place in list order (publishedAt, then slug by code point; newest first), counted from 0. */
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

/** Stands beside a category or a tag: a declared one is listed with 0 posts, one inferred from posts is not. */
export type Declared<T> = T & { declared: boolean }

export interface Attribution {
  author: string
  url: string
}

/** A custom field's value; `null` where a post does not set a defined field. */
export type FieldValue = string | number | boolean | string[] | null

/**
 * A post's metadata as every reply shows it. Category and tags are not here: their counts change with time, so
 * they are put in when a reply is assembled.
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

/** The words of one text as the search index stores them. */
export interface Terms {
  /** Distinct terms in order of first occurrence. */
  terms: string[]
  /** How often `terms[i]` occurs. */
  frequencies: Uint32Array
  /** The positions of `terms[0]` ascending, then those of `terms[1]`, and so on; counted in words from 0. */
  positions: Uint32Array
}

/**
 * What makes a link of its words, in a post's HTML or markdown: it is left out while the post that the link leads to is
 * not visible. UTF-16 offsets, neither of which parts a character.
 */
export interface Cut {
  from: number
  to: number
  until: PostNumber
}

/** A post ready to be written. `category`, `tags` and `authors` are slugs of the workspace's lists. */
export interface BuiltPost {
  meta: PostMeta
  publishedAt: Instant
  updatedAt: Instant
  aliases: string[]
  category: string
  tags: string[]
  authors: string[]
  html: string
  /** The author's source after the front matter, byte for byte. */
  markdown: string
  /** Of each in order, without overlaps; none by default. */
  cuts?: { html: Cut[]; markdown: Cut[] }
  terms: { title: Terms; content: Terms }
}

/** A workspace ready to be written. */
export interface BuiltWorkspace {
  /** Its folder's name below `content/`. */
  folder: string
  /** The keys that open it; part of `current.json`, not of the snapshot's hash. */
  keys: string[]
  /** Posts are shown whatever their date, drafts included. */
  drafts: boolean
  /** In the order lists show them: by folded name, then slug, by code point. */
  categories: Declared<Category>[]
  tags: Declared<Tag>[]
  authors: Author[]
  /** In list order: newest first, equal dates by slug descending (the exact reverse of ascending order). */
  posts: BuiltPost[]
  /** Names of the files that its posts and authors show, by code point; none by default. */
  media?: readonly string[]
}
