// What spelling is corrected by: the terms in the order in which posts first used them, the oldest post's first. So those
// of visible posts stand at the front, and what is only in scheduled ones is never looked at. Each has a sign that tells
// most of those apart that are more than a few letters from each other; only the others are compared letter by letter.
import type { Entry } from './postings.ts'
import { isCjk } from './runs.ts'

/** `spelling.bin` */
export type SpellingFile = {
  /** Offsets of the terms' lines in the dictionary. */
  lines: Uint32Array
  /** Of the terms, as `signOf` has them. */
  signs: Uint32Array
  /** How many of the terms posts below an entry have; one more than there are posts. */
  counts: Uint32Array
}

/** Shorter ones are never what a word of four letters was meant to be. */
const shortest = 3
/** Misspelt words have letters only: what has more other characters is more edits away than are forgiven. */
const mostOthers = 2
const lengthBits = 5
const longestTold = 2 ** lengthBits - 1
const letterBits = 32 - lengthBits

/** Which letters a word has, roughly, and its length up to 31. */
export function signOf(word: string): number {
  let letters = 0
  for (let i = 0; i < word.length; i++) letters |= 1 << ((word.charCodeAt(i) * 11) % letterBits)
  return ((letters << lengthBits) | Math.min(word.length, longestTold)) >>> 0
}

/** Whether words of these signs may be so many edits apart: each changes one letter for another at most. */
export function mayBeNear(a: number, b: number, edits: number): boolean {
  if (Math.abs((a & longestTold) - (b & longestTold)) > edits) return false
  return bitsIn((a ^ b) >>> lengthBits) <= 2 * edits
}

function bitsIn(number: number): number {
  let rest = number - ((number >>> 1) & 0x55555555)
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Takes terms in the order of the dictionary. */
export class SpellingWriter {
  readonly #terms: { line: number; sign: number; oldest: Entry }[] = []
  #offset = 0

  /** @param line of the dictionary; Chinese, Japanese and Korean terms are nobody's slip, and neither are digits and signs */
  add(term: string, line: string, oldest: Entry): void {
    const offset = this.#offset
    this.#offset += Buffer.byteLength(line)
    if (term.length < shortest || isCjk(term) || othersIn(term) > mostOthers) return
    this.#terms.push({ line: offset, sign: signOf(term), oldest })
  }

  columns(posts: number): SpellingFile {
    const terms = this.#terms.sort((a, b) => a.oldest - b.oldest || a.line - b.line)
    const counts = new Uint32Array(posts + 1)
    for (const { oldest } of terms) counts[oldest + 1]! += 1
    for (let entry = 1; entry <= posts; entry++) counts[entry]! += counts[entry - 1]!
    return {
      lines: Uint32Array.from(terms, ({ line }) => line),
      signs: Uint32Array.from(terms, ({ sign }) => sign),
      counts,
    }
  }
}

/** Characters that are neither letters nor marks, counted up to one more than may be. */
function othersIn(term: string): number {
  let others = 0
  for (const character of term) {
    if (!/[\p{L}\p{M}]/u.test(character) && ++others > mostOthers) break
  }
  return others
}
