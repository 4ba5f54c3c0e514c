// From segments to the lists of each term in all posts, term by term: the segments' own lists, one after the other.
import { NumberWriter } from '../search/bytes.ts'
import { NumberReader } from '../search/number-reader.ts'
import type { Vocabulary } from '../search/vocabulary.ts'
import type { SpellingVotes } from '../suggest/votes.ts'
import { noTerm, type Segment, SegmentRows, voteBits, votes } from './segment.ts'

/** The lists of a term in titles, or in contents. */
export class MergedLists {
  readonly postings = new NumberWriter()
  readonly positions = new NumberWriter()
  /** The posts that have it, ascending: the first `count` of them. */
  readonly entries: Uint32Array
  count = 0
  #last = 0

  constructor(posts: number) {
    this.entries = new Uint32Array(posts)
  }

  clear(): void {
    this.postings.clear()
    this.positions.clear()
    this.count = 0
    this.#last = 0
  }

  /** @param first the segment's first entry */
  append(bytes: Uint8Array, first: number, lists: SegmentRows['title']): void {
    const before = this.postings.length
    let at = lists.postings
    let number = bytes[at]! & 127
    for (let shift = 7; bytes[at++]! > 127; shift += 7) number |= (bytes[at]! & 127) << shift
    this.postings.push(number + 2 * (first - this.#last))
    this.postings.copy(bytes, at, lists.positions)
    this.positions.copy(bytes, lists.positions, lists.end)
    const { entries } = this
    this.count = decode(this.postings.bytes, before, this.postings.length, entries, this.count, this.#last)
    this.#last = first + lists.last
  }
}

/** @returns how many entries there are then */
function decode(
  bytes: Uint8Array,
  from: number,
  to: number,
  entries: Uint32Array,
  known: number,
  last: number,
): number {
  let count = known
  let entry = last
  for (let at = from; at < to; ) {
    let byte = bytes[at++]!
    let number = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++]!
      number |= (byte & 127) << shift
    }
    entry += number >>> 1
    entries[count++] = entry
    if ((number & 1) === 0) while (bytes[at++]! > 127);
  }
  return count
}

/** Goes through the terms in the order of code points; all of it is valid until the next one. */
export class MergedTerms {
  number = noTerm
  readonly title: MergedLists
  readonly content: MergedLists
  /** The posts that have the term in either of them, ascending: the first `count`. */
  entries: Uint32Array
  count = 0
  /** How many there are. */
  readonly posts: number
  readonly #both: Uint32Array
  readonly #rows: SegmentRows[]
  /** The first entry of each segment. */
  readonly #firsts: number[] = []
  /** By term, its place in that order. */
  readonly #ranks: Uint32Array
  /** The rank of each segment's next term, and those of segments that have the current one. */
  readonly #next: Uint32Array
  readonly #having: number[] = []
  readonly #votes = new NumberReader()

  /** @param segments the oldest first */
  constructor(segments: readonly Segment[], vocabulary: Vocabulary) {
    let posts = 0
    for (const segment of segments) {
      this.#firsts.push(posts)
      posts += segment.posts
    }
    this.posts = posts
    this.title = new MergedLists(posts)
    this.content = new MergedLists(posts)
    this.#both = new Uint32Array(posts)
    this.entries = this.#both
    this.#ranks = vocabulary.ranks()
    this.#rows = segments.map((segment) => new SegmentRows(segment))
    this.#next = new Uint32Array(segments.length)
    for (let i = 0; i < segments.length; i++) this.#advance(i)
  }

  /** @returns whether there is one */
  next(): boolean {
    for (const i of this.#having) this.#advance(i)
    this.#having.length = 0
    const next = this.#next
    let least = noTerm
    for (let i = 0; i < next.length; i++) {
      const rank = next[i]!
      if (rank > least) continue
      if (rank < least) this.#having.length = 0
      least = rank
      this.#having.push(i)
    }
    if (least === noTerm) return false
    this.title.clear()
    this.content.clear()
    for (const i of this.#having) {
      const { bytes, title, content, number } = this.#rows[i]!
      this.number = number
      if (title.has) this.title.append(bytes, this.#firsts[i]!, title)
      if (content.has) this.content.append(bytes, this.#firsts[i]!, content)
    }
    this.#join()
    return true
  }

  /** How posts write the term. */
  vote(into: SpellingVotes): void {
    for (const i of this.#having) {
      const { bytes, votes: from, end } = this.#rows[i]!
      const numbers = this.#votes
      numbers.moveTo(bytes, from)
      const summary = numbers.next()
      const usual = summary >>> 1
      if ((summary & 1) === 0) {
        into.usual(usual)
        continue
      }
      if (into.skip(usual, numbers.next(), numbers.next())) continue
      let left = usual
      while (numbers.at < end) {
        const number = numbers.next()
        const kind = number & (2 ** voteBits - 1)
        into.usual(number >>> voteBits)
        left -= number >>> voteBits
        if (kind === votes.none) into.none()
        else if (kind === votes.weak) into.weak(this.number)
        else if (kind === votes.weakSpelling) into.weak(numbers.next())
        else into.vote(numbers.next())
      }
      into.usual(left)
    }
  }

  #advance(i: number): void {
    const rows = this.#rows[i]!
    rows.next()
    this.#next[i] = rows.number === noTerm ? noTerm : this.#ranks[rows.number]!
  }

  /** Few terms are in titles. */
  #join(): void {
    const { title, content } = this
    if (title.count === 0 || content.count === 0) {
      const only = title.count === 0 ? content : title
      this.entries = only.entries
      this.count = only.count
      return
    }
    const both = this.#both
    let count = 0
    let t = 0
    let c = 0
    while (t < title.count || c < content.count) {
      const inTitle = t < title.count ? title.entries[t]! : noTerm
      const inContent = c < content.count ? content.entries[c]! : noTerm
      if (inTitle <= inContent) t++
      if (inContent <= inTitle) c++
      both[count++] = Math.min(inTitle, inContent)
    }
    this.entries = both
    this.count = count
  }
}
