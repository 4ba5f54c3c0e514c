// The sorted terms of a workspace, `term\tpostings\tpositions\n` each, and the lists that the last two are offsets of.
import { wholeWord } from './beginnings.ts'
import type { Blocks } from './blocks.ts'
import { ByteSource } from './bytes.ts'
import { BlockLines, blockOf } from './line-blocks.ts'

/** Adjacent terms; none if `from` equals `to`. */
export interface TermRange {
  /** Offsets of lines. */
  from: number
  to: number
}

/** Sorts after every byte of UTF-8. */
const afterAll = Buffer.of(0xff)

/** The number of cached lookups, since a search looks a term up several times: somewhat more than a query has terms. */
const maxCached = 2_000

/** Terms are folded, as `queryTerms` gives them. */
export class Dictionary extends BlockLines {
  readonly #known = new Map<string, TermRange>()

  /** The term itself. */
  exact(term: string): TermRange {
    return this.#lookUp(wholeWord(term), () => {
      const from = this.find(Buffer.from(term))
      const isThere = from < this.length && this.key(from) === term
      return { from, to: isThere ? this.next(from) : from }
    })
  }

  /** The terms that begin with it, itself included. */
  beginning(prefix: string): TermRange {
    return this.#lookUp(prefix, () => {
      const bytes = Buffer.from(prefix)
      return { from: this.find(bytes), to: this.find(Buffer.concat([bytes, afterAll])) }
    })
  }

  #lookUp(key: string, find: () => TermRange): TermRange {
    const known = this.#known.get(key)
    if (known) return known
    if (this.#known.size === maxCached) this.#known.clear()
    const found = find()
    this.#known.set(key, found)
    return found
  }

  *lines({ from, to }: TermRange): Generator<TermRange> {
    for (let line = from; line < to; ) {
      const past = this.next(line)
      yield { from: line, to: past }
      line = past
    }
  }
}

/** A file with the lists of all terms, end to end. */
export class TermLists {
  readonly #dictionary: Dictionary
  readonly #column: number
  readonly #bases: Uint32Array
  readonly #blocks: Blocks

  /**
   * @param column which of a line's values says where the term's list begins
   * @param bases by block of the dictionary, what it is counted from
   */
  constructor(dictionary: Dictionary, column: number, bases: Uint32Array, blocks: Blocks) {
    this.#dictionary = dictionary
    this.#column = column
    this.#bases = bases
    this.#blocks = blocks
  }

  /** Yields pieces that end anywhere, read on demand. */
  *pieces({ from, to }: TermRange): Generator<Uint8Array> {
    if (from === to) return
    const end = this.#startOf(to)
    for (let at = this.#startOf(from); at < end; ) {
      const piece = this.#blocks.piece(at, end)
      yield piece
      at += piece.length
    }
  }

  numbers({ from, to }: TermRange): ByteSource {
    const [start, end] = from === to ? [0, 0] : [this.#startOf(from), this.#startOf(to)]
    return this.#between(start, end)
  }

  /** The two lists of the range's first term: of titles, and of texts. */
  fields(range: TermRange): [title: FieldList, content: FieldList] {
    const numbers = this.numbers(range)
    const title = this.#field(numbers)
    // Most words are in no title: nobody reads on in an empty list.
    const isEmpty = title.end === numbers.offset
    return [title, this.#field(isEmpty ? numbers : this.#between(title.end, this.#startOf(range.to)))]
  }

  /** Returns the number of bytes that the lists of a range take. */
  bytes({ from, to }: TermRange): number {
    return from === to ? 0 : this.#startOf(to) - this.#startOf(from)
  }

  #field(numbers: ByteSource): FieldList {
    const length = numbers.next()
    return { numbers, end: numbers.offset + length }
  }

  #between(from: number, to: number): ByteSource {
    return new ByteSource(this.#blocks.piece, from, to)
  }

  #startOf(line: number): number {
    if (line >= this.#dictionary.length) return this.#blocks.length
    return this.#bases[blockOf(line)]! + this.#dictionary.number(line, this.#column)
  }
}

/** A list after its length, and where it ends. */
export interface FieldList {
  numbers: ByteSource
  end: number
}
