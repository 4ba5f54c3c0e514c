// Where the words of a query stand in a text: what a search has matched by the index, found again in the text itself.
import type { Span } from '../../../snapshot/search/runs.ts'
import type { Token } from '../../../snapshot/search/tokenize.ts'
import type { MatchedWord } from './lookup.ts'
import type { SearchTerm } from './parse.ts'

/** Where a token stands that matches. */
export interface Found extends Span {
  /** A word of the query that it was found by, as the index would have it. */
  word: string
}

/** @param tokens all of one text, as `tokenize` gives them; those that match are given back, in their order */
export type Matcher = (tokens: readonly Token[]) => Found[]

/**
 * A phrase matches where its words stand together. A compound and its parts are tokens of their own, so that matches
 * may overlap.
 */
export function matcherOf(words: readonly MatchedWord[]): Matcher {
  const singles = words.filter(({ terms }) => terms.length === 1)
  const phrases = words.filter(({ terms }) => terms.length > 1)
  const wordOf = finderOf(singles)
  return (tokens) => {
    const inPhrases = phrases.length > 0 ? wordsInPhrases(phrases, tokens) : []
    const found: Found[] = []
    for (let i = 0; i < tokens.length; i++) {
      const { term, start, end } = tokens[i]!
      const word = inPhrases[i] ?? wordOf(term)
      if (word !== undefined) found.push({ word, start, end })
    }
    return found
  }
}

/** What finds the word of the query that a term is found by, however many there are. */
function finderOf(words: readonly MatchedWord[]): (term: string) => string | undefined {
  const exact = new Map<string, string>()
  const beginnings = new Map<string, string>()
  for (const { terms, instead, forms = [] } of words) {
    const [{ term, prefix }] = terms
    for (const form of forms) exact.set(form, term)
    if (instead) for (const other of instead) exact.set(other, term)
    else if (prefix) beginnings.set(term, term)
    else exact.set(term, term)
  }
  const firsts = new Set([...exact.keys(), ...beginnings.keys()].map((term) => term.charCodeAt(0)))
  const lengths = [...new Set([...beginnings.keys()].map(({ length }) => length))].sort((a, b) => a - b)
  return (term) => {
    if (!firsts.has(term.charCodeAt(0))) return undefined
    for (const length of lengths) {
      if (length > term.length) break
      const word = beginnings.get(term.slice(0, length))
      if (word !== undefined) return word
    }
    return exact.get(term)
  }
}

function isFoundBy(found: string, { term, prefix }: SearchTerm): boolean {
  return prefix ? found.startsWith(term) : found === term
}

/** The word of a phrase that each token is, where it is one. */
function wordsInPhrases(phrases: readonly MatchedWord[], tokens: readonly Token[]): (string | undefined)[] {
  const firsts = firstsByPosition(tokens)
  const words: (string | undefined)[] = []
  for (const { terms } of phrases) {
    for (let i = 0; i < tokens.length; i++) {
      if (!isFoundBy(tokens[i]!.term, terms[0])) continue
      const places = placesOfPhrase(terms, tokens[i]!.position, tokens, firsts)
      for (const [at, place] of places.entries()) words[place] = terms[at]!.term
    }
  }
  return words
}

/** The tokens of a phrase that begins at a position; none where it does not. */
function placesOfPhrase(
  terms: readonly SearchTerm[],
  position: number,
  tokens: readonly Token[],
  firsts: Int32Array,
): number[] {
  const places: number[] = []
  for (const term of terms) {
    const wanted = position + term.offset
    let place = firsts[wanted] ?? tokens.length
    while (tokens[place]?.position === wanted && !isFoundBy(tokens[place]!.term, term)) place++
    if (tokens[place]?.position !== wanted) return []
    places.push(place)
  }
  return places
}

/** The first token of each position. They ascend, and a compound shares its own with a part. */
function firstsByPosition(tokens: readonly Token[]): Int32Array {
  const firsts = new Int32Array((tokens.at(-1)?.position ?? -1) + 1).fill(tokens.length)
  for (let i = tokens.length - 1; i >= 0; i--) firsts[tokens[i]!.position] = i
  return firsts
}
