// Where the words of a query stand in a text: what a search has matched by the index, found again in the text itself.
import type { Token } from '../../../snapshot/search/tokenize.ts'
import type { MatchedWord } from './lookup.ts'
import type { SearchTerm } from './parse.ts'

/** A token that matches. */
export interface Found extends Token {
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
  const beginnings = new Set(words.flatMap(termsOf).map((term) => term.charCodeAt(0)))
  /** Texts say the same words again and again. */
  const known = new Map<string, string | undefined>()
  const wordOf = ({ term }: Token) => {
    if (!beginnings.has(term.charCodeAt(0))) return undefined
    if (!known.has(term)) known.set(term, singles.find((word) => finds(word, term))?.terms[0].term)
    return known.get(term)
  }
  return (tokens) => {
    const inPhrases = new Map(phrases.flatMap(({ terms }) => [...phraseTokens(terms, tokens)]))
    const found: Found[] = []
    for (const token of tokens) {
      const word = inPhrases.get(token) ?? wordOf(token)
      if (word !== undefined) found.push({ ...token, word })
    }
    return found
  }
}

/** What is looked for. */
function termsOf({ terms, instead }: MatchedWord): readonly string[] {
  return instead ?? terms.map(({ term }) => term)
}

function finds({ terms: [only], instead }: MatchedWord, term: string): boolean {
  return instead ? instead.includes(term) : isFoundBy(term, only)
}

function isFoundBy(found: string, { term, prefix }: SearchTerm): boolean {
  return prefix ? found.startsWith(term) : found === term
}

/** With the word of the phrase that each is. */
function* phraseTokens(
  terms: readonly SearchTerm[],
  tokens: readonly Token[],
): Generator<[token: Token, word: string]> {
  const places = new Map<number, Token[]>()
  for (const token of tokens) {
    if (!terms.some((term) => isFoundBy(token.term, term))) continue
    const others = places.get(token.position)
    if (others) others.push(token)
    else places.set(token.position, [token])
  }
  for (const start of places.keys()) yield* phraseAt(start, terms, places) ?? []
}

/** The tokens of the phrase that begins there, if one does. */
function phraseAt(
  start: number,
  terms: readonly SearchTerm[],
  places: ReadonlyMap<number, readonly Token[]>,
): [Token, string][] | undefined {
  const found: [Token, string][] = []
  for (const term of terms) {
    const token = places.get(start + term.offset)?.find((one) => isFoundBy(one.term, term))
    if (token === undefined) return undefined
    found.push([token, term.term])
  }
  return found
}
