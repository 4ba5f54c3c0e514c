// The object of a search. Caches of values that depend on visible posts alone are kept for each.
import type { SearchIndex } from '../index/open.ts'

/** An index, as far as its posts are visible. */
export interface Searched {
  index: SearchIndex
  /** The number of posts in the index. */
  posts: number
  /** The number of visible posts: the oldest ones. */
  visible: number
}
