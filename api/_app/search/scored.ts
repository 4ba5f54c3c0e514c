// Which words of a query are scored: the rarest, as many as have few postings; of the others, those that have few when
// nothing is found by their beginning. What is left only filters.
import type { FieldPostings, TermPostings } from '../../../snapshot/search/postings.ts'
import type { SearchIndex, TermRange } from '../../../snapshot/search/read.ts'
import type { PostNumber } from '../../../snapshot/types.ts'
import type { Edition } from '../listing/edition.ts'
import { countVisible, type MatchedWord, rangeOf, rangesOf } from './lookup.ts'
import { editsIn } from './spelling.ts'

/** MiniSearch takes some 8 µs for each. */
export const maxPostings = 5_000

/** A word, or one of a phrase's, as MiniSearch is asked for it. */
interface ScoredWord {
  term: string
  prefix: boolean
  /** How far away the terms may be that are found instead, where it was misspelt. */
  edits: number
  /** How often the query says it. */
  times: number
}

export interface Scored extends ScoredWord {
  /** Of all terms it is found by: visible posts only. */
  postings: TermPostings[]
}

interface RangedWord extends ScoredWord {
  ranges: TermRange[]
}

/** Their postings are at most `maxPostings` together. */
export function scoredWords(edition: Edition, words: readonly MatchedWord[]): Scored[] {
  const index = edition.workspace.search
  const known = new Map<string, RangedWord>()
  for (const word of words.flatMap((one) => partsOf(index, one))) {
    const key = `${word.term} ${word.prefix}`
    known.set(key, { ...word, times: word.times + (known.get(key)?.times ?? 0) })
  }
  const all = [...known.values()]
  const room = { left: maxPostings }
  const asAsked = fitting(edition, all, room)
  const beginnings = all.filter((word) => word.prefix && !asAsked.includes(word))
  const exact = beginnings.map((word) => ({ ...word, prefix: false, ranges: [index.exact(word.term)] }))
  return [...asAsked, ...fitting(edition, exact, room)].map(({ ranges, ...word }) => {
    return { ...word, postings: visiblePostings(index, ranges, edition.first) }
  })
}

/** From the rarest on those whose postings there is room for. */
function fitting(edition: Edition, words: readonly RangedWord[], room: { left: number }): RangedWord[] {
  const counted = words.map((word) => ({ word, count: countVisible(edition, word.ranges, maxPostings) }))
  const fits = counted
    .sort((a, b) => a.count - b.count)
    .filter(({ count }) => {
      const isRoom = count <= room.left
      if (isRoom) room.left -= count
      return isRoom
    })
  return fits.map(({ word }) => word)
}

function partsOf(index: SearchIndex, word: MatchedWord): RangedWord[] {
  const { terms, times, instead } = word
  if (instead) {
    const [{ term }] = terms
    return [{ term, prefix: false, edits: editsIn(word), times, ranges: rangesOf(index, word) }]
  }
  return terms.map((one) => {
    return { term: one.term, prefix: one.prefix, edits: 0, times, ranges: [rangeOf(index, one)] }
  })
}

function visiblePostings(
  index: SearchIndex,
  ranges: readonly TermRange[],
  first: PostNumber,
): TermPostings[] {
  return ranges.flatMap((range) =>
    Array.from(index.postings(range), ({ term, title, content }) => {
      return { term, title: visible(title, first), content: visible(content, first) }
    }),
  )
}

function visible({ posts, frequencies }: FieldPostings, first: PostNumber): FieldPostings {
  let hidden = 0
  while (hidden < posts.length && posts[hidden]! < first) hidden++
  return { posts: posts.subarray(hidden), frequencies: frequencies.subarray(hidden) }
}
