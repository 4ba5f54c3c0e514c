// The JSON of replies, as types; the types of posts in the snapshot are in its vocabulary. The client shares
// this file, which imports types only.
import type {
  Category,
  CollectionInfo,
  FieldDefinition,
  PostDetails,
  PostMeta,
  Series,
  Tag,
} from '../../snapshot/types.ts'

/** An entry with the number of visible posts that have it. */
export type Counted<T> = T & { count: { posts: number } }

/** @template Fields the workspace's own fields */
export interface Post<Fields = PostMeta['fields']> extends Omit<PostMeta, 'fields'> {
  fields: Fields
  /** The content in the format that was asked for. */
  content: string
  category: Counted<Category>
  tags: Counted<Tag>[]
}

/** The fields that a post has only if `include` names them. */
export interface FurtherPost extends PostDetails {
  /** The address on the site, if it is known. */
  url: string | null
  /** The old addresses that lead to the post. */
  aliases: string[]
  /** The related posts: up to five, those with most in common first. */
  related: PostSummary[]
  /** The series that it is part of. */
  series: SeriesOfPost | null
  neighbors: { previous: PostSummary | null; next: PostSummary | null }
  /** A schema.org `BlogPosting`, if the address on the site is known. */
  jsonld: object | null
  /** Changes when anything changes that the workspace has of the post. */
  revision: string
}

/** The series of a post, with all that is visible of it in the order in which it is read. */
export interface SeriesOfPost extends Pick<Series, 'slug' | 'name'> {
  part: number
  total: number
  parts: { slug: string; title: string; part: number; url: string | null }[]
}

export type FurtherField = keyof FurtherPost

/** The description of a workspace. */
export interface Workspace {
  key: string
  name: string
  /** The address on the site below which its posts are, if it is known. */
  url: string | null
  language: string
  description: string
  /** There are series only if the workspace has any. */
  counts: Record<'posts' | 'categories' | 'tags' | 'authors', number> & { series?: number }
  /** The defined fields, only if `include` names them. */
  fields?: FieldDefinition[]
  /** The declared collections, likewise. */
  collections?: CollectionInfo[]
}

/** The fields that a link to a post needs. */
export interface PostSummary
  extends Pick<PostMeta, 'id' | 'slug' | 'title' | 'description' | 'coverImage' | 'publishedAt'> {
  /** The address on the site, if it is known. */
  url: string | null
}

/** An entry that a field refers to. */
export interface EntrySummary {
  collection: string
  id: string
  /** The slug. */
  path: string
  /** The title, or the name. */
  title: string
  /** The address on the site, if it is known. */
  url: string | null
}

/** The matches of a search in a post, as HTML that a page may show as it is. */
export interface Highlights {
  /** The whole title. */
  title: string
  /** The fragments of the text, at most two; none if it contains none of the words. */
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
/** One of a workspace's own fields, as filters, orders and facets name it. */
export type FieldName = `fields.${string}`
export type FacetName = 'category' | 'tags' | 'authors' | 'series' | 'year' | 'month' | FieldName

/** The differences between a search and the request for it. */
export interface SearchNote {
  /** The words that each post has: all, or at least one. */
  match: 'all' | 'any'
  /** The words that were searched for instead of misspelt ones. */
  corrected: readonly string[]
  /** The words that were left out. */
  omitted: readonly string[]
  /** The search reached its cost limit: matching posts may be missing. */
  partial: boolean
}

/** A post or an entry that a search of everything found. */
export interface SearchHit extends Omit<EntrySummary, 'id'> {
  /** HTML that a page may show as it is, with what was found in `<mark>`; else the description. */
  snippet: string
}

export type Suggestion =
  | { kind: 'word'; text: string }
  | { kind: 'post'; text: string; slug: string }
  | ({ kind: 'entry'; text: string } & Pick<EntrySummary, 'collection' | 'path' | 'url'>)

export type Order = 'asc' | 'desc'
export type Format = 'html' | 'markdown' | 'text'
/** The words that a post must have; `auto` is all, or any if no post has all. */
export type Match = 'auto' | 'all' | 'any'

/** The posts that a request asks for. */
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
  series?: string | undefined
  query?: string | undefined
  /** The words of the query that a post must have; `auto` by default. */
  match?: Match | undefined
}
