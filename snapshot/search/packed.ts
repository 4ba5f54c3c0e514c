// The words of a post as bytes: small enough that those of all posts are held at once, and quick to hand from thread to thread.
//
// After the digests, the title, then the content: how many terms and words it has, and a row for each distinct term, in order of
// first occurrence. A row is a header (four times the term's number, plus two if it is unusual, plus one if it occurs once), how
// often it occurs unless that is once; if it is unusual, flags and the numbers of spellings that they announce; and its
// positions, each as the difference to the one before.
import { sha256 } from '../format/format.ts'
import type { PostTerms, TermNumbers, Terms } from '../types.ts'
import { NumberWriter } from './bytes.ts'
import { NumberReader } from './number-reader.ts'
import type { Vocabulary } from './vocabulary.ts'
import { type CountedTerms, WordCounter } from './word-counter.ts'

const digestBytes = 32
/** Of the title and of the content. */
export const packedDigests = 2 * digestBytes

const flags = { doubtful: 1, shown: 2, spelt: 4 } as const

/** Packs the words of one post after the other. */
export class PostPacker {
  readonly #vocabulary: Vocabulary
  readonly #counter: WordCounter
  readonly #bytes = new NumberWriter(1 << 14)

  /** @param vocabulary gives terms and their spellings their numbers */
  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary
    this.#counter = new WordCounter(vocabulary)
  }

  pack({ title, content }: { title: string; content: string }): Uint8Array {
    const bytes = this.#bytes
    const { terms } = this.#vocabulary
    bytes.clear()
    bytes.append(noDigests)
    for (const [which, text] of [title, content].entries()) {
      const counted = this.#counter.count(text)
      // `Array.from` takes three times as long.
      const own: string[] = []
      for (const number of counted.numbers) own.push(terms[number]!)
      const digest = digestOf({ terms: own, frequencies: counted.frequencies, positions: counted.positions })
      packText(bytes, counted, this.#vocabulary)
      bytes.bytes.set(digest, which * digestBytes)
    }
    return bytes.bytes.slice(0, bytes.length)
  }
}

const noDigests = new Uint8Array(packedDigests)

/** The same for words that have been counted without numbers. */
export function packTerms({ title, content }: PostTerms, vocabulary: TermNumbers): Uint8Array {
  const bytes = new NumberWriter()
  for (const terms of [title, content]) bytes.append(digestOf(terms))
  for (const terms of [title, content]) packText(bytes, numbered(terms, vocabulary), vocabulary)
  return bytes.bytes.slice(0, bytes.length)
}

function numbered({ terms, frequencies, positions, ...own }: Terms, vocabulary: TermNumbers): CountedTerms {
  const notes = new Uint8Array(terms.length)
  const spellings = (by: Record<number, string> = {}) => {
    for (const place of Object.keys(by)) notes[Number(place)] = 1
    return new Map(Object.entries(by).map(([place, spelling]) => [Number(place), spelling]))
  }
  return {
    numbers: Uint32Array.from(terms, (term) => vocabulary.numberOf(term)),
    frequencies,
    positions,
    spelt: spellings(own.spelt),
    written: spellings(own.written),
    doubtful: spellings(own.doubtful),
    notes,
  }
}

function packText(bytes: NumberWriter, counted: CountedTerms, vocabulary: TermNumbers): void {
  const { numbers, frequencies, positions, notes } = counted
  bytes.push(numbers.length)
  bytes.push(positions.length)
  let at = 0
  for (let place = 0; place < numbers.length; place++) {
    const frequency = frequencies[place]!
    const isUnusual = notes[place] !== 0
    bytes.push(4 * numbers[place]! + (isUnusual ? 2 : 0) + (frequency === 1 ? 1 : 0))
    if (frequency > 1) bytes.push(frequency)
    if (isUnusual) packSpellings(bytes, counted, place, vocabulary)
    const end = at + frequency
    bytes.differences(positions, at, end)
    at = end
  }
}

function packSpellings(
  bytes: NumberWriter,
  { numbers, spelt, written, doubtful }: CountedTerms,
  place: number,
  vocabulary: TermNumbers,
): void {
  const term = vocabulary.terms[numbers[place]!]!
  const spellings = [written.get(place) ?? doubtful.get(place), spelt.get(place)]
  const [isShown, isSpelt] = spellings.map((own) => own !== undefined && own !== term)
  bytes.push(
    (doubtful.has(place) ? flags.doubtful : 0) + (isShown ? flags.shown : 0) + (isSpelt ? flags.spelt : 0),
  )
  if (isShown) bytes.push(vocabulary.numberOf(spellings[0]!))
  if (isSpelt) bytes.push(vocabulary.numberOf(spellings[1]!))
}

function digestOf({
  terms,
  frequencies,
  positions,
}: Pick<Terms, 'terms' | 'frequencies' | 'positions'>): Buffer {
  const numbers = [frequencies, positions].map(
    ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength),
  )
  // No term has a line break.
  return Buffer.from(sha256(Buffer.concat([Buffer.from(`${terms.join('\n')}\n\n`), ...numbers])), 'hex')
}

/** Those of the title and of the content, as hexadecimal digits. */
export function digestsOf(packed: Uint8Array): [title: string, content: string] {
  const digits = Buffer.from(packed.buffer, packed.byteOffset, packedDigests).toString('hex')
  return [digits.slice(0, 2 * digestBytes), digits.slice(2 * digestBytes)]
}

/** @param numbers what each number becomes */
export function renumbered(packed: Uint8Array, numbers: ArrayLike<number>): Uint8Array {
  const reader = new PackedReader()
  const bytes = new NumberWriter()
  reader.moveTo(packed)
  bytes.append(packed.subarray(0, packedDigests))
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

  /** Whether the spelling it is shown in may be due to its place alone. */
  get isDoubtful(): boolean {
    return (this.flags & flags.doubtful) !== 0
  }

  /** @param at of a row, or of a text's beginning */
  override moveTo(bytes: Uint8Array, at = packedDigests): void {
    super.moveTo(bytes, at)
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
      if ((this.flags & flags.shown) !== 0) this.shown = this.next()
      if ((this.flags & flags.spelt) !== 0) this.spelt = this.next()
    }
    this.positions = this.at
    const { bytes } = this
    let at = this.at
    for (let left = this.frequency; left > 0; ) if (bytes[at++]! < 128) left--
    this.at = at
  }
}
