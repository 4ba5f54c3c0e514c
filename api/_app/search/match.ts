// The visible posts that have every word: lists of post numbers intersected, the shortest first.
import { Candidates } from '../../../snapshot/search/candidates.ts'
import type { SearchIndex, TermRange } from '../../../snapshot/search/read.ts'
import type { Edition } from '../listing/edition.ts'
import { type MatchedWord, rangeOf, rangesOf } from './lookup.ts'
import type { SearchTerm } from './parse.ts'
import { standTogether } from './phrase.ts'

/** Ascending; none when there is no word. */
export function postsWith(edition: Edition, words: readonly MatchedWord[]): Uint32Array {
  if (words.length === 0) return new Uint32Array(0)
  const { workspace, first } = edition
  const index = workspace.search
  const candidates = new Candidates(workspace.posts, first)
  for (const ranges of shortestFirst(index, alternativesOf(index, words))) {
    if (candidates.count === 0) break
    candidates.keep(listsOf(index, ranges))
  }
  const phrases = words.map(({ terms }) => terms).filter(({ length }) => length > 1)
  return standTogether(index, phrases, candidates.numbers())
}

/**
 * For each thing that a post must have the terms that it may have for it. A word that another one implies is left
 * out: what has "stream" has a word that begins with "s". So no list is read twice, however many beginnings of one
 * word a query names.
 */
function alternativesOf(index: SearchIndex, words: readonly MatchedWord[]): TermRange[][] {
  const wanted: SearchTerm[] = []
  const alternatives: TermRange[][] = []
  for (const word of words) {
    if (word.instead) alternatives.push(rangesOf(index, word))
    else wanted.push(...word.terms)
  }
  for (const term of wanted) if (!isImplied(term, wanted)) alternatives.push([rangeOf(index, term)])
  return alternatives
}

function isImplied(term: SearchTerm, wanted: readonly SearchTerm[]): boolean {
  return wanted.some((other) => {
    if (other === term) return false
    const isSame = other.term === term.term && other.prefix === term.prefix
    return isSame
      ? wanted.indexOf(other) < wanted.indexOf(term)
      : term.prefix && other.term.startsWith(term.term)
  })
}

function shortestFirst(index: SearchIndex, alternatives: TermRange[][]): TermRange[][] {
  const bytesOf = (ranges: TermRange[]) => ranges.reduce((sum, range) => sum + index.bytes(range), 0)
  const measured = alternatives.map((ranges) => ({ ranges, bytes: bytesOf(ranges) }))
  return measured.sort((a, b) => a.bytes - b.bytes).map(({ ranges }) => ranges)
}

function* listsOf(index: SearchIndex, ranges: readonly TermRange[]): Generator<Uint8Array> {
  for (const range of ranges) yield* index.lists(range)
}
