// A set of posts that shrinks word by word, fed with posting lists as they are read.
import { PostingDecoder } from './decode.ts'
import type { Entry } from './postings.ts'

/**
 * The visible posts that have every word of a query so far. One bit each: they are combined 32 at a time, which even code that
 * is not optimised yet does quickly.
 */
export class Candidates {
  /** The posts that are left, and those of them that have the current word. */
  #left: Bits
  #marked: Bits
  readonly #visible: Entry
  #count: number
  #countMarked = 0

  /** @param visible how many posts can be found: those with entries below it */
  constructor(visible: Entry) {
    this.#left = new Bits(visible)
    this.#left.words.fill(-1, 0, visible >>> 5)
    if (visible & 31) this.#left.words[visible >>> 5] = (1 << (visible & 31)) - 1
    this.#marked = new Bits(visible)
    this.#visible = visible
    this.#count = visible
  }

  /** The number of posts that are left. */
  get count(): number {
    return this.#count
  }

  /** The posts that are left, as `markBits` takes them; valid until the next change. */
  get bits(): Uint8Array {
    return this.#left.bytes
  }

  /** True if the current word was found in all posts that are left, so that no more of it need be read. */
  get areAllMarked(): boolean {
    return this.#countMarked === this.#count
  }

  /** Ends the current word: drops the posts that do not have it. */
  keepMarked(): void {
    ;[this.#left, this.#marked] = [this.#marked, this.#left]
    this.#marked.words.fill(0)
    this.#count = this.#countMarked
    this.#countMarked = 0
  }

  /** Ascending. */
  entries(): Uint32Array {
    const entries = new Uint32Array(this.#count)
    copyEntries(this.#left.words, entries)
    return entries
  }

  /** Post numbers, ascending. @param last the number of the oldest post */
  numbers(last: number): Uint32Array {
    const numbers = new Uint32Array(this.#count)
    copyNumbers(this.#left.words, last, numbers)
    return numbers
  }

  /** @param bits set for the posts that have the current word, the lowest of the first byte for the oldest post */
  markBits(bits: Uint8Array): void {
    const added = new Bits(this.#visible)
    added.bytes.set(bits.subarray(0, added.bytes.length))
    this.#countMarked = addCommon(this.#marked.words, this.#left.words, added.words)
  }

  /**
   * Marks the posts that are in any of the lists. Stops reading once all that are left are marked.
   * @param pieces of posting lists end to end, cut anywhere
   */
  markLists(pieces: Iterable<Uint8Array>): void {
    const marked = this.#marked.words
    const left = this.#left.words
    const postings = new PostingDecoder(pieces, this.#visible)
    let count = this.#countMarked
    while (count < this.#count && postings.next()) count += markRun(postings, marked, left)
    this.#countMarked = count
  }
}

// The loops are functions of their own, and call none: V8 compiles those soonest, and the first search waits for it (the bench's row
// `search`).

/** @returns how many bits are set then in `marked` */
function addCommon(marked: Int32Array, left: Int32Array, added: Int32Array): number {
  let count = 0
  for (let i = 0; i < marked.length; i++) {
    const both = marked[i]! | (left[i]! & added[i]!)
    marked[i] = both
    const pairs = both - ((both >>> 1) & 0x55555555)
    const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
    count += Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
  }
  return count
}

/** @returns how many bits it set in `marked` */
function markRun(postings: PostingDecoder, marked: Int32Array, left: Int32Array): number {
  const { bytes, end, visible } = postings
  let { entry, at } = postings
  let count = 0
  for (;;) {
    const bit = 1 << (entry & 31)
    const before = marked[entry >>> 5]!
    if ((left[entry >>> 5]! & ~before & bit) !== 0) {
      marked[entry >>> 5] = before | bit
      count++
    }
    if (at >= end) break
    let number = bytes[at]!
    let next = at + 1
    if (number > 127) number = (number & 127) | (bytes[next++]! << 7)
    const isOnce = number & 1
    if (number > 0x3fff || (bytes[next]! & (isOnce - 1)) > 127 || entry + (number >>> 1) >= visible) break
    entry += number >>> 1
    at = next + 1 - isOnce
  }
  postings.moveTo(at, entry)
  return count
}

function copyEntries(words: Int32Array, entries: Uint32Array): void {
  let place = 0
  for (let index = 0; place < entries.length; index++) {
    for (let rest = words[index]!; rest !== 0; rest &= rest - 1) {
      entries[place++] = 32 * index + 31 - Math.clz32(rest & -rest)
    }
  }
}

/** Newer posts have lower numbers. */
function copyNumbers(words: Int32Array, last: number, numbers: Uint32Array): void {
  let place = numbers.length
  for (let index = 0; place > 0; index++) {
    const number = last - 32 * index - 31
    for (let rest = words[index]!; rest !== 0; rest &= rest - 1) {
      numbers[--place] = number + Math.clz32(rest & -rest)
    }
  }
}

/** A bit for each post, as 32-bit integers and as bytes, which on all machines that run Node are the same bits. */
class Bits {
  readonly words: Int32Array
  readonly bytes: Uint8Array

  constructor(posts: number) {
    this.words = new Int32Array(Math.ceil(posts / 32))
    this.bytes = new Uint8Array(this.words.buffer, 0, Math.ceil(posts / 8))
  }
}
