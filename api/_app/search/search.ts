// Full-text search as a filter: which visible posts have every word of a query, spelling slips forgiven where none has.
import type { Edition } from '../listing/edition.ts'
import type { MatchedWord } from './lookup.ts'
import { postsWith } from './match.ts'
import { parseSearch } from './parse.ts'
import { correct, correctionsOf } from './spelling.ts'

export interface SearchResult {
  /** Visible ones, ascending, before all other filters. */
  posts: Uint32Array
  /** What they were found by; `matcherOf` finds it in their texts. */
  words: readonly MatchedWord[]
  /** The words that were looked for instead of misspelt ones, best first; none when nothing was corrected. */
  corrected: readonly string[]
}

export function search(edition: Edition, text: string): SearchResult {
  const words = parseSearch(text)
  const posts = postsWith(edition, words)
  if (posts.length > 0) return { posts, words, corrected: [] }
  const instead = correct(edition, words)
  const found = instead ? postsWith(edition, instead) : posts
  if (instead === undefined || found.length === 0) return { posts, words, corrected: [] }
  return { posts: found, words: instead, corrected: correctionsOf(instead) }
}
