// What the methods take and return. What replies are made of is the API's own vocabulary.
import type {
  Facet,
  FacetName,
  Format,
  FurtherField,
  FurtherPost,
  Highlights,
  Match,
  Order,
  Pagination,
  Post,
  SearchNote,
} from '../api/_app/wire.ts'

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
  /** How long nothing may arrive, in ms: before a reply begins, and between two parts of it; 30,000 by default. */
  timeout?: number | undefined
  /** The most bytes of a reply, decompressed: by default 2 ** 26 of each post, and 2 ** 28 of a list that is not `posts.all()`. */
  maxBytes?: number | undefined
}

/** Everything that a post may have. */
type AnyField<Fields> = Post<Fields> & FurtherPost

/** What `select` may name. */
export type SelectableField = keyof Post | 'revision'

/** A post with the fields that `select` and `include` name. */
export type PostWith<Fields, Selected extends SelectableField, Included extends FurtherField> = Flat<
  Pick<AnyField<Fields>, Selected | Included> & {
    /** With `highlight`. */
    highlights?: Highlights
  }
>

/** The same as one object, as editors show it. */
type Flat<T> = { [Name in keyof T]: T[Name] }

export interface Abortable {
  /** Aborts the request, a wait before it is repeated, and the reading of its body. */
  signal?: AbortSignal | undefined
}

/** Of every request. */
export interface RequestOptions extends Abortable {
  /** Of an earlier reply to the same request. A browser asks for permission to send it. */
  etag?: string | null | undefined
  /** Called when a reply has begun, with its entity tag and the id of the workspace's snapshot. */
  onReply?: ((reply: { etag: string | null; snapshot: string | null }) => void) | undefined
}

export interface PostOptions<Selected extends SelectableField, Included extends FurtherField>
  extends RequestOptions {
  format?: Format | undefined
  /** Only these fields; by default, all. */
  select?: readonly Selected[] | undefined
  /** Further fields. */
  include?: readonly Included[] | undefined
}

/** Which posts, and in which order; docs/api.md explains each. */
export interface PostsOptions<Selected extends SelectableField, Included extends FurtherField>
  extends PostOptions<Selected, Included> {
  order?: Order | undefined
  sort?: 'relevance' | 'publishedAt' | '-publishedAt' | 'updatedAt' | '-updatedAt' | undefined
  category?: string | undefined
  categories?: readonly string[] | undefined
  excludeCategories?: readonly string[] | undefined
  tags?: readonly string[] | undefined
  tagsMatch?: 'any' | 'all' | undefined
  excludeTags?: readonly string[] | undefined
  featured?: boolean | undefined
  author?: string | undefined
  query?: string | undefined
  match?: Match | undefined
}

/** Of categories, tags and authors. */
export interface GroupOptions extends RequestOptions {
  /** Most items of a page. */
  limit?: number | 'all' | undefined
  /** Counted from 1. */
  page?: number | undefined
}

export interface ListOptions<Selected extends SelectableField, Included extends FurtherField>
  extends PostsOptions<Selected, Included>,
    GroupOptions {
  highlight?: boolean | undefined
  facets?: readonly FacetName[] | undefined
}

export interface PostList<Item> {
  posts: Item[]
  pagination: Pagination
  /** With `facets`. */
  facets?: Partial<Record<FacetName, Facet[]>>
  /** If the search differed from the query. */
  search?: SearchNote
}
