// Joins segments into the lists of each term in all posts, term by term: the segments' own lists, one after the other.
// A shortcut is in it: lists of words that are as they were (docs/design/shortcuts.md).
import { noTerm, type Segment, SegmentRows } from './segment.ts'
import { type TableDeps, TableWriter, type TermTable } from './table.ts'
import { TermPostings } from './term.ts'

/** Segments in memory, and the table that was made of them. */
export interface Merged {
  segments: readonly Segment[]
  table: TermTable
}

/**
 * @param segments the oldest first
 * @param latest the last one made with the same vocabulary: lists that are the same there are copied together with their neighbours
 */
export function mergeSegments(segments: readonly Segment[], deps: TableDeps, latest?: Merged): TermTable {
  const posts = segments.reduce((sum, one) => sum + one.posts, 0)
  const bytes = segments.reduce((sum, { length }) => sum + length, 0)
  const ranks = deps.vocabulary.ranks()
  const rows = segments.reduce((sum, one) => sum + one.length - one.rows, 0)
  const writer = new TableWriter(deps, Math.ceil(rows / leastRow), bytes >>> 1)
  const merger = new SegmentMerger(segments, ranks)
  const known = latest && new KnownLists(latest, segments, ranks)
  const term = new TermPostings(posts)
  /** The range that is to be copied. */
  let [from, to] = [0, 0]
  while (merger.next()) {
    const place = known?.placeOf(merger)
    if (place !== to && latest) {
      writer.copy(latest.table, from, to)
      from = place ?? to
    }
    if (place === undefined) {
      merger.read(term)
      writer.add(term)
      from = to
    } else {
      to = place + 1
    }
  }
  if (latest) writer.copy(latest.table, from, to)
  return writer.finish()
}

/** The shortest row in bytes: a number, the lengths of its lists, and one of them. */
const leastRow = 3

/** Returns where each segment's posts begin. */
function firstsOf(segments: readonly Segment[]): number[] {
  const firsts = [0]
  for (const { posts } of segments) firsts.push(firsts.at(-1)! + posts)
  return firsts
}

class SegmentMerger {
  readonly #rows: SegmentRows[]
  /** The first entry of each segment. */
  readonly #firsts: readonly number[]
  /** The place of each term among all. */
  readonly #ranks: Uint32Array
  /** The rank of each segment's next term. */
  readonly #next: Uint32Array
  /** The segments that have the current term. */
  readonly #having: number[] = []

  constructor(segments: readonly Segment[], ranks: Uint32Array) {
    this.#firsts = firstsOf(segments)
    this.#ranks = ranks
    this.#rows = segments.map((segment) => new SegmentRows(segment))
    this.#next = new Uint32Array(segments.length)
    for (let i = 0; i < segments.length; i++) this.#advance(i)
  }

  /** Goes on to the next term. @returns whether there is one */
  next(): boolean {
    for (const i of this.#having) this.#advance(i)
    return this.#findLeast()
  }

  get number(): number {
    return this.#rows[this.#having[0]!]!.number
  }

  /** The segment's row of the term, if it has one. */
  rowIn(segment: number): SegmentRows | undefined {
    const rows = this.#rows[segment]
    return rows?.number === this.number ? rows : undefined
  }

  read(term: TermPostings): void {
    term.begin(this.number)
    for (const i of this.#having) {
      const { bytes, title, content, votes, end } = this.#rows[i]!
      const first = this.#firsts[i]!
      if (title.has) term.title.append(bytes, first, title)
      if (content.has) term.content.append(bytes, first, content)
      term.votes.append(bytes, votes, end, first)
    }
  }

  #findLeast(): boolean {
    const next = this.#next
    this.#having.length = 0
    let least = noTerm
    for (let i = 0; i < next.length; i++) {
      const rank = next[i]!
      if (rank > least) continue
      if (rank < least) this.#having.length = 0
      least = rank
      this.#having.push(i)
    }
    return least !== noTerm
  }

  #advance(i: number): void {
    const rows = this.#rows[i]!
    rows.next()
    this.#next[i] = rows.number === noTerm ? noTerm : this.#ranks[rows.number]!
  }
}

/** A segment that is another one now, or begins elsewhere. */
interface ChangedSegment {
  index: number
  /** Its rows before, if there were any. */
  rows: SegmentRows | undefined
  beginsElsewhere: boolean
}

/** The terms that have the lists that they had: their rows are the same in all segments, which begin with the same posts. */
class KnownLists {
  readonly #numbers: Uint32Array
  readonly #ranks: Uint32Array
  readonly #changed: ChangedSegment[] = []
  #place = 0

  constructor({ segments, table }: Merged, now: readonly Segment[], ranks: Uint32Array) {
    this.#numbers = table.numbers
    this.#ranks = ranks
    const [firsts, firstsNow] = [firstsOf(segments), firstsOf(now)]
    for (let index = 0; index < Math.max(segments.length, now.length); index++) {
      const beginsElsewhere = firsts[index] !== firstsNow[index]
      const before = segments[index]
      if (before === now[index] && !beginsElsewhere) continue
      const rows = before && new SegmentRows(before)
      rows?.next()
      this.#changed.push({ index, rows, beginsElsewhere })
    }
  }

  /** Returns the place in the table; `undefined` if the term was not there, or with other lists. Call it for one term after the other. */
  placeOf(merger: SegmentMerger): number | undefined {
    const { number } = merger
    const rank = this.#ranks[number]!
    while (this.#rankAt(this.#place) < rank) this.#place++
    let isSame = this.#numbers[this.#place] === number
    for (const { index, rows, beginsElsewhere } of this.#changed) {
      while (rows && rows.number !== noTerm && this.#ranks[rows.number]! < rank) rows.next()
      const before = rows?.number === number ? rows : undefined
      const now = merger.rowIn(index)
      if (before || now) isSame &&= !beginsElsewhere && isSameRow(before, now)
    }
    return isSame ? this.#place : undefined
  }

  #rankAt(place: number): number {
    return place < this.#numbers.length ? this.#ranks[this.#numbers[place]!]! : noTerm
  }
}

function isSameRow(one: SegmentRows | undefined, other: SegmentRows | undefined): boolean {
  if (!one || !other || one.end - one.start !== other.end - other.start) return false
  for (let i = one.start, j = other.start; i < one.end; i++, j++) {
    if (one.bytes[i] !== other.bytes[j]) return false
  }
  return true
}
