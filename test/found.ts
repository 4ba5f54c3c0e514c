// What the search index finds by itself, for tests that need no query.
import { Candidates } from '../snapshot/search/candidates.ts'
import type { OpenWorkspace } from '../snapshot/snapshots.ts'

/** Posts whose title or text has a term that begins so, ascending. */
export function postsBeginning({ search, posts }: OpenWorkspace, term: string): number[] {
  const candidates = new Candidates(posts, 0)
  candidates.keep(search.lists(search.beginning(term)))
  return [...candidates.numbers()]
}
