// The places of a term, post by post: its lists are read from front to back, each number once, and only the places in a few
// hundred posts are kept.
import type { ByteSource } from './bytes.ts'
import type { Entry } from './postings.ts'

/** The places of something in the title, or in the text, of one post after another. */
export interface Places {
  /** The places in words from 0, ascending: `count` of these, from `first` on. */
  readonly numbers: Uint32Array
  readonly first: number
  readonly count: number
  /** @param entry never before the last one; `count` is 0 if there are no places in it */
  moveTo(entry: Entry): void
}

export interface TermPlaces {
  title: Places
  content: Places
}

/** The stored lists of a term's occurrences in one field. */
export interface FieldSources {
  /** Its posting list, after its length, and where that ends. */
  postings: ByteSource
  end: number
  /** The differences of places: for each posting as many numbers as its frequency says. */
  positions: ByteSource
}

/** Called before reading places of visible posts: whether it may be done. A place is one step. */
export type Spend = (steps: number) => boolean

const none = new Uint32Array(0)
/** The cost of reading a posting, relative to a place. */
const postingSteps = 3
/** The cost of sorting a place in among those of other terms. */
const joinSteps = 10

/** The number of postings that are read at first, and the number of them and roughly of places at most. */
const firstPostings = 16
const most = { postings: 512, places: 8_192 }

/**
 * Reads many postings with their places at once, in loops that call next to nothing: all that is called for each post has to be
 * compiled while a search waits.
 */
export class PlaceReader implements Places {
  numbers = none
  first = 0
  count = 0
  readonly #sources: FieldSources
  readonly #visible: Entry
  readonly #spend: Spend
  /**
   * The postings that have been read: their posts, and where the places of each begin in `numbers`. Plain arrays: a query may have a
   * thousand readers of few postings each, and typed arrays take long to allocate.
   */
  readonly #entries: number[] = []
  readonly #starts: number[] = [0]
  /** The number of postings that are read at once. */
  #atOnce = firstPostings
  #known = 0
  /** The current one of them. */
  #at = -1
  /** The last posting that was read. */
  #last: Entry = 0
  #isOver = false

  constructor(sources: FieldSources, visible: Entry, spend: Spend) {
    this.#sources = sources
    this.#visible = visible
    this.#spend = spend
  }

  moveTo(entry: Entry): void {
    this.count = 0
    let at = Math.max(0, this.#at)
    while (at >= this.#known || this.#entries[at]! < entry) {
      if (at < this.#known) at++
      else if (this.#readMore()) at = 0
      else return
    }
    this.#at = at
    if (this.#entries[at] === entry) this.#show()
  }

  /** Moves to the next visible post that has the term, if any. */
  moveOn(): Entry | undefined {
    this.#at++
    if (this.#at >= this.#known && !this.#readMore()) return undefined
    this.#show()
    return this.#entries[this.#at]
  }

  #show(): void {
    this.first = this.#starts[this.#at]!
    this.count = this.#starts[this.#at + 1]! - this.first
  }

  /** @returns whether there were more, and they could be read */
  #readMore(): boolean {
    this.#known = 0
    this.#at = 0
    const { postings, end } = this.#sources
    this.#isOver ||= postings.offset >= end
    if (this.#isOver) return false
    const count = this.#readPostings()
    if (count === 0) return false
    const places = this.#starts[count]!
    if (!this.#spend(postingSteps * count + places)) {
      this.#isOver = true
      return false
    }
    if (places > this.numbers.length) this.numbers = new Uint32Array(2 * places)
    this.#sources.positions.read(this.numbers, places)
    sumUp(this.numbers, this.#starts, count)
    this.#known = count
    return true
  }

  /** @returns how many */
  #readPostings(): number {
    const { postings, end } = this.#sources
    let count = 0
    let places = 0
    while (count < this.#atOnce && places < most.places) {
      const number = postings.offset < end ? postings.next() : undefined
      this.#isOver = number === undefined || this.#last + (number >>> 1) >= this.#visible
      if (number === undefined || this.#isOver) break
      this.#last += number >>> 1
      this.#entries[count++] = this.#last
      places += (number & 1) === 1 ? 1 : postings.next()
      this.#starts[count] = places
    }
    this.#atOnce = Math.min(2 * this.#atOnce, most.postings)
    return count
  }
}

/** Turns differences into places, posting by posting. */
function sumUp(numbers: Uint32Array, starts: readonly number[], count: number): void {
  let at = 0
  for (let posting = 1; posting <= count; posting++) {
    const end = starts[posting]!
    let place = 0
    while (at < end) {
      place += numbers[at]!
      numbers[at++] = place
    }
  }
}

/** The places of several terms as if they were one: for few terms, since each is moved along. */
export class JoinedPlaces implements Places {
  numbers = none
  readonly first = 0
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
    const { first, count } = places
    numbers.set(places.numbers.subarray(first, first + count), at)
    at += count
  }
  return numbers.sort()
}

/** The places of very many terms, such as all pairs that begin with one Chinese character, read at once for some posts. */
export class GatheredPlaces implements Places {
  numbers = none
  readonly first = 0
  readonly #byEntry = new Map<Entry, number[]>()
  #entry: Entry = -1

  get count(): number {
    return this.numbers.length
  }

  /** @param wanted whether the places in a post are needed */
  add(term: PlaceReader, wanted: (entry: Entry) => boolean, spend: Spend): void {
    for (let entry = term.moveOn(); entry !== undefined; entry = term.moveOn()) {
      if (!wanted(entry)) continue
      if (!spend(joinSteps * term.count)) return
      const known = this.#byEntry.get(entry) ?? []
      for (let i = 0; i < term.count; i++) known.push(term.numbers[term.first + i]!)
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
