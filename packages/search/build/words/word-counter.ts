// Counts the words of a text, as numbers of a vocabulary.
import { larger } from '../../index/bytes.ts'
import { beginsSentence, isCapitalised, shownAs, spellingOf } from '../../text/as-written.ts'
import { Tokenizer } from '../../text/tokenize.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Terms as in `Terms`, with numbers for terms and for notes on them; all of it is overwritten when the next text is counted. */
export interface CountedTerms {
  numbers: Uint32Array
  frequencies: Uint32Array
  positions: Uint32Array
  /** Notes by place, of `NOTED`; 0 for most. */
  notes: Uint8Array
  /** Return how the term at a place is shown, and how it is spelt, where that is noted; both may be the term itself. */
  shownAt(place: number): number
  speltAt(place: number): number
}

/** Notes on a term: it is spelt, or shown, otherwise; and this may be due to its place alone. */
export const NOTED = { doubtful: 1, shown: 2, spelt: 4 } as const

export class WordCounter {
  readonly #vocabulary: Vocabulary
  /** The text, counted from 1, that had each term last, by number, and beside it, its place among the terms of that text. */
  #seen = new Uint32Array(2_048)
  #text = 0
  #terms = 0
  /** The numbers by place. */
  #numbers = new Uint32Array(1_024)
  #frequencies = new Uint32Array(1_024)
  #next = new Uint32Array(1_024)
  #notes = new Uint8Array(1_024)
  /** The place and the position of each token, in the order of the text. */
  #tokenPlaces = new Uint32Array(4_096)
  #tokenPositions = new Uint32Array(4_096)
  #positions = new Uint32Array(4_096)
  #tokens = 0
  /** The shown forms by place, where that is noted. */
  readonly #shown = new Map<number, string>()
  readonly #spelt = new Map<number, string>()

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary
  }

  count(text: string): CountedTerms {
    this.#text++
    this.#terms = 0
    this.#tokens = 0
    this.#shown.clear()
    this.#spelt.clear()
    let nameEnd = 0
    new Tokenizer(text, 'all', (term, start, end, position) => {
      const place = this.#add(term, position)
      const isPart = start < nameEnd
      if (!isPart) nameEnd = end
      const isNew = this.#frequencies[place] === 1
      if (isNew || (this.#notes[place]! & NOTED.doubtful) !== 0) {
        this.#note(place, isNew, { term, text, start, isPart, own: text.slice(start, end) })
      }
    }).next()
    return this.#counted()
  }

  /** @returns its place */
  #add(term: string, position: number): number {
    if (this.#tokens === this.#tokenPlaces.length) this.#growTokens()
    const number = this.#vocabulary.numberOf(term)
    if (2 * number >= this.#seen.length) this.#seen = larger(this.#seen, 4 * number)
    let place = this.#seen[2 * number + 1]!
    if (this.#seen[2 * number] !== this.#text) {
      place = this.#terms++
      if (place === this.#numbers.length) this.#growPlaces()
      this.#seen[2 * number] = this.#text
      this.#seen[2 * number + 1] = place
      this.#numbers[place] = number
      this.#frequencies[place] = 0
      this.#notes[place] = 0
    }
    this.#frequencies[place]! += 1
    this.#tokenPlaces[this.#tokens] = place
    this.#tokenPositions[this.#tokens++] = position
    return place
  }

  /** Notes how the text writes a term that is new or doubtful. */
  #note(place: number, isNew: boolean, { term, own, text, start, isPart }: Written): void {
    const isPlain = own === term && isAscii.test(own)
    const shown = isPlain ? term : shownAs(own)
    const isDoubtful = isPart || (!isPlain && isCapitalised(shown) && beginsSentence(text, start))
    let noted = this.#notes[place]! & NOTED.spelt
    if (isNew && !isPlain) {
      const spelling = spellingOf(own)
      if (spelling !== term) {
        this.#spelt.set(place, spelling)
        noted |= NOTED.spelt
      }
    }
    if (isDoubtful && !isNew) return
    if (isDoubtful || shown !== term) {
      this.#shown.set(place, shown)
      noted |= NOTED.shown | (isDoubtful ? NOTED.doubtful : 0)
    }
    this.#notes[place] = noted
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

  readonly #shownAt = (place: number): number => this.#vocabulary.numberOf(this.#shown.get(place)!)

  readonly #speltAt = (place: number): number => this.#vocabulary.numberOf(this.#spelt.get(place)!)

  #growPlaces(): void {
    const length = 2 * this.#numbers.length
    this.#next = larger(this.#next, length)
    this.#frequencies = larger(this.#frequencies, length)
    this.#notes = larger(this.#notes, length)
    this.#numbers = larger(this.#numbers, length)
  }

  #growTokens(): void {
    const length = 2 * this.#tokenPlaces.length
    this.#positions = larger(this.#positions, length)
    this.#tokenPositions = larger(this.#tokenPositions, length)
    this.#tokenPlaces = larger(this.#tokenPlaces, length)
  }
}

const isAscii = /^[\x00-\x7f]*$/

/** A word where it stands. */
interface Written {
  term: string
  own: string
  text: string
  start: number
  /** True if it is within a name. */
  isPart: boolean
}
