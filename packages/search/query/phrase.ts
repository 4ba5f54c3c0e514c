// Quoted words must be adjacent: compares the places of their terms, post by post, as far as the search may go.
import { lazy } from '../basics/lazy.ts'
import type { Entry, TermRange } from '../index/open.ts'
import { GatheredPlaces, JoinedPlaces, type Places, type TermPlaces } from '../index/places.ts'
import { rangeOf, type Sought } from './lookup.ts'
import type { PhrasePart, PhrasePlan } from './phrase-plan.ts'
import type { Searched } from './searched.ts'
import { lookUpSteps, type Work } from './work.ts'

/** The places of more terms than this are gathered for all posts at once. */
const maxJoinedTerms = 8
/** The cost of finding one term of a range, moving to a post and seeking a place, relative to reading a place. */
const steps = { term: 100, post: 10, seek: 3 } as const

/**
 * The posts that have each phrase: its terms at their distances from each other, in the title or in the text.
 * The lists of a term are read once, however many phrases there are. Posts past the limit of the search are left out.
 * @param candidates posts that have each of the terms, ascending
 */
export async function postsWithPhrases(
  searched: Searched,
  phrases: readonly PhrasePlan[],
  candidates: Uint32Array,
  work: Work,
): Promise<Uint32Array> {
  const reader = phraseReader(searched, candidates, work)
  const sequences = phrases.map(({ variants }) =>
    variants.flatMap((parts) => fields.map((field) => new Sequence(parts, field, reader, work))),
  )
  const found = new Uint32Array(candidates.length)
  let count = 0
  for (const entry of candidates) {
    let matches = hasAll(sequences, entry)
    while (matches === undefined) {
      if (reader.needsGathering) await reader.gather()
      await work.pause()
      matches = hasAll(sequences, entry)
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

/** Tells whether each phrase occurs in one of its forms. */
function hasAll(phrases: readonly (readonly Sequence[])[], entry: Entry): Maybe {
  for (let i = 0; i < phrases.length; i++) {
    const forms = phrases[i]!
    let occurs: Maybe = false
    for (let k = 0; k < forms.length && occurs === false; k++) occurs = forms[k]!.occursIn(entry)
    if (occurs !== true) return occurs
  }
  return true
}

interface PhraseReader {
  /** The places of a part of a phrase; places that several parts ask for are read once. */
  placesOf(part: PhrasePart): TermPlaces
  /** True if it was asked for places that have yet to be gathered. */
  readonly needsGathering: boolean
  /** Gathers them for all candidates. */
  gather(): Promise<void>
}

function phraseReader(searched: Searched, candidates: Uint32Array, work: Work): PhraseReader {
  const { index, visible } = searched
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
          if (work.isDue) await work.pause()
        }
      }
    },
  }
}

const fields = ['title', 'content'] as const

/** The parts of a phrase in one field of one post after another. */
class Sequence {
  readonly #parts: readonly PhrasePart[]
  readonly #field: keyof TermPlaces
  readonly #reader: PhraseReader
  readonly #work: Work
  /** The places of each part; read when they are first needed. */
  readonly #places: Places[] = []
  #entry: Entry = -1
  /** The number of parts that are in that post. */
  #moved = 0
  /** The part with the fewest places in it. */
  #rarest = 0
  /** The places of each part in the post, from the next one up to, not including, the end. */
  readonly #numbers: Uint32Array[] = []
  readonly #next: Int32Array
  readonly #ends: Int32Array
  readonly #offsets: Int32Array

  constructor(parts: readonly PhrasePart[], field: keyof TermPlaces, reader: PhraseReader, work: Work) {
    this.#parts = parts
    this.#field = field
    this.#reader = reader
    this.#work = work
    this.#next = new Int32Array(parts.length)
    this.#ends = new Int32Array(parts.length)
    this.#offsets = Int32Array.from(parts, ({ offset }) => offset)
  }

  /** Tells whether the phrase occurs. Posts come in ascending order; with the same post again, it resumes where the parts are. */
  occursIn(entry: Entry): Maybe {
    const { places: allowance } = this.#work
    if (entry !== this.#entry) {
      this.#entry = entry
      this.#moved = 0
    }
    while (this.#moved < this.#parts.length) {
      const count = this.#move(this.#moved)
      if (this.#reader.needsGathering) return undefined
      if (count === 0 || allowance.isSpent) return false
      this.#moved++
      if (this.#work.isDue) return undefined
    }
    const most = Math.min(allowance.left, this.#work.left)
    const meets = meet(this.#numbers, this.#next, this.#ends, this.#offsets, this.#rarest, most, lastSteps)
    allowance.spend(lastSteps[0]!)
    if (meets !== outOfSteps) return meets === 1
    return allowance.isSpent ? false : undefined
  }

  /** @returns in how many places of the post a part occurs */
  #move(part: number): number {
    const known = this.#places[part] ?? this.#reader.placesOf(this.#parts[part]!)[this.#field]
    this.#places[part] = known
    known.moveTo(this.#entry)
    const { numbers, first, count } = known
    this.#work.places.spend(steps.post)
    this.#numbers[part] = numbers
    this.#next[part] = first
    this.#ends[part] = first + count
    if (part === 0 || count < this.#ends[this.#rarest]! - this.#next[this.#rarest]!) this.#rarest = part
    return count
  }
}

/** The number of steps that `meet` took last. */
const lastSteps = new Int32Array(1)
const outOfSteps = -1

/**
 * Seeks a beginning that suits all parts in turn, returning to the rarest one after each leap. A loop of its own that calls nothing:
 * V8 compiles it soonest, and the first search waits for it (the bench's row `search`).
 * @param next is moved along
 * @param taken is set to the steps
 * @returns 1 if there is one, 0 if there is none, `outOfSteps` if it is not known yet
 */
function meet(
  numbers: readonly Uint32Array[],
  next: Int32Array,
  ends: Int32Array,
  offsets: Int32Array,
  rarest: number,
  mostSteps: number,
  taken: Int32Array,
): number {
  const parts = next.length
  let spent = 0
  let start = 0
  let met = -1
  let result = outOfSteps
  while (spent < mostSteps) {
    const part = met < 0 ? rarest : met
    const places = numbers[part]!
    const end = ends[part]!
    const offset = offsets[part]!
    const from = next[part]!
    let at = from
    while (at < end && places[at]! < start + offset) at++
    next[part] = at
    spent += steps.seek + at - from
    if (at === end) {
      result = 0
      break
    }
    const found = places[at]! - offset
    if (met < 0) met = 0
    else if (found === start) met++
    else met = -1
    start = found
    if (met === parts) {
      result = 1
      break
    }
  }
  taken[0] = spent
  return result
}
