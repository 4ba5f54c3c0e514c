// What search must equal: what it finds is what one MiniSearch over all visible posts finds, asked with the same options;
// the order is BM25F in plain code. Around both, the rules of the contract.
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
  /** Whether so much begins with some of the words that only these words themselves are scored. */
  isWhole: boolean
}

/** A text that is counted: how often it says each term, and how many there are. */
interface Counted {
  terms: Map<string, number>
  length: number
}
type Fields = Record<'title' | 'content', Counted>

function counted(text: string): Counted {
  const terms = new Map<string, number>()
  const tokens = tokenize(text)
  for (const { term } of tokens) terms.set(term, (terms.get(term) ?? 0) + 1)
  return { terms, length: tokens.length }
}

export class WholeIndex {
  readonly #index = new MiniSearch<Text>({
    fields: ['title', 'content'],
    tokenize: (text) => tokenize(text).map(({ term }) => term),
    processTerm: (term) => term,
    searchOptions: { prefix: true, combineWith: 'AND' },
  })
  readonly #texts: (Fields & { id: number })[]
  /** How many titles and texts have a term. */
  readonly #postings = new Map<string, number>()

  constructor(texts: readonly Text[]) {
    this.#index.addAll(texts)
    this.#texts = texts.map(({ id, title, content }) => ({
      id,
      title: counted(title),
      content: counted(content),
    }))
    for (const { title, content } of this.#texts) {
      for (const { terms } of [title, content]) {
        for (const term of terms.keys()) this.#postings.set(term, (this.#postings.get(term) ?? 0) + 1)
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
    const scores = new Map([...found.keys()].map((id) => [id, 0]))
    let isWhole = false
    for (const term of terms) {
      const weights = this.#weights(term, misspelt.includes(term))
      isWhole ||= [...weights.values()].includes(0)
      const said = this.#said(weights)
      const rarity = Math.log(1 + (this.#texts.length - said.size + 0.5) / (said.size + 0.5))
      for (const [id, times] of said) {
        if (scores.has(id)) scores.set(id, scores.get(id)! + (rarity * times * 2.2) / (times + 1.2))
      }
    }
    return { posts: ranked(scores), scores, isWhole }
  }

  /** The terms that a word is found by, and what each of them counts. */
  #weights(word: string, isMisspelt: boolean): Map<string, number> {
    const known = [...this.#postings.keys()]
    if (isMisspelt) {
      const near = known.filter((term) => distance(term, word) <= edits(word))
      return new Map(near.map((term) => [term, distance(term, word) === 1 ? 0.9 : 0.45]))
    }
    const longer = known.filter((term) => term.startsWith(word))
    const postings = longer.reduce((sum, term) => sum + this.#postings.get(term)!, 0)
    const isFew = postings <= Math.max(512, this.#texts.length / 4)
    return new Map(longer.map((term) => [term, term === word ? 1 : isFew ? 0.375 : 0]))
  }

  /** The posts that have any of the terms, and how often: a title counts twice, a long field less. */
  #said(weights: ReadonlyMap<string, number>): Map<number, number> {
    const said = new Map<number, number>()
    for (const field of ['title', 'content'] as const) {
      const average = this.#texts.reduce((sum, text) => sum + text[field].length, 0) / this.#texts.length
      for (const { id, [field]: text } of this.#texts) {
        for (const [term, times] of text.terms) {
          const weight = weights.get(term)
          if (weight === undefined) continue
          const counts =
            (weight * times * (field === 'title' ? 2 : 1)) / (0.3 + (0.7 * text.length) / average)
          said.set(id, (said.get(id) ?? 0) + counts)
        }
      }
    }
    return said
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

/** Levenshtein's with neighbours that have changed places, by the whole table. */
export function distance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, j) => j)
  let before: number[] = []
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = above[j - 1]! + Number(a[i - 1] !== b[j - 1])
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwapped ? before[j - 2]! + 1 : Number.POSITIVE_INFINITY
      row.push(Math.min(replaced, swapped, above[j]! + 1, row[j - 1]! + 1))
    }
    before = above
    above = row
  }
  return above[b.length]!
}
