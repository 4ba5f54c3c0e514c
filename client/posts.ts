// The posts of a workspace, one of them, or page after page.

import type { Post } from '../api/_app/wire.ts'
import { type Ask, readOne } from './ask.ts'
import { bodyOf, type Received } from './body.ts'
import { BrokenReply } from './errors.ts'
import { itemsIn } from './stream.ts'
import type {
  FurtherField,
  ListOptions,
  PostList,
  PostOptions,
  PostsOptions,
  PostWith,
  SelectableField,
} from './types.ts'

export function postsOf<Fields>(ask: Ask) {
  async function list<Selected extends SelectableField = keyof Post, Included extends FurtherField = never>(
    options?: ListOptions<Selected, Included, Fields>,
  ): Promise<PostList<PostWith<Fields, Selected, Included>>> {
    return bodyOf(await ask(['posts'], options), 'posts', 'pagination')
  }

  return {
    /** Returns one page. */
    list,

    /**
     * Returns a post by slug, id or an earlier slug.
     * @throws {NotFound}
     */
    get<Selected extends SelectableField = keyof Post, Included extends FurtherField = never>(
      slug: string,
      options?: PostOptions<Selected, Included>,
    ): Promise<PostWith<Fields, Selected, Included>> {
      return readOne(ask, ['posts', slug], 'post', options)
    },

    /** Every post in one request, each as soon as it has arrived. To stop early closes the connection. */
    async *all<Selected extends SelectableField = keyof Post, Included extends FurtherField = never>(
      options?: PostsOptions<Selected, Included, Fields>,
    ): AsyncGenerator<PostWith<Fields, Selected, Included>, void, undefined> {
      yield* itemsIn(await ask(['posts'], { ...options, limit: 'all' }), 'posts')
    },

    /**
     * Page after page of one state of the workspace.
     * @throws {SnapshotChanged} when something has been published since the first page
     */
    async *pages<Selected extends SelectableField = keyof Post, Included extends FurtherField = never>(
      options?: ListOptions<Selected, Included, Fields>,
    ): AsyncGenerator<PostList<PostWith<Fields, Selected, Included>>, void, undefined> {
      // An empty id, too, keeps caches in front of Galley from answering, whose first page might be older than the others.
      let snapshot: string | null = ''
      for (let least = options?.page ?? 1, page: number | null = least; page; ) {
        const next: Received = await ask(['posts'], { ...options, page, snapshot })
        snapshot ||= next.response.headers.get('X-Snapshot-Id')
        const body = await bodyOf<PostList<PostWith<Fields, Selected, Included>>>(next, 'posts', 'pagination')
        yield body
        page = body.pagination.nextPage
        // Following a server that repeats itself would go on for ever.
        if (page && !(Number.isInteger(page) && page >= ++least))
          throw new BrokenReply('The reply repeats a page.')
      }
    },
  }
}
