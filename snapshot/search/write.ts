// The write side of the search index: a sorted dictionary, per term and field a list of posts with frequencies, and the
// positions in a file of their own.
import { termBase } from '../format/format.ts'
import { compareCodePoints } from '../format/order.ts'
import { commonBeginnings } from './beginnings.ts'
import type { BlockWriter } from './blocks.ts'
import { NumberWriter } from './bytes.ts'
import { ByteChains, NumberColumn } from './chains.ts'
import type { Entry } from './postings.ts'
import { SpellingWriter } from './spelling.ts'
import type { NumberedTerms, Vocabulary } from './vocabulary.ts'

export interface IndexFiles {
  postings: BlockWriter
  positions: BlockWriter
  bits: BlockWriter
}

/** Takes posts in ascending order of their entries: the oldest first. */
export class IndexWriter {
  readonly title = new FieldIndex()
  readonly content = new FieldIndex()

  /**
   * Writes the lists of all terms.
   * @returns the lines of the dictionary and of the beginnings, what misspellings are corrected with, and each term with the
   *   offset of its line
   */
  finish({ terms: all }: Vocabulary, { postings, positions, bits }: IndexFiles) {
    const fields = [this.title, this.content]
    const numbers = [...all.keys()].filter((number) =>
      fields.some((field) => field.oldest(number) < Infinity),
    )
    numbers.sort((a, b) => compareCodePoints(all[a]!, all[b]!))
    const terms = numbers.map((number) => all[number]!)
    const lines: string[] = []
    const spelling = new SpellingWriter()
    const starts: number[] = []
    const offsets: [number: number, line: number][] = []
    let offset = 0
    for (const [i, term] of terms.entries()) {
      const id = numbers[i]!
      starts.push(postings.length)
      const line = `${term}\t${postings.length.toString(termBase)}\t${positions.length.toString(termBase)}\n`
      spelling.add(term, line, Math.min(...fields.map((field) => field.oldest(id))))
      lines.push(line)
      offsets.push([id, offset])
      offset += Buffer.byteLength(line)
      for (const field of fields) field.write(id, postings, positions)
    }
    starts.push(postings.length)
    const posts = this.title.lengths.length
    const beginnings: string[] = []
    for (const { beginning, from, to } of commonBeginnings(terms, starts, posts)) {
      beginnings.push(`${beginning}\t${bits.length.toString(termBase)}\n`)
      bits.write(this.#bitsOf(numbers.slice(from, to), posts))
    }
    beginnings.sort(compareCodePoints)
    return {
      terms: lines.join(''),
      beginnings: beginnings.join(''),
      spelling: spelling.columns(posts),
      offsets,
    }
  }

  /** The posts that have any of the terms, one bit each. */
  #bitsOf(numbers: readonly number[], posts: number): Uint8Array {
    const bits = new Uint8Array(Math.ceil(posts / 8))
    for (const number of numbers) {
      for (const field of [this.title, this.content]) field.mark(number, bits)
    }
    return bits
  }
}

/** One field's lists, by the numbers of terms. */
export class FieldIndex {
  /** The field's length in words, by post; a compound counts as one, and so does each of its parts. */
  readonly lengths: number[] = []
  /** By term: the first post that has it, counted from 1, and the last. */
  readonly #oldest = new NumberColumn()
  readonly #last = new NumberColumn()
  readonly #postings = new ByteChains()
  readonly #positions = new ByteChains()
  readonly #numbers = new NumberWriter()

  add(entry: Entry, { numbers, frequencies, positions, ends, length }: NumberedTerms): void {
    this.lengths.push(length)
    for (let i = 0, from = 0; i < numbers.length; from = ends[i++]!) {
      this.#appendPost(numbers[i]!, entry, frequencies[i]!)
      this.#positions.append(numbers[i]!, positions, ends[i]! - from, from)
    }
  }

  /** The first post that has a term; `Infinity` if none has it in this field. */
  oldest(id: number): Entry {
    return this.#oldest.at(id) === 0 ? Number.POSITIVE_INFINITY : this.#oldest.at(id) - 1
  }

  write(id: number, postings: BlockWriter, positions: BlockWriter): void {
    this.#writeChain(this.#postings, id, postings)
    this.#writeChain(this.#positions, id, positions)
  }

  /** Sets the bit of each post that has a term. */
  mark(id: number, bits: Uint8Array): void {
    let entry: Entry = 0
    let isFrequency = false
    let number = 0
    let shift = 0
    this.#postings.read(id, (bytes) => {
      for (const byte of bytes) {
        number |= (byte & 127) << shift
        shift += 7
        if (byte > 127) continue
        if (isFrequency) isFrequency = false
        else {
          entry += number >>> 1
          bits[entry >>> 3]! |= 1 << (entry & 7)
          isFrequency = (number & 1) === 0
        }
        number = 0
        shift = 0
      }
    })
  }

  /** Writes its length in bytes first, so that it can be skipped. */
  #writeChain(chains: ByteChains, id: number, into: BlockWriter): void {
    let length = 0
    chains.read(id, (bytes) => {
      length += bytes.length
    })
    const numbers = this.#numbers
    numbers.clear()
    numbers.push(length)
    into.write(numbers.bytes.subarray(0, numbers.length))
    chains.read(id, (bytes) => into.write(bytes))
  }

  #appendPost(id: number, entry: Entry, frequency: number): void {
    const numbers = this.#numbers
    numbers.clear()
    numbers.push(2 * (entry - this.#last.at(id)) + (frequency === 1 ? 1 : 0))
    if (frequency > 1) numbers.push(frequency)
    this.#postings.append(id, numbers.bytes, numbers.length)
    if (this.#oldest.at(id) === 0) this.#oldest.set(id, entry + 1)
    this.#last.set(id, entry)
  }
}
