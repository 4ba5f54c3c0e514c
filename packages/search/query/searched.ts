// What is searched. Caches of what depends on visible posts alone are kept for each.
import type { SearchIndex } from '../index/open.ts'

/** An index, as far as its posts are visible. */
export interface Searched {
  index: SearchIndex
  /** How many posts the index has. */
  posts: number
  /** How many of them are visible: the oldest ones. */
  visible: number
}
