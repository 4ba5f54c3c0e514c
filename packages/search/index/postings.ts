// Posting lists as they are in their file: per term one list for titles and one for texts, each with its length in
// bytes, then for every post twice the difference to the previous one; plus one if the term occurs in it once, else followed
// by how often it does.
//
// Posts are entries here, counted from the oldest: scheduled posts, which are the newest, are at the end of every
// list and change nothing before them. Readers stop at the first one.
import type { ByteSource } from './bytes.ts'
import type { FieldList } from './dictionary.ts'

/** A post's place in the index: 0 is the oldest. */
export type Entry = number

/** Returns how many postings have entries below `visible`; counting stops at `most` + 1. */
export function countLists(lists: ByteSource, visible: Entry, most: number): number {
  let count = 0
  while (!lists.isAtEnd && count <= most) {
    const length = lists.next()
    const end = lists.offset + length
    for (let entry = 0; lists.offset < end; ) {
      const number = lists.next()
      entry += number >>> 1
      if (entry >= visible || ++count > most) break
      if ((number & 1) === 0) lists.skip(1)
    }
    lists.moveTo(end)
  }
  return count
}

/** The number of posts that have a term, and of those in a set. */
export interface SharedPosts {
  posts: number
  shared: number
  /** The posts that were looked at have entries below it. */
  end: Entry
}

/**
 * Looks at the oldest `most` posts that have a term in either field.
 * @param bits the set, as `Candidates` has it
 */
export function countShared(
  [title, content]: readonly [FieldList, FieldList],
  { bits, visible, most }: { bits: Uint8Array; visible: Entry; most: number },
): SharedPosts {
  let posts = 0
  let shared = 0
  let inTitle = nextEntry(title, 0)
  let inContent = nextEntry(content, 0)
  for (;;) {
    const entry = Math.min(inTitle, inContent)
    if (entry >= visible) return { posts, shared, end: visible }
    posts++
    shared += (bits[entry >>> 3]! >>> (entry & 7)) & 1
    if (posts === most) return { posts, shared, end: entry + 1 }
    if (inTitle === entry) inTitle = nextEntry(title, entry)
    if (inContent === entry) inContent = nextEntry(content, entry)
  }
}

/** After all entries, at the end of a list. */
const noEntry = 2 ** 31 - 1

function nextEntry({ numbers, end }: FieldList, entry: Entry): Entry {
  if (numbers.offset >= end) return noEntry
  const number = numbers.next()
  if ((number & 1) === 0) numbers.next()
  return entry + (number >>> 1)
}
