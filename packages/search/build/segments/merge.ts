// From segments to the lists of each term in all posts, term by term: the segments' own lists, one after the other.
import { noTerm, type Segment, SegmentRows } from './segment.ts'
import { type TableDeps, TableWriter, type TermTable } from './table.ts'
import { TermPostings } from './term.ts'

/** @param segments the oldest first */
export function mergeSegments(segments: readonly Segment[], deps: TableDeps): TermTable {
  const posts = segments.reduce((sum, one) => sum + one.posts, 0)
  const bytes = segments.reduce((sum, { length }) => sum + length, 0)
  const writer = new TableWriter(deps, bytes >>> 1)
  const merger = new SegmentMerger(segments, deps.vocabulary.ranks())
  const term = new TermPostings(posts)
  while (merger.next(term)) writer.add(term)
  return writer.finish()
}

class SegmentMerger {
  readonly #rows: SegmentRows[]
  /** The first entry of each segment. */
  readonly #firsts: number[] = []
  /** By term, its place among all. */
  readonly #ranks: Uint32Array
  /** The rank of each segment's next term. */
  readonly #next: Uint32Array
  /** Those that have the current one. */
  readonly #having: number[] = []

  constructor(segments: readonly Segment[], ranks: Uint32Array) {
    let first = 0
    for (const { posts } of segments) {
      this.#firsts.push(first)
      first += posts
    }
    this.#ranks = ranks
    this.#rows = segments.map((segment) => new SegmentRows(segment))
    this.#next = new Uint32Array(segments.length)
    for (let i = 0; i < segments.length; i++) this.#advance(i)
  }

  /** @returns whether there was one */
  next(term: TermPostings): boolean {
    if (!this.#findLeast()) return false
    term.begin(this.#rows[this.#having[0]!]!.number)
    for (const i of this.#having) {
      const { bytes, title, content, votes, end } = this.#rows[i]!
      const first = this.#firsts[i]!
      if (title.has) term.title.append(bytes, first, title)
      if (content.has) term.content.append(bytes, first, content)
      if (votes < end) term.votes.append(bytes, votes, end, first)
    }
    for (const i of this.#having) this.#advance(i)
    return true
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
