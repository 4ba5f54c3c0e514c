// Best match first: scored (BM25+, title above text) by a MiniSearch that holds the posting lists of the query's words
// and no others, which gives what one with all visible posts would give.
import type { AsPlainObject, SearchOptions } from 'minisearch'
import type { FieldPostings } from '../../../snapshot/search/postings.ts'
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

export async function scoresOf(edition: Edition, words: readonly MatchedWord[]): Promise<Scores> {
  const scored = await scoredWords(edition, words)
  if (scored.length === 0) return new Map()
  const { default: MiniSearch } = await import('minisearch')
  await turn()
  const index = MiniSearch.loadJS(savedIndex(edition, scored), { fields: [...fields] })
  await turn()
  const results = index.search('', {
    ...weighting,
    tokenize: () => scored.map(({ term }) => term),
    processTerm: (term) => term,
    prefix: (_, i) => scored[i]!.prefix,
    fuzzy: (_, i) => scored[i]!.edits,
    boostTerm: (_, i) => scored[i]!.times,
  })
  await turn()
  return new Map(results.map(({ id, score }) => [id, score]))
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

/** What a MiniSearch of all visible posts would save, as far as these words go. */
function savedIndex({ workspace, first }: Edition, scored: readonly Scored[]): AsPlainObject {
  const { search, posts } = workspace
  const lengths = [search.titleLengths, search.contentLengths]
  const documentIds: AsPlainObject['documentIds'] = {}
  const fieldLength: AsPlainObject['fieldLength'] = {}
  const index = new Map<string, AsPlainObject['index'][number][1]>()
  for (const { term, title, content } of scored.flatMap(({ postings }) => postings)) {
    index.set(term, { 0: frequenciesOf(title), 1: frequenciesOf(content) })
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
    averageFieldLength: lengths.map((column) => averageOf(column, first)),
    storedFields: {},
    index: [...index],
    serializationVersion: 2,
  }
}

function frequenciesOf({ entries, frequencies }: FieldPostings): Record<number, number> {
  const byEntry: Record<number, number> = {}
  for (let i = 0; i < entries.length; i++) byEntry[entries[i]!] = frequencies[i]!
  return byEntry
}

function averageOf(lengths: Uint32Array, first: PostNumber): number {
  let sum = 0
  for (let post = first; post < lengths.length; post++) sum += lengths[post]!
  return sum / (lengths.length - first)
}
