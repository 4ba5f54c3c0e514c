// The number of edits that turn one word into another, as far as that matters.

/** All calls share the rows, for there are many. */
const rows = [new Uint8Array(320), new Uint8Array(320), new Uint8Array(320)] as const

/**
 * Counts insertions, deletions and replacements of UTF-16 units, and swaps of neighbours (optimal string alignment), for words of at
 * most 200 units, and `most` of at most 100.
 * @returns some number above `most` if it is more
 */
export function editsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let [before, above, row] = rows as [Uint8Array, Uint8Array, Uint8Array]
  for (let j = 0; j <= b.length; j++) above[j] = Math.min(j, most + 1)
  for (let i = 1; i <= a.length; i++) {
    const from = Math.max(1, i - most)
    const to = Math.min(b.length, i + most)
    row[from - 1] = from === 1 ? Math.min(i, most + 1) : most + 1
    let least = row[from - 1]!
    for (let j = from; j <= to; j++) {
      const replaced = above[j - 1]! + (a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1)
      const swapped = areSwapped(a, i, b, j) ? before[j - 2]! + 1 : most + 1
      row[j] = Math.min(replaced, swapped, above[j]! + 1, row[j - 1]! + 1, most + 1)
      if (row[j]! < least) least = row[j]!
    }
    if (to < b.length) row[to + 1] = most + 1
    if (least > most) return most + 1
    ;[before, above, row] = [above, row, before]
  }
  return above[b.length]!
}

/** Tells whether the two units before each place are equal, but swapped. */
function areSwapped(a: string, i: number, b: string, j: number): boolean {
  if (i < 2 || j < 2) return false
  return a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1)
}
