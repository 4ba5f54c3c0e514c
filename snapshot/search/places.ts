// Where a term occurs, post by post: its lists are read from front to back, each number once, and only the places in one
// post are kept.
import type { ByteSource } from './bytes.ts'
import type { Entry } from './postings.ts'

/** Where something occurs in the title, or in the text, of one post after another. */
export interface Places {
  /** In words from 0, ascending: the first `count` of these. */
  readonly numbers: Uint32Array
  readonly count: number
  /** @param entry never before the last one; `count` is 0 if there are no places in it */
  moveTo(entry: Entry): void
}

export interface TermPlaces {
  title: Places
  content: Places
}

/** What is stored about a term's occurrences in one field. */
export interface FieldSources {
  /** Its posting list, after its length, and where that ends. */
  postings: ByteSource
  end: number
  /** For each posting as many numbers as its frequency says, as differences. */
  positions: ByteSource
}

/** Called before reading or skipping postings and places of visible posts: whether it may be done. A place is one step. */
export type Spend = (steps: number) => boolean

const none = new Uint32Array(0)
/** The cost of reading a posting, relative to a place. */
const postingSteps = 3
/** The cost of sorting a place in among those of other terms. */
const joinSteps = 10

export class PlaceReader implements Places {
  numbers = none
  count = 0
  readonly #sources: FieldSources
  readonly #visible: Entry
  readonly #spend: Spend
  /** The posting read last: its post, how many positions it has, and whether `numbers` are these. */
  #entry: Entry = -1
  #frequency = 0
  #isRead = true
  /** Positions of skipped postings, yet to be skipped themselves. */
  #skipped = 0

  constructor(sources: FieldSources, visible: Entry, spend: Spend) {
    this.#sources = sources
    this.#visible = visible
    this.#spend = spend
  }

  moveTo(entry: Entry): void {
    while (this.#entry < entry && this.#nextPosting()) {
      // `#nextPosting` counts what is skipped.
    }
    if (this.#entry !== entry) this.count = 0
    else if (!this.#isRead) this.#readPlaces()
  }

  /** Moves to the next visible post that has the term, if any. */
  moveOn(): Entry | undefined {
    return this.#nextPosting() ? this.#entry : undefined
  }

  #nextPosting(): boolean {
    const { postings, end } = this.#sources
    if (this.#entry >= this.#visible) return false
    if (!this.#isRead) this.#skipped += this.#frequency
    this.#isRead = true
    if (postings.offset >= end) {
      this.#entry = this.#visible
      return false
    }
    const number = postings.next()
    this.#entry = Math.max(0, this.#entry) + (number >>> 1)
    if (this.#entry >= this.#visible) return false
    this.#frequency = (number & 1) === 1 ? 1 : postings.next()
    this.#isRead = false
    this.#spend(postingSteps)
    return true
  }

  #readPlaces(): void {
    const { positions } = this.#sources
    const count = this.#frequency
    if (!this.#spend(this.#skipped + count)) {
      this.count = 0
      return
    }
    if (count > this.numbers.length) this.numbers = new Uint32Array(2 * count)
    positions.skip(this.#skipped)
    for (let i = 0, place = 0; i < count; i++) {
      place += positions.next()
      this.numbers[i] = place
    }
    this.#skipped = 0
    this.#isRead = true
    this.count = count
  }
}

/** The places of several terms as if they were one: for few terms, since each is moved along. */
export class JoinedPlaces implements Places {
  numbers = none
  readonly #all: readonly Places[]
  readonly #spend: Spend
  #entry: Entry = -1

  constructor(all: readonly Places[], spend: Spend) {
    this.#all = all
    this.#spend = spend
  }

  get count(): number {
    return this.numbers.length
  }

  moveTo(entry: Entry): void {
    if (entry === this.#entry) return
    this.#entry = entry
    let count = 0
    for (const places of this.#all) {
      places.moveTo(entry)
      count += places.count
    }
    this.numbers = this.#spend(joinSteps * count) ? sorted(this.#all, count) : none
  }
}

function sorted(all: readonly Places[], count: number) {
  const numbers = new Uint32Array(count)
  let at = 0
  for (const places of all) {
    numbers.set(places.numbers.subarray(0, places.count), at)
    at += places.count
  }
  return numbers.sort()
}

/** The places of very many terms, such as all pairs that begin with one Chinese character, read at once for some posts. */
export class GatheredPlaces implements Places {
  numbers = none
  readonly #byEntry = new Map<Entry, number[]>()
  #entry: Entry = -1

  get count(): number {
    return this.numbers.length
  }

  /** @param wanted whether the places in a post are needed */
  add(term: PlaceReader, wanted: (entry: Entry) => boolean, spend: Spend): void {
    for (let entry = term.moveOn(); entry !== undefined; entry = term.moveOn()) {
      if (!wanted(entry)) continue
      term.moveTo(entry)
      if (!spend(joinSteps * term.count)) return
      const known = this.#byEntry.get(entry) ?? []
      for (let i = 0; i < term.count; i++) known.push(term.numbers[i]!)
      this.#byEntry.set(entry, known)
    }
    this.#entry = -1
  }

  moveTo(entry: Entry): void {
    if (entry === this.#entry) return
    this.#entry = entry
    const known = this.#byEntry.get(entry)
    this.numbers = known ? Uint32Array.from(known).sort() : none
  }
}
