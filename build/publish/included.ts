// The posts of a workspace that go into a snapshot, in list order.

import { lazy } from '../../packages/search/basics/lazy.ts'
import { compareCodePoints } from '../../packages/search/basics/order.ts'
import { UNDATED } from '../../snapshot/date.ts'
import type { Instant } from '../../snapshot/types.ts'
import { type Brief, type BriefPost, load } from '../compile/brief.ts'
import type { CompiledWorkspace } from '../compile/pool/pool.ts'
import type { Environment } from '../environment/environment.ts'
import type { Chronology } from '../link/visibility.ts'
import { MAX_POSITION } from '../schema/schemas.ts'

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
  const inTree = settings.collection && treeOrder(posts)
  const byPath = (a: Included, b: Included) =>
    compareCodePoints(inTree!.get(a.post.slug)!, inTree!.get(b.post.slug)!)
  const bySlug = (a: Included, b: Included) => compareCodePoints(b.post.slug, a.post.slug)
  return posts.sort(
    (a, b) =>
      b.publishedAt - a.publishedAt || (inTree && a.publishedAt === UNDATED ? byPath(a, b) : bySlug(a, b)),
  )
}

/** Puts the posts of several in one order. @param lists each the newest first */
export function orderOf(lists: readonly (readonly Included[])[]): Chronology<Included> {
  const posts = lists.length === 1 ? lists[0]! : lists.flat().sort((a, b) => b.publishedAt - a.publishedAt)
  const moments = lazy(() => new Map(posts.map(({ from }, moment) => [from, moment])))
  return { posts, momentOf: (post) => moments().get(post) }
}

/**
 * Returns, by path, what puts entries in the order of their tree: a folder's own page before what is in the folder; siblings by
 * position, those without one last, then by name.
 */
function treeOrder(posts: readonly Included[]): Map<string, string> {
  const positions = new Map(posts.map(({ from, post }) => [post.slug, load(from).post!.position]))
  const keyOf = (path: string) => {
    const names = path === 'index' ? [] : path.split('/')
    const places = names.map((name, i) => {
      const position = positions.get(names.slice(0, i + 1).join('/')) ?? MAX_POSITION + 1
      return `${String(position).padStart(6, '0')} ${name}`
    })
    return places.join('\0')
  }
  return new Map(posts.map(({ post: { slug } }) => [slug, keyOf(slug)]))
}

function newestOf(compiled: readonly Brief[], drafts: boolean): Instant {
  const dates = compiled.flatMap(({ post }) =>
    post?.publishedAt !== undefined && (drafts || post.status === 'published') ? post.publishedAt : [],
  )
  return dates.reduce((latest, date) => Math.max(latest, date), dates[0] ?? 0)
}
