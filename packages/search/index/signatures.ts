// The file that misspellings are corrected with: the terms in the order in which posts first used them, the oldest post's first. So
// those of visible posts come first, and those only in scheduled ones are never looked at. Each has a signature that rules
// out most terms that are more than a few edits away; only the others are compared letter by letter.

import { inChunks } from '../basics/chunks.ts'
import { lazyPattern } from '../basics/lazy.ts'
import { isUnspaced } from '../text/runs.ts'

/** `spelling.bin` */
export type SpellingFile = {
  /** Offsets of the terms' lines in the dictionary. */
  lines: Uint32Array
  /** The signatures of the terms. */
  signs: Uint32Array
  /** The number of terms that occur in posts below each entry; one more than there are posts. */
  counts: Uint32Array
}

/** Shorter terms are never a correction: a misspelt word has at least four letters. */
const minLength = 3
/** Misspelt words have letters only: a term with more other characters is more edits away than are corrected. */
const maxOthers = 2
const lengthBits = 5
const maxLength = 2 ** lengthBits - 1
const letterBits = 32 - lengthBits

/** Returns the letters that a word has, roughly, and its length up to 31. */
export function signatureOf(word: string): number {
  let letters = 0
  for (let i = 0; i < word.length; i++) letters |= 1 << ((word.charCodeAt(i) * 11) % letterBits)
  return ((letters << lengthBits) | Math.min(word.length, maxLength)) >>> 0
}

/**
 * The first of some signatures whose word may be so few edits from another one; an edit replaces at most one letter. A loop
 * without calls: it is compiled sooner, and a search waits for it.
 * @returns its place, or `to`
 */
export function nextNear(
  signs: Uint32Array,
  from: number,
  to: number,
  signature: number,
  edits: number,
): number {
  const length = signature & maxLength
  for (let i = from; i < to; i++) {
    const sign = signs[i]!
    const longer = (sign & maxLength) - length
    if (longer > edits || longer < -edits) continue
    const different = (sign ^ signature) >>> lengthBits
    const pairs = different - ((different >>> 1) & 0x55555555)
    const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
    if (Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24 <= 2 * edits) return i
  }
  return to
}

/** 0 for terms that are never a correction: short ones, those of unspaced scripts, or of digits and symbols. */
export function signOf(term: string): number {
  return term.length < minLength || othersIn(term) > maxOthers || isUnspaced(term) ? 0 : signatureOf(term)
}

/** Terms in the order of the dictionary. */
export interface SpelledTerms {
  /** Offsets of their lines. */
  lines: Uint32Array
  /** Signatures as `signOf` makes them. */
  signs: Uint32Array
  /** The first post that has each. */
  oldest: Uint32Array
}

export function spellingFile({ lines, signs, oldest }: SpelledTerms, posts: number): SpellingFile {
  const counts = new Uint32Array(posts + 1)
  inChunks(signs.length, (from, to) => countTerms(signs, oldest, from, to, counts))
  for (let entry = 1; entry <= posts; entry++) counts[entry]! += counts[entry - 1]!
  const own = { lines: new Uint32Array(counts[posts]!), signs: new Uint32Array(counts[posts]!) }
  const next = counts.slice()
  inChunks(signs.length, (from, to) => placeTerms({ lines, signs, oldest }, from, to, next, own))
  return { ...own, counts }
}

function countTerms(
  signs: Uint32Array,
  oldest: Uint32Array,
  from: number,
  to: number,
  counts: Uint32Array,
): void {
  for (let i = from; i < to; i++) if (signs[i] !== 0) counts[oldest[i]! + 1]! += 1
}

/** @param next by entry: the place of the next term that it is the oldest of */
function placeTerms(
  { lines, signs, oldest }: SpelledTerms,
  from: number,
  to: number,
  next: Uint32Array,
  into: { lines: Uint32Array; signs: Uint32Array },
): void {
  for (let i = from; i < to; i++) {
    const sign = signs[i]!
    if (sign === 0) continue
    const place = next[oldest[i]!]!++
    into.lines[place] = lines[i]!
    into.signs[place] = sign
  }
}

const letterOrMark = lazyPattern(String.raw`[\p{L}\p{M}]`, 'u')

/** Characters that are neither letters nor marks; counting stops at one more than allowed. */
function othersIn(term: string): number {
  if (/^[a-z]*$/.test(term)) return 0
  let others = 0
  for (const character of term) {
    if (!letterOrMark().test(character) && ++others > maxOthers) break
  }
  return others
}
