// Lists of many terms while a segment is made of the words of some posts. These are read twice, from beginning to end: lists are measured
// first, then laid out in the order of the terms, then written, a bit of each at a time. To gather them term by term instead takes twice as
// long: hardly anything that is read then is in the processor's cache.
import { larger, type NumberWriter, numberLength, setNumber } from '../../index/bytes.ts'
import type { PackedReader } from '../words/packed.ts'
import { voteKinds, voteNumber } from './votes.ts'

/** A list of bytes for each term. */
export class ByteLists {
  bytes = new Uint8Array(1_024)
  /** The length of each term's list; once lists are laid out, the place of its next byte, which in the end is the place where it ends. */
  readonly at: Uint32Array
  /** The range of the list that was taken last. */
  #start = 0
  #end = 0

  constructor(terms: number) {
    this.at = new Uint32Array(terms)
  }

  get length(): number {
    return this.#end - this.#start
  }

  /** @param terms in the order in which their lists are to follow each other */
  layOut(terms: Uint32Array): void {
    const { at } = this
    let end = 0
    for (let i = 0; i < terms.length; i++) {
      const length = at[terms[i]!]!
      at[terms[i]!] = end
      end += length
    }
    if (end > this.bytes.length) this.bytes = new Uint8Array(2 * end)
    this.#end = 0
  }

  /** Call this for each term in that order, once all is written. Nothing is left of it then but what `copyTo` copies. @returns its length */
  take(term: number): number {
    this.#start = this.#end
    this.#end = this.at[term]!
    this.at[term] = 0
    return this.length
  }

  copyTo(segment: NumberWriter): void {
    segment.copy(this.bytes, this.#start, this.#end)
  }
}

/** The posts that have each term in a field, and its places there. */
export class FieldLists {
  /** Postings as in their files: the difference to the post before, doubled, plus one if the post has the term once, else the frequency. */
  readonly postings: ByteLists
  readonly positions: ByteLists
  /** The last post that has each term. */
  readonly #lastPosts: Uint32Array
  /** The last post of the term that was taken last. */
  #last = 0

  constructor(terms: number) {
    this.postings = new ByteLists(terms)
    this.positions = new ByteLists(terms)
    this.#lastPosts = new Uint32Array(terms)
  }

  /** Call this for one post after the other. @param row which is not written yet */
  measure(post: number, { number, frequency, positions, at }: PackedReader): void {
    const difference = post - this.#lastPosts[number]!
    this.#lastPosts[number] = post
    this.postings.at[number]! +=
      frequency === 1
        ? numberLength(2 * difference + 1)
        : numberLength(2 * difference) + numberLength(frequency)
    this.positions.at[number]! += at - positions
  }

  /** Tells whether the post that was measured last has a term. */
  has(post: number, term: number): boolean {
    return this.#lastPosts[term] === post && this.postings.at[term]! > 0
  }

  layOut(terms: Uint32Array): void {
    this.postings.layOut(terms)
    this.positions.layOut(terms)
    for (let i = 0; i < terms.length; i++) this.#lastPosts[terms[i]!] = 0
  }

  /** Call this for the same posts and rows in the same order. */
  write(post: number, { number, frequency, positions, at, bytes }: PackedReader): void {
    const { postings } = this
    const difference = post - this.#lastPosts[number]!
    this.#lastPosts[number] = post
    let end = setNumber(postings.bytes, postings.at[number]!, 2 * difference + (frequency === 1 ? 1 : 0))
    if (frequency > 1) end = setNumber(postings.bytes, end, frequency)
    postings.at[number] = end
    const own = this.positions.bytes
    let to = this.positions.at[number]!
    for (let from = positions; from < at; from++) own[to++] = bytes[from]!
    this.positions.at[number] = to
  }

  /** Takes the lists of a term. @returns whether any post has it */
  take(term: number): boolean {
    this.#last = this.#lastPosts[term]!
    this.#lastPosts[term] = 0
    this.positions.take(term)
    return this.postings.take(term) > 0
  }

  pushLengths(segment: NumberWriter): void {
    segment.push(this.#last)
    segment.push(this.postings.length)
    segment.push(this.positions.length)
  }

  copyTo(segment: NumberWriter): void {
    this.postings.copyTo(segment)
    this.positions.copyTo(segment)
  }
}

/** The posts' votes on how to write terms: see votes.ts. */
export class VoteLists {
  readonly lists: ByteLists
  /** The last post that has a vote on each term. */
  readonly #last: Uint32Array
  /** The term, post, kind and spelling of each vote. */
  #votes = new Uint32Array(4 * 256)
  #length = 0

  constructor(terms: number) {
    this.lists = new ByteLists(terms)
    this.#last = new Uint32Array(terms)
  }

  /** Call this for one post after the other. @param spelling of no meaning if it is the term itself */
  add(term: number, post: number, kind: number, spelling: number): void {
    if (this.#length === this.#votes.length) this.#votes = larger(this.#votes, 2 * this.#length)
    const [votes, at] = [this.#votes, this.#length]
    votes[at] = term
    votes[at + 1] = post
    votes[at + 2] = kind
    votes[at + 3] = spelling
    this.#length += 4
    const difference = post - this.#last[term]!
    this.#last[term] = post
    this.lists.at[term]! +=
      numberLength(voteNumber(difference, kind)) + (kind === voteKinds.weak ? 0 : numberLength(spelling))
  }

  /** Writes those that have been added. */
  write(terms: Uint32Array): void {
    const [votes, last, lists] = [this.#votes, this.#last, this.lists]
    lists.layOut(terms)
    for (let i = 0; i < terms.length; i++) last[terms[i]!] = 0
    for (let i = 0; i < this.#length; i += 4) {
      const [term, post, kind] = [votes[i]!, votes[i + 1]!, votes[i + 2]!]
      let end = setNumber(lists.bytes, lists.at[term]!, voteNumber(post - last[term]!, kind))
      if (kind !== voteKinds.weak) end = setNumber(lists.bytes, end, votes[i + 3]!)
      lists.at[term] = end
      last[term] = post
    }
    this.#length = 0
  }

  /** Takes the list of a term. @returns its length */
  take(term: number): number {
    this.#last[term] = 0
    return this.lists.take(term)
  }
}
