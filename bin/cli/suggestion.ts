// Suggests a command or a flag for a mistyped one.
import { nearest } from '../../snapshot/nearest.ts'

/** The only known word with this prefix (`--cont`, `-p`), else the closest one, else `otherwise`. */
export function suggestion(word: string, known: readonly string[], otherwise: string): string {
  const letters = (text: string) => text.replace(/^-+/, '').toLowerCase()
  const longer = letters(word) && known.filter((one) => letters(one).startsWith(letters(word)))
  const guess = longer.length === 1 ? longer[0] : nearest(word, known)
  return guess === undefined ? otherwise : `Did you mean "${guess}"?`
}
