// The words of one text, counted: what the index is built from.
import type { Terms } from '../../basics/post-terms.ts'
import { Vocabulary } from './vocabulary.ts'
import { NOTED, WordCounter } from './word-counter.ts'

/** Distinct terms in order of first occurrence, with how often and at which positions they occur. */
export function termsOf(text: string): Terms {
  const vocabulary = new Vocabulary()
  const counted = new WordCounter(vocabulary).count(text)
  const { frequencies, positions, notes } = counted
  const terms = [...vocabulary.terms]
  const noted = (which: (note: number) => boolean, numberAt: (place: number) => number) =>
    Object.fromEntries(
      terms.flatMap((_, place) =>
        which(notes[place]!) ? [[place, vocabulary.terms[numberAt(place)]!] as const] : [],
      ),
    )
  return {
    terms,
    frequencies: frequencies.slice(),
    positions: positions.slice(),
    spelt: noted((note) => (note & NOTED.spelt) !== 0, counted.speltAt),
    written: noted((note) => (note & ALL_SHOWN) === NOTED.shown, counted.shownAt),
    doubtful: noted((note) => (note & NOTED.doubtful) !== 0, counted.shownAt),
  }
}

const ALL_SHOWN = NOTED.shown | NOTED.doubtful
