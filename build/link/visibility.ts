// When readers of a post see the posts that it names.
import type { Instant } from '../../snapshot/types.ts'
import type { Compiled } from '../compile/compile.ts'
import type { Environment } from '../environment/environment.ts'
import type { Links } from './resolve.ts'
import type { Seen } from './withhold.ts'

/** A post that is not left out. */
interface Dated {
  from: Compiled
  post: { publishedAt: Instant }
}

export interface Visibility {
  ofPost(post: Compiled): Seen
  /** A path in the workspace; of no post, it is nothing to hide. */
  ofPath(path: string): Seen
}

/**
 * @param posts newest first
 * @returns what holds for links of one of them: posts of one second appear together
 */
export function visibility(
  links: Links,
  posts: readonly Dated[],
  { drafts }: Pick<Environment, 'drafts'>,
): (from: Dated['post']) => Visibility {
  const numbers = new Map(posts.map(({ from }, number) => [from, number]))
  return (from) => {
    const ofPost = (post: Compiled): Seen => {
      const number = numbers.get(post)
      if (number === undefined) return 'never'
      return !drafts && posts[number]!.post.publishedAt > from.publishedAt ? number : 'always'
    }
    const ofPath = (path: string): Seen => {
      const post = links.posts.get(path)
      return post ? ofPost(post) : 'always'
    }
    return { ofPost, ofPath }
  }
}
