// A client of Galley's API, for Node, browsers and edge runtimes.
import type { Counted, Post, Suggestion, Workspace } from '../api/_app/wire.ts'
import type { Author, Category, FieldDefinition, PostMeta, Redirect, Tag } from '../snapshot/types.ts'
import { bodyOf, type Received } from './body.ts'
import { BrokenReply, NotFound } from './errors.ts'
import { addressOf, request } from './request.ts'
import { postsIn } from './stream.ts'
import type {
  ClientOptions,
  FurtherField,
  GroupOptions,
  ListOptions,
  PostList,
  PostOptions,
  PostsOptions,
  PostWith,
  RequestOptions,
  SelectableField,
} from './types.ts'

export { BrokenReply, GalleyError, NotFound, NotModified, Overloaded, SnapshotChanged } from './errors.ts'
export type * from './types.ts'

/** Parameters of posts, the most that there are. */
interface Options extends ListOptions<SelectableField, FurtherField> {
  snapshot?: string | null | undefined
}

/**
 * Every method throws a `GalleyError` for a reply that is no success, a `BrokenReply`, which is one, too, for none or one that
 * is not what Galley sends, and the signal's reason once it is aborted. Where a reply asks to wait (429, 503), the request is
 * repeated, three times and within 30 seconds at most.
 * @template Fields the workspace's own fields: `createClient<{ rating: number | null }>(…)`
 */
export function createClient<Fields = PostMeta['fields']>({ baseUrl, key, ...bounds }: ClientOptions) {
  const base = `${baseUrl.replace(/\/+$/, '')}/v1/${encodeURIComponent(key)}`

  async function ask(path: readonly string[], options: Options | object = {}): Promise<Received> {
    const { signal, etag, onReply, ...parameters }: Options = options
    const received = await request(addressOf(base, path, parameters), { ...bounds, signal }, etag)
    const { headers } = received.response
    onReply?.({ etag: headers.get('ETag'), snapshot: headers.get('X-Snapshot-Id') })
    return received
  }

  async function read<T>(reply: Received | Promise<Received>, name: string): Promise<T> {
    return (await bodyOf<{ [name: string]: T }>(await reply, name))[name]!
  }

  /** @throws {NotFound} */
  async function readOne<T>(
    path: readonly [list: string, name: string],
    one: string,
    options?: Options,
  ): Promise<T> {
    // As parts of an address these would lead elsewhere.
    const reply = /^\.{0,2}$/.test(path[1]) ? undefined : await ask(path, options)
    // What no post is named, but for the `.md` at its end, is the markdown of that post.
    if (reply && !reply.response.headers.get('Content-Type')?.includes('markdown')) return read(reply, one)
    reply?.response.body?.cancel().catch(() => {})
    throw new NotFound(404, 'Not found', `${path[0]} has nothing that is named ${JSON.stringify(path[1])}.`)
  }

  async function list<Selected extends SelectableField = keyof Post, Included extends FurtherField = never>(
    options?: ListOptions<Selected, Included>,
  ): Promise<PostList<PostWith<Fields, Selected, Included>>> {
    return bodyOf(await ask(['posts'], options), 'posts', 'pagination')
  }

  const group = <T>(name: string, one: string) => ({
    /** All of them, unless there is a `limit`. */
    list: (options?: GroupOptions) => read<T[]>(ask([name], options), name),
    /**
     * By slug or id.
     * @throws {NotFound}
     */
    get: (slug: string, options?: RequestOptions) => readOne<T>([name, slug], one, options),
  })

  return {
    posts: {
      /** One page. */
      list,

      /**
       * By slug, id or an earlier slug.
       * @throws {NotFound}
       */
      get<Selected extends SelectableField = keyof Post, Included extends FurtherField = never>(
        slug: string,
        options?: PostOptions<Selected, Included>,
      ): Promise<PostWith<Fields, Selected, Included>> {
        return readOne(['posts', slug], 'post', options)
      },

      /** Every post in one request, each as soon as it has arrived. To stop early closes the connection. */
      async *all<Selected extends SelectableField = keyof Post, Included extends FurtherField = never>(
        options?: PostsOptions<Selected, Included>,
      ): AsyncGenerator<PostWith<Fields, Selected, Included>, void, undefined> {
        yield* postsIn(await ask(['posts'], { ...options, limit: 'all' }))
      },

      /**
       * Page after page of one state of the workspace.
       * @throws {SnapshotChanged} when something has been published since the first page
       */
      async *pages<Selected extends SelectableField = keyof Post, Included extends FurtherField = never>(
        options?: ListOptions<Selected, Included>,
      ): AsyncGenerator<PostList<PostWith<Fields, Selected, Included>>, void, undefined> {
        // Even empty it keeps caches in front of Galley from answering, whose first page might be older than the others.
        let snapshot: string | null = ''
        for (let least = options?.page ?? 1, page: number | null = least; page; ) {
          const next: Received = await ask(['posts'], { ...options, page, snapshot })
          snapshot ||= next.response.headers.get('X-Snapshot-Id')
          const body = await bodyOf<PostList<PostWith<Fields, Selected, Included>>>(
            next,
            'posts',
            'pagination',
          )
          yield body
          page = body.pagination.nextPage
          // Who follows a server that repeats itself would go on for ever.
          if (page && !(Number.isInteger(page) && page >= ++least))
            throw new BrokenReply('The reply repeats a page.')
        }
      },
    },

    /** The posts that a query finds, best first unless `sort` or `order` says otherwise. */
    search<Selected extends SelectableField = keyof Post, Included extends FurtherField = never>(
      query: string,
      options?: ListOptions<Selected, Included>,
    ): Promise<PostList<PostWith<Fields, Selected, Included>>> {
      return list({ sort: options?.order ? undefined : 'relevance', ...options, query })
    },

    /** What a query may become while somebody is typing it. */
    suggest(query: string, options?: RequestOptions): Promise<Suggestion[]> {
      return read(ask(['suggest'], { ...options, query }), 'suggestions')
    },

    /** What the workspace says about itself, and how much there is in it. */
    workspace<Included extends 'fields' = never>(
      options?: RequestOptions & { include?: readonly Included[] },
    ): Promise<Workspace & Record<Included, FieldDefinition[]>> {
      return read(ask([], options), 'workspace')
    },

    /** Old addresses of posts on the site; `from` is the path of one. */
    redirects: (options?: GroupOptions & { from?: string }) =>
      read<Redirect[]>(ask(['redirects'], options), 'redirects'),

    categories: group<Counted<Category>>('categories', 'category'),
    tags: group<Counted<Tag>>('tags', 'tag'),
    authors: group<Counted<Author>>('authors', 'author'),
  }
}
