// Quoted words stand together: the positions of one term after the other compared.
import type { SearchIndex, TermRange } from '../../../snapshot/search/read.ts'
import { rangeOf } from './lookup.ts'
import type { SearchTerm } from './parse.ts'

/**
 * The posts in whose title, or in whose text, the terms stand at their distances from each other.
 * @param posts those that have each of the terms, ascending
 */
export function standTogether(
  index: SearchIndex,
  terms: readonly SearchTerm[],
  posts: Uint32Array,
): Uint32Array {
  let left = posts
  let starts: Starts | undefined
  for (const { range, offsets } of rarestFirst(index, terms)) {
    if (left.length === 0) break
    starts = narrowed(starts, placesOf(index, range, left), offsets)
    left = left.filter((post) => fields.some((field) => starts?.has(keyOf(post, field))))
  }
  return left
}

const fields = ['title', 'content'] as const

/** By post and field: the positions, ascending, at which the phrase can begin. */
type Starts = Map<number, readonly number[]>

function keyOf(post: number, field: (typeof fields)[number]): number {
  return 2 * post + fields.indexOf(field)
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

/** Where the terms of a range stand in the posts, ascending. */
function placesOf(index: SearchIndex, range: TermRange, posts: Uint32Array): Starts {
  const marks = new Uint8Array(posts.at(-1)! + 1)
  for (const post of posts) marks[post] = 1
  const places: Starts = new Map()
  for (const { post, field, positions } of index.occurrences(range, (one) => marks[one] === 1)) {
    const key = keyOf(post, field)
    const known = places.get(key)
    places.set(key, known ? [...known, ...positions].sort((a, b) => a - b) : [...positions])
  }
  return places
}

function narrowed(before: Starts | undefined, places: Starts, offsets: readonly number[]): Starts {
  const after: Starts = new Map()
  for (const [key, positions] of places) {
    const starts = before ? before.get(key) : positions.map((position) => position - offsets[0]!)
    const kept = offsets.reduce((left, offset) => withTermAt(left, positions, offset), starts ?? [])
    if (kept.length > 0) after.set(key, kept)
  }
  return after
}

/** Those of the starts behind which, so many words on, there is one of the positions; both ascending. */
function withTermAt(
  starts: readonly number[],
  positions: readonly number[],
  offset: number,
): readonly number[] {
  let i = 0
  return starts.filter((start) => {
    while (i < positions.length && positions[i]! < start + offset) i++
    return positions[i] === start + offset
  })
}
