// The words of one text, counted: what the index is built from.
import type { Terms } from '../types.ts'
import { Vocabulary } from './vocabulary.ts'
import { WordCounter } from './word-counter.ts'

/** Distinct terms in order of first occurrence, with how often and at which positions they occur. */
export function termsOf(text: string): Terms {
  const vocabulary = new Vocabulary()
  const { frequencies, positions, spelt, written, doubtful } = new WordCounter(vocabulary).count(text)
  return {
    terms: vocabulary.terms,
    frequencies: frequencies.slice(),
    positions: positions.slice(),
    spelt: Object.fromEntries(spelt),
    written: Object.fromEntries(written),
    doubtful: Object.fromEntries(doubtful),
  }
}
