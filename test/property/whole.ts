// What search must equal: one MiniSearch over all visible posts, asked with the same options, and the rules of the
// contract around it in plain code.
import MiniSearch from 'minisearch'
import { queryTerms, tokenize } from '../../snapshot/search/tokenize.ts'

export interface Text {
  /** Its place in list order. */
  id: number
  title: string
  content: string
}

export interface Expected {
  /** Ascending. */
  posts: number[]
  corrected: boolean
  byRelevance(): Ranking
}

export interface Ranking {
  /** Best first, equal scores in list order. */
  posts: number[]
  scores: Map<number, number>
  /** Whether some words have too many postings to be scored. */
  bounded: boolean
}

const maxPostings = 2_000

export class WholeIndex {
  readonly #index = new MiniSearch<Text>({
    fields: ['title', 'content'],
    tokenize: (text) => tokenize(text).map(({ term }) => term),
    processTerm: (term) => term,
    searchOptions: { prefix: true, combineWith: 'AND', boost: { title: 2 } },
  })
  /** How many titles and texts have a term. */
  readonly #postings = new Map<string, number>()

  constructor(texts: readonly Text[]) {
    this.#index.addAll(texts)
    for (const { title, content } of texts) {
      for (const field of [title, content]) {
        const terms = new Set(tokenize(field).map(({ term }) => term))
        for (const term of terms) this.#postings.set(term, (this.#postings.get(term) ?? 0) + 1)
      }
    }
  }

  /** @param query without quotes */
  search(query: string): Expected {
    const terms = queryTerms(query).map(({ term }) => term)
    const found = this.#ask(terms)
    if (found.size > 0 || terms.length === 0) return this.#expected(terms, found, [])
    const missing = [...new Set(terms)].filter((term) => this.#ask([term]).size === 0)
    const isForgiven = missing.length <= 4 && missing.every((term) => edits(term) > 0)
    return this.#expected(terms, isForgiven ? this.#ask(terms, missing) : found, missing)
  }

  #ask(terms: readonly string[], misspelt: readonly string[] = []): Map<number, number> {
    const results = this.#index.search('', {
      tokenize: () => [...terms],
      fuzzy: (term) => misspelt.includes(term) && edits(term),
    })
    return new Map(results.map(({ id, score }) => [id, score]))
  }

  #expected(terms: readonly string[], found: Map<number, number>, misspelt: readonly string[]): Expected {
    return {
      posts: [...found.keys()].sort((a, b) => a - b),
      corrected: found.size > 0 && misspelt.length > 0,
      byRelevance: () => this.#ranked(terms, found, misspelt),
    }
  }

  #ranked(terms: readonly string[], found: Map<number, number>, misspelt: readonly string[]): Ranking {
    const { asAsked, exact } = this.#scored(terms, misspelt)
    const bounded = terms.some((term) => !asAsked.includes(term))
    const partial = bounded ? this.#askSome(terms, asAsked, exact, misspelt) : found
    const scores = new Map([...found.keys()].map((id) => [id, partial.get(id) ?? 0]))
    return { posts: ranked(scores), scores, bounded }
  }

  /** Scores of some words alone, of posts that may lack one of them. */
  #askSome(
    terms: readonly string[],
    asAsked: readonly string[],
    exact: readonly string[],
    misspelt: readonly string[],
  ): Map<number, number> {
    const results = this.#index.search('', {
      tokenize: () => terms.filter((term) => asAsked.includes(term) || exact.includes(term)),
      prefix: (term) => asAsked.includes(term),
      fuzzy: (term) => misspelt.includes(term) && edits(term),
      combineWith: 'OR',
    })
    return new Map(results.map(({ id, score }) => [id, score]))
  }

  /** The words that are scored: from the rarest on as long as there is room, then likewise others in their exact form. */
  #scored(terms: readonly string[], misspelt: readonly string[]) {
    const all = [...new Set(terms)]
    let room = maxPostings
    const fitting = (words: readonly string[], isFound: (known: string, word: string) => boolean) => {
      const lists = (word: string) => [...this.#postings].filter(([known]) => isFound(known, word))
      const counted = words.map((word) => ({ word, count: lists(word).reduce((sum, [, n]) => sum + n, 0) }))
      const fits = counted
        .sort((a, b) => a.count - b.count)
        .filter(({ count }) => {
          if (count > room) return false
          room -= count
          return true
        })
      return fits.map(({ word }) => word)
    }
    const asAsked = fitting(all, (known, word) =>
      misspelt.includes(word) ? distance(known, word) <= edits(word) : known.startsWith(word),
    )
    const others = all.filter((word) => !asAsked.includes(word) && !misspelt.includes(word))
    return { asAsked, exact: fitting(others, (known, word) => known === word) }
  }
}

/** Scores within 10^-12 of their neighbour's are ties. */
export function ranked(scores: ReadonlyMap<number, number>): number[] {
  const sorted = [...scores].sort(([, a], [, b]) => b - a)
  const groups: number[][] = []
  let before = Number.NaN
  for (const [id, score] of sorted) {
    if (Math.abs(before - score) <= 1e-12 * before) groups.at(-1)!.push(id)
    else groups.push([id])
    before = score
  }
  return groups.flatMap((group) => group.sort((a, b) => a - b))
}

/** The contract: one edit from 4 letters, two from 8, none in words with a digit or sign or in CJK. */
export function edits(term: string): number {
  if (!/^[\p{L}\p{M}]+$/u.test(term)) return 0
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/u.test(term)) return 0
  const letters = [...term.replace(/\p{M}/gu, '')].length
  if (letters >= 8) return 2
  return letters >= 4 ? 1 : 0
}

/** Levenshtein's, by the whole table. */
export function distance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = above[j - 1]! + Number(a[i - 1] !== b[j - 1])
      row.push(Math.min(replaced, above[j]! + 1, row[j - 1]! + 1))
    }
    above = row
  }
  return above[b.length]!
}
