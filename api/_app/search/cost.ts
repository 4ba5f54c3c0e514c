// Which searches are costly, as can be told from the query alone.
import type { SearchWord } from './parse.ts'

/** Terms a query may have before it waits to be admitted. */
const mostTerms = 3

export function isCostlySearch(words: readonly SearchWord[]): boolean {
  return words.reduce((terms, word) => terms + word.terms.length, 0) > mostTerms
}
