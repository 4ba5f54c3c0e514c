// Best match first: BM25F. A word counts for more the fewer posts have it, and the more often it occurs in a post relative
// to the length of the title or text it occurs in; a title counts twice. All figures are of visible posts only.
import { Frequencies, type Portions } from '../../../snapshot/search/frequencies.ts'
import type { PostNumber } from '../../../snapshot/types.ts'
import type { Edition } from '../listing/edition.ts'
import { sorted } from '../listing/sort.ts'
import { type MatchedWord, visibleIn } from './lookup.ts'
import { weightedWords } from './weighted-words.ts'
import { Work } from './work.ts'

/** By post number; 0 for posts that match only by beginnings too frequent to be scored. */
export type Scores = Float64Array

/**
 * Each further occurrence counts for less; all together count at most `saturation` + 1 times the first. `length` is how much
 * the length of a field counts, from 0 to 1. Both values are usual for BM25.
 */
const constants = { saturation: 1.2, length: 0.7 } as const
const fieldWeights = { title: 2, content: 1 } as const

/** Takes turns. */
export async function scoresOf(
  edition: Edition,
  words: readonly MatchedWord[],
  work = new Work(visibleIn(edition)),
): Promise<Scores> {
  const { workspace } = edition
  const visible = visibleIn(edition)
  const scores = new Float64Array(workspace.posts)
  const weighted = await weightedWords(edition, words, work)
  if (weighted.length === 0) return scores
  const frequencies = new Frequencies(visible, portionsOf(edition))
  work.note(visible)
  const newest = workspace.posts - 1
  for (const { lists, posts, times } of weighted) {
    for (const { range, weight } of lists) {
      frequencies.add(workspace.search.lists(range), weight)
      work.note(workspace.search.bytes(range))
      if (work.isDue) await work.turn()
    }
    const rarity = times * Math.log(1 + (visible - posts + 0.5) / (posts + 0.5))
    const { saturation } = constants
    frequencies.take((entry, frequency) => {
      scores[newest - entry]! += (rarity * frequency * (saturation + 1)) / (frequency + saturation)
    })
    work.note(posts)
    if (work.isDue) await work.turn()
  }
  return scores
}

/**
 * Best first; equal scores in list order. The array passed in is left in an undefined order. Takes turns.
 * @param posts in list order
 */
export async function byRelevance(posts: Uint32Array<ArrayBuffer>, scores: Scores): Promise<Uint32Array> {
  const scoreAt = (index: number) => scores[ranked[index]!]!
  const ranked = await sorted(posts, (a, b) => scores[b]! - scores[a]! || a - b)
  for (let from = 0, to = 1; from < ranked.length; from = to++) {
    while (to < ranked.length && areEqual(scoreAt(to - 1), scoreAt(to))) to++
    ranked.subarray(from, to).sort()
  }
  return ranked
}

/** Except for rounding, about 10^-16 of a score: sums depend on the order of the words. */
function areEqual(score: number, next: number): boolean {
  return score - next <= 1e-12 * score
}

/** By edition: they depend only on its visible posts. */
const known = new WeakMap<Edition, Portions>()

function portionsOf(edition: Edition): Portions {
  const portions = known.get(edition) ?? makePortions(edition)
  known.set(edition, portions)
  return portions
}

function makePortions(edition: Edition): Portions {
  const { titleLengths, contentLengths } = edition.workspace.search
  return [
    fieldPortions(titleLengths, edition.first, fieldWeights.title),
    fieldPortions(contentLengths, edition.first, fieldWeights.content),
  ]
}

/** What an occurrence counts in one field of each visible post, by entry. */
function fieldPortions(lengths: Uint32Array, first: PostNumber, weight: number): Float64Array {
  const visible = lengths.length - first
  let sum = 0
  for (let post = first; post < lengths.length; post++) sum += lengths[post]!
  const portions = new Float64Array(visible)
  for (let entry = 0; entry < visible; entry++) {
    const relative = (lengths[lengths.length - 1 - entry]! * visible) / sum
    portions[entry] = weight / (1 - constants.length + constants.length * relative)
  }
  return portions
}
