// Spelling slips, where no visible post has all words of a query: the words that no post has by themselves are looked
// for by terms a few letters away.
import { isCjk } from '../../../snapshot/search/runs.ts'
import type { Edition } from '../listing/edition.ts'
import { countVisible, type MatchedWord, rangesOf } from './lookup.ts'
import type { SearchWord } from './parse.ts'

/** How many words of a query are forgiven, and how many words a client is told of. */
const maxSlips = 4
const maxTold = 8

/** Fewest letters of a word in which so many edits are forgiven. */
const lengths = [
  { letters: 8, edits: 2 },
  { letters: 4, edits: 1 },
] as const

/** How many edits may make another word of this one: none in what has digits or signs, was quoted, or is CJK. */
export function editsIn({ terms: [{ term }], quoted }: SearchWord): number {
  if (quoted || !/^[\p{L}\p{M}]+$/u.test(term) || isCjk(term)) return 0
  const letters = term.match(/\p{L}/gu)!.length
  return lengths.find((row) => letters >= row.letters)?.edits ?? 0
}

/** The words with others in place of those that no visible post has; `undefined` where that is not to be forgiven. */
export function correct(edition: Edition, words: readonly SearchWord[]): MatchedWord[] | undefined {
  const slips = new Set<SearchWord>()
  for (const word of words) {
    if (occurs(edition, word)) continue
    if (editsIn(word) === 0 || slips.size === maxSlips) return undefined
    slips.add(word)
  }
  if (slips.size === 0) return undefined
  const corrected = words.map((word) => {
    return slips.has(word) ? { ...word, instead: alternativesTo(edition, word) } : word
  })
  return corrected.some(({ instead }: MatchedWord) => instead?.length === 0) ? undefined : corrected
}

/** What stands in place of misspelt words: the best of each, then the second best of each, and so on. */
export function correctionsOf(words: readonly MatchedWord[]): string[] {
  const lists = words.flatMap(({ instead }) => (instead ? [instead] : []))
  const longest = Math.max(0, ...lists.map((list) => list.length))
  const ranked = Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list[place] ?? []))
  return [...new Set(ranked.flat())].slice(0, maxTold)
}

/** Whether visible posts have each of its terms. */
function occurs(edition: Edition, word: SearchWord): boolean {
  const ranges = rangesOf(edition.workspace.search, word)
  return ranges.every((range) => countVisible(edition, [range], 0) > 0)
}

/** Nearest first, then the most frequent, then by code point, as the dictionary has them. */
function alternativesTo(edition: Edition, word: SearchWord): string[] {
  return edition.workspace.search
    .similar(word.terms[0].term, editsIn(word))
    .map((similar) => ({ ...similar, count: countVisible(edition, [similar], Infinity) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => a.edits - b.edits || b.count - a.count)
    .map(({ term }) => term)
}
