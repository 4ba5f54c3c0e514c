// Spelling slips, where no visible post has all words of a query: the words that no post has by themselves are looked
// for by terms a few letters away.
import { Candidates } from '../../../snapshot/search/candidates.ts'
import type { SearchIndex, TermRange } from '../../../snapshot/search/read.ts'
import { isCjk } from '../../../snapshot/search/runs.ts'
import type { PostNumber } from '../../../snapshot/types.ts'
import type { Edition } from '../listing/edition.ts'
import { type MatchedWord, rangesOf } from './lookup.ts'
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
  const index = edition.workspace.search
  const occurs = (range: TermRange) => isVisible(index, range, edition.first)
  const slips = words.filter((word) => !rangesOf(index, word).every(occurs))
  if (slips.length === 0 || slips.length > maxSlips || slips.some((word) => editsIn(word) === 0))
    return undefined
  const corrected: MatchedWord[] = []
  for (const word of words) {
    const instead = slips.includes(word) ? alternativesTo(edition, word) : undefined
    if (instead?.length === 0) return undefined
    corrected.push(instead ? { ...word, instead } : word)
  }
  return corrected
}

/** What stands in place of misspelt words: the best of each, then the second best of each, and so on. */
export function correctionsOf(words: readonly MatchedWord[]): string[] {
  const lists = words.flatMap(({ instead }) => (instead ? [instead] : []))
  const longest = Math.max(0, ...lists.map((list) => list.length))
  const ranked = Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list[place] ?? []))
  return [...new Set(ranked.flat())].slice(0, maxTold)
}

/** Nearest first, then the one that most visible posts have, then by code point, as the dictionary has them. */
function alternativesTo(edition: Edition, word: SearchWord): string[] {
  return edition.workspace.search
    .similar(word.terms[0].term, editsIn(word))
    .map((similar) => ({ ...similar, posts: postCount(edition, similar) }))
    .filter(({ posts }) => posts > 0)
    .sort((a, b) => a.edits - b.edits || b.posts - a.posts)
    .map(({ term }) => term)
}

/** Whether a visible post has one of the terms. */
function isVisible(index: SearchIndex, range: TermRange, first: PostNumber): boolean {
  for (const { title, content } of index.postings(range)) {
    if ((title.posts.at(-1) ?? -1) >= first || (content.posts.at(-1) ?? -1) >= first) return true
  }
  return false
}

/** How many visible posts have one of the terms. */
function postCount({ workspace, first }: Edition, range: TermRange): number {
  const posts = new Candidates(workspace.posts, first)
  posts.keep(workspace.search.lists(range))
  return posts.count
}
