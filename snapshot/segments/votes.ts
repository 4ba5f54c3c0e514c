// How posts write a term that is a word. Most write it as it is in the index: only the others are listed, as the difference to
// the entry before, with a kind in the lowest bits, and the spelling, if it is another one.
import { lowerBound } from '../format/order.ts'
import { NumberWriter } from '../search/bytes.ts'
import { NumberReader } from '../search/number-reader.ts'
import type { SpellingVotes } from '../suggest/votes.ts'

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

interface Vote {
  entry: number
  kind: number
  /** 0 if it is the term itself. */
  spelling: number
}

/** Takes votes in the order of their entries. */
export class VoteList {
  readonly numbers = new NumberWriter()
  #last = 0

  clear(): void {
    this.numbers.clear()
    this.#last = 0
  }

  push({ entry, kind, spelling }: Vote): void {
    this.numbers.push(((entry - this.#last) << kindBits) | kind)
    if (kind !== voteKinds.weak) this.numbers.push(spelling)
    this.#last = entry
  }

  /** @param first the entry that theirs are counted from */
  append(bytes: Uint8Array, from: number, to: number, first: number): void {
    for (const vote of votesIn(bytes, from, to)) {
      vote.entry += first
      this.push(vote)
    }
  }

  /** @param votes of several lists */
  join(votes: Vote[]): void {
    for (const vote of votes.sort((a, b) => a.entry - b.entry)) this.push(vote)
  }

  /** @param entries of all posts that have the term: the first `count` of them */
  tally(into: SpellingVotes, term: number, entries: Uint32Array, count: number): void {
    const { bytes, length } = this.numbers
    let next = 0
    for (const { entry, kind, spelling } of votesIn(bytes, 0, length)) {
      const place = next + lowerBound(entries.subarray(next, count), entry)
      into.usual(place - next)
      if (kind === voteKinds.spelling) into.vote(spelling)
      else into.weak(kind === voteKinds.weak ? term : spelling)
      next = place + 1
    }
    into.usual(count - next)
  }
}

export function votesIn(bytes: Uint8Array, from: number, to: number): Vote[] {
  if (from === to) return []
  const votes: Vote[] = []
  const numbers = new NumberReader(bytes, from)
  for (let entry = 0; numbers.at < to; ) {
    const number = numbers.next()
    const kind = number & kindMask
    entry += number >>> kindBits
    votes.push({ entry, kind, spelling: kind === voteKinds.weak ? 0 : numbers.next() })
  }
  return votes
}
