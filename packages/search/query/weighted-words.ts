// The words by which a query is scored: for each, the posting lists of all that it matches, with weights, and how many
// posts have any of them.

import { editsBetween } from '../basics/edits.ts'
import type { TermRange } from '../index/open.ts'
import { postsWithAny } from './every-word.ts'
import { type MatchedWord, occursMoreThan, type Sought, soughtBy } from './lookup.ts'
import type { Searched } from './searched.ts'
import type { Work } from './work.ts'

/** The weight of the word itself. All weights are whole numbers, so that occurrences are added up fast. */
export const wholeWeight = 40

/** The README of this package says what each contributes. */
const weights = {
  /** Another form of the word. */
  form: 32,
  /** A longer word that begins with it. */
  beginning: 15,
  /** A correction, by the number of letters that are wrong. */
  corrections: [wholeWeight, 36, 18],
} as const

/**
 * The number of posts that the words may have in sum; if it is more, the most frequent words are not scored. Each takes some
 * nanoseconds, and a sentence always fits.
 */
const maxPosts = { least: 200_000, perPost: 15 } as const

/** A beginning that occurs in more titles and texts than this says hardly anything, and may have very many terms. */
const maxBeginnings = { least: 512, perPost: 0.25 } as const

interface WeightedLists {
  range: TermRange
  /** The weight of an occurrence. */
  weight: number
}

export interface WeightedWord {
  lists: readonly WeightedLists[]
  /** The number of visible posts that the word finds, including those with only a beginning that is not in the lists. */
  posts: number
  /** The number of times that the query contains it. */
  times: number
}

interface Part {
  /** Posts with any of these are found. */
  sought: readonly Sought[]
  weighted: readonly { sought: Sought; weight: number }[]
  times: number
  /** The number of visible posts that the word finds, if it is known. */
  posts?: number | undefined
}

/** Returns as many as there is room for, the rarest first; equally frequent ones in the order of the query. Takes turns. */
export async function weightedWords(
  searched: Searched,
  words: readonly MatchedWord[],
  work: Work,
): Promise<WeightedWord[]> {
  const parts: (Part & { posts: number })[] = []
  for (const part of distinct(words.flatMap(partsOf))) {
    const posts = part.posts ?? postsWithAny(searched, part.sought, work).count
    if (posts > 0) parts.push({ ...part, posts })
    if (work.isDue) await work.pause()
  }
  const visible = searched.visible
  let room = Math.max(maxPosts.least, maxPosts.perPost * visible)
  const found: WeightedWord[] = []
  for (const { weighted, posts, times } of parts.sort((a, b) => a.posts - b.posts)) {
    if (posts > room) break
    room -= posts
    const lists = weighted.flatMap((one) => listsOf(searched, one, weighted))
    found.push({ lists, posts, times })
    if (work.isDue) await work.pause()
  }
  return found
}

/** Merges repeated words: a word that a query contains twice is scored once, and counts twice. */
function distinct(parts: readonly Part[]): Part[] {
  const known = new Map<string, Part>()
  for (const part of parts) {
    const key = JSON.stringify(part.sought)
    known.set(key, { ...part, times: part.times + (known.get(key)?.times ?? 0) })
  }
  return [...known.values()]
}

function partsOf(word: MatchedWord): Part[] {
  const { terms, times, corrections } = word
  if (corrections === undefined) {
    if (terms.length === 1) return [wordAndForms(word)]
    return terms.map(({ term, prefix }) => {
      const sought = { term, prefix }
      return { sought: [sought], weighted: [{ sought, weight: wholeWeight }], times }
    })
  }
  const [{ term }] = terms
  const weighted = soughtBy(word).map((sought) => {
    return { sought, weight: weights.corrections[editsBetween(term, sought.term, 2)] ?? 0 }
  })
  return [{ sought: soughtBy(word), weighted, times, posts: word.posts }]
}

function wordAndForms(word: MatchedWord): Part {
  const { terms, times, forms = [] } = word
  const [{ term, prefix }] = terms
  const others = forms.map((form) => ({ sought: { term: form, prefix: false }, weight: weights.form }))
  const weighted = [{ sought: { term, prefix }, weight: wholeWeight }, ...others]
  return { sought: soughtBy(word), weighted, times, posts: word.posts }
}

/** A whole word, and the longer ones that begin with it unless too many; without `others`, which have weights of their own. */
function listsOf(
  searched: Searched,
  { sought, weight }: Part['weighted'][number],
  others: Part['weighted'],
): WeightedLists[] {
  const index = searched.index
  const whole = index.exact(sought.term)
  const lists = [{ range: whole, weight }]
  const most = Math.max(maxBeginnings.least, maxBeginnings.perPost * searched.visible)
  if (!sought.prefix || occursMoreThan(searched, sought, most)) return lists
  const except = others.map((one) => index.exact(one.sought.term))
  const longer = without(index.beginning(sought.term), except)
  return [...lists, ...longer.map((range) => ({ range, weight: weights.beginning }))]
}

/** A range without others, which may lie outside of it, or be empty. */
function without({ from, to }: TermRange, others: readonly TermRange[]): TermRange[] {
  const left: TermRange[] = []
  let next = from
  for (const other of [...others].sort((a, b) => a.from - b.from)) {
    if (other.from < next || other.from >= to) continue
    if (other.from > next) left.push({ from: next, to: other.from })
    next = other.to
  }
  return next < to ? [...left, { from: next, to }] : left
}
