// Best match first: BM25F. A word counts for more the fewer posts have it, and the more often it occurs in a post relative
// to the length of the title or text it occurs in; a title counts twice. All figures are of visible posts only.
// A shortcut is in it: `byRelevance` (docs/design/shortcuts.md).

import type { Pause } from '../basics/pause.ts'
import { sortedNumbers } from '../basics/sort.ts'
import { Frequencies, type PostFrequencies } from '../index/frequencies.ts'
import type { Entry } from '../index/open.ts'
import type { MatchedWord } from './lookup.ts'
import type { Searched } from './searched.ts'
import { weightedWords, wholeWeight } from './weighted-words.ts'
import type { Work } from './work.ts'

/** The scores by post number; 0 for posts that match only by beginnings too frequent to be scored. */
export type Scores = Float64Array

/**
 * Each further occurrence counts for less; all together count at most `saturation` + 1 times the first. `length` is how much
 * the length of a field counts, from 0 to 1. Both values are usual for BM25.
 */
const constants = { saturation: 1.2, length: 0.7 } as const
const fieldWeights = { title: 2, content: 1 } as const

/** The number of frequencies that are set to 0 rather than one more post scored. */
const zeroesPerScore = 16

/**
 * Returns the scores of posts by number. Takes turns.
 * @param posts whose scores are needed; the others' may lack words
 */
export async function scoresOf(
  searched: Searched,
  words: readonly MatchedWord[],
  work: Work,
  posts?: Uint32Array,
): Promise<Scores> {
  const { index, posts: all, visible } = searched
  const scores = new Float64Array(all)
  const weighted = await weightedWords(searched, words, work)
  if (weighted.length === 0) return scores
  const frequencies = new Frequencies(visible)
  const fields = lengthsIn(searched)
  const needed = posts && entriesOf(posts, all - 1)
  work.note(visible)
  for (const { lists, posts, times } of weighted) {
    for (const { range, weight } of lists) {
      frequencies.add(index.lists(range), weight)
      work.note(index.bytes(range))
      if (work.isDue) await work.pause()
    }
    const rarity = times * Math.log(1 + (visible - posts + 0.5) / (posts + 0.5))
    const found = frequencies.take()
    if (needed && needed.length + visible / zeroesPerScore < found.entries.length) {
      addScores(found, needed, rarity, fields, scores)
      found.titles.fill(0)
      found.texts.fill(0)
    } else addScores(found, found.entries, rarity, fields, scores)
    work.note(posts)
    if (work.isDue) await work.pause()
  }
  return scores
}

// The loops are functions of their own, and call none: V8 compiles those soonest, and the first search waits for it (the bench's row
// `search`).

function entriesOf(posts: Uint32Array, newest: Entry): Uint32Array {
  const entries = new Uint32Array(posts.length)
  for (let i = 0; i < entries.length; i++) entries[i] = newest - posts[i]!
  return entries
}

/** Takes the frequencies of these entries out. */
function addScores(
  { titles, texts }: PostFrequencies,
  entries: Uint32Array,
  rarity: number,
  fields: FieldLengths,
  scores: Scores,
): void {
  const { titleLengths, contentLengths, leastOfTitle, perTitleWord, leastOfText, perTextWord } = fields
  const newest = scores.length - 1
  const { saturation } = constants
  const most = rarity * (saturation + 1)
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i]!
    const title = titles[entry]!
    const text = texts[entry]!
    if ((title | text) === 0) continue
    titles[entry] = 0
    texts[entry] = 0
    const post = newest - entry
    let frequency = text / (leastOfText + perTextWord * contentLengths[post]!)
    if (title > 0) frequency += title / (leastOfTitle + perTitleWord * titleLengths[post]!)
    scores[post]! += (most * frequency) / (frequency + saturation)
  }
}

/**
 * Sorts posts best first; equal scores stay in list order. Takes turns.
 * @param posts in list order
 */
export async function byRelevance(posts: Uint32Array, scores: Scores, turn: Pause): Promise<Uint32Array> {
  const { length } = posts
  // These numbers have the bits of a score, the lowest of
  // which give way to the place in the list, the first of equal ones being the highest.
  const places = 2 ** Math.ceil(Math.log2(length)) - 1
  const keys = new Float64Array(length)
  packKeys(posts, scores, places, keys)
  const sorted = await sortedNumbers(keys, turn)
  const ranked = new Uint32Array(length)
  const close = new Uint32Array(length)
  const count = rank(sorted, posts, places, ranked, close)
  sortClose(ranked, close.subarray(0, count), scores, (places + 1) / 2 ** 51)
  return ranked
}

/** The halves of a 64-bit number: the order of its bytes is the machine's. */
const high = new Uint8Array(Uint32Array.of(1).buffer)[0]
const low = 1 - high!

