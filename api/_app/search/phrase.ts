// Quoted words stand together: the places of their terms compared, post by post.
import { once } from '../../../snapshot/once.ts'
import type { Places, TermPlaces } from '../../../snapshot/search/places.ts'
import type { SearchIndex, TermRange } from '../../../snapshot/search/read.ts'
import type { PostNumber } from '../../../snapshot/types.ts'
import { rangeOf } from './lookup.ts'
import type { SearchTerm } from './parse.ts'

export type Phrase = readonly SearchTerm[]

/**
 * The posts that have each phrase: in their title, or in their text, its terms at their distances from each other.
 * Whatever the phrases, the lists of a term are read once.
 * @param candidates posts that have each of the terms, ascending
 */
export function standTogether(
  index: SearchIndex,
  phrases: readonly Phrase[],
  candidates: Uint32Array,
): Uint32Array {
  if (phrases.length === 0) return candidates
  const termsOf = termReader(index)
  const tests = phrases
    .map((phrase) => rarestFirst(index, phrase))
    .sort(([a], [b]) => a!.bytes - b!.bytes)
    .map((parts) => once(() => phraseTest(parts.map((part) => ({ ...part, ...termsOf(part.range) })))))
  return candidates.filter((post) => tests.every((test) => test()(post)))
}

interface Part {
  offset: number
  range: TermRange
  /** What the term's lists take. */
  bytes: number
}

function rarestFirst(index: SearchIndex, phrase: Phrase): Part[] {
  return phrase
    .map((term) => {
      const range = rangeOf(index, term)
      return { offset: term.offset, range, bytes: index.bytes(range) }
    })
    .sort((a, b) => a.bytes - b.bytes)
}

function termReader(index: SearchIndex): (range: TermRange) => TermPlaces {
  const known = new Map<string, TermPlaces>()
  return (range) => {
    const key = `${range.from} ${range.to}`
    const places = known.get(key) ?? index.places(range)
    known.set(key, places)
    return places
  }
}

/** Asked for posts in ascending order. */
function phraseTest(parts: readonly (Part & TermPlaces)[]): (post: PostNumber) => boolean {
  const inTitle = parts.map(({ offset, title }) => ({ offset, places: title, post: -1, next: 0 }))
  const inContent = parts.map(({ offset, content }) => ({ offset, places: content, post: -1, next: 0 }))
  return (post) => standIn(inTitle, post) || standIn(inContent, post)
}

/** A term of a phrase in one field. */
interface FieldPart {
  offset: number
  places: Places
  /** The post that was looked at last, and which of the places there comes next. */
  post: PostNumber
  next: number
}

/** From each place of the first, which is the rarest, the others are looked for. A loop: frequent words have millions. */
function standIn(parts: readonly FieldPart[], post: PostNumber): boolean {
  const { places, offset } = parts[0]!
  places.moveTo(post)
  for (let i = 0; i < places.count; i++) {
    const start = places.numbers[i]! - offset
    let together = 1
    while (together < parts.length && standsAt(parts[together]!, post, start)) together++
    if (together === parts.length) return true
  }
  return false
}

/** @param start of the phrase; of one post in ascending order */
function standsAt(part: FieldPart, post: PostNumber, start: number): boolean {
  const { places } = part
  const place = start + part.offset
  if (part.post !== post) {
    places.moveTo(post)
    part.post = post
    part.next = 0
  }
  while (part.next < places.count && places.numbers[part.next]! < place) part.next++
  return part.next < places.count && places.numbers[part.next] === place
}
