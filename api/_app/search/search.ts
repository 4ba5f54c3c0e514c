// Full-text search as a filter: which visible posts have every word of a query, spelling slips forgiven where none has.
import { turn } from '../admission/turn.ts'
import type { Edition } from '../listing/edition.ts'
import { type MatchedWord, visibleIn } from './lookup.ts'
import { postsWith } from './match.ts'
import type { SearchWord } from './parse.ts'
import { correct, correctionsOf } from './spelling.ts'
import { Work } from './work.ts'

export interface SearchResult {
  /** Visible ones, ascending, before all other filters. */
  posts: Uint32Array
  /** What they were found by; `matcherOf` finds it in their texts. */
  words: readonly MatchedWord[]
  /** The words that were looked for instead of misspelt ones, best first; none when nothing was corrected. */
  corrected: readonly string[]
  /** Whether the search came to a bound, and posts that match may be missing. */
  isPartial: boolean
}

/** @param work what it may cost, and on return has cost */
export async function search(
  edition: Edition,
  words: readonly SearchWord[],
  work = new Work(visibleIn(edition)),
): Promise<SearchResult> {
  await edition.workspace.loadSearch(turn)
  const posts = await postsWith(edition, words, work)
  const asAsked = { posts, words, corrected: [], isPartial: work.isPartial }
  // What was left out may be what was asked for: then nothing is known to be misspelt.
  if (posts.length > 0 || work.isPartial) return asAsked
  const instead = await correct(edition, words, work)
  const found = instead ? await postsWith(edition, instead, work) : posts
  if (instead === undefined || found.length === 0) return { ...asAsked, isPartial: work.isPartial }
  return { posts: found, words: instead, corrected: correctionsOf(instead), isPartial: work.isPartial }
}
