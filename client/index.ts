// A client of Galley's API, for Node, browsers and edge runtimes.
import type { Counted, Post, Suggestion } from '../api/_app/wire.ts'
import type { Author, Category, PostMeta, Tag } from '../snapshot/types.ts'
import { NotFound } from './errors.ts'
import { addressOf, bodyOf, request } from './request.ts'
import { postsIn } from './stream.ts'
import type {
  Abortable,
  ClientOptions,
  FurtherField,
  GroupOptions,
  ListOptions,
  PostList,
  PostOptions,
  PostsOptions,
  PostWith,
  SelectableField,
} from './types.ts'

export { BrokenReply, GalleyError, NotFound, Overloaded, SnapshotChanged } from './errors.ts'
export type * from './types.ts'

/** All parameters that there are. */
interface Options extends ListOptions<SelectableField, FurtherField> {
  snapshot?: string | null | undefined
}

/**
 * Every method throws a `GalleyError` for a reply that is no success, a `BrokenReply` for one that was cut short, what `fetch`
 * throws where there is no connection, and the signal's reason once it is aborted. Where a reply asks to wait (429, 503), the
 * request is repeated, three times and within 30 seconds at most.
 * @template Fields the workspace's own fields: `createClient<{ rating: number | null }>(…)`
 */
export function createClient<Fields = PostMeta['fields']>({ baseUrl, key }: ClientOptions) {
  const base = `${baseUrl.replace(/\/+$/, '')}/v1/${encodeURIComponent(key)}/`

  function ask(path: readonly string[], { signal, ...parameters }: Options = {}): Promise<Response> {
    return request(addressOf(base, path, parameters), signal)
  }

  async function read<T>(path: readonly string[], options?: Options): Promise<T> {
    return bodyOf(await ask(path, options), options?.signal)
  }

  /** @throws {NotFound} */
  async function readOne<T>(path: readonly [list: string, name: string], options?: Options): Promise<T> {
    // As parts of an address these would lead elsewhere.
    const response = /^\.{0,2}$/.test(path[1]) ? undefined : await ask(path, options)
    // What no post is named, but for the `.md` at its end, is the markdown of that post.
    if (response?.headers.get('Content-Type')?.includes('json')) return bodyOf(response, options?.signal)
    await response?.body?.cancel()
    throw new NotFound(404, 'Not found', `${path[0]} has nothing that is named ${JSON.stringify(path[1])}.`)
  }

  function list<Selected extends SelectableField = keyof Post, Included extends FurtherField = never>(
    options?: ListOptions<Selected, Included>,
  ): Promise<PostList<PostWith<Fields, Selected, Included>>> {
    return read(['posts'], options)
  }

  const group = <T>(name: string, one: string) => ({
    /** All of them, unless there is a `limit`. */
    list: (options?: GroupOptions) =>
      read<{ [name: string]: T[] }>([name], options).then((body) => body[name]!),
    /**
     * By slug or id.
     * @throws {NotFound}
     */
    get: (slug: string, options?: Abortable) =>
      readOne<{ [one: string]: T }>([name, slug], options).then((body) => body[one]!),
  })

  return {
    posts: {
      /** One page. */
      list,

      /**
       * By slug, id or an earlier slug.
       * @throws {NotFound}
       */
      async get<Selected extends SelectableField = keyof Post, Included extends FurtherField = never>(
        slug: string,
        options?: PostOptions<Selected, Included>,
      ): Promise<PostWith<Fields, Selected, Included>> {
        const { post } = await readOne<{ post: PostWith<Fields, Selected, Included> }>(
          ['posts', slug],
          options,
        )
        return post
      },

      /** Every post in one request, each as soon as it has arrived. To stop early closes the connection. */
      async *all<Selected extends SelectableField = keyof Post, Included extends FurtherField = never>(
        options?: PostsOptions<Selected, Included>,
      ): AsyncGenerator<PostWith<Fields, Selected, Included>, void, undefined> {
        yield* postsIn(await ask(['posts'], { ...options, limit: 'all' }), options?.signal)
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
        for (let page: number | null = options?.page ?? 1; page; ) {
          const response: Response = await ask(['posts'], { ...options, page, snapshot })
          snapshot ||= response.headers.get('X-Snapshot-Id')
          const body = await bodyOf<PostList<PostWith<Fields, Selected, Included>>>(response, options?.signal)
          yield body
          page = body.pagination.nextPage
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
    async suggest(query: string, options?: Abortable): Promise<Suggestion[]> {
      const { suggestions } = await read<{ suggestions: Suggestion[] }>(['suggest'], { ...options, query })
      return suggestions
    },

    categories: group<Counted<Category>>('categories', 'category'),
    tags: group<Counted<Tag>>('tags', 'tag'),
    authors: group<Counted<Author>>('authors', 'author'),
  }
}
