// Finds the words of a query in a text: the matches of a search in the index, located in the text itself.
import type { Span } from '../text/runs.ts'
import type { Token } from '../text/tokenize.ts'
import type { MatchedWord } from './lookup.ts'
import type { SearchTerm } from './parse.ts'

/** The span of a matching token. */
export interface Found extends Span {
  /** The word of the query that it matches, folded as in the index. */
  word: string
}

/** @param tokens all of one text, from `tokenize`; the matching ones are returned, in the same order */
export type Matcher = (tokens: readonly Token[]) => Found[]

/**
 * A phrase matches where its words are adjacent. A name and its parts are separate tokens, so matches may overlap.
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

/** Finds the word of the query that a term matches, in the same time however many words there are. */
function finderOf(words: readonly MatchedWord[]): (term: string) => string | undefined {
  const exact = new Map<string, string>()
  const beginnings = new Map<string, string>()
  for (const { terms, corrections, forms = [] } of words) {
    const [{ term, prefix }] = terms
    for (const form of forms) exact.set(form, term)
    if (corrections) for (const other of corrections) exact.set(other, term)
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

/** Returns the word of a phrase that each token is, if any. */
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

/** The tokens of the phrase if it begins at a position, else none. */
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

/** The first token of each position. Positions ascend, and a name has that of its first part. */
function firstsByPosition(tokens: readonly Token[]): Int32Array {
  const firsts = new Int32Array((tokens.at(-1)?.position ?? -1) + 1).fill(tokens.length)
  for (let i = tokens.length - 1; i >= 0; i--) firsts[tokens[i]!.position] = i
  return firsts
}
