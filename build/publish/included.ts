// The posts of a workspace that go into a snapshot, in list order.

import { lazy } from '../../packages/search/basics/lazy.ts'
import { compareCodePoints } from '../../packages/search/basics/order.ts'
import type { Instant } from '../../snapshot/types.ts'
import type { Brief, BriefPost } from '../compile/brief.ts'
import type { CompiledWorkspace } from '../compile/pool/pool.ts'
import type { Environment } from '../environment/environment.ts'

/** A post that goes into the snapshot, dated. */
export interface Included {
  from: Brief
  post: BriefPost
  publishedAt: Instant
}

/** Lists posts, newest first; equal dates by slug, descending. */
export function included(
  { posts: compiled }: CompiledWorkspace,
  { drafts, builtAt }: Pick<Environment, 'drafts' | 'builtAt'>,
): Included[] {
  const undated = lazy(() => ({ at: builtAt ?? newestOf(compiled, drafts) }))
  const posts = compiled.flatMap((from) => {
    const { post } = from
    if (!post || (post.status !== 'published' && !drafts)) return []
    return [{ from, post, publishedAt: post.publishedAt ?? undated().at }]
  })
  return posts.sort((a, b) => b.publishedAt - a.publishedAt || compareCodePoints(b.post.slug, a.post.slug))
}

function newestOf(compiled: readonly Brief[], drafts: boolean): Instant {
  const dates = compiled.flatMap(({ post }) =>
    post?.publishedAt !== undefined && (drafts || post.status === 'published') ? post.publishedAt : [],
  )
  return dates.reduce((latest, date) => Math.max(latest, date), dates[0] ?? 0)
}
