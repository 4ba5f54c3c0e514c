// The write side of the search index: a sorted dictionary, per term and field a list of posts with frequencies, and the
// positions in a file of their own.
import { termBase } from '../format/format.ts'
import { compareCodePoints } from '../format/order.ts'
import { commonBeginnings } from './beginnings.ts'
import { bitsOf, markPostings } from './bits.ts'
import type { BlockWriter } from './blocks.ts'
import { NumberWriter } from './bytes.ts'
import type { Entry } from './postings.ts'
import { SpellingWriter } from './spelling.ts'

export interface IndexFiles {
  postings: BlockWriter
  positions: BlockWriter
  bits: BlockWriter
}

/** A term's lists in one field, as their files have them, without their lengths. */
export interface FieldLists {
  postings: NumberWriter
  positions: NumberWriter
}

/** How many bytes are written together. */
const together = 1 << 18

/** Takes terms in the order of code points. */
export class IndexWriter {
  readonly #files: IndexFiles
  readonly #posts: number
  readonly #terms: string[] = []
  readonly #lines: string[] = []
  readonly #spelling: SpellingWriter
  /** All of them: they are read again for the beginnings. */
  readonly #postings = new NumberWriter()
  readonly #starts: number[] = []
  /** Those that are not in their file yet. */
  readonly #positions = new NumberWriter()
  #offset = 0

  constructor(files: IndexFiles, posts: number) {
    this.#files = files
    this.#posts = posts
    this.#spelling = new SpellingWriter(posts)
  }

  /** @param oldest the first post that has it @returns the offset of its line in the dictionary */
  add(term: string, oldest: Entry, fields: readonly FieldLists[]): number {
    const line = this.#offset
    const positions = this.#files.positions.length + this.#positions.length
    const text = `${term}\t${this.#postings.length.toString(termBase)}\t${positions.toString(termBase)}\n`
    this.#terms.push(term)
    this.#lines.push(text)
    this.#offset += Buffer.byteLength(text)
    this.#spelling.add(term, line, oldest)
    this.#starts.push(this.#postings.length)
    for (const { postings, positions } of fields) {
      appendList(this.#postings, postings)
      appendList(this.#positions, positions)
    }
    if (this.#positions.length > together) this.#flush()
    return line
  }

  /** @returns the lines of the dictionary and of the beginnings, and what misspellings are corrected with */
  finish() {
    this.#flush()
    const { bits } = this.#files
    const postings = this.#postings.bytes.subarray(0, this.#postings.length)
    this.#files.postings.write(postings)
    this.#starts.push(postings.length)
    const common = [...commonBeginnings(this.#terms, this.#starts, this.#posts)]
    const lines: string[] = []
    const mark = (from: number, to: number, into: Uint8Array) =>
      markPostings(postings.subarray(this.#starts[from], this.#starts[to]), into)
    for (const [i, own] of bitsOf(common, Math.ceil(this.#posts / 8), mark).entries()) {
      lines.push(`${common[i]!.beginning}\t${bits.length.toString(termBase)}\n`)
      bits.write(own)
    }
    return {
      terms: this.#lines.join(''),
      beginnings: lines.sort(compareCodePoints).join(''),
      spelling: this.#spelling.columns(),
    }
  }

  #flush(): void {
    this.#files.positions.write(this.#positions.bytes.subarray(0, this.#positions.length))
    this.#positions.clear()
  }
}

/** After its length in bytes, so that it can be skipped. */
function appendList(to: NumberWriter, { bytes, length }: NumberWriter): void {
  to.push(length)
  to.copy(bytes, 0, length)
}
