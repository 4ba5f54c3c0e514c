// What the search index finds, for tests that need no query.

import { Candidates } from '../../packages/search/index/candidates.ts'
import type { OpenWorkspace } from '../../snapshot/read/snapshots.ts'

/** Posts whose title or text has a term with this prefix, ascending. */
export function postsBeginning({ search, posts }: OpenWorkspace, term: string): number[] {
  const candidates = new Candidates(posts)
  candidates.markLists(search().lists(search().beginning(term)))
  candidates.keepMarked()
  return [...candidates.entries()].map((entry) => posts - 1 - entry).reverse()
}
