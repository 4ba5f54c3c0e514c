// From the text of a query to what a post must have: words, and quoted words that must stand together.
import { isCjk } from '../../../snapshot/search/runs.ts'
import { spellingOf } from '../../../snapshot/search/terms.ts'
import { queryTerms, type Token } from '../../../snapshot/search/tokenize.ts'

export interface SearchTerm {
  /** Folded, as the index has it. */
  term: string
  /** Whether words that only begin so are found, too. */
  prefix: boolean
  /** How many words behind the first of a phrase it stands. */
  offset: number
}

/** A word of the query, which is found by its beginning; or words in quotes, which are found whole and together. */
export interface SearchWord {
  /** One, but in a phrase. */
  terms: readonly [SearchTerm, ...SearchTerm[]]
  quoted: boolean
  /** With its accents, where it has any: its stem depends on them. */
  spelt?: string
  /** How often the query says it. */
  times: number
}

/** Straight, typographic and full-width double quotes; which of them opens and which closes does not matter. */
const quote = /["“”„‟＂]/

/** Distinct words in the order of the query; none when it has no letter and no digit. A quote without its like is none. */
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

function wordsOf(text: string): SearchWord[] {
  return queryTerms(text).map(({ term, start, end }) => {
    const spelt = spellingOf(text.slice(start, end))
    const word: SearchWord = { terms: [{ term, prefix: true, offset: 0 }], quoted: false, times: 1 }
    return spelt === term ? word : { ...word, spelt }
  })
}

/** A lone CJK character is half of what the index has, hence the beginning of it. */
function phraseOf(text: string): SearchWord[] {
  const [first, ...rest] = queryTerms(text)
  if (first === undefined) return []
  const termOf = ({ term, position }: Token): SearchTerm => {
    return { term, prefix: isCjk(term), offset: position - first.position }
  }
  return [{ terms: [termOf(first), ...rest.map(termOf)], quoted: true, times: 1 }]
}
