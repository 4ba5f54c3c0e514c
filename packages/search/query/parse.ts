// Turns the text of a query into the words that a post must have, and quoted words that must be adjacent in it.

import { spellingOf } from '../text/as-written.ts'
import { isUnspaced } from '../text/runs.ts'
import { queryTerms, type Token } from '../text/tokenize.ts'

export interface SearchTerm {
  /** Folded, as the index has it. */
  term: string
  /** True if words that only begin with it are found, too. */
  prefix: boolean
  /** The number of words after the first of a phrase. */
  offset: number
}

/** A word of the query, which is found by its beginning; or words in quotes, which are found whole and adjacent. */
export interface SearchWord {
  /** One, except in a phrase. */
  terms: readonly [SearchTerm, ...SearchTerm[]]
  quoted: boolean
  /** The word with its accents, if it has any: its stem depends on them. */
  spelt?: string
  /** The number of times that the query contains it. */
  times: number
}

/** Straight, typographic and full-width double quotes (" “ ” „ ‟ ＂); which of them opens and which closes does not matter. */
const quote = /["\u201c-\u201f\uff02]/

/** Distinct words in the order of the query; none if it has no letter or digit. An unpaired quote is ignored. */
export function parseSearch(text: string): SearchWord[] {
  const words = new Map<string, SearchWord>()
  const pieces = text.split(quote)
  for (const [i, piece] of pieces.entries()) {
    const quoted = i % 2 === 1 && i < pieces.length - 1
    for (const word of quoted ? phraseOf(piece) : wordsOf(piece)) {
      const key = JSON.stringify([word.terms, word.quoted])
      const known = words.get(key) ?? { ...word, times: 0 }
      words.set(key, { ...known, times: known.times + 1 })
    }
  }
  return [...words.values()]
}

/** Returns how many terms have to be looked up. */
export function termsIn(words: readonly SearchWord[]): number {
  return words.reduce((terms, word) => terms + word.terms.length, 0)
}

function wordsOf(text: string): SearchWord[] {
  return queryTerms(text).map(({ term, start, end }) => {
    const spelt = spellingOf(text.slice(start, end))
    const word: SearchWord = { terms: [{ term, prefix: true, offset: 0 }], quoted: false, times: 1 }
    return spelt === term ? word : { ...word, spelt }
  })
}

/** A single character of an unspaced script is half of a pair in the index, hence a prefix. */
function phraseOf(text: string): SearchWord[] {
  const [first, ...rest] = queryTerms(text)
  if (first === undefined) return []
  const termOf = ({ term, position }: Token): SearchTerm => {
    return { term, prefix: isUnspaced(term), offset: position - first.position }
  }
  return [{ terms: [termOf(first), ...rest.map(termOf)], quoted: true, times: 1 }]
}
