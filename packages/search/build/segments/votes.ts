// The posts' votes on how to write a term that is a word. Most write it as it is in the index: only the others are listed, as the
// difference to the entry before, with a kind in the lowest bits, and the spelling, if it is another one.
import { lowerBound } from '../../basics/order.ts'
import { NumberWriter } from '../../index/bytes.ts'
import { NumberReader } from '../../index/number-reader.ts'
import type { SpellingVotes } from '../spelling-votes.ts'

export const voteKinds = {
  /** A spelling follows. */
  spelling: 0,
  /** A spelling follows, which only counts if no older post has the term. */
  weakSpelling: 1,
  /** The term itself, which only counts if no older post has it. */
  weak: 2,
} as const
const kindBits = 2
const kindMask = 2 ** kindBits - 1

/** The first of a vote's numbers. @param difference to the entry of the vote before */
export function voteNumber(difference: number, kind: number): number {
  return (difference << kindBits) | kind
}

/** Takes votes in the order of their entries. */
export class VoteList {
  readonly numbers = new NumberWriter()
  #last = 0

  clear(): void {
    this.numbers.clear()
    this.#last = 0
  }

  /** @param spelling of no meaning if it is the term itself */
  push(entry: number, kind: number, spelling: number): void {
    this.numbers.push(voteNumber(entry - this.#last, kind))
    if (kind !== voteKinds.weak) this.numbers.push(spelling)
    this.#last = entry
  }

  /** @param first the entry that theirs are counted from */
  append(bytes: Uint8Array, from: number, to: number, first: number): void {
    const votes = new VoteReader(bytes, from, to)
    while (votes.next()) this.push(first + votes.entry, votes.kind, votes.spelling)
  }

  /** @param entries of all posts that have the term: the first `count` of them */
  tally(into: SpellingVotes, term: number, entries: Uint32Array, count: number): void {
    const { bytes, length } = this.numbers
    const votes = new VoteReader(bytes, 0, length)
    let next = 0
    while (votes.next()) {
      const { entry, kind, spelling } = votes
      const place = lowerBound(entries, entry, next, count)
      into.usual(place - next)
      if (kind === voteKinds.spelling) into.vote(spelling)
      else into.weak(kind === voteKinds.weak ? term : spelling)
      next = place + 1
    }
    into.usual(count - next)
  }
}

/** Reads votes one after the other: there are too many to make an object of each. */
export class VoteReader {
  entry = 0
  kind = 0
  /** 0 if it is the term itself. */
  spelling = 0
  readonly #numbers: NumberReader
  readonly #end: number

  constructor(bytes: Uint8Array, from: number, to: number) {
    this.#numbers = new NumberReader(bytes, from)
    this.#end = to
  }

  /** @returns whether there is another one */
  next(): boolean {
    const numbers = this.#numbers
    if (numbers.at >= this.#end) return false
    const number = numbers.next()
    this.entry += number >>> kindBits
    this.kind = number & kindMask
    this.spelling = this.kind === voteKinds.weak ? 0 : numbers.next()
    return true
  }
}
