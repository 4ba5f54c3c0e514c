// Finds the terms of the index that match a word of a query, and how often they occur in visible posts.
import type { SearchIndex, TermRange } from '../index/open.ts'
import type { SearchTerm, SearchWord } from './parse.ts'
import type { Searched } from './searched.ts'

/** A word as it was searched for. */
export interface MatchedWord extends SearchWord {
  /** Terms of the index that were searched for instead of a misspelt word, best first. */
  corrections?: readonly string[]
  /** Terms with the same stem, which are searched for, too. */
  forms?: readonly string[]
  /** True if it is in too many posts to select any: it is scored, but not highlighted. */
  isCommon?: boolean
  /** The number of visible posts that have any of its terms, if they were counted. */
  posts?: number
}

/** A term, or all terms that begin with it. */
export type Sought = Pick<SearchTerm, 'term' | 'prefix'>

/** A post must have one of the terms of each range of a phrase, or one of any range of another word. */
export function soughtBy({ terms, corrections, forms = [] }: MatchedWord): readonly Sought[] {
  if (corrections) return corrections.map((term) => ({ term, prefix: false }))
  if (forms.length === 0) return terms
  const [{ term }] = terms
  // Forms that begin with the word are found by it.
  const others = forms.filter((form) => !form.startsWith(term))
  return [terms[0], ...others.map((form) => ({ term: form, prefix: false }))]
}

export function rangeOf(index: SearchIndex, { term, prefix }: Sought): TermRange {
  return prefix ? index.beginning(term) : index.exact(term)
}

/** Post numbers of entries of the index, which are counted from the oldest post; both ascending. */
export function numbersOf({ posts }: Searched, entries: Uint32Array): Uint32Array {
  const { length } = entries
  const numbers = new Uint32Array(length)
  for (let i = 0; i < length; i++) numbers[i] = posts - 1 - entries[length - 1 - i]!
  return numbers
}

/** Returns how many titles and texts of visible posts have the terms; some number above `most` if it is more. */
export function countVisible(searched: Searched, sought: readonly Sought[], most: number): number {
  const { index, visible } = searched
  let count = 0
  for (const one of sought) {
    const bits = index.bits(one.term, one.prefix)
    // Each of these posts has it in its title, its text, or both.
    if (bits && countBits(bits, visible, most - count) > most - count) return most + 1
    count += index.count(rangeOf(index, one), visible, most - count)
    if (count > most) return count
  }
  return count
}

/** Tells whether more than `most` titles and texts of visible posts have the terms. */
export function occursMoreThan(searched: Searched, sought: Sought, most: number): boolean {
  const { index } = searched
  // A posting takes a byte at least.
  return index.bytes(rangeOf(index, sought)) > most && countVisible(searched, [sought], most) > most
}

function countBits(bits: Uint8Array, visible: number, most: number): number {
  let count = 0
  for (let place = 0; place < visible >>> 3 && count <= most; place++) count += setBits[bits[place]!]!
  // The last byte has bits of posts that are not visible, which do not count.
  const rest = visible & 7
  return rest === 0 ? count : count + setBits[bits[visible >>> 3]! & ((1 << rest) - 1)]!
}

/** The number of bits that are set in each byte. */
const setBits = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length)
