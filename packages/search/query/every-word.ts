// The visible posts that have every word: their posting lists are intersected, the shortest first. The cost of a word is
// bounded by the number of posts, however many words begin with it.
import { Candidates } from '../index/candidates.ts'
import type { SearchIndex } from '../index/open.ts'
import { type MatchedWord, numbersOf, rangeOf, type Sought, soughtBy } from './lookup.ts'
import { postsWithPhrases } from './phrase.ts'
import { planOf } from './phrase-plan.ts'
import type { Searched } from './searched.ts'
import { lookUpSteps, type Work } from './work.ts'

/** Post numbers, ascending; none if there is no word. */
export async function postsWith(
  searched: Searched,
  words: readonly MatchedWord[],
  work: Work,
): Promise<Uint32Array> {
  if (words.length === 0) return new Uint32Array(0)
  const phrases = words.filter(({ terms }) => terms.length > 1).map(({ terms }) => planOf(terms))
  const singles = words.filter(({ terms }) => terms.length === 1)
  const required = [...phrases.flatMap((phrase) => phrase.required), ...singles.map(soughtBy)]
  const candidates = new Candidates(searched.visible)
  for (const { sources, bytes } of await sourcesOf(searched.index, distinct(required), work)) {
    if (candidates.count === 0) break
    for (const source of sources) {
      if (candidates.areAllMarked) break
      if (source.bits) candidates.markBits(source.bits)
      else candidates.markLists(source.lists)
    }
    candidates.keepMarked()
    work.note(bytes + candidates.count)
    if (work.isDue) await work.pause()
  }
  if (phrases.length === 0) return candidates.numbers(searched.posts - 1)
  const entries = await postsWithPhrases(searched, phrases, candidates.entries(), work)
  return numbersOf(searched, entries)
}

/**
 * Leaves out words that another one implies: a post that has "stream" has a word that begins with "s". So no list is read
 * twice, however many beginnings of one word a query contains.
 */
function distinct(required: readonly (readonly Sought[])[]): (readonly Sought[])[] {
  const implied = new Set(required.flatMap((sought) => (sought.length === 1 ? impliedBy(sought[0]!) : [])))
  const known = new Set<string>()
  return required.filter((sought) => {
    if (sought.length === 1 && sought[0]!.prefix && implied.has(sought[0]!.term)) return false
    const key = sought.map(({ term, prefix }) => `${term}${prefix ? '*' : ''}`).join()
    return !known.has(key) && known.add(key)
  })
}

/** The beginnings of a word that is searched for; shorter than itself if it is a prefix. */
function impliedBy({ term, prefix }: Sought): string[] {
  const longest = prefix ? term.length - 1 : term.length
  return Array.from({ length: longest }, (_, i) => term.slice(0, i + 1))
}

/** Finds the visible posts that have any of the sought terms. */
export function postsWithAny(searched: Searched, sought: readonly Sought[], work: Work): Candidates {
  const found = new Candidates(searched.visible)
  for (const one of sought) {
    const { bits, lists, bytes } = sourceOf(searched.index, one)
    if (bits) found.markBits(bits)
    else found.markLists(lists)
    work.note(lookUpSteps + bytes)
  }
  found.keepMarked()
  return found
}

interface Source {
  /** The posts as bits; if they are known, the lists are not read. */
  bits?: Uint8Array | undefined
  lists: Iterable<Uint8Array>
  bytes: number
}

/** Returns the sources of each word: first the cheapest to read, so that a word that no post has ends the search. */
async function sourcesOf(index: SearchIndex, required: readonly (readonly Sought[])[], work: Work) {
  const words: { sources: Source[]; bytes: number }[] = []
  for (const sought of required) {
    const sources = sought.map((one) => sourceOf(index, one))
    words.push({ sources, bytes: sources.reduce((sum, { bytes }) => sum + bytes, 0) })
    work.note(sought.length * lookUpSteps)
    if (work.isDue) await work.pause()
  }
  return words.sort((a, b) => a.bytes - b.bytes)
}

function sourceOf(index: SearchIndex, sought: Sought): Source {
  const bits = index.bits(sought.term, sought.prefix)
  if (bits) return { bits, lists: [], bytes: bits.length }
  const range = rangeOf(index, sought)
  return { lists: index.lists(range), bytes: index.bytes(range) }
}
