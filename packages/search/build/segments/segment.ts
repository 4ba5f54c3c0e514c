// A segment: the lists of all terms in some posts, whichever posts are around them. Entries are counted from the segment's oldest
// post.
//
// For each post, the lengths of its title and content, in words; the terms of titles that are not among a title's first; the forms
// of words; and a row for each term, in the order of code points. All are numbers as in the posting files.
import { NumberReader } from '../../index/number-reader.ts'

/** The lists of a row, in the lowest bits of its first number; the rest is the term's number. */
export const rowFlags = { title: 1, content: 2, votes: 4 } as const
export const rowBits = 3

/** A segment's parts before its rows. */
export interface Segment {
  /** The bytes in memory: all, or all before the rows. */
  bytes: Uint8Array
  /** The length of all bytes. */
  length: number
  /** Reads rows that are not in memory: fills `into` with what begins at `from`. */
  read: ReadRows | undefined
  posts: number
  titleLengths: Uint32Array
  contentLengths: Uint32Array
  /** Pairs of an entry and the number of a term. */
  beyond: Uint32Array
  forms: { language: string; at: number; count: number }[]
  /** The place where they begin. */
  rows: number
}

export type ReadRows = (into: Uint8Array, from: number) => void

/** Returns a segment without its rows. */
export function withoutRows(segment: Segment, read: ReadRows): Segment {
  return { ...segment, bytes: segment.bytes.slice(0, segment.rows), read }
}

export function openSegment(bytes: Uint8Array): Segment {
  const posts = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true)
  const numbers = new NumberReader(bytes, 4)
  const list = (length: number) => {
    const own = new Uint32Array(length)
    for (let i = 0; i < length; i++) own[i] = numbers.next()
    return own
  }
  const titleLengths = list(posts)
  const contentLengths = list(posts)
  const beyond = list(2 * numbers.next())
  const forms = Array.from({ length: numbers.next() }, () => {
    const length = numbers.next()
    const language = Buffer.from(bytes.subarray(numbers.at, numbers.at + length)).toString()
    numbers.at += length
    const count = numbers.next()
    const size = numbers.next()
    const at = numbers.at
    numbers.at += size
    return { language, at, count }
  })
  const { length } = bytes
  return {
    bytes,
    length,
    read: undefined,
    posts,
    titleLengths,
    contentLengths,
    beyond,
    forms,
    rows: numbers.at,
  }
}

/** Reads the first occurrences of terms in a language, one after the other. */
export class SegmentForms {
  number = 0
  /** The entry in the segment. */
  entry = 0
  /** The number of the spelling that is stemmed. */
  spelt = 0
  #left: number
  readonly #numbers: NumberReader

  constructor({ bytes }: Segment, { at, count }: Segment['forms'][number]) {
    this.#numbers = new NumberReader(bytes, at)
    this.#left = count
  }

  /** @returns whether there was one */
  next(): boolean {
    if (this.#left-- === 0) return false
    const numbers = this.#numbers
    this.entry += numbers.next()
    this.number = numbers.next()
    const spelt = numbers.next()
    this.spelt = spelt === 0 ? this.number : spelt - 1
    return true
  }
}

/** The places of a row's lists, and their last postings' entries. */
export class RowLists {
  has = false
  postings = 0
  positions = 0
  end = 0
  last = 0
}

/** The most bytes of a row before its lists: its first number, three for each field, and one for votes. */
const mostHeader = 5 * (1 + 2 * 3 + 1)
/** The bytes of rows that are read together. */
const together = 1 << 16

/** Reads row by row. */
export class SegmentRows {
  /** `noTerm` at the end. */
  number = 0
  readonly title = new RowLists()
  readonly content = new RowLists()
  /** They end at `end`. */
  votes = 0
  /** The start of the row. */
  start = 0
  end = 0
  /** The bytes that all of these places refer to; they differ from row to row. */
  bytes: Uint8Array
  readonly #numbers: NumberReader
  readonly #length: number
  readonly #read: ReadRows | undefined
  #buffer: Uint8Array
  /** The beginning of `bytes` in the segment. */
  #start = 0

  constructor({ bytes, rows, length, read }: Pick<Segment, 'bytes' | 'rows' | 'length' | 'read'>) {
    this.bytes = bytes
    this.end = rows
    this.#length = length
    this.#read = read
    this.#buffer = new Uint8Array(read ? together : 0)
    this.#numbers = new NumberReader(bytes, rows)
  }

  next(): void {
    const at = this.#start + this.end
    if (at === this.#length) {
      this.number = noTerm
      return
    }
    if (this.end + mostHeader > this.bytes.length) this.#load(at, mostHeader)
    const row = this.end
    this.#readRow(row)
    if (this.end <= this.bytes.length) return
    this.#load(at, this.end - row)
    this.#readRow(0)
  }

  /** Reads so many bytes of the segment, and some more; unless it is in memory. */
  #load(from: number, bytes: number): void {
    if (!this.#read) return
    if (bytes > this.#buffer.length) this.#buffer = new Uint8Array(bytes)
    this.bytes = this.#buffer.subarray(0, Math.min(this.#buffer.length, this.#length - from))
    this.#read(this.bytes, from)
    this.#start = from
    this.end = 0
  }

  #readRow(at: number): void {
    const numbers = this.#numbers
    this.start = at
    numbers.moveTo(this.bytes, at)
    const header = numbers.next()
    this.number = header >>> rowBits
    const { title, content } = this
    title.has = (header & rowFlags.title) !== 0
    content.has = (header & rowFlags.content) !== 0
    if (title.has) this.#readLengths(title)
    if (content.has) this.#readLengths(content)
    const votes = (header & rowFlags.votes) === 0 ? 0 : numbers.next()
    let place = numbers.at
    if (title.has) place = placed(title, place)
    if (content.has) place = placed(content, place)
    this.votes = place
    this.end = place + votes
  }

  #readLengths(lists: RowLists): void {
    const numbers = this.#numbers
    lists.last = numbers.next()
    lists.positions = numbers.next()
    lists.end = numbers.next()
  }
}

export const noTerm = 2 ** 32 - 1

/** Turns lengths into places. @returns where the lists end */
function placed(lists: RowLists, at: number): number {
  lists.postings = at
  lists.positions += at
  lists.end += lists.positions
  return lists.end
}
