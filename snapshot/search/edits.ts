// How many edits make one word of another, as far as that matters.

/** Words have at most 64 units; rows are shared by all calls, which are many. */
const rows = [new Uint8Array(80), new Uint8Array(80)] as const

/**
 * Insertions, deletions and replacements of UTF-16 units.
 * @returns more than `most` where it is more; nothing else is known then
 */
export function editsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let [above, row] = rows as [Uint8Array, Uint8Array]
  for (let j = 0; j <= b.length; j++) above[j] = Math.min(j, most + 1)
  for (let i = 1; i <= a.length; i++) {
    const from = Math.max(1, i - most)
    const to = Math.min(b.length, i + most)
    row[from - 1] = from === 1 ? Math.min(i, most + 1) : most + 1
    let least = row[from - 1]!
    for (let j = from; j <= to; j++) {
      const replaced = above[j - 1]! + (a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1)
      row[j] = Math.min(replaced, above[j]! + 1, row[j - 1]! + 1, most + 1)
      if (row[j]! < least) least = row[j]!
    }
    if (to < b.length) row[to + 1] = most + 1
    if (least > most) return most + 1
    ;[above, row] = [row, above]
  }
  return above[b.length]!
}
