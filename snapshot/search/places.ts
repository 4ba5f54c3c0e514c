// Where a term stands, post by post: its lists are read from front to back, each number once, and no more is kept than
// the places in one post.
import type { ByteSource } from './bytes.ts'
import type { Entry } from './postings.ts'

/** Where something stands in the title, or in the text, of one post after the other. */
export interface Places {
  /** In words from 0, ascending: the first `count` of these. */
  readonly numbers: Uint32Array
  readonly count: number
  /** @param entry none before the one moved to last; `count` is 0 where it does not stand */
  moveTo(entry: Entry): void
}

export interface TermPlaces {
  title: Places
  content: Places
}

/** What is stored of a term's occurrences in one field. */
export interface FieldSources {
  /** Its posting list, without its length, and where that ends. */
  postings: ByteSource
  end: number
  /** For each posting as many numbers as its frequency says, as differences. */
  positions: ByteSource
}

/** Asked in steps before postings and places of visible posts are read or passed, whether that may be: a place is one. */
export type Spend = (steps: number) => boolean

const none = new Uint32Array(0)
/** What it takes to read a posting, next to a place. */
const postingSteps = 3
/** Likewise to put a place among those of other terms, in order. */
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
  /** Positions of postings that were passed. */
  #passed = 0

  constructor(sources: FieldSources, visible: Entry, spend: Spend) {
    this.#sources = sources
    this.#visible = visible
    this.#spend = spend
  }

  moveTo(entry: Entry): void {
    while (this.#entry < entry && this.#nextPosting()) {
      // What is passed is counted below.
    }
    if (this.#entry !== entry) this.count = 0
    else if (!this.#isRead) this.#readPlaces()
  }

  /** Goes to the next visible post that has the term, or to none. */
  moveOn(): Entry | undefined {
    return this.#nextPosting() ? this.#entry : undefined
  }

  #nextPosting(): boolean {
    const { postings, end } = this.#sources
    if (this.#entry >= this.#visible) return false
    if (!this.#isRead) this.#passed += this.#frequency
    this.#isRead = true
    if (postings.offset >= end) {
      this.#entry = this.#visible
      return false
    }
    this.#entry = Math.max(0, this.#entry) + postings.next()
    if (this.#entry >= this.#visible) return false
    this.#frequency = postings.next()
    this.#isRead = false
    this.#spend(postingSteps)
    return true
  }

  #readPlaces(): void {
    const { positions } = this.#sources
    const count = this.#frequency
    if (!this.#spend(this.#passed + count)) {
      this.count = 0
      return
    }
    if (count > this.numbers.length) this.numbers = new Uint32Array(2 * count)
    positions.skip(this.#passed)
    for (let i = 0, place = 0; i < count; i++) {
      place += positions.next()
      this.numbers[i] = place
    }
    this.#passed = 0
    this.#isRead = true
    this.count = count
  }
}

/** The places of several terms as if they were one; few, for each is moved along. */
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

/** The places of very many terms, such as of the pairs that a Chinese character begins: of certain posts, read at once. */
export class GatheredPlaces implements Places {
  numbers = none
  readonly #byEntry = new Map<Entry, number[]>()

  get count(): number {
    return this.numbers.length
  }

  /** @param wanted asked of each post: whether its places are to be known */
  add(term: PlaceReader, wanted: (entry: Entry) => boolean, spend: Spend): void {
    for (let entry = term.moveOn(); entry !== undefined; entry = term.moveOn()) {
      if (!wanted(entry)) continue
      term.moveTo(entry)
      if (!spend(joinSteps * term.count)) return
      const known = this.#byEntry.get(entry) ?? []
      for (let i = 0; i < term.count; i++) known.push(term.numbers[i]!)
      this.#byEntry.set(entry, known)
    }
  }

  moveTo(entry: Entry): void {
    const known = this.#byEntry.get(entry)
    this.numbers = known ? Uint32Array.from(known).sort() : none
  }
}
