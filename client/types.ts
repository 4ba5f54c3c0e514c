// Types of what the methods take and return. The parts of replies are the API's own vocabulary.
import type * as wire from '../api/_app/wire.ts'
import type { EntryMeta, PostMeta } from '../snapshot/types.ts'

export type * from '../api/_app/wire.ts'
export type {
  Author,
  Category,
  Cover,
  FieldDefinition,
  Heading,
  Reading,
  Redirect,
  Social,
  Tag,
} from '../snapshot/types.ts'

export interface ClientOptions {
  /** The address of the API: what comes before `/v1`. */
  baseUrl: string
  /** The workspace's key. */
  key: string
  /** The time for which nothing may arrive, in ms: before a reply begins, and between two parts of it; 30,000 by default. */
  timeout?: number | undefined
  /** The most bytes of a reply, decompressed: by default 2 ** 26 of each post, and 2 ** 28 of a list that is not `posts.all()`. */
  maxBytes?: number | undefined
}

/** Everything that a post may have. */
type AnyField<Fields> = wire.Post<Fields> & wire.FurtherPost

/** The fields that `select` may name. */
export type SelectableField = keyof wire.Post | 'revision'

/** A post with the fields that `select` and `include` name. */
export type PostWith<Fields, Selected extends SelectableField, Included extends wire.FurtherField> = Flat<
  Pick<AnyField<Fields>, Selected | Included> & {
    /** The matches in the post, with `highlight`. */
    highlights?: wire.Highlights
  }
>

type CollectionEntry<Fields> = Omit<EntryMeta, 'fields'> & { fields: Fields; content?: string }
export type EntryField = keyof CollectionEntry<unknown>
export type FurtherEntryField =
  | ('descriptionIsExcerpt' | 'aliases' | 'reading')
  | ('headings' | 'jsonld' | 'revision')

/** An entry with the fields that `select` and `include` name. */
export type EntryWith<Fields, Named extends EntryField | FurtherEntryField> = Flat<
  Pick<CollectionEntry<Fields> & wire.FurtherPost, Named> & { highlights?: wire.Highlights }
>

/** A type written as one object, as editors show it. */
type Flat<T> = { [Name in keyof T]: T[Name] }

export interface Abortable {
  /** Aborts the request, a wait before it is repeated, and the reading of its body. */
  signal?: AbortSignal | undefined
}

/** The options of every request. */
export interface RequestOptions extends Abortable {
  /** The entity tag of an earlier reply to the same request. A browser asks for permission to send it. */
  etag?: string | null | undefined
  /** Called when a reply has begun, with its entity tag and the id of the workspace's snapshot. */
  onReply?: ((reply: { etag: string | null; snapshot: string | null }) => void) | undefined
}

export interface PostOptions<Selected extends string, Included extends string> extends RequestOptions {
  format?: wire.Format | undefined
  /** The only fields to return; by default, all. */
  select?: readonly Selected[] | undefined
  /** Further fields, and own ones that refer to entries, which then stand in place of summaries. */
  include?: readonly (Included | `fields.${string}`)[] | undefined
}

type Bound = 'lt' | 'lte' | 'gt' | 'gte'

/** A value, any of several, or what it is compared with; `not` is also true of posts without a value. */
export type Comparison<Value> =
  | Value
  | readonly Value[]
  | ({ [Operator in Bound]?: Value } & {
      not?: Value | readonly Value[]
      exists?: boolean
    })

/** The filter of one field: of a list, any item; of a reference, the slug; of an object, filters of its fields. */
type FieldCondition<Value> = [Value] extends [readonly (infer Item)[]]
  ? FieldCondition<NonNullable<Item>>
  : [Value] extends [{ collection: string; path: string }]
    ? Comparison<string>
    : [Value] extends [object]
      ? { [Name in keyof Value]?: FieldCondition<NonNullable<Value[Name]>> }
      : Comparison<Value>

/** The filters by fields and by dates; all of them apply. */
export type Where<Fields> = { [Name in keyof Fields]?: FieldCondition<NonNullable<Fields[Name]>> } & {
  publishedAt?: { [Operator in Bound]?: string }
  updatedAt?: { [Operator in Bound]?: string }
  year?: number | readonly number[]
  /** `2026-05`, in UTC. */
  month?: string | readonly string[]
}

type Sortable = 'publishedAt' | 'updatedAt' | `fields.${string}`

/** The options that select and order posts; docs/api.md explains each. */
export interface PostsOptions<Selected extends string, Included extends string, Fields = PostMeta['fields']>
  extends PostOptions<Selected, Included>,
    wire.Filter {
  order?: wire.Order | undefined
  sort?: 'relevance' | Sortable | `-${Sortable}` | undefined
  category?: string | undefined
  where?: Where<Fields> | undefined
}

/** The options for categories, tags and authors. */
export interface GroupOptions extends RequestOptions {
  /** The most items of a page. */
  limit?: number | 'all' | undefined
  /** The number of the page, counted from 1. */
  page?: number | undefined
}

export interface ListOptions<Selected extends string, Included extends string, Fields = PostMeta['fields']>
  extends PostsOptions<Selected, Included, Fields>,
    GroupOptions {
  highlight?: boolean | undefined
  facets?: readonly wire.FacetName[] | undefined
}

/** The options of a list of entries: those of posts that are not about categories, tags and authors. */
export type EntryListOptions<Selected extends string, Included extends string, Fields> = Omit<
  ListOptions<Selected, Included, Fields>,
  'category' | 'facets' | Exclude<keyof wire.Filter, 'query' | 'match'>
> & { facets?: readonly ('year' | 'month' | wire.FieldName)[] | undefined }

export type EntryList<Item> = Omit<PostList<Item>, 'posts'> & { entries: Item[] }

export interface PostList<Item> {
  posts: Item[]
  pagination: wire.Pagination
  /** The facets, if `facets` asks for them. */
  facets?: Partial<Record<wire.FacetName, wire.Facet[]>>
  /** A note if the search differed from the query. */
  search?: wire.SearchNote
}
