// What the JSON of replies contains, as types; what posts have from the snapshot is in its vocabulary. The client shares
// this file, which imports types only.
import type { Category, FieldDefinition, PostDetails, PostMeta, Tag } from '../../snapshot/types.ts'

/** With how many visible posts have it. */
export type Counted<T> = T & { count: { posts: number } }

/** @template Fields the workspace's own fields */
export interface Post<Fields = PostMeta['fields']> extends Omit<PostMeta, 'fields'> {
  fields: Fields
  /** In the format that was asked for. */
  content: string
  category: Counted<Category>
  tags: Counted<Tag>[]
}

/** What a post has only if `include` names it. */
export interface FurtherPost extends PostDetails {
  /** The address on the site, if it is known. */
  url: string | null
  /** The old addresses that lead to the post. */
  aliases: string[]
  /** Up to five, those with most in common first. */
  related: PostSummary[]
  neighbors: { previous: PostSummary | null; next: PostSummary | null }
  /** `null` if the workspace does not say where its posts are. */
  jsonld: BlogPosting | null
  /** Changes when anything changes that the workspace has of the post. */
  revision: string
}

export type FurtherField = keyof FurtherPost

/** What a workspace says about itself. */
export interface Workspace {
  key: string
  /** `''` if its author gave it none. */
  name: string
  /** The address on the site below which its posts are, if it is known. */
  url: string | null
  /** A language tag: of posts that name none of their own. */
  language: string
  description: string
  counts: Record<'posts' | 'categories' | 'tags' | 'authors', number>
  /** What it has only if `include` names it: its own fields, as it defines them. */
  fields?: FieldDefinition[]
}

/** JSON-LD, for search engines: https://schema.org/BlogPosting */
export interface BlogPosting {
  '@context': 'https://schema.org'
  '@type': 'BlogPosting'
  headline: string
  description: string
  datePublished: string
  dateModified: string
  /** With the address of the profile `website`, and those of the others. */
  author: { '@type': 'Person'; name: string; url?: string | undefined; sameAs: string[] }[]
  /** The cover; its size in pixels, if that is known. */
  image?:
    | { '@type': 'ImageObject'; url: string; width?: number | undefined; height?: number | undefined }
    | undefined
  inLanguage: string
  wordCount: number
  /** The address on the site. */
  mainEntityOfPage: string
  /** Names of tags. */
  keywords: string[]
}

/** What a link to a post needs. */
export interface PostSummary
  extends Pick<PostMeta, 'id' | 'slug' | 'title' | 'description' | 'coverImage' | 'publishedAt'> {
  /** The address on the site, if it is known. */
  url: string | null
}

/** What a search found in a post, as HTML that a page may show as it is. */
export interface Highlights {
  /** The whole title. */
  title: string
  /** Up to two fragments of the text; none if it contains none of the words. */
  content: string[]
}

export interface Pagination {
  limit: number
  currentPage: number
  previousPage: number | null
  nextPage: number | null
  totalPages: number
  totalItems: number
}

export interface Facet {
  slug: string
  name: string
  count: number
}
export type FacetName = 'category' | 'tags' | 'authors'

/** How a search differed from the request. */
export interface SearchNote {
  /** Whether each post has all words, or at least one. */
  match: 'all' | 'any'
  /** The words that were searched for instead of misspelt ones. */
  corrected: readonly string[]
  /** The words that were left out. */
  omitted: readonly string[]
  /** The search reached its cost limit: matching posts may be missing. */
  partial: boolean
}

export type Suggestion = { kind: 'word'; text: string } | { kind: 'post'; text: string; slug: string }

export type Order = 'asc' | 'desc'
export type Format = 'html' | 'markdown' | 'text'
/** Which of the words a post must have; `auto` is all, or any if no post has all. */
export type Match = 'auto' | 'all' | 'any'
