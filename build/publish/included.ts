// The posts of a workspace that go into a snapshot, in list order.
import { compareCodePoints } from '../../snapshot/format/order.ts'
import type { Instant } from '../../snapshot/types.ts'
import type { CompiledFile, CompiledPost } from '../compile/compile.ts'
import type { CompiledWorkspace } from '../compile/pool/pool.ts'
import type { Environment } from '../environment/environment.ts'
import { slugsOf } from '../workspace/taxonomies.ts'

/** A post that goes into the snapshot, dated. */
export interface Included {
  from: CompiledFile
  post: CompiledPost & { publishedAt: Instant }
  category: string
}

/** Newest first; equal dates by slug, descending. */
export function included(
  { posts: compiled, lists }: CompiledWorkspace,
  { drafts, builtAt }: Pick<Environment, 'drafts' | 'builtAt'>,
): Included[] {
  const posts = compiled.flatMap((from) =>
    from.post && (drafts || from.post.status === 'published') ? [{ from, post: from.post }] : [],
  )
  const newest = posts.reduce(
    (latest, { post }) => Math.max(latest, post.publishedAt ?? latest),
    Number.NEGATIVE_INFINITY,
  )
  const undated = builtAt ?? (Number.isFinite(newest) ? newest : 0)
  return posts
    .map(({ from, post }) => ({
      from,
      post: dated(post, undated),
      category: slugsOf(from, 'category', lists)[0]!,
    }))
    .sort(({ post: a }, { post: b }) => b.publishedAt - a.publishedAt || compareCodePoints(b.slug, a.slug))
}

/** To copy many fields of many posts takes longer than to sort them. */
function dated(post: CompiledPost, undated: Instant): Included['post'] {
  return post.publishedAt === undefined ? { ...post, publishedAt: undated } : (post as Included['post'])
}
