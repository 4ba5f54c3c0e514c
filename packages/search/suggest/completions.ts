// The last word of a query, completed as posts write it: frequent words first, except those that are everywhere; after other
// words, those that occur with them.
import { fold } from '../basics/fold.ts'
import { leastPosts } from '../index/suggestible.ts'
import type { Place } from '../index/word-list.ts'
import type { Searched } from '../query/searched.ts'
import { lookUpSteps, type Work } from '../query/work.ts'
import type { Token } from '../text/tokenize.ts'
import { occurringWith } from './together.ts'
import { wordsOf } from './visible-words.ts'

/** A query, and the words in it: at least one. */
export interface Typed {
  text: string
  tokens: readonly Token[]
  most: number
}

/** The number of words that are tried for whether they occur with the words before. */
const maxCandidates = 48

/** The text with its last word completed, best first; without words that it has already. */
export async function completions(
  searched: Searched,
  { text, tokens, most }: Typed,
  work: Work,
): Promise<string[]> {
  const last = tokens.at(-1)!
  // Together with symbols at its end: `c+` may become `c++`, and after `"rate"` nothing is to be completed.
  const beginning = fold(text.slice(last.start))
  const { index } = searched
  const words = wordsOf(searched)
  const before = [...new Set(tokens.slice(0, -1).map(({ term }) => term))]
  // One may be what has been typed.
  const wanted = before.length === 0 ? most + 1 : maxCandidates
  const classes = await words.byClass(index.beginning(beginning), wanted, work.turn)
  const candidates = bestFirst(classes, searched.visible, wanted)
  work.note(lookUpSteps * (classes.length + candidates.length))
  if (candidates.length === 0) return []
  const found =
    before.length === 0 ? candidates : await occurringWith(searched, { before, words, candidates }, work)
  const completed: string[] = []
  for (const place of found) {
    const { term } = index.term(words.line(place))
    const one = text.slice(0, last.start) + words.spelling(place, term)
    if (one !== text && !before.includes(term)) completed.push(one)
    if (completed.length === most) break
  }
  return completed
}

/**
 * Words that a third of the posts have first: a word in all posts says nothing about any of them, and a rare one is rarely
 * meant. Equally telling ones are in the order of the dictionary.
 */
function bestFirst(classes: readonly Place[][], visible: number, most: number): Place[] {
  const found: Place[] = []
  for (const one of classesInOrder(classes.length, visible)) {
    if (found.length >= most) break
    found.push(...classes[one]!.slice(0, most - found.length))
  }
  return found
}

function classesInOrder(count: number, visible: number): number[] {
  const classes = Array.from({ length: count }, (_, one) => {
    const share = leastPosts(one) / visible
    return { one, telling: -share * Math.log(share) }
  })
  return classes.sort((a, b) => b.telling - a.telling || b.one - a.one).map(({ one }) => one)
}
