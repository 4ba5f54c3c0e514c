// A model of search: it finds what one MiniSearch over all visible posts finds with the same options, ordered by BM25F in
// plain code, with the rules of the contract around both.
import MiniSearch, { type Query } from 'minisearch'
import { stemOf } from '../../packages/search/index/stems.ts'
import { spellingOf } from '../../packages/search/text/as-written.ts'
import type { Stem } from '../../packages/search/text/stemmers.ts'
import { queryTerms, tokenize } from '../../packages/search/text/tokenize.ts'

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
  /** None if a single word was corrected, whose corrections are ranked one by one. */
  scores: Map<number, number>
  /** Whether so much begins with one of the words that only the whole word is scored. */
  isWhole: boolean
}

/** A text as counts: how often each term occurs, and how many words there are. */
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

  /** The stem of each term. */
  readonly #stems = new Map<string, string>()
  readonly #stem: Stem | undefined
  /** Of the words of the current query. */
  readonly #forms = new Map<string, string[]>()

  /** @param stem of the language that all texts are written in, if it has one */
  constructor(texts: readonly Text[], stem?: Stem) {
    this.#stem = stem
    if (stem) for (const text of texts.toReversed()) this.#addStems(text, stem)
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

  /** The oldest post first, since its spelling of a term decides. */
  #addStems({ title, content }: Text, stem: Stem): void {
    for (const text of [title, content]) {
      for (const { term, start, end } of tokenize(text)) {
        if (this.#stems.has(term)) continue
        this.#stems.set(term, stemOf(spellingOf(text.slice(start, end)), stem) ?? '')
      }
    }
  }

  /** Other terms with the stem of a word. */
  #formsOf(term: string, spelt: string): string[] {
    const own = this.#stem && stemOf(spelt, this.#stem)
    if (!own) return []
    return [...this.#stems].flatMap(([other, stem]) => (stem === own && other !== term ? [other] : []))
  }

  /** @param query without quotes */
  search(query: string): Expected {
    this.#forms.clear()
    for (const { term, start, end } of queryTerms(query)) {
      if (!this.#forms.has(term))
        this.#forms.set(term, this.#formsOf(term, spellingOf(query.slice(start, end))))
    }
    const terms = queryTerms(query).map(({ term }) => term)
    const found = this.#ask(terms)
    if (found.size > 0 || terms.length === 0) return this.#expected(terms, found, [])
    const missing = [...new Set(terms)].filter((term) => this.#ask([term]).size === 0)
    const isCorrectable = missing.length <= 4 && missing.every((term) => edits(term) > 0)
    if (isCorrectable && missing.length === 1 && new Set(terms).size === 1) return this.#asTyped(missing[0]!)
    return this.#expected(terms, isCorrectable ? this.#ask(terms, missing) : found, missing)
  }

  /** What the eight best corrections of a word find when they are typed: by relevance, the best one's first. */
  #asTyped(word: string): Expected {
    const postings = (term: string) => this.#postings.get(term)!
    const best = this.#near(word)
      .sort((a, b) => distance(a, word) - distance(b, word) || postings(b) - postings(a) || (a < b ? -1 : 1))
      .slice(0, 8)
    const posts = new Set(best.flatMap((term) => this.search(term).posts))
    return {
      posts: [...posts].sort((a, b) => a - b),
      corrected: best.length > 0,
      byRelevance: () => {
        const rankings = best.map((term) => this.search(term).byRelevance())
        const isWhole = rankings.some((ranking) => ranking.isWhole)
        return { posts: [...new Set(rankings.flatMap(({ posts }) => posts))], scores: new Map(), isWhole }
      },
    }
  }

  #ask(terms: readonly string[], misspelt: readonly string[] = []): Map<number, number> {
    const exactly = (form: string) => ({ queries: [form], prefix: false, fuzzy: false })
    const queries = terms.map((term): Query => {
      if (misspelt.includes(term)) return { combineWith: 'OR', queries: this.#near(term).map(exactly) }
      return { combineWith: 'OR', queries: [term, ...(this.#forms.get(term) ?? []).map(exactly)] }
    })
    if (queries.length === 0) return new Map()
    const results = this.#index.search({ combineWith: 'AND', queries }, { tokenize: (term) => [term] })
    return new Map(results.map(({ id, score }) => [id, score]))
  }

  #near(word: string): string[] {
    return [...this.#postings.keys()].filter((term) => isCorrection(term, word))
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
      const occurrences = this.#occurrences(weights)
      const rarity = Math.log(1 + (this.#texts.length - occurrences.size + 0.5) / (occurrences.size + 0.5))
      for (const [id, times] of occurrences) {
        if (scores.has(id)) scores.set(id, scores.get(id)! + (rarity * times * 2.2) / (times + 1.2))
      }
    }
    return { posts: ranked(scores), scores, isWhole }
  }

  /** The terms that a word matches, and what each of them counts. */
  #weights(word: string, isMisspelt: boolean): Map<string, number> {
    if (isMisspelt)
      return new Map(this.#near(word).map((term) => [term, distance(term, word) === 1 ? 0.9 : 0.45]))
    const longer = [...this.#postings.keys()].filter((term) => term.startsWith(word))
    const postings = longer.reduce((sum, term) => sum + this.#postings.get(term)!, 0)
    const isFew = postings <= Math.max(512, this.#texts.length / 4)
    const weights = new Map(longer.map((term) => [term, term === word ? 1 : isFew ? 0.375 : 0]))
    for (const form of this.#forms.get(word) ?? []) weights.set(form, 0.8)
    return weights
  }

  /** The posts that have any of the terms, and how often: a title counts twice, a long field less. */
  #occurrences(weights: ReadonlyMap<string, number>): Map<number, number> {
    const occurrences = new Map<number, number>()
    for (const field of ['title', 'content'] as const) {
      const average = this.#texts.reduce((sum, text) => sum + text[field].length, 0) / this.#texts.length
      for (const { id, [field]: text } of this.#texts) {
        for (const [term, times] of text.terms) {
          const weight = weights.get(term)
          if (weight === undefined) continue
          const counts =
            (weight * times * (field === 'title' ? 2 : 1)) / (0.3 + (0.7 * text.length) / average)
          occurrences.set(id, (occurrences.get(id) ?? 0) + counts)
        }
      }
    }
    return occurrences
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

/** The contract: one edit from 4 letters, two from 8, none in words with a digit or symbol, or without spaces. */
export function edits(term: string): number {
  if (!/^[\p{L}\p{M}]+$/u.test(term)) return 0
  if (
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}ー]/u.test(
      term,
    )
  )
    return 0
  const letters = lettersIn(term)
  if (letters >= 8) return 2
  return letters >= 4 ? 1 : 0
}

const lettersIn = (term: string) => [...term.replace(/[^\p{L}]/gu, '')].length

/** The contract: few enough edits, and the same first letter unless one of the words has five letters. */
export function isCorrection(known: string, asked: string): boolean {
  const most = edits(asked)
  if (Math.abs(known.length - asked.length) > most || distance(known, asked) > most) return false
  return [...known][0] === [...asked][0] || lettersIn(known) >= 5 || lettersIn(asked) >= 5
}

/** The Levenshtein distance with swapped neighbours, from the whole table. */
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
