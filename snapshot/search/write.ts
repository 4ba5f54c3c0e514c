// The search index as it is written: a sorted dictionary, and per term and field a list of posts with frequencies,
// the positions in a file of their own.
import { termBase } from '../format.ts'
import { compareCodePoints } from '../order.ts'
import type { PostNumber, Terms } from '../types.ts'
import type { BlockWriter } from './blocks.ts'
import { NumberWriter } from './bytes.ts'
import { ByteChains, NumberColumn } from './chains.ts'

/** Takes posts in ascending order of their numbers. */
export class IndexWriter {
  readonly #ids = new Map<string, number>()
  readonly title = new FieldPostings(this.#ids)
  readonly content = new FieldPostings(this.#ids)

  /**
   * Writes the lists of all terms.
   * @returns the lines of the dictionary
   */
  finish(postings: BlockWriter, positions: BlockWriter): string {
    const lines: string[] = []
    for (const term of [...this.#ids.keys()].sort(compareCodePoints)) {
      lines.push(`${term}\t${postings.length.toString(termBase)}\t${positions.length.toString(termBase)}\n`)
      const id = this.#ids.get(term)!
      for (const field of [this.title, this.content]) field.write(id, postings, positions)
    }
    return lines.join('')
  }
}

/** One field's lists, by the number that a term got when it first occurred. */
export class FieldPostings {
  /** Distinct terms of each post: what BM25 calls the field's length here. */
  readonly lengths: number[] = []
  readonly #ids: Map<string, number>
  /** By term: how many posts have it, and the last of them. */
  readonly #counts = new NumberColumn()
  readonly #last = new NumberColumn()
  readonly #postings = new ByteChains()
  readonly #positions = new ByteChains()
  readonly #numbers = new NumberWriter()

  constructor(ids: Map<string, number>) {
    this.#ids = ids
  }

  add(post: PostNumber, { terms, frequencies, positions }: Terms): void {
    this.lengths.push(terms.length)
    for (let i = 0, place = 0; i < terms.length; place += frequencies[i++]!) {
      const id = this.#idOf(terms[i]!)
      this.#appendPost(id, post, frequencies[i]!)
      this.#appendPositions(id, positions, place, place + frequencies[i]!)
    }
  }

  write(id: number, postings: BlockWriter, positions: BlockWriter): void {
    const numbers = this.#numbers
    numbers.clear()
    numbers.push(this.#counts.at(id))
    postings.write(numbers.bytes.subarray(0, numbers.length))
    this.#postings.read(id, (bytes) => postings.write(bytes))
    this.#positions.read(id, (bytes) => positions.write(bytes))
  }

  #idOf(term: string): number {
    const known = this.#ids.get(term)
    if (known !== undefined) return known
    this.#ids.set(term, this.#ids.size)
    return this.#ids.size - 1
  }

  #appendPost(id: number, post: PostNumber, frequency: number): void {
    const numbers = this.#numbers
    numbers.clear()
    numbers.push(post - this.#last.at(id))
    numbers.push(frequency)
    this.#postings.append(id, numbers.bytes, numbers.length)
    this.#counts.set(id, this.#counts.at(id) + 1)
    this.#last.set(id, post)
  }

  #appendPositions(id: number, positions: Uint32Array, from: number, to: number): void {
    const numbers = this.#numbers
    numbers.clear()
    for (let i = from, before = 0; i < to; before = positions[i++]!) numbers.push(positions[i]! - before)
    this.#positions.append(id, numbers.bytes, numbers.length)
  }
}
