// Finds when readers of a post can see what it links to.
import type { Instant, Moment } from '../../snapshot/types.ts'
import { outsideName } from '../../snapshot/visibility/references.ts'
import type { Brief } from '../compile/brief.ts'
import { collectionName } from '../workspace/family.ts'
import type { Links } from './resolve.ts'
import { ALWAYS, NEVER, type VisibleFrom } from './withhold.ts'

/** A post of the snapshot. */
interface DatedPost {
  from: Brief
  publishedAt: Instant
}

/** The posts of a snapshot in a workspace and in its collections. */
export interface Chronology<Post extends DatedPost = DatedPost> {
  /** The newest first. */
  posts: readonly Post[]
  momentOf(post: Brief): Moment | undefined
}

export type Visibility = ReturnType<ReturnType<typeof visibility>>

/**
 * @param own the name of the collection that links
 * @returns the visibility of other posts from one of them: posts with the same date appear together
 */
export function visibility(links: Links, order: Chronology, own: string, drafts: boolean) {
  return (from: Pick<DatedPost, 'publishedAt'>) => {
    const ofPost = (post: Brief): VisibleFrom => {
      const moment = order.momentOf(post)
      if (moment === undefined) return NEVER
      return !drafts && order.posts[moment]!.publishedAt > from.publishedAt ? moment : ALWAYS
    }
    /** Returns when a path in the workspace is visible: `ALWAYS` if it is not that of a post. */
    const ofPath = (path: string): VisibleFrom => {
      const post = links.posts.get(path)
      return post ? ofPost(post) : ALWAYS
    }
    const nameOf = (moment: Moment) => {
      const post = order.posts[moment]!.from
      const { slug } = post.post!
      const collection = collectionName(links.homeOf(post))
      return collection === own ? slug : outsideName(collection, slug)
    }
    return { ofPost, ofPath, nameOf }
  }
}
