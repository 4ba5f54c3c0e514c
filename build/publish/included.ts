// The posts of a workspace that go into a snapshot, in list order.

import { lazy } from '../../packages/search/basics/lazy.ts'
import { compareCodePoints } from '../../packages/search/basics/order.ts'
import type { Instant } from '../../snapshot/types.ts'
import type { CompiledFile, CompiledPost } from '../compile/compile.ts'
import type { CompiledWorkspace } from '../compile/pool/pool.ts'
import type { Environment } from '../environment/environment.ts'
import { type DeclaredLists, slugsOf } from '../workspace/taxonomies.ts'

/** A post that goes into the snapshot, dated. */
export interface Included {
  from: CompiledFile
  post: CompiledPost & { publishedAt: Instant }
  readonly category: string
}

/** A class, since many objects with getters of their own take long to make. */
class IncludedPost implements Included {
  readonly from: CompiledFile
  readonly post: Included['post']
  readonly #lists: DeclaredLists

  constructor(from: CompiledFile, post: Included['post'], lists: DeclaredLists) {
    this.from = from
    this.post = post
    this.#lists = lists
  }

  get category() {
    return slugsOf(this.from, 'category', this.#lists)[0]!
  }
}

/**
 * Newest first; equal dates by slug, descending.
 * @param before what it returned for these lists and options: posts that are as they were are the same objects
 */
export function included(
  { posts: compiled, lists }: CompiledWorkspace,
  { drafts, builtAt }: Pick<Environment, 'drafts' | 'builtAt'>,
  before: readonly Included[] = [],
): Included[] {
  const known = new Map(before.map((one) => [one.from, one]))
  const same = new Set<Included>()
  const posts = compiled.flatMap((from) => {
    const one = known.get(from)
    if (one && one.post === from.post) same.add(one)
    else if (from.post && (drafts || from.post.status === 'published')) return [{ from, post: from.post }]
    return []
  })
  const undated = lazy(() => ({ at: builtAt ?? newestOf(compiled, drafts) }))
  return before
    .filter((one) => same.has(one))
    .concat(
      posts.map(
        ({ from, post }) =>
          new IncludedPost(
            from,
            dated(post, () => undated().at),
            lists,
          ),
      ),
    )
    .sort(({ post: a }, { post: b }) => b.publishedAt - a.publishedAt || compareCodePoints(b.slug, a.slug))
}

function newestOf(compiled: readonly CompiledFile[], drafts: boolean): Instant {
  const dates = compiled.flatMap(({ post }) =>
    post?.publishedAt !== undefined && (drafts || post.status === 'published') ? post.publishedAt : [],
  )
  return dates.reduce((latest, date) => Math.max(latest, date), dates[0] ?? 0)
}

/** To copy many fields of many posts takes longer than to sort them. */
function dated(post: CompiledPost, undated: () => Instant): Included['post'] {
  return post.publishedAt === undefined ? { ...post, publishedAt: undated() } : (post as Included['post'])
}
