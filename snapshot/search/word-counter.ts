// Counts the words of a text, as numbers of a vocabulary. Most are letters and digits alone, each of which is folded by itself, and stand
// between spaces: those are read unit by unit. All others, with whatever they stand together with, go through the tokenizer.
import { foldedUnit } from './fold.ts'
import { kindOf, other, word } from './runs.ts'
import { firstHash, hashOf, larger, nextHash } from './term-hashes.ts'
import { isSymbol, maxTerm, tokensAndWords } from './tokenize.ts'
import type { Vocabulary } from './vocabulary.ts'
import { beginsSentence, isCapitalised, shownAs, spellingOf } from './written.ts'

/** Like `Terms`, with numbers for terms and for what is noted of them; all of it is overwritten when the next text is counted. */
export interface CountedTerms {
  numbers: Uint32Array
  frequencies: Uint32Array
  positions: Uint32Array
  /** By place, `NOTED`: 0 of most. */
  notes: Uint8Array
  /** How the term at a place is shown, and how it is spelt, where that is noted; both may be the term itself. */
  shownAt(place: number): number
  speltAt(place: number): number
}

/** What is noted of a term: that it is spelt, or shown, otherwise; and that this may be due to its place alone. */
export const NOTED = { doubtful: 1, shown: 2, spelt: 4 } as const

