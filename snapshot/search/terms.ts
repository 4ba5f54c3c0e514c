// The words of one text, counted: what the index is built from.
import type { Terms } from '../types.ts'
import { tokenize } from './tokenize.ts'

/** Distinct terms in order of first occurrence, with how often and at which positions they occur. */
export function termsOf(text: string): Terms {
  const places = new Map<string, number[]>()
  for (const { term, position } of tokenize(text)) {
    const known = places.get(term)
    if (known === undefined) places.set(term, [position])
    else known.push(position)
  }
  const lists = [...places.values()]
  return {
    terms: [...places.keys()],
    frequencies: Uint32Array.from(lists, (list) => list.length),
    positions: Uint32Array.from(lists.flat()),
  }
}
