// Finds how a text writes a word, beside the form in which it is indexed.
import { normalise } from '../basics/normalise.ts'

/** A word as stemmers expect it: in lower case, with its accents. */
export function spellingOf(word: string): string {
  return normalise(word.toLowerCase())
}

const invisible = /[\u00ad\u200b\u2060\ufeff]/g

/** A word as a text shows it: without hyphenation and the like. */
export function shownAs(word: string): string {
  return normalise(word).replace(invisible, '')
}

/** A capital in front, and no other: the beginning of a sentence may be its only reason. */
export function isCapitalised(word: string): boolean {
  const [first = ''] = word
  const rest = word.slice(first.length)
  return first !== first.toLowerCase() && rest === rest.toLowerCase()
}

/** Characters that may stand between the end of a sentence, or the start of a line, and the next word. */
const between = new Set(' \t\u00a0"\'“”‘’«»„([{*•–—-¿¡')
const endOfSentence = new Set('\n.!?:…')

export function beginsSentence(text: string, start: number): boolean {
  let at = start - 1
  while (at >= 0 && between.has(text[at]!)) at--
  return at < 0 || endOfSentence.has(text[at]!)
}
