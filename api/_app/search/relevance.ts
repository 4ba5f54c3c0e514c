// Best match first: BM25F. A word counts for more the fewer posts have it, and the more often it occurs in a post relative
// to the length of the title or text it occurs in; a title counts twice. All figures are of visible posts only.
import { Frequencies, type PostFrequencies } from '../../../snapshot/search/frequencies.ts'
import type { PostNumber } from '../../../snapshot/types.ts'
import type { Edition } from '../listing/edition.ts'
import { sortedNumbers } from '../listing/sort.ts'
import { type MatchedWord, visibleIn } from './lookup.ts'
import { weightedWords, wholeWeight } from './weighted-words.ts'
import { Work } from './work.ts'

/** By post number; 0 for posts that match only by beginnings too frequent to be scored. */
export type Scores = Float64Array

/**
 * Each further occurrence counts for less; all together count at most `saturation` + 1 times the first. `length` is how much
 * the length of a field counts, from 0 to 1. Both values are usual for BM25.
 */
const constants = { saturation: 1.2, length: 0.7 } as const
const fieldWeights = { title: 2, content: 1 } as const

/**
 * Takes turns.
 * @param posts whose scores are needed; the others' are 0
 */
export async function scoresOf(
  edition: Edition,
  words: readonly MatchedWord[],
  posts?: Uint32Array,
  work = new Work(visibleIn(edition)),
): Promise<Scores> {
  const { workspace } = edition
  const visible = visibleIn(edition)
  const scores = new Float64Array(workspace.posts)
  const weighted = await weightedWords(edition, words, work)
  if (weighted.length === 0) return scores
  const frequencies = new Frequencies(visible)
  const isNeeded = new Uint8Array(workspace.posts)
  if (posts === undefined) isNeeded.fill(1)
  else for (let i = 0; i < posts.length; i++) isNeeded[posts[i]!] = 1
  work.note(visible)
  for (const { lists, posts, times } of weighted) {
    for (const { range, weight } of lists) {
      frequencies.add(workspace.search.lists(range), weight)
      work.note(workspace.search.bytes(range))
      if (work.isDue) await work.turn()
    }
    const rarity = times * Math.log(1 + (visible - posts + 0.5) / (posts + 0.5))
    addScores(edition, frequencies.take(), rarity, isNeeded, scores)
    work.note(posts)
    if (work.isDue) await work.turn()
  }
  return scores
}

function addScores(
  edition: Edition,
  { posts, entries, titles, texts }: PostFrequencies,
  rarity: number,
  isNeeded: Uint8Array,
  scores: Scores,
): void {
  const { titleLengths, contentLengths } = edition.workspace.search
  const divisors = divisorsIn(edition)
  const { least, perWord } = divisors.texts
  const newest = edition.workspace.posts - 1
  const { saturation } = constants
  const most = rarity * (saturation + 1)
  for (let i = 0; i < posts; i++) {
    const post = newest - entries[i]!
    if (isNeeded[post] === 0) continue
    let frequency = texts[i]! / (least + perWord * contentLengths[post]!)
    if (titles[i]! > 0) {
      frequency += titles[i]! / (divisors.titles.least + divisors.titles.perWord * titleLengths[post]!)
    }
    scores[post]! += (most * frequency) / (frequency + saturation)
  }
}

/**
 * Best first; equal scores in list order. Takes turns.
 * @param posts in list order
 */
export async function byRelevance(posts: Uint32Array, scores: Scores): Promise<Uint32Array> {
  const { length } = posts
  let best = 0
  for (let i = 0; i < length; i++) best = Math.max(best, scores[posts[i]!]!)
  if (best === 0) return posts
  // Numbers are sorted many times faster than with a function that compares them: these have the score above the index.
  const levels = 2 ** 51 / length
  const keys = new Float64Array(length)
  for (let i = 0; i < length; i++) keys[i] = Math.floor((1 - scores[posts[i]!]! / best) * levels) * length + i
  const ascending = await sortedNumbers(keys)
  const levelOf = (index: number) => Math.floor(ascending[index]! / length)
  const ranked = new Uint32Array(length)
  for (let i = 0; i < length; i++) ranked[i] = posts[ascending[i]! - levelOf(i) * length]!
  sortRuns(
    ranked,
    (i) => levelOf(i - 1) === levelOf(i),
    (a, b) => scores[b]! - scores[a]!,
  )
  sortRuns(ranked, (i) => areEqual(scores[ranked[i - 1]!]!, scores[ranked[i]!]!))
  return ranked
}

/** Sorts every run of numbers that belong together. @param isSame whether a number belongs to the one before */
function sortRuns(
  numbers: Uint32Array,
  isSame: (index: number) => boolean,
  compare?: (a: number, b: number) => number,
): void {
  for (let from = 0, to = 1; from < numbers.length; from = to++) {
    while (to < numbers.length && isSame(to)) to++
    if (to - from > 1) numbers.subarray(from, to).sort(compare)
  }
}

/** Except for rounding, about 10^-16 of a score: sums depend on the order of the words. */
function areEqual(score: number, next: number): boolean {
  return score - next <= 1e-12 * score
}

/** What occurrences in a field are divided by: it grows with the number of words that a post has there. */
interface Divisors {
  least: number
  perWord: number
}

/** By edition: they depend only on its visible posts. */
const known = new WeakMap<Edition, Record<'titles' | 'texts', Divisors>>()

function divisorsIn(edition: Edition): Record<'titles' | 'texts', Divisors> {
  const { titleLengths, contentLengths } = edition.workspace.search
  const divisors = known.get(edition) ?? {
    titles: divisorsOf(titleLengths, edition.first, fieldWeights.title),
    texts: divisorsOf(contentLengths, edition.first, fieldWeights.content),
  }
  known.set(edition, divisors)
  return divisors
}

function divisorsOf(lengths: Uint32Array, first: PostNumber, fieldWeight: number): Divisors {
  let sum = 0
  for (let post = first; post < lengths.length; post++) sum += lengths[post]!
  const average = sum / (lengths.length - first)
  const scale = wholeWeight / fieldWeight
  // With titles of symbols only there is no average, and nothing to divide.
  return { least: scale * (1 - constants.length), perWord: (scale * constants.length) / (average || 1) }
}
