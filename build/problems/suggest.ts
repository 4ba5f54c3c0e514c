// "Did you mean …?": the known word closest to the one that was written.
import { nearest } from '../../snapshot/nearest.ts'

/** `Did you mean "…"?`, or `otherwise` if no known word is close. */
export function didYouMean(word: string, known: Iterable<string>, otherwise = ''): string {
  const guess = nearest(word, known)
  return guess === undefined ? otherwise : `Did you mean "${guess}"?`
}
