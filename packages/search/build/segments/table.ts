// The lists of all terms in all posts, in the order of code points, as far as possible as the snapshot's files have them.
import { NumberWriter } from '../../index/bytes.ts'
import { signOf } from '../../index/signatures.ts'
import type { Parts } from '../dictionary-lines.ts'
import { SpellingVotes } from '../spelling-votes.ts'
import { writeRecord } from '../suggestion-writer.ts'
import type { Vocabulary } from '../words/vocabulary.ts'
import type { TermPostings } from './term.ts'

/** Columns by place: the place of a term is that among all terms that posts have. */
export interface TermTable {
  /** The terms' numbers in the vocabulary. */
  numbers: Uint32Array
  /** The terms themselves. */
  texts: Parts
  /** The length in bytes and the list, for titles and then for contents. */
  postings: Parts
  /** The positions, without bytes if these have been handed on. */
  positions: Parts
  /** The records of suggestions; empty for terms that are no words. */
  records: Parts
  /** The first post that has each. */
  oldest: Uint32Array
  /** Signatures as `signOf` makes them. */
  signs: Uint32Array
}

/** The bytes that are handed on together. */
const together = 1 << 18

class PartsWriter {
  readonly #bytes: NumberWriter
  readonly #starts: Uint32Array
  /** Gets what would be too much to hold. */
  readonly #drain: ((bytes: Uint8Array) => void) | undefined
  #drained = 0

  constructor(most: number, bytes: number, drain?: (bytes: Uint8Array) => void) {
    this.#starts = new Uint32Array(most + 1)
    this.#bytes = new NumberWriter(bytes)
    this.#drain = drain
  }

  /** Begins the lists of the term at this place. */
  begin(place: number): NumberWriter {
    this.#starts[place] = this.#drained + this.#bytes.length
    if (this.#drain && this.#bytes.length > together) this.#empty()
    return this.#bytes
  }

  copy({ bytes, starts }: Parts, from: number, to: number, place: number): void {
    const start = starts[from]!
    const shift = this.begin(place).length + this.#drained - start
    for (let i = from, at = place; i < to; i++, at++) this.#starts[at] = starts[i]! + shift
    this.#bytes.append(bytes.subarray(start, starts[to]))
  }

  finish(count: number): Parts {
    this.begin(count)
    if (this.#drain) this.#empty()
    const { bytes, length } = this.#bytes
    return { bytes: bytes.subarray(0, length), starts: this.#starts.subarray(0, count + 1) }
  }

  #empty(): void {
    const { bytes, length } = this.#bytes
    this.#drain!(bytes.subarray(0, length))
    this.#drained += length
    this.#bytes.clear()
  }
}

export interface TableDeps {
  vocabulary: Vocabulary
  /** Gets the positions, if they need not be held. */
  onPositions?: ((bytes: Uint8Array) => void) | undefined
}

/** Takes terms in order. */
export class TableWriter {
  readonly #vocabulary: Vocabulary
  readonly #numbers: Uint32Array
  readonly #oldest: Uint32Array
  readonly #signs: Uint32Array
  readonly #texts: PartsWriter
  readonly #postings: PartsWriter
  readonly #positions: PartsWriter
  readonly #records: PartsWriter
  readonly #tally = new SpellingVotes()
  #count = 0

  /**
   * Makes room for terms: a small index has few terms of a vocabulary that others share.
   * @param most the number of terms at most
   * @param postings the bytes of their postings, roughly: memory is reserved for them
   */
  constructor({ vocabulary, onPositions }: TableDeps, most: number, postings: number) {
    const terms = Math.min(vocabulary.terms.length, most)
    this.#vocabulary = vocabulary
    this.#numbers = new Uint32Array(terms)
    this.#oldest = new Uint32Array(terms)
    this.#signs = new Uint32Array(terms)
    this.#texts = new PartsWriter(terms, 8 * terms)
    this.#postings = new PartsWriter(terms, postings)
    this.#positions = new PartsWriter(terms, onPositions ? 2 * together : postings, onPositions)
    this.#records = new PartsWriter(terms, 4 * terms)
  }

  /** Copies the lists of another table with all of its bytes, from one place up to another one. */
  copy(table: TermTable, from: number, to: number): void {
    if (from === to) return
    const place = this.#count
    this.#numbers.set(table.numbers.subarray(from, to), place)
    this.#oldest.set(table.oldest.subarray(from, to), place)
    this.#signs.set(table.signs.subarray(from, to), place)
    this.#texts.copy(table.texts, from, to, place)
    this.#postings.copy(table.postings, from, to, place)
    this.#positions.copy(table.positions, from, to, place)
    this.#records.copy(table.records, from, to, place)
    this.#count += to - from
  }

  add(term: TermPostings): void {
    term.join()
    const { number, title, content } = term
    const text = this.#vocabulary.terms[number]!
    const place = this.#count++
    this.#numbers[place] = number
    this.#oldest[place] = term.entries[0]!
    this.#signs[place] = signOf(text)
    this.#texts.begin(place).text(text)
    const postings = this.#postings.begin(place)
    const positions = this.#positions.begin(place)
    postings.list(title.postings)
    postings.list(content.postings)
    positions.list(title.positions)
    positions.list(content.positions)
    const record = this.#records.begin(place)
    if (this.#vocabulary.words.has(number)) this.#record(term, record)
  }

  #record(term: TermPostings, into: NumberWriter): void {
    const { number, entries, count, votes } = term
    const { terms } = this.#vocabulary
    const tally = this.#tally
    tally.begin(number)
    votes.tally(tally, number, entries, count)
    const spellings = tally.leading.map(({ spelling, since }) => ({
      spelling: terms[spelling]!,
      since: entries[since]!,
    }))
    writeRecord(into, { term: terms[number]!, entries, count, spellings })
  }

  finish(): TermTable {
    const count = this.#count
    return {
      numbers: this.#numbers.subarray(0, count),
      oldest: this.#oldest.subarray(0, count),
      signs: this.#signs.subarray(0, count),
      texts: this.#texts.finish(count),
      postings: this.#postings.finish(count),
      positions: this.#positions.finish(count),
      records: this.#records.finish(count),
    }
  }
}
