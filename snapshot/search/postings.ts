// Posting lists as they are in their file: per term one list for titles and one for texts, each with its length in
// bytes, then for every post the difference to the previous one and how often the term occurs in it.
//
// Posts are entries here, counted from the oldest: scheduled posts, which are the newest, are at the end of every
// list and change nothing before them. Readers stop at the first one.
import type { ByteSource } from './bytes.ts'

/** A post's place in the index: 0 is the oldest. */
export type Entry = number

/** The posts whose title, or whose text, has a term. */
export interface FieldPostings {
  /** Ascending. */
  entries: Entry[]
  /** How often it occurs in each of them. */
  frequencies: number[]
}

export interface TermPostings {
  term: string
  title: FieldPostings
  content: FieldPostings
}

/** The list that begins here, as far as entries are below `visible`; leaves `lists` at the end of the list. */
export function readList(lists: ByteSource, visible: Entry): FieldPostings {
  const found: FieldPostings = { entries: [], frequencies: [] }
  eachPost(lists, visible, (entry, frequency) => {
    found.entries.push(entry)
    found.frequencies.push(frequency)
    return true
  })
  return found
}

/** How many postings have entries below `visible`; counting stops at `most` + 1. */
export function countLists(lists: ByteSource, visible: Entry, most: number): number {
  let count = 0
  while (!lists.isAtEnd && count <= most) eachPost(lists, visible, () => ++count <= most)
  return count
}

/** Visits the posts of the list that begins here, ascending, while entries are below `visible` and `visit` returns true. */
function eachPost(
  lists: ByteSource,
  visible: Entry,
  visit: (entry: Entry, frequency: number) => boolean,
): void {
  const length = lists.next()
  const end = lists.offset + length
  for (let entry = 0; lists.offset < end; ) {
    entry += lists.next()
    if (entry >= visible || !visit(entry, lists.next())) break
  }
  lists.moveTo(end)
}
