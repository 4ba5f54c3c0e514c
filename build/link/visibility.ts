// Finds when readers of a post can see the posts that it links to.
import { lazy } from '../../packages/search/basics/lazy.ts'
import type { Instant } from '../../snapshot/types.ts'
import type { Brief } from '../compile/brief.ts'
import type { Environment } from '../environment/environment.ts'
import type { Links } from './resolve.ts'
import { ALWAYS, NEVER, type VisibleFrom } from './withhold.ts'

/** A post of the snapshot. */
interface DatedPost {
  from: Brief
  publishedAt: Instant
}

export type Visibility = ReturnType<ReturnType<typeof visibility>>

/**
 * @param posts newest first @param ofOthers gives the entries of the snapshot in other collections, which have no number here
 * @returns the visibility of other posts from one of them: posts with the same date appear together
 */
export function visibility(
  links: Links,
  posts: readonly DatedPost[],
  ofOthers: (post: Brief) => Pick<DatedPost, 'publishedAt'> | undefined,
  { drafts, visibleUntil }: Pick<Environment, 'drafts' | 'visibleUntil'>,
) {
  const numbers = lazy(() => new Map(posts.map(({ from }, number) => [from, number])))
  return (from: Pick<DatedPost, 'publishedAt'>) => {
    const ofPost = (post: Brief): VisibleFrom => {
      const number = numbers().get(post)
      if (number === undefined) {
        const other = ofOthers(post)
        const isVisible = other && (drafts || other.publishedAt <= Math.max(visibleUntil, from.publishedAt))
        return isVisible ? ALWAYS : NEVER
      }
      return !drafts && posts[number]!.publishedAt > from.publishedAt ? number : ALWAYS
    }
    /** Returns when a path in the workspace is visible: `ALWAYS` if it is not that of a post. */
    const ofPath = (path: string): VisibleFrom => {
      const post = links.posts.get(path)
      return post ? ofPost(post) : ALWAYS
    }
    const slugOf = (number: VisibleFrom) => posts[number]!.from.post!.slug
    return { ofPost, ofPath, slugOf }
  }
}
