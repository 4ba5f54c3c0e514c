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
  const fields = lengthsIn(edition)
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
    addScores(frequencies.take(), rarity, fields, isNeeded, scores)
    work.note(posts)
    if (work.isDue) await work.turn()
  }
  return scores
}

// The loops are functions of their own, and call none: those are compiled in a tenth of the time, while a search waits.

function addScores(
  { posts, entries, titles, texts }: PostFrequencies,
  rarity: number,
  fields: FieldLengths,
  isNeeded: Uint8Array,
  scores: Scores,
): void {
  const { titleLengths, contentLengths, leastOfTitle, perTitleWord, leastOfText, perTextWord } = fields
  const newest = scores.length - 1
  const { saturation } = constants
  const most = rarity * (saturation + 1)
  for (let i = 0; i < posts; i++) {
    const post = newest - entries[i]!
    if (isNeeded[post] === 0) continue
    let frequency = texts[i]! / (leastOfText + perTextWord * contentLengths[post]!)
    if (titles[i]! > 0) frequency += titles[i]! / (leastOfTitle + perTitleWord * titleLengths[post]!)
    scores[post]! += (most * frequency) / (frequency + saturation)
  }
}

/**
 * Best first; equal scores in list order. Takes turns.
 * @param posts in list order
 */
export async function byRelevance(posts: Uint32Array, scores: Scores): Promise<Uint32Array> {
  const best = highest(posts, scores)
  if (best === 0) return posts
  // Numbers are sorted many times faster than with a function that compares them.
  const keys = await sortedNumbers(keysOf(posts, scores, best))
  const ranked = postsOf(keys, posts)
  sortLevels(ranked, keys, scores)
  sortEqual(ranked, scores)
  return ranked
}

function highest(posts: Uint32Array, scores: Scores): number {
  let best = 0
  for (let i = 0; i < posts.length; i++) if (scores[posts[i]!]! > best) best = scores[posts[i]!]!
  return best
}

/** Whole numbers: how far a score is from the best, in as many levels as there is room for, and below it the index. */
function keysOf(posts: Uint32Array, scores: Scores, best: number): Float64Array {
  const { length } = posts
  const levels = 2 ** 51 / length
  const keys = new Float64Array(length)
  for (let i = 0; i < length; i++) {
    keys[i] = Math.floor((1 - scores[posts[i]!]! / best) * levels) * length + i
  }
  return keys
}

function postsOf(keys: Float64Array, posts: Uint32Array): Uint32Array {
  const { length } = keys
  const ranked = new Uint32Array(length)
  for (let i = 0; i < length; i++) ranked[i] = posts[keys[i]! - Math.floor(keys[i]! / length) * length]!
  return ranked
}

/** Sorts by score what has one level. */
function sortLevels(ranked: Uint32Array, keys: Float64Array, scores: Scores): void {
  const { length } = keys
  let level = -1
  for (let from = 0, to = 0; to <= length; to++) {
    const next = to < length ? Math.floor(keys[to]! / length) : -1
    if (next === level) continue
    if (to - from > 1) ranked.subarray(from, to).sort((a, b) => scores[b]! - scores[a]!)
    from = to
    level = next
  }
}

/** Puts equal scores in list order. */
function sortEqual(ranked: Uint32Array, scores: Scores): void {
  const { length } = ranked
  for (let from = 0, to = 1; to <= length; to++) {
    if (to < length && areEqual(scores[ranked[to - 1]!]!, scores[ranked[to]!]!)) continue
    if (to - from > 1) ranked.subarray(from, to).sort()
    from = to
  }
}

/** Except for rounding, about 10^-16 of a score: sums depend on the order of the words. */
function areEqual(score: number, next: number): boolean {
  return score - next <= 1e-12 * score
}

/** The lengths of titles and texts by post, and what occurrences in them are divided by: at least, and more per word. */
interface FieldLengths {
  titleLengths: Uint32Array
  contentLengths: Uint32Array
  leastOfTitle: number
  perTitleWord: number
  leastOfText: number
  perTextWord: number
}

/** By edition: they depend only on its visible posts. */
const known = new WeakMap<Edition, FieldLengths>()

function lengthsIn(edition: Edition): FieldLengths {
  const lengths = known.get(edition) ?? makeLengths(edition)
  known.set(edition, lengths)
  return lengths
}

function makeLengths({ workspace, first }: Edition): FieldLengths {
  const { titleLengths, contentLengths } = workspace.search
  const [inTitle, inText] = [wholeWeight / fieldWeights.title, wholeWeight / fieldWeights.content]
  return {
    titleLengths,
    contentLengths,
    leastOfTitle: inTitle * (1 - constants.length),
    perTitleWord: (inTitle * constants.length) / average(titleLengths, first),
    leastOfText: inText * (1 - constants.length),
    perTextWord: (inText * constants.length) / average(contentLengths, first),
  }
}

/** Of visible posts; not 0, even if they have nothing but symbols. */
function average(lengths: Uint32Array, first: PostNumber): number {
  let sum = 0
  for (let post = first; post < lengths.length; post++) sum += lengths[post]!
  return (sum || 1) / (lengths.length - first)
}
