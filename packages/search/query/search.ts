// Full-text search as a filter: the visible posts that have every word of a query, after correcting misspelt ones if none
// has, else those that have most of its words.

import { correct, correctionsOf } from './corrections.ts'
import { postsWith } from './every-word.ts'
import { withForms } from './forms.ts'
import type { MatchedWord } from './lookup.ts'
import { postsWithMost } from './most-words.ts'
import type { SearchWord } from './parse.ts'
import type { Searched } from './searched.ts'
import type { Work } from './work.ts'

export interface SearchResult {
  /** Visible ones, ascending, before other filters. */
  posts: Uint32Array
  /** The words that matched; `matcherOf` finds them in texts. */
  words: readonly MatchedWord[]
  /** The words that each post has: all, or any, of these. */
  match: 'all' | 'any'
  /** The words that were searched for instead of misspelt ones, best first; none if nothing was corrected. */
  corrected: readonly string[]
  /** The words that were left out, in the order of the query. */
  omitted: readonly string[]
  /** True if the search reached a limit, so that matching posts may be missing. */
  isPartial: boolean
  /** The first of `words` that finds the post, from 1, or 0, by post number; only if a single word was corrected. */
  foundBy?: Uint8Array | undefined
}

/** @param work what it may cost, and on return what it has cost */
export async function search(
  searched: Searched,
  asked: readonly SearchWord[],
  match: 'auto' | 'all' | 'any' | undefined,
  work: Work,
): Promise<SearchResult> {
  const words = await withForms(searched, asked, work)
  const requiresAll = match !== 'any'
  const posts = requiresAll ? await postsWith(searched, words, work) : new Uint32Array(0)
  const unchanged = (): SearchResult => {
    return { posts, words, match: 'all', corrected: [], omitted: [], isPartial: work.isPartial }
  }
  // If the search was cut short, the posts left out may match, so nothing is known to be misspelt.
  if (posts.length > 0 || (requiresAll && work.isPartial)) return unchanged()
  // Quoted words are never corrected.
  if (requiresAll && words.every(({ quoted }) => quoted)) return unchanged()
  const correction = await correct(searched, words, work)
  const { words: replaced, missing } = correction
  const corrected = correctionsOf(replaced)
  if (words.length === 1 && corrected.length > 0) return await searchAsTyped(searched, corrected, match, work)
  if (requiresAll && corrected.length > 0 && missing.size === 0) {
    const found = await postsWith(searched, replaced, work)
    if (found.length > 0) {
      return {
        posts: found,
        words: replaced,
        match: 'all',
        corrected,
        omitted: [],
        isPartial: work.isPartial,
      }
    }
  }
  if (match === 'all') return unchanged()
  const most = await postsWithMost(searched, correction, work)
  if (most.posts.length === 0) return unchanged()
  return { ...most, match: 'any', corrected, isPartial: work.isPartial }
}

/** Searches for corrections of a single word as if they were typed: visible posts have each of them, so none is corrected again. */
async function searchAsTyped(
  searched: Searched,
  corrected: readonly string[],
  match: 'auto' | 'all' | 'any' | undefined,
  work: Work,
): Promise<SearchResult> {
  const { posts: all, visible } = searched
  const words: MatchedWord[] = []
  const foundBy = new Uint8Array(all)
  for (const term of corrected) {
    const word: SearchWord = { terms: [{ term, prefix: true, offset: 0 }], quoted: false, times: 1 }
    const typed = await search(searched, [word], match, work)
    words.push(...typed.words)
    for (const post of typed.posts) foundBy[post] ||= words.length
  }
  const posts = new Uint32Array(visible).map((_, i) => all - visible + i)
  return {
    posts: posts.filter((post) => foundBy[post] !== 0),
    words,
    match: match === 'any' ? 'any' : 'all',
    corrected,
    omitted: [],
    isPartial: work.isPartial,
    foundBy,
  }
}
