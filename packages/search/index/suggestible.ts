// The terms of the index that are words that somebody would want completed, and their rough frequencies.

import { lazyPattern } from '../basics/lazy.ts'
import { isUnspaced } from '../text/runs.ts'

/** Most titles have fewer words; of a longer one, its first count. */
export const maxTitleTerms = 64

/** The longest word in UTF-16 units: nobody wants to be offered longer ones. */
const maxLength = 32
const letter = lazyPattern(String.raw`\p{L}`, 'u')
const digit = lazyPattern(String.raw`\p{N}`, 'u')
/** Checksums, commits and the like: letters and digits in turn, or hexadecimal digits. */
const changes = lazyPattern(String.raw`\p{L}(?=\p{N})|\p{N}(?=\p{L})`, 'gu')
const maxChanges = 2
const hexadecimal = /^[0-9a-f]{7,}$/
/** Serial numbers and the like: three short parts or more. */
const shortParts = /^[^a-z0-9]?(?:[^-._'/]{1,2}[-._'/]){2,}[^-._'/]{1,2}$/

/** Most words. */
const plain = /^[a-z]+$/

export function isWord(term: string): boolean {
  if (term.length < 2 || term.length > maxLength) return false
  if (plain.test(term)) return true
  // A term of a script without spaces is a pair of characters.
  if (!letter().test(term) || isUnspaced(term) || shortParts.test(term)) return false
  if (!digit().test(term)) return true
  return !hexadecimal.test(term) && (term.match(changes())?.length ?? 0) <= maxChanges
}

/** The terms of a vocabulary that are words, found out once each. */
export class Words {
  readonly #terms: readonly string[]
  #kinds: Uint8Array

  /** @param terms by number; there may be more later */
  constructor(terms: readonly string[]) {
    this.#terms = terms
    this.#kinds = new Uint8Array(terms.length)
  }

  has(number: number): boolean {
    if (number >= this.#kinds.length) this.#grow()
    if (this.#kinds[number] === kinds.unknown) {
      this.#kinds[number] = isWord(this.#terms[number]!) ? kinds.yes : kinds.no
    }
    return this.#kinds[number] === kinds.yes
  }

  #grow(): void {
    const larger = new Uint8Array(this.#terms.length)
    larger.set(this.#kinds)
    this.#kinds = larger
  }
}

const kinds = { unknown: 0, no: 1, yes: 2 } as const

/** Frequencies fall into classes: 1, 2, 3, 4, 6, 8, 12, 16, 24 … posts or more. */
export function leastPosts(frequencyClass: number): number {
  if (frequencyClass === 0) return 1
  const half = frequencyClass >>> 1
  return frequencyClass % 2 === 1 ? 2 ** (half + 1) : 3 * 2 ** (half - 1)
}

/** Returns how many classes a word reaches that so many posts have. */
export function classesOf(posts: number): number {
  const doubled = 31 - Math.clz32(posts)
  return posts < 2 ? posts : 2 * doubled + (posts >= 3 * 2 ** (doubled - 1) ? 1 : 0)
}
