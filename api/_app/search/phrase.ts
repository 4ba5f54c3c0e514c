// Quoted words stand together: the places of one term after the other compared.
import { type Places, postsAt } from '../../../snapshot/search/places.ts'
import type { SearchIndex } from '../../../snapshot/search/read.ts'
import type { OpenWorkspace } from '../../../snapshot/snapshots.ts'
import { rangeOf } from './lookup.ts'
import type { SearchTerm } from './parse.ts'

/**
 * The posts in whose title, or in whose text, the terms stand at their distances from each other.
 * @param candidates those that have each of the terms, ascending
 */
export function standTogether(
  { search, posts }: OpenWorkspace,
  terms: readonly SearchTerm[],
  candidates: Uint32Array,
): Uint32Array {
  const [rarest, ...others] = rarestFirst(search, terms)
  if (rarest === undefined || candidates.length === 0) return candidates
  const [base = 0, ...more] = rarest.offsets
  const places = search.places(rarest.range, marked(candidates, posts))
  let starts = more.reduce((left, offset) => followed(left, places, offset - base), places)
  for (const { range, offsets } of others) {
    if (starts.length === 0) break
    const next = search.places(range, postsAt(starts, posts))
    starts = offsets.reduce((left, offset) => followed(left, next, offset - base), starts)
  }
  const marks = postsAt(starts, posts)
  return candidates.filter((post) => marks[post] === 1)
}

/** Each term once, with all its distances from the beginning: what is said often is read once. */
function rarestFirst(index: SearchIndex, terms: readonly SearchTerm[]) {
  const offsets = new Map<string, number[]>()
  for (const { term, offset } of terms) offsets.set(term, [...(offsets.get(term) ?? []), offset])
  return [...offsets]
    .map(([term, list]) => {
      const range = rangeOf(index, terms.find((one) => one.term === term)!)
      return { range, offsets: list, bytes: index.bytes(range) }
    })
    .sort((a, b) => a.bytes - b.bytes)
}

function marked(numbers: Uint32Array, posts: number): Uint8Array {
  const marks = new Uint8Array(posts)
  for (const number of numbers) marks[number] = 1
  return marks
}

/** Those of the starts from which, so many words on (or back), there is one of the places. */
function followed(starts: Places, places: Places, offset: number): Places {
  const kept = new Float64Array(starts.length)
  let count = 0
  for (let i = 0, j = 0; i < starts.length && j < places.length; ) {
    const wanted = starts[i]! + offset
    if (places[j]! < wanted) j++
    else {
      if (places[j] === wanted) kept[count++] = starts[i]!
      i++
    }
  }
  return kept.subarray(0, count)
}