export class WordCounter {
  readonly #vocabulary: Vocabulary
  /** By number: the text, counted from 1, that had the term last, and beside it, its place among the terms of that text. */
  #seen = new Uint32Array(2_048)
  #text = 0
  /** By place. */
  #numbers = new Uint32Array(1_024)
  #frequencies = new Uint32Array(1_024)
  #next = new Uint32Array(1_024)
  #notes = new Uint8Array(1_024)
  #terms = 0
  /** In the order of the text: the place and the position of each token. */
  #tokenPlaces = new Uint32Array(4_096)
  #tokenPositions = new Uint32Array(4_096)
  #positions = new Uint32Array(4_096)
  #tokens = 0
  #words = 0
  /** By place, where that is noted: where the text shows it so, from and to; or what it is shown as, if that is not how it is written. */
  #shownFrom = new Uint32Array(1_024)
  #shownTo = new Uint32Array(1_024)
  readonly #shown = new Map<number, string>()
  readonly #spelt = new Map<number, string>()
  /** Of the text, with a gap after them: an array of units is read in half the time that a string takes. */
  #units = new Uint16Array(64)
  /** Of a word, folded. */
  readonly #folded = new Uint16Array(maxTerm)

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary
  }

  count(text: string): CountedTerms {
    this.#text++
    this.#terms = 0
    this.#tokens = 0
    this.#words = 0
    this.#shown.clear()
    this.#spelt.clear()
    const units = this.#unitsOf(text)
    const { length } = text
    for (let at = 0; at < length; ) {
      if (traitsOf(units[at]!) >>> 16 === gap) {
        at++
        continue
      }
      const end = this.#plainWord(text, units, at)
      at = end >= 0 ? end : this.#others(text, at)
    }
    return this.#counted()
  }

  /** In the machine's byte order, which is little-endian wherever this runs: see format/columns.ts. */
  #unitsOf(text: string): Uint16Array {
    const { length } = text
    if (length >= this.#units.length) this.#units = new Uint16Array(Math.ceil(1.25 * length) + 1)
    const units = this.#units
    Buffer.from(units.buffer).write(text, 'utf16le')
    units[length] = 0
    return units
  }

  /** @returns where what stands between two gaps ends, or -1 if it has more than one plain word, or something else */
  #plainWord(text: string, units: Uint16Array, from: number): number {
    const folded = this.#folded
    let at = from
    let code = units[at]!
    let traits = traitsOf(code)
    while (traits >>> 16 === symbol) {
      code = units[++at]!
      traits = traitsOf(code)
    }
    if (traits >>> 16 === gap) return at
    if (traits >>> 16 !== letter || (at > from && isPrefix(units[at - 1]!))) return -1
    const start = at
    let size = 0
    let hash = firstHash
    let differs = 0
    while (traits >>> 16 === letter) {
      if (size === maxTerm) return -1
      const unit = traits & 0xffff
      folded[size++] = unit
      hash = nextHash(hash, unit)
      differs += (unit ^ code) + (code & ~0x7f)
      code = units[++at]!
      traits = traitsOf(code)
    }
    const end = at
    if (traits >>> 16 !== gap) {
      if (isSuffix(code)) return -1
      while (traits >>> 16 === symbol) traits = traitsOf(units[++at]!)
      if (traits >>> 16 !== gap) return -1
    }
    const number = this.#vocabulary.numberOfUnits(folded, 0, size, hash)
    const place = this.#add(number, this.#words++)
    const isNew = this.#frequencies[place] === 1
    // Most words are written as they are in the index, and most others have a capital in front: shown as they are, spelt like the term.
    if (isNew ? differs !== 0 : this.#isDoubtful(place)) {
      if (differs === 0) this.#settle(place)
      else if (differs === capital && folded[0] !== units[start]) {
        this.#show(place, isNew, undefined, start, end, beginsSentence(text, start))
      } else this.#note(place, isNew, text, start, end, false)
    }
    return at
  }

  /** What stands between two gaps. @returns where it ends */
  #others(text: string, from: number): number {
    let end = from + 1
    while (end < text.length && traitsOf(text.charCodeAt(end)) >>> 16 !== gap) end++
    const { tokens, words } = tokensAndWords(text.slice(from, end))
    let compoundEnd = 0
    for (const token of tokens) {
      const place = this.#add(this.#vocabulary.numberOf(token.term), this.#words + token.position)
      const isNew = this.#frequencies[place] === 1
      const isPart = token.start < compoundEnd
      if (!isPart) compoundEnd = token.end
      if (isNew || this.#isDoubtful(place))
        this.#note(place, isNew, text, from + token.start, from + token.end, isPart)
    }
    this.#words += words
    return end
  }

  /** @returns its place */
  #add(number: number, position: number): number {
    if (2 * number >= this.#seen.length) this.#growTerms(number)
    if (this.#tokens === this.#tokenPlaces.length) this.#growTokens()
    const seen = this.#seen
    let place = seen[2 * number + 1]!
    if (seen[2 * number] !== this.#text) {
      place = this.#terms
      if (place === this.#numbers.length) this.#growPlaces()
      seen[2 * number] = this.#text
      seen[2 * number + 1] = place
      this.#numbers[place] = number
      this.#frequencies[place] = 0
      this.#notes[place] = 0
      this.#terms++
    }
    this.#frequencies[place]! += 1
    this.#tokenPlaces[this.#tokens] = place
    this.#tokenPositions[this.#tokens++] = position
    return place
  }

  #isDoubtful(place: number): boolean {
    return (this.#notes[place]! & NOTED.doubtful) !== 0
  }

  /** How the text writes a term that is new or doubtful. @param isPart whether it stands within a compound */
  #note(place: number, isNew: boolean, text: string, start: number, end: number, isPart: boolean): void {
    const term = this.#vocabulary.terms[this.#numbers[place]!]!
    const own = text.slice(start, end)
    const isPlain = own === term && isAscii.test(own)
    if (isNew) {
      const spelling = isPlain ? term : spellingOf(own)
      if (spelling !== term) {
        this.#spelt.set(place, spelling)
        this.#notes[place]! |= NOTED.spelt
      }
    }
    const shown = isPlain ? term : shownAs(own)
    const isDoubtful = isPart || (!isPlain && isCapitalised(shown) && beginsSentence(text, start))
    if (shown === term && !isDoubtful) this.#settle(place)
    else this.#show(place, isNew, shown === own ? undefined : shown, start, end, isDoubtful)
  }

  /** It is shown as it is in the index. */
  #settle(place: number): void {
    this.#notes[place]! &= ~(NOTED.doubtful | NOTED.shown)
  }

  /**
   * @param shown what it is shown as, unless that is what is written there
   * @param isDoubtful whether it may be written like this due to its place alone
   */
  #show(
    place: number,
    isNew: boolean,
    shown: string | undefined,
    start: number,
    end: number,
    isDoubtful: boolean,
  ): void {
    if (isDoubtful && !isNew) return
    if (shown !== undefined) this.#shown.set(place, shown)
    else if (!isNew) this.#shown.delete(place)
    this.#shownFrom[place] = start
    this.#shownTo[place] = end
    this.#notes[place] = (this.#notes[place]! & NOTED.spelt) | NOTED.shown | (isDoubtful ? NOTED.doubtful : 0)
  }

  #counted(): CountedTerms {
    const [terms, tokens] = [this.#terms, this.#tokens]
    const [next, positions] = [this.#next, this.#positions]
    let at = 0
    for (let place = 0; place < terms; place++) {
      next[place] = at
      at += this.#frequencies[place]!
    }
    for (let i = 0; i < tokens; i++) positions[next[this.#tokenPlaces[i]!]!++] = this.#tokenPositions[i]!
    return {
      numbers: this.#numbers.subarray(0, terms),
      frequencies: this.#frequencies.subarray(0, terms),
      positions: positions.subarray(0, tokens),
      notes: this.#notes.subarray(0, terms),
      shownAt: this.#shownAt,
      speltAt: this.#speltAt,
    }
  }

  readonly #shownAt = (place: number): number => {
    const shown = this.#shown.size === 0 ? undefined : this.#shown.get(place)
    if (shown !== undefined) return this.#vocabulary.numberOf(shown)
    const [from, to] = [this.#shownFrom[place]!, this.#shownTo[place]!]
    return this.#vocabulary.numberOfUnits(this.#units, from, to, hashOf(this.#units, from, to))
  }

  readonly #speltAt = (place: number): number => this.#vocabulary.numberOf(this.#spelt.get(place)!)

  #growTerms(number: number): void {
    this.#seen = larger(this.#seen, 4 * number)
  }

  #growPlaces(): void {
    const length = 2 * this.#numbers.length
    this.#next = larger(this.#next, length)
    this.#frequencies = larger(this.#frequencies, length)
    this.#notes = larger(this.#notes, length)
    this.#shownFrom = larger(this.#shownFrom, length)
    this.#shownTo = larger(this.#shownTo, length)
    this.#numbers = larger(this.#numbers, length)
  }

  #growTokens(): void {
    const length = 2 * this.#tokenPlaces.length
    this.#positions = larger(this.#positions, length)
    this.#tokenPositions = larger(this.#tokenPositions, length)
    this.#tokenPlaces = larger(this.#tokenPlaces, length)
  }
}

