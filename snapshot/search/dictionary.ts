// The sorted terms of a workspace, `term\tpostings\tpositions\n` each, and the lists that the last two are offsets of.
import { termBase } from '../format.ts'
import { SortedLines } from '../lines.ts'
import type { Blocks } from './blocks.ts'
import { numbersOf } from './bytes.ts'
import { similarKeys } from './similar.ts'

/** Neighbouring terms, none where `from` is `to`. */
export interface TermRange {
  /** Offsets of lines. */
  from: number
  to: number
}

export interface SimilarTerm extends TermRange {
  term: string
  /** How many edits away it is. */
  edits: number
}

/** Sorts after every byte that UTF-8 has. */
const afterAll = Buffer.of(0xff)

/** How many bytes of lines the first step of a range takes, and most the others: from some 10 terms to some 200. */
const firstStep = 256
const largestStep = 4096

/** Terms are folded, as `queryTerms` gives them. */
export class Dictionary extends SortedLines {
  readonly #lines: Buffer

  constructor(lines: Buffer) {
    super(lines)
    this.#lines = lines
  }

  /** The term itself. */
  exact(term: string): TermRange {
    const from = this.find(Buffer.from(term))
    const isThere = from < this.length && this.key(from) === term
    return { from, to: isThere ? this.next(from) : from }
  }

  /** The terms that begin so, itself included. */
  beginning(prefix: string): TermRange {
    const bytes = Buffer.from(prefix)
    return { from: this.find(bytes), to: this.find(Buffer.concat([bytes, afterAll])) }
  }

  /** The terms at most so many edits away, in order. */
  similar(term: string, edits: number): SimilarTerm[] {
    return similarKeys(this.#lines, term, edits).map(({ line, key, distance }) => {
      return { from: line, to: this.next(line), term: key, edits: distance }
    })
  }

  *lines({ from, to }: TermRange): Generator<TermRange> {
    for (let line = from; line < to; ) {
      const past = this.next(line)
      yield { from: line, to: past }
      line = past
    }
  }

  /** A range in parts, so that who has found enough need not read the rest. */
  *steps({ from, to }: TermRange): Generator<TermRange> {
    for (let line = from, size = firstStep; line < to; size = Math.min(2 * size, largestStep)) {
      const past = this.next(this.at(Math.min(line + size, to - 1)))
      yield { from: line, to: past }
      line = past
    }
  }
}

/** A file with the lists of all terms, end to end. */
export class TermLists {
  readonly #dictionary: Dictionary
  readonly #column: number
  readonly #blocks: Blocks

  /** @param column which of a line's values says where the term's list begins */
  constructor(dictionary: Dictionary, column: number, blocks: Blocks) {
    this.#dictionary = dictionary
    this.#column = column
    this.#blocks = blocks
  }

  read({ from, to }: TermRange): Uint8Array {
    return this.#blocks.read(this.#startOf(from), this.#startOf(to))
  }

  numbers(range: TermRange): Uint32Array {
    return numbersOf(this.read(range))
  }

  /** What the lists of a range take. */
  bytes({ from, to }: TermRange): number {
    return from === to ? 0 : this.#startOf(to) - this.#startOf(from)
  }

  #startOf(line: number): number {
    if (line >= this.#dictionary.length) return this.#blocks.length
    return Number.parseInt(this.#dictionary.values(line)[this.#column]!, termBase)
  }
}
