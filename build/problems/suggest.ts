// "Did you mean …?": the known word that looks most like the one that was written.

/** Whoever wrote more than this did not misspell a word; to compare two takes the product of their lengths. */
const MAX_LENGTH = 100

/**
 * The known word with the fewest edits (insert, delete, replace, swap neighbours) to `word`, ignoring case; the
 * first of equals. `undefined` when even that one has more than a third of its letters wrong, and for long words.
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

/** `Did you mean "…"?`, or `otherwise` when nothing is near. */
export function didYouMean(word: string, known: Iterable<string>, otherwise = ''): string {
  const guess = nearest(word, known)
  return guess === undefined ? otherwise : `Did you mean "${guess}"?`
}

/** Optimal string alignment, three rows at a time. */
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
