// Quoted words stand together: the places of one term after the other compared.
import { type Places, postAt } from '../../../snapshot/search/places.ts'
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
  let wanted = marked(candidates, posts)
  let starts: Places | undefined
  let base = 0
  for (const { range, offsets } of rarestFirst(search, terms)) {
    const places = search.places(range, wanted)
    if (starts === undefined) {
      starts = places
      base = offsets[0]!
    }
    for (const offset of offsets) starts = followed(starts, places, offset - base)
    wanted = postsAt(starts, posts)
    if (starts.length === 0) break
  }
  return candidates.filter((post) => wanted[post] === 1)
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

function postsAt(places: Places, posts: number): Uint8Array {
  const marks = new Uint8Array(posts)
  for (const place of places) marks[postAt(place, posts)] = 1
  return marks
}

/** Those of the starts from which, so many words on, there is one of the places. */
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
