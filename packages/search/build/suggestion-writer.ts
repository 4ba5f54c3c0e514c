// Writes what suggestions are made from: the words of all posts, with how frequent they are and how they are written while
// some posts are not visible yet, and the posts by the words of their titles.

import { NumberWriter } from '../index/bytes.ts'
import { type SuggestionsFile, wordsPerBlock } from '../index/files.ts'
import type { Entry } from '../index/postings.ts'
import { codeBits, encodeSpelling, pushNumbers } from '../index/spelling-codes.ts'
import { classesOf, leastPosts } from '../index/suggestible.ts'

/** A word that may be suggested. */
export interface SuggestedWord {
  term: string
  /** The posts that have it, ascending: the first `count` of them. */
  entries: Uint32Array
  count: number
  /** The spellings, each with the first post since which it is the usual one; at least one. */
  spellings: { spelling: string; since: Entry }[]
}

/**
 * A word's record: a header; the posts in which it reaches each class of frequency, as differences; its spelling. The header has, from
 * its lowest bits, the code of the spelling, whether more spellings follow, and the number of classes. Each further spelling begins
 * with the difference of the post to that of the one before, and a header without classes.
 */
export function writeRecord(records: NumberWriter, { term, entries, count, spellings }: SuggestedWord): void {
  const [first, ...later] = spellings
  const { code, numbers } = encodeSpelling(term, first!.spelling)
  const more = (left: number) => (left > 0 ? 1 : 0) << codeBits
  const classes = classesOf(count)
  records.push((classes << (codeBits + 1)) | more(later.length) | code)
  for (let i = 0, before = 0; i < classes; i++) {
    const entry = entries[leastPosts(i) - 1]!
    records.push(entry - before)
    before = entry
  }
  pushNumbers(records, numbers)
  for (let i = 0, before = 0; i < later.length; i++) {
    const { since, spelling } = later[i]!
    const next = encodeSpelling(term, spelling)
    records.push(since - before)
    records.push(more(later.length - 1 - i) | next.code)
    pushNumbers(records, next.numbers)
    before = since
  }
}

/**
 * Takes words in the order of the dictionary. Before each record is the difference of its line's offset to that of the word before, in
 * the same block.
 */
export class SuggestionWriter {
  readonly #records = new NumberWriter()
  readonly #blockLines: number[] = []
  readonly #blockStarts: number[] = []
  #words = 0
  #last = 0
  readonly #titleLines: number[] = []
  readonly #titleStarts = [0]
  #titleEntries = new Uint32Array(1_024)

  /** @param line the offset of its line in the dictionary @param from where its record is in `bytes` */
  addWord(line: number, bytes: Uint8Array, from: number, to: number): void {
    const records = this.#records
    if (this.#words++ % wordsPerBlock === 0) {
      this.#blockLines.push(line)
      this.#blockStarts.push(records.length)
      this.#last = line
    }
    records.push(line - this.#last)
    this.#last = line
    records.copy(bytes, from, to)
  }

  /** @param entries of posts with a term in their titles, ascending: the first `count` of them, at least one */
  addTitles(line: number, entries: Uint32Array, count: number): void {
    const start = this.#titleStarts.at(-1)!
    while (start + count > this.#titleEntries.length) this.#growTitles()
    for (let i = 0; i < count; i++) this.#titleEntries[start + i] = entries[i]!
    this.#titleLines.push(line)
    this.#titleStarts.push(start + count)
  }

  #growTitles(): void {
    const larger = new Uint32Array(2 * this.#titleEntries.length)
    larger.set(this.#titleEntries)
    this.#titleEntries = larger
  }

  columns(): SuggestionsFile {
    const count = new NumberWriter()
    count.push(this.#words)
    const records = this.#records
    return {
      words: Buffer.concat([
        count.bytes.subarray(0, count.length),
        records.bytes.subarray(0, records.length),
      ]),
      blockLines: Uint32Array.from(this.#blockLines),
      blockStarts: Uint32Array.from(this.#blockStarts, (start) => start + count.length),
      titleLines: Uint32Array.from(this.#titleLines),
      titleStarts: Uint32Array.from(this.#titleStarts),
      titleEntries: this.#titleEntries.subarray(0, this.#titleStarts.at(-1)),
    }
  }
}
