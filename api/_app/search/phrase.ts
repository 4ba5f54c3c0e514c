// Quoted words must be adjacent: compares the places of their terms, post by post, as far as the search may go.
import { lazy } from '../../../snapshot/lazy.ts'
import {
  GatheredPlaces,
  JoinedPlaces,
  type Places,
  type TermPlaces,
} from '../../../snapshot/search/places.ts'
import type { Entry, TermRange } from '../../../snapshot/search/read.ts'
import type { Edition } from '../listing/edition.ts'
import { rangeOf, type Sought, visibleIn } from './lookup.ts'
import type { PhrasePart, PhrasePlan } from './plan.ts'
import { type Allowance, lookUpSteps, type Work } from './work.ts'

/** The places of more terms than this are gathered for all posts at once. */
const maxJoinedTerms = 8
/** The cost of finding one term of a range, moving to a post and seeking a place, relative to reading a place. */
const steps = { term: 100, post: 10, seek: 3 } as const

/**
 * The posts that have each phrase: its terms at their distances from each other, in the title or in the text.
 * Whatever the phrases, the lists of a term are read once. Posts past the limit of the search are left out.
 * @param candidates posts that have each of the terms, ascending
 */
export async function postsWithPhrases(
  edition: Edition,
  phrases: readonly PhrasePlan[],
  candidates: Uint32Array,
  work: Work,
): Promise<Uint32Array> {
  if (phrases.length === 0 || candidates.length === 0) return candidates
  const reader = phraseReader(edition, candidates, work)
  const tests = phrases.map(({ variants }) => variants.map((parts) => variantTest(parts, reader, work)))
  const found = new Uint32Array(candidates.length)
  let count = 0
  for (const entry of candidates) {
    let matches = every(tests, (variants) => some(variants, (test) => test(entry)))
    while (matches === undefined) {
      if (reader.needsGathering) await reader.gather()
      await work.turn()
      matches = every(tests, (variants) => some(variants, (test) => test(entry)))
    }
    if (work.places.isSpent) {
      work.isPartial = true
      break
    }
    if (matches) found[count++] = entry
  }
  return found.slice(0, count)
}

/** `undefined` until it is known: others get their turn first, or places must be gathered. */
type Maybe = boolean | undefined

function every<T>(items: readonly T[], test: (item: T) => Maybe): Maybe {
  for (const item of items) {
    const passes = test(item)
    if (passes !== true) return passes
  }
  return true
}

function some<T>(items: readonly T[], test: (item: T) => Maybe): Maybe {
  for (const item of items) {
    const passes = test(item)
    if (passes !== false) return passes
  }
  return false
}

interface PhraseReader {
  /** The places of a part of a phrase; what several parts ask for is read once. */
  placesOf(part: PhrasePart): TermPlaces
  /** Whether it was asked for places that have yet to be gathered. */
  readonly needsGathering: boolean
  /** Gathers them for all candidates. */
  gather(): Promise<void>
}

