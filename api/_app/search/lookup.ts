// Which terms of the index a word of a query is found by.
import type { SearchIndex, TermRange } from '../../../snapshot/search/read.ts'
import type { SearchTerm, SearchWord } from './parse.ts'

/** A word as it was looked for. */
export interface MatchedWord extends SearchWord {
  /** Terms of the index that were looked for instead of a misspelt word, best first. */
  instead?: readonly string[]
}

/** A post must have one of the terms of each range of a phrase, or one of any range of another word. */
export function rangesOf(index: SearchIndex, { terms, instead }: MatchedWord): TermRange[] {
  return instead ? instead.map((term) => index.exact(term)) : terms.map((term) => rangeOf(index, term))
}

export function rangeOf(index: SearchIndex, { term, prefix }: SearchTerm): TermRange {
  return prefix ? index.beginning(term) : index.exact(term)
}
