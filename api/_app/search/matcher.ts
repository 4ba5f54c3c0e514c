// Where the words of a query stand in a text: what a search has matched by the index, found again in the text itself.
import type { Token } from '../../../snapshot/search/tokenize.ts'
import type { MatchedWord } from './lookup.ts'
import type { SearchTerm } from './parse.ts'

/** @param tokens all of one text, as `tokenize` gives them; those that match are given back, in their order */
export type Matcher = (tokens: readonly Token[]) => Token[]

/**
 * A phrase matches where its words stand together. A compound and its parts are tokens of their own, so that matches
 * may overlap.
 */
export function matcherOf(words: readonly MatchedWord[]): Matcher {
  const singles = words.filter(({ terms }) => terms.length === 1).map(singleTest)
  const phrases = words.filter(({ terms }) => terms.length > 1)
  const beginnings = new Set(words.flatMap(termsOf).map((term) => term.charCodeAt(0)))
  /** Texts say the same words again and again. */
  const known = new Map<string, boolean>()
  const isFound = (token: Token) => {
    if (!beginnings.has(token.term.charCodeAt(0))) return false
    let found = known.get(token.term)
    if (found === undefined) {
      found = singles.some((test) => test(token))
      known.set(token.term, found)
    }
    return found
  }
  return (tokens) => {
    const found = tokens.filter(isFound)
    if (phrases.length === 0) return found
    const all = new Set(found)
    for (const { terms } of phrases) for (const token of phraseTokens(terms, tokens)) all.add(token)
    return tokens.filter((token) => all.has(token))
  }
}

/** What is looked for. */
function termsOf({ terms, instead }: MatchedWord): readonly string[] {
  return instead ?? terms.map(({ term }) => term)
}

function singleTest({ terms: [only], instead }: MatchedWord): (token: Token) => boolean {
  return instead ? ({ term }) => instead.includes(term) : (token) => isFoundBy(token, only)
}

function isFoundBy(token: Token, { term, prefix }: SearchTerm): boolean {
  return prefix ? token.term.startsWith(term) : token.term === term
}

function* phraseTokens(terms: readonly SearchTerm[], tokens: readonly Token[]): Generator<Token> {
  const places = new Map<number, Token[]>()
  for (const token of tokens) {
    if (!terms.some((term) => isFoundBy(token, term))) continue
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
): Token[] | undefined {
  const found: Token[] = []
  for (const term of terms) {
    const token = places.get(start + term.offset)?.find((one) => isFoundBy(one, term))
    if (token === undefined) return undefined
    found.push(token)
  }
  return found
}
