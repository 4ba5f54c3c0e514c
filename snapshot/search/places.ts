// Where a term stands, post by post: its lists are read from front to back, each number once, and no more is kept than
// the places in one post.
import type { PostNumber } from '../types.ts'

/** Where a term stands in the title, or in the text, of one post after the other. */
export interface Places {
  /** In words from 0, ascending: the first `count` of these. */
  readonly numbers: Uint32Array
  readonly count: number
  /** @param post none before the one moved to last; `count` is 0 where the term does not stand */
  moveTo(post: PostNumber): void
}

export interface TermPlaces {
  title: Places
  content: Places
}

/** What is stored of a term. */
export interface TermBytes {
  /** Its posting lists, of titles and of texts. */
  postings: Uint8Array
  /** For each posting as many numbers as its frequency says, as differences. */
  positions: Uint8Array
}

/** The places of a term, or those of several as if they were one. */
export function placesOf(terms: readonly TermBytes[]): TermPlaces {
  const readers = terms.map(readersOf)
  if (readers.length === 1) return readers[0]!
  return {
    title: new JoinedPlaces(readers.map(({ title }) => title)),
    content: new JoinedPlaces(readers.map(({ content }) => content)),
  }
}

function readersOf({ postings, positions }: TermBytes) {
  const start = { posting: 0, position: 0 }
  const behindTitles = new PlaceReader(postings, positions, start).end()
  return {
    title: new PlaceReader(postings, positions, start),
    content: new PlaceReader(postings, positions, behindTitles),
  }
}

/** Offsets in the bytes of postings and of positions. */
interface Offsets {
  posting: number
  position: number
}

class PlaceReader implements Places {
  numbers = new Uint32Array(64)
  count = 0
  readonly #postings: Uint8Array
  readonly #positions: Uint8Array
  /** Where the next posting stands, and how many there are from there on. */
  #at: number
  #left: number
  /** The posting before that: its post, how many positions it has, and whether `numbers` are these. */
  #post: PostNumber = -1
  #frequency = 0
  #isRead = false
  /** Where the positions go on, and how many of them are of postings that were passed. */
  #place: number
  #passed = 0

  constructor(postings: Uint8Array, positions: Uint8Array, { posting, position }: Offsets) {
    this.#postings = postings
    this.#positions = positions
    this.#at = posting
    this.#place = position
    this.#left = this.#nextNumber()
  }

  moveTo(post: PostNumber): void {
    while (this.#post < post && this.#left > 0) this.#nextPosting()
    if (this.#post !== post) this.count = 0
    else if (!this.#isRead) this.#readPlaces()
  }

  /** Moves to the next post of the list, or tells that there is none. */
  moveOn(): PostNumber | undefined {
    if (this.#left === 0) return undefined
    this.#nextPosting()
    this.#readPlaces()
    return this.#post
  }

  /** Reads on to where the list ends. */
  end(): Offsets {
    while (this.#left > 0) this.#nextPosting()
    const rest = this.#passed + this.#frequency
    return { posting: this.#at, position: behindNumbers(this.#positions, this.#place, rest) }
  }

  #nextPosting(): void {
    if (!this.#isRead) this.#passed += this.#frequency
    this.#post = Math.max(0, this.#post) + this.#nextNumber()
    this.#frequency = this.#nextNumber()
    this.#isRead = false
    this.#left--
  }

  #nextNumber(): number {
    let byte = this.#postings[this.#at++]!
    let number = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = this.#postings[this.#at++]!
      number |= (byte & 127) << shift
    }
    return number
  }

  #readPlaces(): void {
    const positions = this.#positions
    const count = this.#frequency
    if (count > this.numbers.length) this.numbers = new Uint32Array(2 * count)
    const numbers = this.numbers
    let at = behindNumbers(positions, this.#place, this.#passed)
    for (let i = 0, place = 0; i < count; i++) {
      let shift = 0
      for (; positions[at]! > 127; shift += 7) place += (positions[at++]! & 127) << shift
      place += positions[at++]! << shift
      numbers[i] = place
    }
    this.#place = at
    this.#passed = 0
    this.#isRead = true
    this.count = count
  }
}

function behindNumbers(bytes: Uint8Array, from: number, count: number): number {
  let at = from
  for (let left = count; left > 0; at++) if (bytes[at]! < 128) left--
  return at
}

/** Reads all lists at once: there may be a thousand, such as of the pairs that a Chinese character begins. */
class JoinedPlaces implements Places {
  numbers = new Uint32Array(0)
  readonly #byPost = new Map<PostNumber, number[]>()

  constructor(terms: readonly PlaceReader[]) {
    for (const term of terms) {
      for (let post = term.moveOn(); post !== undefined; post = term.moveOn()) {
        const known = this.#byPost.get(post) ?? []
        for (let i = 0; i < term.count; i++) known.push(term.numbers[i]!)
        this.#byPost.set(post, known)
      }
    }
  }

  get count(): number {
    return this.numbers.length
  }

  moveTo(post: PostNumber): void {
    this.numbers = Uint32Array.from(this.#byPost.get(post) ?? []).sort()
  }
}