function phraseReader(edition: Edition, candidates: Uint32Array, work: Work): PhraseReader {
  const index = edition.workspace.search
  const visible = visibleIn(edition)
  const known = new Map<string, TermPlaces>()
  const spend = (steps: number) => work.places.spend(steps)
  const read = (term: TermRange) => index.places(term, visible, spend)
  const readers = new Map<number, TermPlaces>()
  const shared = (term: TermRange) => {
    const reader = readers.get(term.from) ?? read(term)
    readers.set(term.from, reader)
    return reader
  }
  const ungathered: { sought: readonly Sought[]; found: Record<keyof TermPlaces, GatheredPlaces> }[] = []
  const make = (sought: readonly Sought[]): TermPlaces => {
    const terms: TermRange[] = []
    for (const term of visibleTerms(sought)) {
      if (terms.push(term) <= maxJoinedTerms) continue
      const found = { title: new GatheredPlaces(), content: new GatheredPlaces() }
      ungathered.push({ sought, found })
      return found
    }
    const all = terms.map(shared)
    if (all.length === 1) return all[0]!
    const inField = (field: keyof TermPlaces) =>
      new JoinedPlaces(
        all.map((one) => one[field]),
        spend,
      )
    return { title: inField('title'), content: inField('content') }
  }
  /** Terms that only scheduled posts have cost nothing. */
  function* visibleTerms(sought: readonly Sought[]): Generator<TermRange> {
    for (const one of sought) {
      for (const term of index.terms(rangeOf(index, one))) {
        work.note(lookUpSteps)
        if (index.count(term, visible, 0) > 0) yield term
      }
    }
  }
  const all = lazy(() => new Set(candidates))
  const wanted = (entry: Entry) => !work.places.isSpent && all().has(entry)
  return {
    placesOf({ sought }) {
      const key = JSON.stringify(sought)
      const part = known.get(key) ?? make(sought)
      known.set(key, part)
      return part
    },
    get needsGathering() {
      return ungathered.length > 0
    },
    async gather() {
      for (const { sought, found } of ungathered.splice(0)) {
        for (const term of visibleTerms(sought)) {
          if (!spend(steps.term)) break
          const { title, content } = read(term)
          found.title.add(title, wanted, spend)
          found.content.add(content, wanted, spend)
          if (work.isDue) await work.turn()
        }
      }
    },
  }
}

/** To be called with posts in ascending order. */
function variantTest(
  parts: readonly PhrasePart[],
  reader: PhraseReader,
  work: Work,
): (entry: Entry) => Maybe {
  const read = lazy(() =>
    parts.map((part) => ({ offset: part.offset, places: lazy(() => reader.placesOf(part)) })),
  )
  const cursors = (field: keyof TermPlaces) =>
    lazy(() => read().map(({ offset, places }) => new Cursor(offset, () => places()[field], work.places)))
  const fields = [cursors('title'), cursors('content')]
  return (entry) => some(fields, (field) => occursIn(field(), entry, reader, work))
}

/** A term of a phrase in one field of one post after another. */
class Cursor {
  readonly #offset: number
  readonly #read: () => Places
  readonly #allowance: Allowance
  #places: Places | undefined
  #entry: Entry = -1
  #next = 0

  /** @param read called for the first post */
  constructor(offset: number, read: () => Places, allowance: Allowance) {
    this.#offset = offset
    this.#read = read
    this.#allowance = allowance
  }

  /**
   * Stays where it is if it is in that post already.
   * @returns in how many places of the post it occurs
   */
  moveTo(entry: Entry): number {
    this.#places ??= this.#read()
    this.#places.moveTo(entry)
    if (entry !== this.#entry) {
      this.#allowance.spend(steps.post)
      this.#next = 0
    }
    this.#entry = entry
    return this.#places.count
  }

  /**
   * Where the phrase may begin, judging by this term alone.
   * @param start ascending within a post
   * @returns the first such place from `start` on, or `Infinity`
   */
  seek(start: number): number {
    const { numbers, count } = this.#places!
    const place = start + this.#offset
    let next = this.#next
    while (next < count && numbers[next]! < place) next++
    this.#allowance.spend(steps.seek + next - this.#next)
    this.#next = next
    return next < count ? numbers[next]! - this.#offset : Number.POSITIVE_INFINITY
  }
}

/**
 * Seeks a beginning that suits all parts in turn, returning to the rarest one after each leap. When it is called again for
 * the same post, it resumes where the parts are.
 */
function occursIn(parts: readonly Cursor[], entry: Entry, reader: PhraseReader, work: Work): Maybe {
  const { places } = work
  let rarest = parts[0]!
  let fewest = Number.POSITIVE_INFINITY
  for (const part of parts) {
    const count = part.moveTo(entry)
    if (reader.needsGathering || work.isDue) return undefined
    if (count === 0 || places.isSpent) return false
    if (count >= fewest) continue
    rarest = part
    fewest = count
  }
  let start = rarest.seek(0)
  for (let i = 0; i < parts.length; ) {
    if (start === Number.POSITIVE_INFINITY || places.isSpent) return false
    if (work.isDue) return undefined
    const next = parts[i++]!.seek(start)
    if (next === start) continue
    start = rarest.seek(next)
    i = 0
  }
  return true
}
