// Posting lists as they are in their file: per term one list for titles and one for texts, each with its length in
// bytes, then for every post the difference to the previous one and how often the term occurs in it.
//
// Posts are entries here, counted from the oldest: scheduled posts, which are the newest, are at the end of every
// list and change nothing before them. Readers stop at the first one.
import type { ByteSource } from './bytes.ts'

/** A post's place in the index: 0 is the oldest. */
export type Entry = number

/** How many postings have entries below `visible`; counting stops at `most` + 1. */
export function countLists(lists: ByteSource, visible: Entry, most: number): number {
  let count = 0
  while (!lists.isAtEnd && count <= most) {
    const length = lists.next()
    const end = lists.offset + length
    for (let entry = 0; lists.offset < end; ) {
      entry += lists.next()
      if (entry >= visible || ++count > most) break
      lists.skip(1)
    }
    lists.moveTo(end)
  }
  return count
}
