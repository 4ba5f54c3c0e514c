// The write side of the search index: a sorted dictionary, and the beginnings that so many words share that their posts are stored
// as bits. The lists themselves are in the files as the index has them.
import { termBase } from '../format/format.ts'
import { compareCodePoints } from '../format/order.ts'
import { commonBeginnings } from './beginnings.ts'
import { bitsOf, markPostings } from './bits.ts'
import { blockOf } from './line-blocks.ts'

/** By place. What a term has in `bytes` begins at its place in `starts`, and ends at the next. */
export interface Parts {
  bytes: Uint8Array
  starts: Uint32Array
}

/** The lines of the dictionary; and by block, which offsets theirs are counted from. */
interface DictionaryLines extends Parts {
  postings: Uint32Array
  positions: Uint32Array
}

/** `term\tpostings\tpositions\n` each, and where each line begins. Offsets are counted from those of the first line of the block. */
export function linesOf(texts: Parts, postings: Uint32Array, positions: Uint32Array): DictionaryLines {
  const terms = texts.starts.length - 1
  const bytes = new Uint8Array(texts.bytes.length + terms * (3 + 2 * mostDigits))
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
  let block = -1
  let firstPosting = 0
  let firstPosition = 0
  for (let i = 0, from = 0; i < terms; i++) {
    lineStarts[i] = at
    if (blockOf(at) > block) {
      block = blockOf(at)
      bases.postings[block] = firstPosting = postings[i]!
      bases.positions[block] = firstPosition = positions[i]!
    }
    for (const to = starts[i + 1]!; from < to; from++) lines[at++] = bytes[from]!
    lines[at] = tab
    at = pushDigits(lines, at + 1, postings[i]! - firstPosting)
    lines[at] = tab
    at = pushDigits(lines, at + 1, positions[i]! - firstPosition)
    lines[at++] = newline
  }
  return at
}

const tab = 9
const newline = 10
const digits = Buffer.from('0123456789abcdefghijklmnopqrstuvwxyz')
/** Of numbers below 2^32. */
const mostDigits = 7
/** In the base of the dictionary: written from the end. @returns where they end */
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
    const line = `${beginning}\t${offset.toString(termBase)}\n`
    offset += bits[i]!.length
    return line
  })
  return { lines: lines.sort(compareCodePoints).join(''), bits }
}
