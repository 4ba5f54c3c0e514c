// The list of a term in one field: the posts that have it, with frequencies, and its positions in them.
import { NumberWriter } from '../../index/bytes.ts'
import { NumberReader } from '../../index/number-reader.ts'
import type { RowLists } from './segment.ts'

/** Where a list is. */
export interface StoredList {
  postings: Uint8Array
  from: number
  to: number
  positions: Uint8Array
  positionsFrom: number
  positionsTo: number
}

/** Always made here, so that all have the same shape: there are very many. */
export function storedList(
  postings: Uint8Array,
  from: number,
  to: number,
  positions: Uint8Array,
  positionsFrom: number,
  positionsTo: number,
): StoredList {
  return { postings, from, to, positions, positionsFrom, positionsTo }
}

const none = new Uint8Array(0)
export const noList = storedList(none, 0, 0, none, 0, 0)

/** After all entries. */
const noEntry = 2 ** 31 - 1

/** What becomes of a post's entry when it is gone. */
export const gone = -1

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

  /**
   * Appends a list whose posts may have other entries now, or be gone, together with postings that come in between. What does not
   * change is copied as it is.
   * @param entries by entry: what becomes of it, ascending but for `gone`
   */
  splice(list: StoredList, entries: Int32Array, added: AddedPostings): void {
    const { postings: bytes, to } = list
    const places = new PlaceCopier(this.positions, list)
    let at = list.from
    /** What is copied next begins here, and has so many places. */
    let run = at
    let pending = 0
    let entry = 0
    let last = this.#last
    while (at < to) {
      const start = at
      let byte = bytes[at++]!
      let number = byte & 127
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[at++]!
        number |= (byte & 127) << shift
      }
      let frequency = 1
      if ((number & 1) === 0) {
        byte = bytes[at++]!
        frequency = byte & 127
        for (let shift = 7; byte > 127; shift += 7) {
          byte = bytes[at++]!
          frequency |= (byte & 127) << shift
        }
      }
      entry += number >>> 1
      const target = entries[entry]!
      if (target - last === number >>> 1 && target < added.next) {
        last = target
        pending += frequency
        continue
      }
      this.postings.copy(bytes, run, start)
      run = at
      if (target === gone) {
        places.copy(pending)
        places.skip(frequency)
        pending = 0
        continue
      }
      if (added.next < target) {
        places.copy(pending)
        pending = 0
        last = this.#pushAdded(added, target, last)
      }
      this.#push(target - last, frequency)
      last = target
      pending += frequency
    }
    this.postings.copy(bytes, run, to)
    places.copyRest()
    this.#last = this.#pushAdded(added, noEntry, last)
  }

  /** @returns the last entry that was pushed, or `last` */
  #pushAdded(added: AddedPostings, before: number, last: number): number {
    let latest = last
    while (added.next < before) {
      const { next, frequency } = added
      this.#push(next - latest, frequency)
      latest = next
      added.move(this.positions)
    }
    return latest
  }

  #push(difference: number, frequency: number): void {
    this.postings.push(2 * difference + (frequency === 1 ? 1 : 0))
    if (frequency > 1) this.postings.push(frequency)
  }

  /** @returns how many there are */
  entries(into: Uint32Array): number {
    return readEntries(this.postings.bytes, 0, this.postings.length, into)
  }
}

/** Copies and skips positions, which can only be counted one by one. */
class PlaceCopier {
  readonly #into: NumberWriter
  readonly #bytes: Uint8Array
  readonly #end: number
  #at: number

  constructor(into: NumberWriter, { positions, positionsFrom, positionsTo }: StoredList) {
    this.#into = into
    this.#bytes = positions
    this.#at = positionsFrom
    this.#end = positionsTo
  }

  copy(numbers: number): void {
    const from = this.#at
    this.skip(numbers)
    this.#into.copy(this.#bytes, from, this.#at)
  }

  skip(numbers: number): void {
    this.#at = past(this.#bytes, this.#at, numbers)
  }

  copyRest(): void {
    this.#into.copy(this.#bytes, this.#at, this.#end)
    this.#at = this.#end
  }
}

/** @returns where so many numbers end */
function past(bytes: Uint8Array, from: number, numbers: number): number {
  let at = from
  for (let left = numbers; left > 0; ) if (bytes[at++]! < 128) left--
  return at
}

/** Postings of posts that are new, one after the other. */
export class AddedPostings {
  /** The entry of the next one. */
  next = noEntry
  frequency = 0
  readonly #postings = new NumberReader()
  #end = 0
  #positions = 0
  #entry = 0
  readonly #entries: Uint32Array

  /** @param entries those that the segment's posts get, ascending */
  constructor(entries: Uint32Array) {
    this.#entries = entries
  }

  /** Begins with the list of another term. */
  open(bytes: Uint8Array, lists: RowLists): void {
    this.#postings.moveTo(bytes, lists.postings)
    this.#end = lists.positions
    this.#positions = lists.positions
    this.#entry = 0
    this.#read()
  }

  /** Copies the positions of the next one. */
  move(into: NumberWriter): void {
    const { bytes } = this.#postings
    const end = past(bytes, this.#positions, this.frequency)
    into.copy(bytes, this.#positions, end)
    this.#positions = end
    this.#read()
  }

  #read(): void {
    const postings = this.#postings
    if (postings.at === this.#end) {
      this.next = noEntry
      return
    }
    const number = postings.next()
    this.frequency = (number & 1) === 1 ? 1 : postings.next()
    this.#entry += number >>> 1
    this.next = this.#entries[this.#entry]!
  }
}

// Loops of their own: most of the time is spent in them.

/** @returns how many there are */
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

/** Whether any entry has a mark. */
export function hasMarked(bytes: Uint8Array, from: number, to: number, marks: Uint8Array): boolean {
  let entry = 0
  for (let at = from; at < to; ) {
    let byte = bytes[at++]!
    let number = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++]!
      number |= (byte & 127) << shift
    }
    entry += number >>> 1
    if (marks[entry] !== 0) return true
    if ((number & 1) === 0) while (bytes[at++]! > 127);
  }
  return false
}
