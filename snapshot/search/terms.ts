// The words of one text, counted: what the index is built from.
import type { Terms } from '../types.ts'
import { tokenize } from './tokenize.ts'

/** Distinct terms in order of first occurrence, with how often and at which positions they occur. */
export function termsOf(text: string): Terms {
  const tokens = tokenize(text)
  const places = new Map<string, number>()
  const termOf = new Uint32Array(tokens.length)
  const spelt: Record<number, string> = {}
  for (let i = 0; i < tokens.length; i++) {
    const { term, start, end } = tokens[i]!
    const place = places.get(term) ?? places.size
    if (place === places.size) {
      places.set(term, place)
      const word = spellingOf(text.slice(start, end))
      if (word !== term) spelt[place] = word
    }
    termOf[i] = place
  }
  const frequencies = new Uint32Array(places.size)
  for (let i = 0; i < termOf.length; i++) frequencies[termOf[i]!]! += 1
  const next = new Uint32Array(places.size)
  for (let place = 1; place < next.length; place++) next[place] = next[place - 1]! + frequencies[place - 1]!
  const positions = new Uint32Array(tokens.length)
  for (let i = 0; i < termOf.length; i++) positions[next[termOf[i]!]!++] = tokens[i]!.position
  return { terms: [...places.keys()], frequencies, positions, spelt }
}

/** A word as stemmers expect it: in lower case, with its accents. */
export function spellingOf(word: string): string {
  return word.toLowerCase().normalize('NFC')
}
