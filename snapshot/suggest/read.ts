// The read side: words by their beginnings, the most frequent first, and posts by the words of their titles, as far as posts
// are visible.
import type { SuggestionsFile } from '../format/format.ts'
import type { Pause } from '../read/folder.ts'
import { ByteSource } from '../search/bytes.ts'
import type { TermRange } from '../search/dictionary.ts'
import type { Entry } from '../search/postings.ts'
import { codeBits, decodeSpelling, skipSpelling } from './spelling.ts'

const codeMask = 2 ** codeBits - 1
const moreBit = 1 << codeBits

/** A word's place among all words. */
export type Place = number

/** Words read before others get a turn, and steps for each. */
const wordsAtOnce = 500
const stepsPerWord = 60

/** The words of visible posts. */
export class WordList {
  readonly #bytes: Uint8Array
  readonly #visible: Entry
  /** By place: the offset of the term's line in the dictionary, and of the header in the bytes. */
  readonly #lines: Uint32Array
  readonly #headers: Uint32Array
  /** By place: how many classes of frequency its visible posts reach. */
  readonly #reached: Uint8Array
  /** By class: the places of the words in it, ascending. */
  #classes: Uint32Array[] = []

  private constructor(bytes: Uint8Array, visible: Entry, count: number) {
    this.#bytes = bytes
    this.#visible = visible
    this.#lines = new Uint32Array(count)
    this.#headers = new Uint32Array(count)
    this.#reached = new Uint8Array(count)
  }

  /** @param visible how many posts are visible: those with entries below it */
  static async read(bytes: Uint8Array, visible: Entry, pause: Pause): Promise<WordList> {
    const numbers = sourceOf(bytes, 0)
    const list = new WordList(bytes, visible, numbers.next())
    for (let place = 0; place < list.#lines.length; ) {
      const end = Math.min(list.#lines.length, place + wordsAtOnce)
      while (place < end) list.#readRecord(place++, numbers)
      const others = pause(wordsAtOnce * stepsPerWord)
      if (others) await others
    }
    list.#classes = byClass(list.#reached)
    return list
  }

  get classes(): number {
    return this.#classes.length
  }

  /** The places of the terms in a range of the dictionary, `to` exclusive. */
  places({ from, to }: TermRange): { from: Place; to: Place } {
    return { from: lowerBound(this.#lines, from), to: lowerBound(this.#lines, to) }
  }

  /** Up to `most` of the words in a class of frequency. */
  inClass(frequencyClass: number, { from, to }: { from: Place; to: Place }, most: number): Uint32Array {
    const places = this.#classes[frequencyClass] ?? new Uint32Array(0)
    const first = lowerBound(places, from)
    return places.subarray(first, Math.min(first + most, lowerBound(places, to)))
  }

  line(place: Place): number {
    return this.#lines[place]!
  }

  /** How visible posts write it. */
  spelling(place: Place, term: string): string {
    const numbers = sourceOf(this.#bytes, this.#headers[place]!)
    let header = numbers.next()
    numbers.skip(header >>> (codeBits + 1))
    let spelling = decodeSpelling(term, header & codeMask, numbers)
    for (let entry = 0; header & moreBit; ) {
      entry += numbers.next()
      if (entry >= this.#visible) break
      header = numbers.next()
      spelling = decodeSpelling(term, header & codeMask, numbers)
    }
    return spelling
  }

  #readRecord(place: Place, numbers: ByteSource): void {
    this.#lines[place] = (place === 0 ? 0 : this.#lines[place - 1]!) + numbers.next()
    this.#headers[place] = numbers.offset
    let header = numbers.next()
    const classes = header >>> (codeBits + 1)
    let reached = 0
    for (let entry = 0; reached < classes; reached++) {
      entry += numbers.next()
      if (entry < this.#visible) continue
      numbers.skip(classes - reached - 1)
      break
    }
    this.#reached[place] = reached
    skipSpelling(header & codeMask, numbers)
    while (header & moreBit) {
      numbers.skip(1)
      header = numbers.next()
      skipSpelling(header & codeMask, numbers)
    }
  }
}

function sourceOf(bytes: Uint8Array, from: number): ByteSource {
  return new ByteSource((start, end) => bytes.subarray(start, end), from, bytes.length)
}

function byClass(reached: Uint8Array): Uint32Array[] {
  const counts: number[] = []
  for (const classes of reached) for (let i = counts.length; i < classes; i++) counts.push(0)
  for (const classes of reached) if (classes > 0) counts[classes - 1]! += 1
  const places = counts.map((count) => new Uint32Array(count))
  const filled = counts.map(() => 0)
  for (let place = 0; place < reached.length; place++) {
    const one = reached[place]! - 1
    if (one >= 0) places[one]![filled[one]!++] = place
  }
  return places
}

/** The posts whose titles have one of the terms, each once for each of them. */
export function titlesWith(
  { titleLines, titleStarts, titleEntries }: SuggestionsFile,
  { from, to }: TermRange,
): Uint32Array {
  const [first, end] = [lowerBound(titleLines, from), lowerBound(titleLines, to)]
  return titleEntries.subarray(titleStarts[first], titleStarts[end])
}

/** The first index whose number is not below `least`. */
export function lowerBound(numbers: ArrayLike<number>, least: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (numbers[middle]! < least) low = middle + 1
    else high = middle
  }
  return low
}
