// The list of a term in one field: the posts that have it, with frequencies, and its positions in them.
import { NumberWriter } from '../../index/bytes.ts'
import type { RowLists } from './segment.ts'

export class PostingList {
  readonly postings = new NumberWriter()
  readonly positions = new NumberWriter()
  #last = 0

  clear(): void {
    this.postings.clear()
    this.positions.clear()
    this.#last = 0
  }

  /** Appends that of a segment. @param first the segment's first entry */
  append(bytes: Uint8Array, first: number, lists: RowLists): void {
    let at = lists.postings
    let number = bytes[at]! & 127
    for (let shift = 7; bytes[at++]! > 127; shift += 7) number |= (bytes[at]! & 127) << shift
    this.postings.push(number + 2 * (first - this.#last))
    this.postings.copy(bytes, at, lists.positions)
    this.positions.copy(bytes, lists.positions, lists.end)
    this.#last = first + lists.last
  }

  /** @returns how many there are */
  entries(into: Uint32Array): number {
    return readEntries(this.postings.bytes, 0, this.postings.length, into)
  }
}

/** @returns how many there are; a loop of its own, since much of the time is spent in it */
export function readEntries(bytes: Uint8Array, from: number, to: number, into: Uint32Array): number {
  let count = 0
  let entry = 0
  for (let at = from; at < to; ) {
    let byte = bytes[at++]!
    let number = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++]!
      number |= (byte & 127) << shift
    }
    entry += number >>> 1
    into[count++] = entry
    if ((number & 1) === 0) while (bytes[at++]! > 127);
  }
  return count
}
