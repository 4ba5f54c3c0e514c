// The known word closest to the one that was written.

/** Longer text is not a misspelt word, and comparing two words takes the product of their lengths in time. */
const MAX_LENGTH = 100

/**
 * The known word with the fewest edits (insert, delete, replace, swap neighbours) to `word`, ignoring case; the first
 * one of several. `undefined` if more than a third of its letters differ, and for long words.
 */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  if (word.length > MAX_LENGTH) return undefined
  const wanted = word.toLowerCase()
  let best: string | undefined
  let least = Number.POSITIVE_INFINITY
  for (const candidate of known) {
    const longest = Math.max(wanted.length, candidate.length)
    const allowed = Math.min(longest - 1, Math.max(1, Math.floor(longest / 3)))
    if (Math.abs(wanted.length - candidate.length) > allowed) continue
    const distance = editDistance(wanted, candidate.toLowerCase())
    if (distance <= allowed && distance < least) {
      best = candidate
      least = distance
    }
  }
  return best
}

/** Optimal string alignment distance, with three rows of the matrix in memory. */
function editDistance(a: string, b: string): number {
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      let cost = Math.min(above[column]! + 1, current[column - 1]! + 1, above[column - 1]! + (same ? 0 : 1))
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (swapped) cost = Math.min(cost, before[column - 2]! + 1)
      current.push(cost)
    }
    before = above
    above = current
  }
  return above[b.length]!
}
