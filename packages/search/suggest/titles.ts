// The visible posts whose titles have all words of a query, the last one as a beginning at least.

import { titlesWith } from '../index/word-list.ts'
import type { Searched } from '../query/searched.ts'
import { lookUpSteps, type Work } from '../query/work.ts'
import type { Token } from '../text/tokenize.ts'

/** Titles have at most this many terms in the index, so that longer queries find none. */
const maxTerms = 64
/** Titles with a word are no longer looked for past this many: a letter begins a word in most of 100,000 titles. */
const maxTitles = 400_000

/** Newest first. */
export function postsTitled(
  searched: Searched,
  { tokens, most }: { tokens: readonly Token[]; most: number },
  work: Work,
): number[] {
  const terms = [...new Set(tokens.map(({ term }) => term))]
  if (terms.length > maxTerms) return []
  const { index, posts, visible } = searched
  // The order is that of the query: lengths would tell of scheduled posts.
  const lists = terms.map((term) => titlesWith(index.suggestions, index.beginning(term)))
  /** The number of words that each title has, as far as it has all of them up to there. */
  const marks = emptyMarks(searched)
  let left = maxTitles
  for (const [i, entries] of lists.entries()) {
    for (let at = 0; at < entries.length && left > 0; at++) {
      const entry = entries[at]!
      if (entry >= visible) continue
      left--
      if (marks[entry] === i) marks[entry] = i + 1
    }
  }
  work.note(lookUpSteps * terms.length + maxTitles - left)
  const found: number[] = []
  for (let entry = visible; found.length < most; ) {
    entry = entry === 0 ? -1 : marks.lastIndexOf(lists.length, entry - 1)
    if (entry === -1) break
    found.push(posts - 1 - entry)
  }
  return found
}

/** Marks by post, from the oldest. They are reused, since nothing waits while they are in use. */
const known = new WeakMap<Searched, Uint8Array>()

function emptyMarks(searched: Searched): Uint8Array {
  const marks = known.get(searched)?.fill(0) ?? new Uint8Array(searched.visible)
  known.set(searched, marks)
  return marks
}
