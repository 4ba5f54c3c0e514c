// Which terms of the index a word of a query is found by, and how often visible posts have them.
import type { SearchIndex, TermRange } from '../../../snapshot/search/read.ts'
import type { Edition } from '../listing/edition.ts'
import type { SearchTerm, SearchWord } from './parse.ts'

/** A word as it was looked for. */
export interface MatchedWord extends SearchWord {
  /** Terms of the index that were looked for instead of a misspelt word, best first. */
  instead?: readonly string[]
  /** Terms with the same stem, which are looked for, too. */
  forms?: readonly string[]
  /** So many posts have it that it selects none: it is scored, and not shown as found. */
  isCommon?: boolean
}

/** A term, or all that begin so. */
export type Sought = Pick<SearchTerm, 'term' | 'prefix'>

/** A post must have one of the terms of each range of a phrase, or one of any range of another word. */
export function soughtBy({ terms, instead, forms = [] }: MatchedWord): readonly Sought[] {
  if (instead) return instead.map((term) => ({ term, prefix: false }))
  if (forms.length === 0) return terms
  const [{ term, prefix }] = terms
  const others = forms.filter((form) => !prefix || !form.startsWith(term))
  return [terms[0], ...others.map((form) => ({ term: form, prefix: false }))]
}

export function rangeOf(index: SearchIndex, { term, prefix }: Sought): TermRange {
  return prefix ? index.beginning(term) : index.exact(term)
}

/** Entries of the index are counted from the oldest post. */
export function visibleIn({ workspace, first }: Edition): number {
  return workspace.posts - first
}

/** In how many titles and texts of visible posts the terms are; `most` and one or more where it is more. */
export function countVisible(edition: Edition, sought: readonly Sought[], most: number): number {
  const index = edition.workspace.search
  const visible = visibleIn(edition)
  let count = 0
  for (const one of sought) {
    const bits = index.bits(one.term, one.prefix)
    // Who has a title or a text with it has at least one of them.
    if (bits && countBits(bits, visible, most - count) > most - count) return most + 1
    count += index.count(rangeOf(index, one), visible, most - count)
    if (count > most) return count
  }
  return count
}

function countBits(bits: Uint8Array, visible: number, most: number): number {
  let count = 0
  for (let place = 0; place < visible >>> 3 && count <= most; place++) count += setBits[bits[place]!]!
  // Of the last byte, those of posts that are not visible do not count.
  const rest = visible & 7
  return rest === 0 ? count : count + setBits[bits[visible >>> 3]! & ((1 << rest) - 1)]!
}

/** How many bits of a byte are set. */
const setBits = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length)
