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

/** How many postings have entries below `visible`; counting stops at `most` + 1. */
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

/** The visible posts that have a term in either field, ascending: the oldest `most` of them. */
export function entriesIn(fields: readonly FieldList[], visible: Entry, most: number): Entry[] {
  const entries: Entry[] = []
  const next = fields.map((field) => ({ field, entry: nextEntry(field, 0) }))
  while (entries.length < most) {
    const entry = Math.min(...next.map((one) => one.entry))
    if (entry >= visible) break
    entries.push(entry)
    for (const one of next) if (one.entry === entry) one.entry = nextEntry(one.field, entry)
  }
  return entries
}

/** `Infinity` at the end of the list. */
function nextEntry({ numbers, end }: FieldList, entry: Entry): Entry {
  if (numbers.offset >= end) return Number.POSITIVE_INFINITY
  const number = numbers.next()
  if ((number & 1) === 0) numbers.skip(1)
  return entry + (number >>> 1)
}
