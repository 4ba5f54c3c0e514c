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
  /** A schema.org `BlogPosting`, if the address on the site is known. */
  jsonld: object | null
  /** Changes when anything changes that the workspace has of the post. */
  revision: string
}

export type FurtherField = keyof FurtherPost

/** What a workspace says about itself. */
export interface Workspace {
  key: string
  name: string
  /** The address on the site below which its posts are, if it is known. */
  url: string | null
  language: string
  description: string
  counts: Record<'posts' | 'categories' | 'tags' | 'authors', number>
  /** Only if `include` names it. */
  fields?: FieldDefinition[]
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

/** Which posts a request asks for. */
export interface Filter {
  /** Any of these; `undefined` does not filter. */
  categories?: readonly string[] | undefined
  excludeCategories?: readonly string[] | undefined
  tags?: readonly string[] | undefined
  tagsMatch?: 'any' | 'all' | undefined
  excludeTags?: readonly string[] | undefined
  featured?: boolean | undefined
  /** Slug or id. */
  author?: string | undefined
  query?: string | undefined
  /** Which words of the query a post must have; `auto` by default. */
  match?: Match | undefined
}
