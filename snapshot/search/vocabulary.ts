// Terms by number: the index of a workspace is made of numbers, each term being looked up once for each post that is new.
import type { Terms } from '../types.ts'
import { NumberWriter } from './bytes.ts'

/** Terms in the order in which they got their numbers. */
export class Vocabulary {
  readonly terms: string[]
  readonly #numbers: Map<string, number>

  constructor(terms: readonly string[] = []) {
    this.terms = [...terms]
    this.#numbers = new Map(terms.map((term, number) => [term, number]))
  }

  /** A new number if the term has none. */
  numberOf(term: string): number {
    const known = this.#numbers.get(term)
    if (known !== undefined) return known
    this.#numbers.set(term, this.terms.length)
    return this.terms.push(term) - 1
  }
}

/** How a text spells its terms, by their places: see `Terms`. */
export type Spellings = Pick<Terms, 'spelt' | 'written' | 'doubtful'>

/** The terms of one text. */
export interface NumberedTerms {
  /** Distinct ones, in order of first occurrence. */
  numbers: Uint32Array
  frequencies: Uint32Array
  /** Where each one occurs, as the index stores it: differences, a term's after another's. */
  positions: Uint8Array
  /** Where each term's positions end in `positions`. */
  ends: Uint32Array
  /** Of the text, in words. */
  length: number
  spellings: Spellings
}

export function numbered(
  { terms, frequencies, positions, ...spellings }: Terms,
  vocabulary: Vocabulary,
): NumberedTerms {
  const bytes = new NumberWriter()
  const ends = new Uint32Array(terms.length)
  let place = 0
  for (let i = 0; i < terms.length; i++) {
    const to = place + frequencies[i]!
    for (let before = 0; place < to; before = positions[place++]!) bytes.push(positions[place]! - before)
    ends[i] = bytes.length
  }
  return {
    numbers: Uint32Array.from(terms, (term) => vocabulary.numberOf(term)),
    frequencies,
    positions: bytes.bytes.subarray(0, bytes.length),
    ends,
    length: positions.length,
    spellings,
  }
}

/** Appends it as bytes. */
export function writeNumbered(
  to: NumberWriter,
  { numbers, frequencies, positions, ends, length, spellings }: NumberedTerms,
): void {
  to.push(numbers.length)
  to.push(length)
  let before = 0
  for (let i = 0; i < numbers.length; i++) {
    to.push(numbers[i]!)
    to.push(frequencies[i]!)
    to.push(ends[i]! - before)
    before = ends[i]!
  }
  to.append(positions)
  const text = Buffer.from(JSON.stringify(spellings))
  to.push(text.length)
  to.append(text)
}

/** Reads one after the other of what `writeNumbered` has written. */
export class NumberedReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  next(): NumberedTerms {
    const count = this.#number()
    const length = this.#number()
    const numbers = new Uint32Array(count)
    const frequencies = new Uint32Array(count)
    const ends = new Uint32Array(count)
    let end = 0
    for (let i = 0; i < count; i++) {
      numbers[i] = this.#number()
      frequencies[i] = this.#number()
      end += this.#number()
      ends[i] = end
    }
    const positions = this.#slice(end)
    const text = this.#slice(this.#number())
    const spellings: Spellings = JSON.parse(Buffer.from(text.buffer, text.byteOffset, text.length).toString())
    return { numbers, frequencies, positions, ends, length, spellings }
  }

  #slice(length: number): Uint8Array {
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }

  #number(): number {
    const bytes = this.#bytes
    let byte = bytes[this.#at++]!
    let number = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[this.#at++]!
      number |= (byte & 127) << shift
    }
    return number >>> 0
  }
}