/** What a letter of ASCII and its lower case differ in: a word that differs from its term in this alone has one capital. */
const capital = 0x20

const isAscii = /^[\x00-\x7f]*$/

/** No word reaches from one side of it to the other. */
const gap = 1
/** What is folded to one unit, wherever it stands. */
const letter = 2
/** What may make a compound of words. */
const symbol = 3
const neither = 4

/** Of units below `known`, computed once each: 0 is not known yet. The others are mostly of scripts with other words. */
const known = 0x2070
/** One of the above, and below it what a letter becomes: 16 bits each, so that one look finds both. */
const traits = new Uint32Array(known)

function traitsOf(code: number): number {
  return code < known ? traits[code] || findTraits(code) : neither << 16
}

function findTraits(code: number): number {
  const kind = classOf(code)
  traits[code] = (kind << 16) | (kind === letter ? foldedUnit(code)!.charCodeAt(0) : 0)
  return traits[code]!
}

function classOf(code: number): number {
  if (isSymbol(String.fromCharCode(code))) return symbol
  const kind = kindOf(code)
  if (kind === word && foldedUnit(code)?.length === 1) return letter
  return kind === other ? gap : neither
}

/** `@` and `.` belong to the word they precede. */
function isPrefix(code: number): boolean {
  return code === 0x40 || code === 0x2e
}

/** `++` and `#` belong to the word they follow. */
function isSuffix(code: number): boolean {
  return code === 0x23 || code === 0x2b
}
