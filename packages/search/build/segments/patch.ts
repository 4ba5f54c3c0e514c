// From the lists of all terms to those after some posts have been changed, added, removed or moved. Terms that none of these posts has
// are copied as they are, together with their neighbours.
import { NumberReader } from '../../index/number-reader.ts'
import type { Alignment } from './align.ts'
import { AddedPostings, hasMarked, noList, type PostingList, type StoredList, storedList } from './lists.ts'
import { noTerm, type RowLists, type Segment, SegmentRows } from './segment.ts'
import { type TableDeps, TableWriter, type TermTable } from './table.ts'
import { TermPostings } from './term.ts'
import { VoteReader } from './votes.ts'

/** @param segment of the posts that are new, if any are, in memory @param posts how many there are now */
export function patchTable(
  table: TermTable,
  alignment: Alignment,
  segment: Segment | undefined,
  posts: number,
  deps: TableDeps,
): TermTable {
  const { numbers } = table
  const ranks = deps.vocabulary.ranks()
  const term = new TermPostings(posts)
  const patch = new TermPatch(table, alignment, segment, term)
  const writer = new TableWriter(deps, sizeOf(table, segment))
  for (let place = 0; ; ) {
    const added = patch.placeOfAdded(ranks, place)
    const next = patch.nextConcerned(place, added)
    writer.copy(table, place, next)
    const isKnown = next < added || (next < numbers.length && numbers[next] === patch.added)
    const isAdded = next === added && patch.added !== noTerm
    if (!isKnown && !isAdded) return writer.finish()
    term.begin(isKnown ? numbers[next]! : patch.added)
    patch.join(isKnown ? next : undefined, isAdded)
    writer.add(term, isKnown ? { table, place: next } : undefined)
    place = isKnown ? next + 1 : next
  }
}

/** Numbers may get longer, which seldom makes a table longer than this. What is reserved and not used takes no time. */
function sizeOf(table: TermTable, segment: Segment | undefined) {
  const own = (segment?.bytes.length ?? 0) + (table.positions.bytes.length >>> 6)
  return {
    terms: table.numbers.length + own,
    texts: table.texts.bytes.length + 4 * own,
    postings: table.postings.bytes.length + own + 4 * table.numbers.length,
    positions: table.positions.bytes.length + own,
  }
}

class TermPatch {
  readonly #table: TermTable
  readonly #entries: Int32Array
  /** By entry before: whether it is another one now, or gone; and the first and the last of them. */
  readonly #isMoved: Uint8Array
  readonly #first: number
  readonly #last: number
  readonly #rows: SegmentRows
  readonly #segment: Uint8Array
  /** By entry of the segment. */
  readonly #addedEntries: Uint32Array
  readonly #postings: AddedPostings
  readonly #term: TermPostings

  constructor(
    table: TermTable,
    { entries, added }: Alignment,
    segment: Pick<Segment, 'bytes' | 'rows' | 'length' | 'read'> = noSegment,
    term: TermPostings,
  ) {
    this.#table = table
    this.#entries = entries
    this.#isMoved = Uint8Array.from(entries, (now, before) => (now === before ? 0 : 1))
    this.#first = this.#isMoved.indexOf(1)
    this.#last = this.#isMoved.lastIndexOf(1)
    this.#rows = new SegmentRows(segment)
    this.#segment = segment.bytes
    this.#addedEntries = added
    this.#postings = new AddedPostings(added)
    this.#term = term
    this.#rows.next()
  }

  /** The next term of the new posts. */
  get added(): number {
    return this.#rows.number
  }

  /** Where it is in the table, or is to be. @param from not after that */
  placeOfAdded(ranks: Uint32Array, from: number): number {
    const { numbers } = this.#table
    if (this.added === noTerm) return numbers.length
    const rank = ranks[this.added]!
    let low = from
    let high = numbers.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (ranks[numbers[middle]!]! < rank) low = middle + 1
      else high = middle
    }
    return low
  }

  /** The next term that posts have whose entry is another one now, or gone: at most `to`. */
  nextConcerned(from: number, to: number): number {
    const { oldest, newest, postings } = this.#table
    const [first, last] = [this.#first, this.#last]
    if (first < 0) return to
    let place = from
    for (; place < to; place++) {
      if (newest[place]! < first || oldest[place]! > last) continue
      if (isAnyMarked(postings.bytes, postings.starts[place]!, this.#isMoved)) break
    }
    return place
  }

  /** Puts a term's lists together. @param place in the table, if it is there @param isAdded whether new posts have it */
  join(place: number | undefined, isAdded: boolean): void {
    const { title, content } = this.#term
    const known = place === undefined ? [] : listsOf(this.#table, place)
    this.#splice(title, known[0], isAdded ? this.#rows.title : undefined)
    this.#splice(content, known[1], isAdded ? this.#rows.content : undefined)
    this.#joinVotes(place, isAdded)
    if (isAdded) this.#rows.next()
  }

  #splice(into: PostingList, known: StoredList = noList, lists: RowLists | undefined): void {
    if (lists?.has) this.#postings.open(this.#segment, lists)
    into.splice(known, this.#entries, this.#postings)
  }

  #joinVotes(place: number | undefined, isAdded: boolean): void {
    const { bytes, starts } = this.#table.votes
    const known = place === undefined ? noVotes() : new VoteReader(bytes, starts[place]!, starts[place + 1]!)
    const { votes, end } = this.#rows
    const added = isAdded ? new VoteReader(this.#segment, votes, end) : noVotes()
    this.#term.votes.splice(known, this.#entries, added, this.#addedEntries)
  }
}

/** Whether any entry of a term's lists has a mark. */
function isAnyMarked(bytes: Uint8Array, start: number, marks: Uint8Array): boolean {
  const [from, to] = afterLength(bytes, start)
  if (hasMarked(bytes, from, to, marks)) return true
  const [next, end] = afterLength(bytes, to)
  return hasMarked(bytes, next, end, marks)
}

const none = new Uint8Array(0)
const noVotes = () => new VoteReader(none, 0, 0)
const noSegment = { bytes: none, rows: 0, length: 0, read: undefined }

/** Of titles, and of contents. */
export function listsOf({ postings, positions }: TermTable, place: number): [StoredList, StoredList] {
  const [from, to] = afterLength(postings.bytes, postings.starts[place]!)
  const [positionsFrom, positionsTo] = afterLength(positions.bytes, positions.starts[place]!)
  return [
    storedList(postings.bytes, from, to, positions.bytes, positionsFrom, positionsTo),
    storedList(
      postings.bytes,
      afterLength(postings.bytes, to)[0],
      postings.starts[place + 1]!,
      positions.bytes,
      afterLength(positions.bytes, positionsTo)[0],
      positions.starts[place + 1]!,
    ),
  ]
}

/** Where a list begins that its length precedes, and where it ends. */
export function afterLength(bytes: Uint8Array, start: number): [from: number, to: number] {
  const reader = new NumberReader(bytes, start)
  const length = reader.next()
  return [reader.at, reader.at + length]
}
