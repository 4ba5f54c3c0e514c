// What a query is scored by: for each of its words the lists of all that it is found by, and how many posts have any.
import { Candidates } from '../../../snapshot/search/candidates.ts'
import { editsBetween } from '../../../snapshot/search/edits.ts'
import type { TermRange } from '../../../snapshot/search/read.ts'
import type { Edition } from '../listing/edition.ts'
import { countVisible, type MatchedWord, type Sought, soughtBy, visibleIn } from './lookup.ts'
import { markPosts } from './match.ts'
import type { Work } from './work.ts'

/** Next to the word itself; docs/search.md says what each brings. */
const weights = {
  /** Another form of it. */
  form: 0.8,
  /** What only begins so. */
  beginning: 0.375,
  /** What stands in place of a misspelt word, by the letters that are wrong. */
  slips: [1, 0.9, 0.45],
} as const

/**
 * How many posts the words may have together, each word's counted: of more words than that the most frequent are not
 * scored. It takes some nanoseconds for each post, and a sentence always fits.
 */
const mostPosts = { least: 200_000, perPost: 15 } as const

/** Beginnings that more of the visible posts have tell hardly anything, and there may be very many of them. */
const fewBeginnings = { least: 512, perPost: 0.25 } as const

interface WeighedLists {
  range: TermRange
  /** What an occurrence counts. */
  weight: number
}

export interface ScoredWord {
  lists: readonly WeighedLists[]
  /** How many visible posts the word finds, among them those that have no more than a beginning that is not in the lists. */
  posts: number
  /** How often the query says it. */
  times: number
}

interface Part {
  /** Posts with any of these are found. */
  sought: readonly Sought[]
  weighed: readonly { sought: Sought; weight: number }[]
  times: number
}

/** From the rarest on those that there is room for; equally frequent ones in the order of the query. Takes turns. */
export async function scoredWords(
  edition: Edition,
  words: readonly MatchedWord[],
  work: Work,
): Promise<ScoredWord[]> {
  const parts: (Part & { posts: number })[] = []
  for (const part of distinct(words.flatMap(partsOf))) {
    const posts = postsWithAny(edition, part.sought, work)
    if (posts > 0) parts.push({ ...part, posts })
    if (work.isDue) await work.turn()
  }
  const visible = visibleIn(edition)
  let room = Math.max(mostPosts.least, mostPosts.perPost * visible)
  const scored: ScoredWord[] = []
  for (const { weighed, posts, times } of parts.sort((a, b) => a.posts - b.posts)) {
    if (posts > room) break
    room -= posts
    const lists = weighed.flatMap((one) => listsOf(edition, one, weighed))
    scored.push({ lists, posts, times })
    if (work.isDue) await work.turn()
  }
  return scored
}

/** What is said twice is scored once, and counts twice. */
function distinct(parts: readonly Part[]): Part[] {
  const known = new Map<string, Part>()
  for (const part of parts) {
    const key = JSON.stringify(part.sought)
    known.set(key, { ...part, times: part.times + (known.get(key)?.times ?? 0) })
  }
  return [...known.values()]
}

function partsOf(word: MatchedWord): Part[] {
  const { terms, times, instead } = word
  if (instead === undefined) {
    if (terms.length === 1) return [wordAndForms(word)]
    return terms.map(({ term, prefix }) => {
      const sought = { term, prefix }
      return { sought: [sought], weighed: [{ sought, weight: 1 }], times }
    })
  }
  const [{ term }] = terms
  const weighed = soughtBy(word).map((sought) => {
    return { sought, weight: weights.slips[editsBetween(term, sought.term, 2)] ?? 0 }
  })
  return [{ sought: soughtBy(word), weighed, times }]
}

function wordAndForms(word: MatchedWord): Part {
  const { terms, times, forms = [] } = word
  const [{ term, prefix }] = terms
  const others = forms.map((form) => ({ sought: { term: form, prefix: false }, weight: weights.form }))
  return { sought: soughtBy(word), weighed: [{ sought: { term, prefix }, weight: 1 }, ...others], times }
}

/** A whole word, and what begins so where that is little: but for the other words, which count by themselves. */
function listsOf(
  edition: Edition,
  { sought, weight }: Part['weighed'][number],
  others: Part['weighed'],
): WeighedLists[] {
  const index = edition.workspace.search
  const whole = index.exact(sought.term)
  const lists = [{ range: whole, weight }]
  const most = Math.max(fewBeginnings.least, fewBeginnings.perPost * visibleIn(edition))
  if (!sought.prefix || countVisible(edition, [sought], most) > most) return lists
  const except = others.map((one) => index.exact(one.sought.term)).filter(({ from, to }) => from < to)
  const longer = without(index.beginning(sought.term), except)
  return [...lists, ...longer.map((range) => ({ range, weight: weight * weights.beginning }))]
}

/** What is left of a range between others, which may lie outside of it. */
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

/** How many visible posts have any of the terms. */
function postsWithAny(edition: Edition, sought: readonly Sought[], work: Work): number {
  const found = new Candidates(visibleIn(edition))
  markPosts(edition, sought, found, work)
  found.settle()
  return found.count
}
