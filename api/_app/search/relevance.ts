// Best match first: scored (BM25+, title above text) by a MiniSearch that holds the posting lists of the query's words
// and no others, which gives what one with all visible posts would give.
import type MiniSearch from 'minisearch'
import type { AsPlainObject, SearchOptions, SearchResult } from 'minisearch'
import type { FieldPostings, TermPostings } from '../../../snapshot/search/postings.ts'
import type { PostNumber } from '../../../snapshot/types.ts'
import { turn } from '../admission/turn.ts'
import type { Edition } from '../listing/edition.ts'
import type { MatchedWord } from './lookup.ts'
import { type Scored, scoredWords } from './scored.ts'

/** By post; without those that were only found by words too frequent to be scored, with others that lack a word. */
export type Scores = ReadonlyMap<PostNumber, number>

const fields = ['title', 'content'] as const

/**
 * Weights, not tiers: the beginning of a word in a title is worth about as much as the whole word in the text. That all
 * words are there is known already, and a post may have one only as a beginning that is not scored.
 */
const weighting: SearchOptions = {
  boost: { title: 2 },
  weights: { prefix: 0.375, fuzzy: 0.45 },
  combineWith: 'OR',
}

/** Terms that MiniSearch is given at once: for each it looks at all that begin alike, so that thousands would take long. */
const termsAtOnce = 256

/** A post's score adds up over the terms, and grows with the words that were found. */
interface Sum {
  score: number
  words: Set<string>
}

export async function scoresOf(edition: Edition, words: readonly MatchedWord[]): Promise<Scores> {
  const scored = await scoredWords(edition, words)
  if (scored.length === 0) return new Map()
  const { default: MiniSearch } = await import('minisearch')
  await turn()
  const lengths = averageLengths(edition)
  const terms = [
    ...new Map(scored.flatMap(({ postings }) => postings.map((one) => [one.term, one]))).values(),
  ]
  const sums = new Map<PostNumber, Sum>()
  for (let from = 0; from < terms.length; from += termsAtOnce) {
    const some = terms.slice(from, from + termsAtOnce)
    const index = MiniSearch.loadJS(savedIndex(edition, some, lengths), { fields: [...fields] })
    await turn()
    for (const { id, score, queryTerms } of searched(index, scored)) {
      const sum = sums.get(id) ?? { score: 0, words: new Set() }
      sum.score += score / queryTerms.length
      for (const word of queryTerms) sum.words.add(word)
      sums.set(id, sum)
    }
    await turn()
  }
  return new Map([...sums].map(([post, { score, words }]) => [post, score * words.size]))
}

function searched(index: MiniSearch, scored: readonly Scored[]): SearchResult[] {
  return index.search('', {
    ...weighting,
    tokenize: () => scored.map(({ term }) => term),
    processTerm: (term) => term,
    prefix: (_, i) => scored[i]!.prefix,
    fuzzy: (_, i) => scored[i]!.edits,
    boostTerm: (_, i) => scored[i]!.times,
  })
}

/**
 * Best first; equal scores in list order.
 * @param posts in list order
 */
export function byRelevance(posts: Uint32Array, scores: Scores): Uint32Array {
  if (scores.size === 0) return posts
  const scoreAt = (place: number) => scores.get(ranked[place]!)!
  const ranked = posts
    .filter((post) => scores.has(post))
    .sort((a, b) => scores.get(b)! - scores.get(a)! || a - b)
  for (let from = 0, to = 1; from < ranked.length; from = to++) {
    while (to < ranked.length && areEqual(scoreAt(to - 1), scoreAt(to))) to++
    ranked.subarray(from, to).sort()
  }
  const best = new Uint32Array(posts.length)
  best.set(ranked)
  best.set(
    posts.filter((post) => !scores.has(post)),
    ranked.length,
  )
  return best
}

/** But for what adding up in another order makes, which is some 10^-16 of them. */
function areEqual(score: number, next: number): boolean {
  return score - next <= 1e-12 * score
}

/** What a MiniSearch of all visible posts would save, as far as these terms go. */
function savedIndex(
  { workspace, first }: Edition,
  terms: readonly TermPostings[],
  averageFieldLength: number[],
): AsPlainObject {
  const { search, posts } = workspace
  const lengths = [search.titleLengths, search.contentLengths]
  const documentIds: AsPlainObject['documentIds'] = {}
  const fieldLength: AsPlainObject['fieldLength'] = {}
  for (const { title, content } of terms) {
    for (const entry of [...title.entries, ...content.entries]) {
      documentIds[entry] = posts - 1 - entry
      fieldLength[entry] ??= lengths.map((column) => column[posts - 1 - entry]!)
    }
  }
  return {
    documentCount: posts - first,
    nextId: posts,
    documentIds,
    fieldIds: Object.fromEntries(fields.map((field, id) => [field, id])),
    fieldLength,
    averageFieldLength,
    storedFields: {},
    index: terms.map(({ term, title, content }) => [
      term,
      { 0: frequenciesOf(title), 1: frequenciesOf(content) },
    ]),
    serializationVersion: 2,
  }
}

function frequenciesOf({ entries, frequencies }: FieldPostings): Record<number, number> {
  const byEntry: Record<number, number> = {}
  for (let i = 0; i < entries.length; i++) byEntry[entries[i]!] = frequencies[i]!
  return byEntry
}

function averageLengths({ workspace: { search }, first }: Edition): number[] {
  return [search.titleLengths, search.contentLengths].map((column) => averageOf(column, first))
}

function averageOf(lengths: Uint32Array, first: PostNumber): number {
  let sum = 0
  for (let post = first; post < lengths.length; post++) sum += lengths[post]!
  return sum / (lengths.length - first)
}
