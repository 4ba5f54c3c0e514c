// Full-text search as a filter: the visible posts that have every word of a query, misspelt ones corrected where none has,
// else those that have most of its words.
import { turn } from '../admission/turn.ts'
import type { Edition } from '../listing/edition.ts'
import { withForms } from './forms.ts'
import { type MatchedWord, visibleIn } from './lookup.ts'
import { postsWith } from './match.ts'
import { postsWithMost } from './most.ts'
import type { SearchWord } from './parse.ts'
import { correct, correctionsOf } from './spelling.ts'
import { Work } from './work.ts'

/** Which of the words a post must have; with `auto` all, and where no post has all, any. */
export type Match = 'auto' | 'all' | 'any'

export interface SearchResult {
  /** Visible ones, ascending, before all other filters. */
  posts: Uint32Array
  /** What they were found by; `matcherOf` finds it in their texts. */
  words: readonly MatchedWord[]
  /** Which of them each post has. */
  match: 'all' | 'any'
  /** The words that were looked for instead of misspelt ones, best first; none when nothing was corrected. */
  corrected: readonly string[]
  /** The words that were passed over, in the order of the query. */
  omitted: readonly string[]
  /** Whether the search came to a bound, and posts that match may be missing. */
  isPartial: boolean
}

/** @param work what it may cost, and on return has cost */
export async function search(
  edition: Edition,
  asked: readonly SearchWord[],
  match: Match = 'auto',
  work = new Work(visibleIn(edition)),
): Promise<SearchResult> {
  await edition.workspace.loadSearch(turn)
  const words = await withForms(edition, asked, work)
  const isForAll = match !== 'any'
  const posts = isForAll ? await postsWith(edition, words, work) : new Uint32Array(0)
  const asAsked = (): SearchResult => {
    return { posts, words, match: 'all', corrected: [], omitted: [], isPartial: work.isPartial }
  }
  // What was left out may be what was asked for: then nothing is known to be misspelt.
  if (posts.length > 0 || work.isPartial) return asAsked()
  // What is in quotes is meant: nothing stands in its place.
  if (isForAll && words.every(({ quoted }) => quoted)) return asAsked()
  const correction = await correct(edition, words, work)
  const { words: instead, missing } = correction
  const corrected = correctionsOf(instead)
  if (isForAll && corrected.length > 0 && missing.size === 0) {
    const found = await postsWith(edition, instead, work)
    if (found.length > 0) {
      return { posts: found, words: instead, match: 'all', corrected, omitted: [], isPartial: work.isPartial }
    }
  }
  if (match === 'all') return asAsked()
  const most = await postsWithMost(edition, correction, work)
  if (most.posts.length === 0) return asAsked()
  return { ...most, match: 'any', corrected, isPartial: work.isPartial }
}
