// The write side of the search index: a sorted dictionary, and the beginnings that so many words share that their posts are stored
// as bits. The lists themselves are in the files as the index has them.

import { compareCodePoints } from '../basics/order.ts'
import { numberBase } from '../basics/sorted-lines.ts'
import { commonBeginnings } from '../index/beginnings.ts'
import { bitsOf, markPostings } from '../index/bits.ts'
import { blockOf } from '../index/line-blocks.ts'

/** Parts by place. The part of a term in `bytes` begins at its place in `starts`, and ends at the next. */
export interface Parts {
  bytes: Uint8Array
  starts: Uint32Array
}

/** The lines of the dictionary; and by block, which offsets theirs are counted from. */
interface DictionaryLines extends Parts {
  postings: Uint32Array
  positions: Uint32Array
}

/** Megabytes that are reserved once for the lines of all builds, one after the other. */
export class LineRoom {
  #bytes = new Uint8Array(0)

  /** Until it is called again. */
  atLeast(bytes: number): Uint8Array {
    // Most saves add a few words.
    if (this.#bytes.length < bytes) this.#bytes = new Uint8Array(bytes + (bytes >>> 5))
    return this.#bytes
  }
}

/**
 * `term\tpostings\tpositions\n` each, and where each line begins. Offsets are counted from those of the first line of the block.
 * @param room has the lines
 */
export function linesOf(
  texts: Parts,
  postings: Uint32Array,
  positions: Uint32Array,
  room = new LineRoom(),
): DictionaryLines {
  const terms = texts.starts.length - 1
  const bytes = room.atLeast(texts.bytes.length + terms * (3 + 2 * mostDigits))
  const starts = new Uint32Array(terms + 1)
  const blocks = blockOf(bytes.length) + 1
  const bases = { postings: new Uint32Array(blocks), positions: new Uint32Array(blocks) }
  const end = fillLines(bytes, starts, texts, { postings, positions }, bases)
  starts[terms] = end
  const used = terms === 0 ? 0 : blockOf(starts[terms - 1]!) + 1
  return {
    bytes: bytes.subarray(0, end),
    starts,
    postings: bases.postings.subarray(0, used),
    positions: bases.positions.subarray(0, used),
  }
}

interface ListOffsets {
  postings: Uint32Array
  positions: Uint32Array
}

/** @returns where they end */
function fillLines(
  lines: Uint8Array,
  lineStarts: Uint32Array,
  { bytes, starts }: Parts,
  { postings, positions }: ListOffsets,
  bases: ListOffsets,
): number {
  const terms = starts.length - 1
  let at = 0
  // Block by block: as stretches, for V8.
  for (let first = 0; first < terms; ) {
    const block = blockOf(at)
    bases.postings[block] = postings[first]!
    bases.positions[block] = positions[first]!
    const end = fillBlock(lines, at, lineStarts, first, { bytes, starts }, postings, positions)
    first = end.term
    at = end.at
  }
  return at
}

/** Fills the lines from a term on that begin in the same block. @returns the first term of the next one, and where it begins */
function fillBlock(
  lines: Uint8Array,
  start: number,
  lineStarts: Uint32Array,
  first: number,
  { bytes, starts }: Parts,
  postings: Uint32Array,
  positions: Uint32Array,
): { term: number; at: number } {
  const terms = starts.length - 1
  const block = blockOf(start)
  const firstPosting = postings[first]!
  const firstPosition = positions[first]!
  let at = start
  let term = first
  for (let from = starts[first]!; term < terms && blockOf(at) === block; term++) {
    lineStarts[term] = at
    for (const to = starts[term + 1]!; from < to; from++) lines[at++] = bytes[from]!
    lines[at] = tab
    at = pushDigits(lines, at + 1, postings[term]! - firstPosting)
    lines[at] = tab
    at = pushDigits(lines, at + 1, positions[term]! - firstPosition)
    lines[at++] = newline
  }
  return { term, at }
}

const tab = 9
const newline = 10
const digits = Buffer.from('0123456789abcdefghijklmnopqrstuvwxyz')
/** The number of digits of numbers below 2^32. */
const mostDigits = 7
/** Writes a number in the base of the dictionary, from the end. @returns where its digits end */
function pushDigits(bytes: Uint8Array, from: number, number: number): number {
  const end = from + digitsIn(number)
  let rest = number
  for (let at = end - 1; at > from; at--) {
    const left = (rest / 36) >>> 0
    bytes[at] = digits[rest - left * 36]!
    rest = left
  }
  bytes[from] = digits[rest]!
  return end
}

function digitsIn(number: number): number {
  if (number < 1_296) return number < 36 ? 1 : 2
  if (number < 1_679_616) return number < 46_656 ? 3 : 4
  if (number < 60_466_176) return 5
  return number < 2_176_782_336 ? 6 : mostDigits
}

/**
 * @param termAt the terms, in the order of their lists
 * @returns the lines of the beginnings, sorted, and what their offsets lead to
 */
export function beginningsOf(
  termAt: (place: number) => string,
  { bytes, starts }: Parts,
  posts: number,
): { lines: string; bits: Uint8Array[] } {
  const common = commonBeginnings(termAt, starts, posts)
  const mark = (from: number, to: number, into: Uint8Array) =>
    markPostings(bytes.subarray(starts[from], starts[to]), into)
  const bits = bitsOf(common, Math.ceil(posts / 8), mark)
  let offset = 0
  const lines = common.map(({ beginning }, i) => {
    const line = `${beginning}\t${offset.toString(numberBase)}\n`
    offset += bits[i]!.length
    return line
  })
  return { lines: lines.sort(compareCodePoints).join(''), bits }
}
