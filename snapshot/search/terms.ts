// The words of one text, counted: what the index is built from.
import type { Terms } from '../types.ts'
import { tokenize } from './tokenize.ts'

/** Distinct terms in order of first occurrence, with how often and at which positions they occur. */
export function termsOf(text: string): Terms {
  const tokens = tokenize(text)
  const places = new Map<string, number>()
  const termOf = new Uint32Array(tokens.length)
  const spelt: Record<number, string> = {}
  const written: Record<number, string> = {}
  const doubtful: Record<number, string> = {}
  let compoundEnd = 0
  for (let i = 0; i < tokens.length; i++) {
    const { term, start, end } = tokens[i]!
    const place = places.get(term) ?? places.size
    termOf[i] = place
    const isNew = place === places.size
    const isPart = start < compoundEnd
    if (!isPart) compoundEnd = end
    if (!isNew && doubtful[place] === undefined) continue
    const word = text.slice(start, end)
    // Most words are written as they are in the index.
    const isPlain = word === term && isAscii.test(word)
    if (isNew) {
      places.set(term, place)
      const spelling = isPlain ? term : spellingOf(word)
      if (spelling !== term) spelt[place] = spelling
    }
    const shown = isPlain ? term : shownAs(word)
    if (isPart || (!isPlain && isCapitalised(shown) && beginsSentence(text, start))) doubtful[place] ??= shown
    else {
      if (!isNew) delete doubtful[place]
      if (shown !== term) written[place] = shown
    }
  }
  const frequencies = new Uint32Array(places.size)
  for (let i = 0; i < termOf.length; i++) frequencies[termOf[i]!]! += 1
  const next = new Uint32Array(places.size)
  for (let place = 1; place < next.length; place++) next[place] = next[place - 1]! + frequencies[place - 1]!
  const positions = new Uint32Array(tokens.length)
  for (let i = 0; i < termOf.length; i++) positions[next[termOf[i]!]!++] = tokens[i]!.position
  return { terms: [...places.keys()], frequencies, positions, spelt, written, doubtful }
}

const isAscii = /^[\x00-\x7f]*$/

/** A word as stemmers expect it: in lower case, with its accents. */
export function spellingOf(word: string): string {
  return word.toLowerCase().normalize('NFC')
}

const invisible = /[\u00ad\u200b\u2060\ufeff]/g

/** A word as a text shows it: without hyphenation and the like. */
function shownAs(word: string): string {
  return word.normalize('NFC').replace(invisible, '')
}

/** A capital in front, and no other: the beginning of a sentence may be its only reason. */
function isCapitalised(word: string): boolean {
  const [first = ''] = word
  const rest = word.slice(first.length)
  return first !== first.toLowerCase() && rest === rest.toLowerCase()
}

/** What may stand between the end of a sentence, or the start of a line, and the next word. */
const between = new Set(' \t\u00a0"\'“”‘’«»„([{*•–—-¿¡')
const endOfSentence = new Set('\n.!?:…')

function beginsSentence(text: string, start: number): boolean {
  let at = start - 1
  while (at >= 0 && between.has(text[at]!)) at--
  return at < 0 || endOfSentence.has(text[at]!)
}
