// What misspellings are corrected with: the terms in the order in which posts first used them, the oldest post's first. So
// those of visible posts come first, and those only in scheduled ones are never looked at. Each has a signature that rules
// out most terms that are more than a few edits away; only the others are compared letter by letter.
import { lazyPattern } from '../lazy.ts'
import type { Entry } from './postings.ts'
import { isCjk } from './runs.ts'

/** `spelling.bin` */
export type SpellingFile = {
  /** Offsets of the terms' lines in the dictionary. */
  lines: Uint32Array
  /** The signatures of the terms. */
  signs: Uint32Array
  /** By entry, how many of the terms occur in posts below it; one more than there are posts. */
  counts: Uint32Array
}

/** Shorter terms are never a correction: a misspelt word has at least four letters. */
const minLength = 3
/** Misspelt words have letters only: a term with more other characters is more edits away than are corrected. */
const maxOthers = 2
const lengthBits = 5
const maxLength = 2 ** lengthBits - 1
const letterBits = 32 - lengthBits

/** Which letters a word has, roughly, and its length up to 31. */
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

/** Takes terms in the order of the dictionary. */
export class SpellingWriter {
  readonly #lines: number[] = []
  readonly #signs: number[] = []
  readonly #oldest: Entry[] = []
  readonly #posts: number

  constructor(posts: number) {
    this.#posts = posts
  }

  /** @param line its offset; terms in Chinese, Japanese or Korean, or of digits and symbols, are left out */
  add(term: string, line: number, oldest: Entry): void {
    if (term.length < minLength || isCjk(term) || othersIn(term) > maxOthers) return
    this.#lines.push(line)
    this.#signs.push(signatureOf(term))
    this.#oldest.push(oldest)
  }

  columns(): SpellingFile {
    const oldest = this.#oldest
    const counts = new Uint32Array(this.#posts + 1)
    for (const entry of oldest) counts[entry + 1]! += 1
    for (let entry = 1; entry <= this.#posts; entry++) counts[entry]! += counts[entry - 1]!
    const lines = new Uint32Array(oldest.length)
    const signs = new Uint32Array(oldest.length)
    const next = counts.slice()
    for (let i = 0; i < oldest.length; i++) {
      const place = next[oldest[i]!]!++
      lines[place] = this.#lines[i]!
      signs[place] = this.#signs[i]!
    }
    return { lines, signs, counts }
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
