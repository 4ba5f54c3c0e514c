// Which searches are costly, judging by the query alone.
import type { SearchWord } from './parse.ts'

/** How many terms a query may have without waiting for admission. */
const maxTerms = 3

export function isCostlySearch(words: readonly SearchWord[]): boolean {
  return termsIn(words) > maxTerms
}

export function termsIn(words: readonly SearchWord[]): number {
  return words.reduce((terms, word) => terms + word.terms.length, 0)
}
