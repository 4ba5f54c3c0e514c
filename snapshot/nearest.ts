// The known word closest to the one that was written.
import { editsBetween } from '../packages/search/basics/edits.ts'

/** Longer text is not a misspelt word, and comparing two words takes the product of their lengths in time. */
const MAX_LENGTH = 100

/**
 * Returns the known word with the fewest edits (insert, delete, replace, swap neighbours) to `word`, ignoring case; the first
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
    const distance = editsBetween(wanted, candidate.toLowerCase(), allowed)
    if (distance <= allowed && distance < least) {
      best = candidate
      least = distance
    }
  }
  return best
}