/** Numbers places in reverse: of equal scores, the first in the list has the highest key. */
function packKeys(posts: Uint32Array, scores: Scores, places: number, keys: Float64Array): void {
  const from = halvesOf(scores)
  const to = halvesOf(keys)
  for (let i = 0; i < posts.length; i++) {
    const at = 2 * posts[i]!
    to[2 * i + high!] = from[at + high!]!
    to[2 * i + low] = (from[at + low]! & ~places) | (places - i)
  }
}

/**
 * Ranks the posts, the highest key first.
 * @param close is set to the ranks whose score may be equal to the one before, or higher
 * @returns the number of these ranks
 */
function rank(
  keys: Float64Array,
  posts: Uint32Array,
  places: number,
  ranked: Uint32Array,
  close: Uint32Array,
): number {
  const halves = halvesOf(keys)
  // The first 31 bits of scores this close differ by one at most; there are fewer if places take up more.
  const shift = Math.max(21, 32 - Math.clz32(places))
  let count = 0
  let before = 0x7fffffff
  let finerBefore = 0
  for (let i = 0, at = halves.length - 2; at >= 0; i++, at -= 2) {
    const score = halves[at + high!]!
    const rest = halves[at + low]!
    const finer = (score << (32 - shift)) | (rest >>> shift)
    ranked[i] = posts[places - (rest & places)]!
    if (before - score <= 1 && ((finerBefore - finer) | 0) <= 1) close[count++] = i
    before = score
    finerBefore = finer
  }
  return count
}

/** Returns signed numbers: those from 2^31 on would cost an allocation each until the code is optimised. */
function halvesOf(numbers: Float64Array): Int32Array {
  return new Int32Array(numbers.buffer, numbers.byteOffset, 2 * numbers.length)
}

/**
 * Sorts posts by score where the keys do not tell them apart, then puts equal scores in list order.
 * @param precision of the keys, as a share of a score
 */
function sortClose(ranked: Uint32Array, close: Uint32Array, scores: Scores, precision: number): void {
  const areAlike = (score: number, next: number) => Math.abs(score - next) <= precision * score
  for (let i = 0; i < close.length; ) {
    const from = close[i]! - 1
    let to = from + 1
    for (; close[i] === to; i++) to++
    const part = ranked.subarray(from, to)
    sortRuns(
      part,
      (a, b) => areAlike(scores[a]!, scores[b]!),
      (a, b) => scores[b]! - scores[a]!,
    )
    sortRuns(
      part,
      (a, b) => areEqual(scores[a]!, scores[b]!),
      (a, b) => a - b,
    )
  }
}

/** Sorts each run of neighbours that belong together, unless it is sorted. */
function sortRuns(
  ranked: Uint32Array,
  areTogether: (post: number, next: number) => boolean,
  compare: (post: number, next: number) => number,
): void {
  const { length } = ranked
  let isSorted = true
  for (let from = 0, to = 1; to <= length; to++) {
    if (to < length && areTogether(ranked[to - 1]!, ranked[to]!)) {
      if (compare(ranked[to - 1]!, ranked[to]!) > 0) isSorted = false
      continue
    }
    if (!isSorted) ranked.subarray(from, to).sort(compare)
    from = to
    isSorted = true
  }
}

/** Tells whether scores are equal except for rounding, about 10^-16 of a score: sums depend on the order of the words. */
function areEqual(score: number, next: number): boolean {
  return score - next <= 1e-12 * score
}

/** The lengths of titles and texts by post, and the divisors of occurrences in them: the least, and the part per word. */
interface FieldLengths {
  titleLengths: Uint32Array
  contentLengths: Uint32Array
  leastOfTitle: number
  perTitleWord: number
  leastOfText: number
  perTextWord: number
}

/** They depend only on its visible posts. */
const known = new WeakMap<Searched, FieldLengths>()

function lengthsIn(searched: Searched): FieldLengths {
  const lengths = known.get(searched) ?? makeLengths(searched)
  known.set(searched, lengths)
  return lengths
}

function makeLengths({ index, posts, visible }: Searched): FieldLengths {
  const { titleLengths, contentLengths } = index
  let titleWords = 0
  let contentWords = 0
  for (let post = posts - visible; post < posts; post++) {
    titleWords += titleLengths[post]!
    contentWords += contentLengths[post]!
  }
  // An average is never 0, even if the posts have nothing but symbols.
  const average = (words: number) => (words || 1) / visible
  const [inTitle, inText] = [wholeWeight / fieldWeights.title, wholeWeight / fieldWeights.content]
  return {
    titleLengths,
    contentLengths,
    leastOfTitle: inTitle * (1 - constants.length),
    perTitleWord: (inTitle * constants.length) / average(titleWords),
    leastOfText: inText * (1 - constants.length),
    perTextWord: (inText * constants.length) / average(contentWords),
  }
}
