// A client of Galley's API, for Node, browsers and edge runtimes.
import type { Counted, Post, Suggestion, Workspace } from '../api/_app/wire.ts'
import type { Author, Category, PostMeta, Redirect, Series, Tag } from '../snapshot/types.ts'
import { asking, read, readOne } from './ask.ts'
import { entriesOf } from './entries.ts'
import { postsOf } from './posts.ts'
import type {
  ClientOptions,
  FurtherField,
  GroupOptions,
  ListOptions,
  PostList,
  PostWith,
  RequestOptions,
  SelectableField,
} from './types.ts'

export { BrokenReply, GalleyError, NotFound, NotModified, Overloaded, SnapshotChanged } from './errors.ts'
export { type Branch, tree } from './tree.ts'
export type * from './types.ts'

/**
 * Every method throws a `GalleyError` for a reply that is no success, a `BrokenReply`, which is one, too, for none or one that
 * is not what Galley sends, and the signal's reason once it is aborted. Where a reply asks to wait (429, 503), the request is
 * repeated, three times and within 30 seconds at most.
 * @template Fields the workspace's own fields: `createClient<{ rating: number | null }>(…)`
 * @template Collections the own fields of each declared collection
 */
export function createClient<Fields = PostMeta['fields'], Collections = Record<string, PostMeta['fields']>>(
  options: ClientOptions,
) {
  const ask = asking(options)
  const posts = postsOf<Fields>(ask)

  const group = <T>(name: string, one: string) => ({
    /** Returns all of them, unless there is a `limit`. */
    list: (options?: GroupOptions) => read<T[]>(ask([name], options), name),
    /**
     * Returns an item by slug or id.
     * @throws {NotFound}
     */
    get: (slug: string, options?: RequestOptions) => readOne<T>(ask, [name, slug], one, options),
  })

  return {
    posts,

    /** Entries of a collection that the workspace declares. */
    entries: <Name extends keyof Collections & string>(collection: Name) =>
      entriesOf<Collections[Name]>(ask, collection),

    /** The posts that a query finds, best first unless `sort` or `order` says otherwise. */
    search<Selected extends SelectableField = keyof Post, Included extends FurtherField = never>(
      query: string,
      options?: ListOptions<Selected, Included, Fields>,
    ): Promise<PostList<PostWith<Fields, Selected, Included>>> {
      return posts.list({ sort: options?.order ? undefined : 'relevance', ...options, query })
    },

    /** Returns what a query may become while somebody is typing it. */
    suggest(
      query: string,
      options?: RequestOptions & { collections?: readonly string[] },
    ): Promise<Suggestion[]> {
      return read(ask(['suggest'], { ...options, query }), 'suggestions')
    },

    /** Returns what the workspace says about itself, and how much there is in it. */
    workspace<Included extends 'fields' | 'collections' = never>(
      options?: RequestOptions & { include?: readonly Included[] },
    ): Promise<Workspace & Required<Pick<Workspace, Included>>> {
      return read(ask([], options), 'workspace')
    },

    /** Old addresses of posts on the site; `from` is the path of one. */
    redirects: (options?: GroupOptions & { from?: string }) =>
      read<Redirect[]>(ask(['redirects'], options), 'redirects'),

    categories: group<Counted<Category>>('categories', 'category'),
    tags: group<Counted<Tag>>('tags', 'tag'),
    authors: group<Counted<Author>>('authors', 'author'),
    series: group<Counted<Series>>('series', 'series'),
  }
}
