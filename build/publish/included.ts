// The posts of a workspace that go into a snapshot, in list order.

import { lazy } from '../../packages/search/basics/lazy.ts'
import { compareCodePoints } from '../../packages/search/basics/order.ts'
import { type Instant, UNDATED } from '../../snapshot/types.ts'
import { type Brief, type BriefPost, load } from '../compile/brief.ts'
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
  { posts: compiled, settings }: CompiledWorkspace,
  { drafts, builtAt }: Pick<Environment, 'drafts' | 'builtAt'>,
): Included[] {
  const undated = lazy(() => ({ at: builtAt ?? newestOf(compiled, drafts) }))
  const posts = compiled.flatMap((from) => {
    const { post } = from
    if (!post || (post.status !== 'published' && !drafts)) return []
    return [{ from, post, publishedAt: post.publishedAt ?? (settings.collection ? UNDATED : undated().at) }]
  })
  const inTree = settings.collection ? treeOrder(posts) : undefined
  return posts.sort(
    (a, b) => b.publishedAt - a.publishedAt || inTree?.(a, b) || compareCodePoints(b.post.slug, a.post.slug),
  )
}

/**
 * Makes the order of entries without dates, in which a folder's own page comes before what is in the folder: siblings by position,
 * those without one last, then by name.
 */
function treeOrder(posts: readonly Included[]): (a: Included, b: Included) => number {
  const positions = new Map(
    posts.map(({ from, post }) => [post.slug, load(from).post!.position ?? Number.POSITIVE_INFINITY]),
  )
  const positionOf = (path: string) => positions.get(path) ?? Number.POSITIVE_INFINITY
  return (a, b) => {
    if (a.publishedAt !== UNDATED || b.publishedAt !== UNDATED) return 0
    const [one, other] = [a, b].map(({ post }) => (post.slug === 'index' ? [] : post.slug.split('/')))
    const depth = one!.findIndex((name, i) => name !== other![i])
    if (depth === -1 || other![depth] === undefined) return one!.length - other!.length
    const [path, beside] = [one!, other!].map((names) => names.slice(0, depth + 1).join('/'))
    return (
      compareNumbers(positionOf(path!), positionOf(beside!)) ||
      compareCodePoints(one![depth]!, other![depth]!)
    )
  }
}

/** Two infinite ones are equal. */
function compareNumbers(a: number, b: number): number {
  return a === b ? 0 : a - b
}

function newestOf(compiled: readonly Brief[], drafts: boolean): Instant {
  const dates = compiled.flatMap(({ post }) =>
    post?.publishedAt !== undefined && (drafts || post.status === 'published') ? post.publishedAt : [],
  )
  return dates.reduce((latest, date) => Math.max(latest, date), dates[0] ?? 0)
}
