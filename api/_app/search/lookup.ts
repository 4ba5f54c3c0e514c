// Which terms of the index a word of a query is found by, and how often visible posts have them.
import { countFrom } from '../../../snapshot/search/postings.ts'
import type { SearchIndex, TermRange } from '../../../snapshot/search/read.ts'
import type { Edition } from '../listing/edition.ts'
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

/** In how many titles and texts of visible posts the terms are; somewhat more than `most` where it is more. */
export function countVisible(
  { workspace, first }: Edition,
  ranges: readonly TermRange[],
  most: number,
): number {
  let count = 0
  for (const range of ranges) {
    for (const lists of workspace.search.lists(range)) {
      count += countFrom(first, lists, most - count)
      if (count > most) return count
    }
  }
  return count
}
