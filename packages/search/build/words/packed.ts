// The words of a post as bytes: small enough that those of all posts are held at once, and quick to hand from thread to thread.
//
// The title, then the content: how many terms and words it has, and a row for each distinct term, in order of
// first occurrence. A row is a header (four times the term's number, plus two if it is unusual, plus one if it occurs once), how
// often it occurs unless that is once; if it is unusual, flags and the numbers of spellings that they announce; and its
// positions, each as the difference to the one before.
import type { PostTerms, TermNumbers, Terms } from '../../basics/post-terms.ts'
import { NumberWriter } from '../../index/bytes.ts'
import { NumberReader } from '../../index/number-reader.ts'
import type { Vocabulary } from './vocabulary.ts'
import { type CountedTerms, NOTED, WordCounter } from './word-counter.ts'

/** Packs the words of one post after the other. */
export class PostPacker {
  readonly #counter: WordCounter
  readonly #bytes = new NumberWriter(1 << 14)

  /** @param vocabulary gives terms and their spellings their numbers */
  constructor(vocabulary: Vocabulary) {
    this.#counter = new WordCounter(vocabulary)
  }

  pack({ title, content }: { title: string; content: string }): Uint8Array {
    const bytes = this.#bytes
    bytes.clear()
    for (const text of [title, content]) packText(bytes, this.#counter.count(text))
    return bytes.bytes.slice(0, bytes.length)
  }
}

/** Packs the terms of words that have been counted without numbers. */
export function packTerms({ title, content }: PostTerms, vocabulary: TermNumbers): Uint8Array {
  const bytes = new NumberWriter()
  for (const terms of [title, content]) packText(bytes, numbered(terms, vocabulary))
  return bytes.bytes.slice(0, bytes.length)
}

function numbered(own: Terms, vocabulary: TermNumbers): CountedTerms {
  const { terms, frequencies, positions, spelt = {}, written = {}, doubtful = {} } = own
  const notes = new Uint8Array(terms.length)
  for (const place of Object.keys(spelt)) notes[Number(place)]! |= NOTED.spelt
  for (const place of Object.keys(written)) notes[Number(place)]! |= NOTED.shown
  for (const place of Object.keys(doubtful)) notes[Number(place)]! |= NOTED.shown | NOTED.doubtful
  return {
    numbers: Uint32Array.from(terms, (term) => vocabulary.numberOf(term)),
    frequencies,
    positions,
    notes,
    shownAt: (place) => vocabulary.numberOf(written[place] ?? doubtful[place]!),
    speltAt: (place) => vocabulary.numberOf(spelt[place]!),
  }
}

function packText(bytes: NumberWriter, counted: CountedTerms): void {
  const { numbers, frequencies, positions, notes } = counted
  bytes.push(numbers.length)
  bytes.push(positions.length)
  let at = 0
  for (let place = 0; place < numbers.length; place++) {
    const frequency = frequencies[place]!
    const isUnusual = notes[place] !== 0
    bytes.push(4 * numbers[place]! + (isUnusual ? 2 : 0) + (frequency === 1 ? 1 : 0))
    if (frequency > 1) bytes.push(frequency)
    if (isUnusual) packSpellings(bytes, counted, place)
    const end = at + frequency
    bytes.differences(positions, at, end)
    at = end
  }
}

function packSpellings(bytes: NumberWriter, counted: CountedTerms, place: number): void {
  const [number, noted] = [counted.numbers[place]!, counted.notes[place]!]
  const shown = (noted & NOTED.shown) === 0 ? number : counted.shownAt(place)
  const spelt = (noted & NOTED.spelt) === 0 ? number : counted.speltAt(place)
  bytes.push(
    (noted & NOTED.doubtful) + (shown === number ? 0 : NOTED.shown) + (spelt === number ? 0 : NOTED.spelt),
  )
  if (shown !== number) bytes.push(shown)
  if (spelt !== number) bytes.push(spelt)
}

/** @param numbers what each number becomes */
export function renumbered(packed: Uint8Array, numbers: ArrayLike<number>): Uint8Array {
  const reader = new PackedReader()
  const bytes = new NumberWriter()
  reader.moveTo(packed)
  for (let text = 0; text < 2; text++) {
    const [rows, length] = reader.text()
    bytes.push(rows)
    bytes.push(length)
    for (let row = 0; row < rows; row++) {
      reader.row()
      pushRow(bytes, reader, numbers)
      bytes.copy(packed, reader.positions, reader.at)
    }
  }
  return bytes.bytes.slice(0, bytes.length)
}

function pushRow(bytes: NumberWriter, row: PackedReader, numbers: ArrayLike<number>): void {
  const { number, frequency, flags } = row
  bytes.push(4 * numbers[number]! + (flags > 0 ? 2 : 0) + (frequency === 1 ? 1 : 0))
  if (frequency > 1) bytes.push(frequency)
  if (flags === 0) return
  bytes.push(flags)
  if (row.shown !== number) bytes.push(numbers[row.shown]!)
  if (row.spelt !== number) bytes.push(numbers[row.spelt]!)
}

/** Reads row by row. */
export class PackedReader extends NumberReader {
  number = 0
  frequency = 0
  flags = 0
  /** The numbers of the spellings in which it is shown and stemmed; those of the term itself, if they are the same. */
  shown = 0
  spelt = 0
  /** Its positions are the bytes from here to `at`, which is where the next row begins. */
  positions = 0

  /** True if the spelling it is shown in may be due to its place alone. */
  get isDoubtful(): boolean {
    return (this.flags & NOTED.doubtful) !== 0
  }

  /** Call this at the beginning of a text. @returns how many rows it has, and its length in words */
  text(): [rows: number, length: number] {
    return [this.next(), this.next()]
  }

  row(): void {
    const header = this.next()
    this.number = header >>> 2
    this.frequency = (header & 1) === 1 ? 1 : this.next()
    this.flags = 0
    this.shown = this.number
    this.spelt = this.number
    if ((header & 2) !== 0) {
      this.flags = this.next()
      if ((this.flags & NOTED.shown) !== 0) this.shown = this.next()
      if ((this.flags & NOTED.spelt) !== 0) this.spelt = this.next()
    }
    this.positions = this.at
    const { bytes } = this
    let at = this.at
    for (let left = this.frequency; left > 0; ) if (bytes[at++]! < 128) left--
    this.at = at
  }
}
