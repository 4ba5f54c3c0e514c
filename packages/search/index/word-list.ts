// The read side: words by their beginnings, the most frequent first, and posts by the words of their titles, as far as posts
// are visible.

import { lowerBound } from '../basics/order.ts'
import type { Pause } from '../basics/pause.ts'
import { ByteSource } from './bytes.ts'
import type { TermRange } from './dictionary.ts'
import { type SuggestionsFile, wordsPerBlock } from './files.ts'
import type { Entry } from './postings.ts'
import { codeBits, decodeSpelling, skipSpelling } from './spelling-codes.ts'

const codeMask = 2 ** codeBits - 1
const moreBit = 1 << codeBits

/** A word's place among all words. */
export type Place = number

/** Blocks read before others get a turn, and steps for each. */
const blocksAtOnce = 8
const stepsPerBlock = 4_000

/** The words of visible posts, read as far as they are asked for. */
export class WordList {
  readonly #file: SuggestionsFile
  readonly #visible: Entry
  /** True for each block that has been read. */
  readonly #isRead: Uint8Array
  /** The offset of each term's line in the dictionary, and of the header in the bytes, by place. */
  readonly #lines: Uint32Array
  readonly #headers: Uint32Array
  /** The number of classes of frequency that a term's visible posts reach, by place. */
  readonly #reached: Uint8Array

  /** @param visible how many posts are visible: those with entries below it */
  constructor(file: SuggestionsFile, visible: Entry) {
    const count = sourceOf(file.words, 0).next()
    this.#file = file
    this.#visible = visible
    this.#isRead = new Uint8Array(file.blockLines.length)
    this.#lines = new Uint32Array(count)
    this.#headers = new Uint32Array(count)
    this.#reached = new Uint8Array(count)
  }

  /** The words of a range of the dictionary by their classes: of each, the first `most` that visible posts have. */
  async byClass({ from, to }: TermRange, most: number, pause: Pause): Promise<Place[][]> {
    const { blockLines } = this.#file
    const first = Math.max(0, lowerBound(blockLines, from + 1) - 1)
    const end = lowerBound(blockLines, to)
    for (let block = first; block < end; block++) {
      if (this.#isRead[block] === 1) continue
      this.#readBlock(block)
      const others = block % blocksAtOnce === 0 && pause(blocksAtOnce * stepsPerBlock)
      if (others) await others
    }
    const lines = this.#lines.subarray(first * wordsPerBlock, end * wordsPerBlock)
    const place = (line: number) => first * wordsPerBlock + lowerBound(lines, line)
    return this.#sorted(place(from), place(to), most)
  }

  #sorted(from: Place, to: Place, most: number): Place[][] {
    const classes: Place[][] = []
    for (let place = from; place < to; place++) {
      const reached = this.#reached[place]!
      if (reached === 0) continue
      while (classes.length < reached) classes.push([])
      const places = classes[reached - 1]!
      if (places.length < most) places.push(place)
    }
    return classes
  }

  line(place: Place): number {
    return this.#lines[place]!
  }

  /** Returns how visible posts write it. */
  spelling(place: Place, term: string): string {
    const numbers = sourceOf(this.#file.words, this.#headers[place]!)
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

  #readBlock(block: number): void {
    const numbers = sourceOf(this.#file.words, this.#file.blockStarts[block]!)
    const end = Math.min(this.#lines.length, (block + 1) * wordsPerBlock)
    let line = this.#file.blockLines[block]!
    for (let place = block * wordsPerBlock; place < end; place++) {
      line += numbers.next()
      this.#lines[place] = line
      this.#readRecord(place, numbers)
    }
    this.#isRead[block] = 1
  }

  #readRecord(place: Place, numbers: ByteSource): void {
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

/** The posts whose titles have one of the terms, each once for each of them. */
export function titlesWith(
  { titleLines, titleStarts, titleEntries }: SuggestionsFile,
  { from, to }: TermRange,
): Uint32Array {
  const [first, end] = [lowerBound(titleLines, from), lowerBound(titleLines, to)]
  return titleEntries.subarray(titleStarts[first], titleStarts[end])
}
