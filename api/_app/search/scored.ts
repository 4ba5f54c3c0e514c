// Which words of a query are scored: the rarest, as many as have few postings; of the others, those that have few when
// nothing is found by their beginning. What is left only filters.
import type { TermPostings } from '../../../snapshot/search/postings.ts'
import { turn } from '../admission/turn.ts'
import type { Edition } from '../listing/edition.ts'
import { countVisible, type MatchedWord, rangeOf, type Sought, soughtBy, visibleIn } from './lookup.ts'
import { editsIn } from './spelling.ts'

/** MiniSearch takes some 8 µs for each. */
export const maxPostings = 2_000

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

interface SoughtWord extends ScoredWord {
  sought: readonly Sought[]
}

/** Their postings are at most `maxPostings` together. Takes turns. */
export async function scoredWords(edition: Edition, words: readonly MatchedWord[]): Promise<Scored[]> {
  const index = edition.workspace.search
  const visible = visibleIn(edition)
  const known = new Map<string, SoughtWord>()
  for (const word of words.flatMap(partsOf)) {
    const key = `${word.term} ${word.prefix}`
    known.set(key, { ...word, times: word.times + (known.get(key)?.times ?? 0) })
  }
  const all = [...known.values()]
  const room = { left: maxPostings }
  const asAsked = await fitting(edition, all, room)
  const beginnings = all.filter((word) => word.prefix && !asAsked.includes(word))
  const exact = beginnings.map((word) => {
    return { ...word, prefix: false, sought: [{ term: word.term, prefix: false }] }
  })
  const wholeWords = await fitting(edition, exact, room)
  return [...asAsked, ...wholeWords].map(({ sought, ...word }) => {
    const postings = sought.flatMap((one) => [...index.postings(rangeOf(index, one), visible)])
    return { ...word, postings }
  })
}

/** From the rarest on those whose postings there is room for. */
async function fitting(
  edition: Edition,
  words: readonly SoughtWord[],
  room: { left: number },
): Promise<SoughtWord[]> {
  const counted: { word: SoughtWord; count: number }[] = []
  for (const word of words) {
    counted.push({ word, count: countVisible(edition, word.sought, maxPostings) })
    const others = turn()
    if (others) await others
  }
  const fits = counted
    .sort((a, b) => a.count - b.count)
    .filter(({ count }) => {
      const isRoom = count <= room.left
      if (isRoom) room.left -= count
      return isRoom
    })
  return fits.map(({ word }) => word)
}

function partsOf(word: MatchedWord): SoughtWord[] {
  const { terms, times, instead } = word
  if (instead) {
    const [{ term }] = terms
    return [{ term, prefix: false, edits: editsIn(word), times, sought: soughtBy(word) }]
  }
  return terms.map(({ term, prefix }) => ({ term, prefix, edits: 0, times, sought: [{ term, prefix }] }))
}
