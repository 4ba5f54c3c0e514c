// Turns posts with their words into words with their posts: makes the segment of some neighbouring posts.
import { NumberWriter } from '../../index/bytes.ts'
import { maxTitleTerms } from '../../index/suggestible.ts'
import { PackedReader } from '../words/packed.ts'
import type { Vocabulary } from '../words/vocabulary.ts'
import { rowBits, rowFlags } from './segment.ts'
import { FieldLists, VoteLists } from './term-lists.ts'
import { voteKinds } from './votes.ts'

export interface SegmentPost {
  /** The words as `packTerms` makes them, with the numbers of the vocabulary. */
  words: Uint8Array
  /** The language of the post; without it, its words have no forms. */
  language: string | undefined
}

/** The lists of a segment's posts, by term. */
interface SegmentLists {
  title: FieldLists
  content: FieldLists
  votes: VoteLists
  /** The segment, counted from 1, that the term was found in last. */
  found: Uint32Array
}

/** A text of a post whose rows come next. */
interface MeasuredText {
  entry: number
  field: 'title' | 'content'
  rows: number
  own: FoundForms | undefined
}

function segmentLists(terms: number): SegmentLists {
  return {
    title: new FieldLists(terms),
    content: new FieldLists(terms),
    votes: new VoteLists(terms),
    found: new Uint32Array(terms),
  }
}

/** Makes segments, one after the other. */
export class Inverter {
  readonly #vocabulary: Vocabulary
  readonly #reader = new PackedReader()
  #lists = segmentLists(0)
  #segment = 0
  /** The oldest posts by language and term, as in `found`. */
  readonly #foundIn = new Map<string, Uint32Array>()

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary
  }

  /** There may be terms that no posts had before; few more are expected. */
  #fit(): void {
    const { length } = this.#vocabulary.terms
    if (this.#lists.found.length >= length) return
    this.#lists = segmentLists(length + (length >>> 3))
    this.#foundIn.clear()
  }

  /** @param posts the oldest first */
  invert(posts: readonly SegmentPost[]): Uint8Array {
    this.#segment++
    this.#fit()
    const vocabulary = { ranks: this.#vocabulary.ranks(), sorted: this.#vocabulary.sorted() }
    const header = Buffer.alloc(4)
    header.writeUInt32LE(posts.length)
    const segment = new NumberWriter()
    segment.append(header)
    const { terms, lengths, beyond, forms } = this.#measure(posts)
    for (const length of lengths.flat()) segment.push(length)
    segment.push(beyond.length / 2)
    for (const number of beyond) segment.push(number)
    writeForms(segment, forms)
    const ranks = terms.map((term) => vocabulary.ranks[term]!).sort()
    for (let i = 0; i < ranks.length; i++) terms[i] = vocabulary.sorted[ranks[i]!]!
    this.#write(posts, terms)
    this.#writeRows(segment, terms)
    return segment.bytes.slice(0, segment.length)
  }

  #measure(posts: readonly SegmentPost[]) {
    const terms: number[] = []
    const lengths: [title: number[], content: number[]] = [[], []]
    const beyond: number[] = []
    const forms = new Map<string, FoundForms>()
    for (const [entry, { words, language }] of posts.entries()) {
      const own = language === undefined ? undefined : this.#formsIn(language, forms)
      this.#reader.moveTo(words)
      for (const field of ['title', 'content'] as const) {
        const [rows, length] = this.#reader.text()
        lengths[field === 'title' ? 0 : 1].push(length)
        this.#measureText({ entry, field, rows, own }, terms, beyond)
      }
      this.#voteByTitle(entry, words)
    }
    return { terms: Uint32Array.from(terms), lengths, beyond, forms }
  }

  #measureText({ entry, field, rows, own }: MeasuredText, terms: number[], beyond: number[]): void {
    const { [field]: lists, found } = this.#lists
    const reader = this.#reader
    for (let row = 0; row < rows; row++) {
      reader.row()
      const { number } = reader
      lists.measure(entry, reader)
      if (field === 'title' && row >= maxTitleTerms) beyond.push(entry, number)
      if (found[number] !== this.#segment) {
        found[number] = this.#segment
        terms.push(number)
      }
      if (own !== undefined && own.found[number] !== this.#segment) {
        own.found[number] = this.#segment
        addForm(own, entry, reader)
      }
      if (field === 'content' && reader.flags !== 0) this.#vote(entry, 'content')
    }
  }

  #formsIn(language: string, forms: Map<string, FoundForms>): FoundForms {
    const known = forms.get(language)
    if (known) return known
    const found = this.#foundIn.get(language) ?? new Uint32Array(this.#lists.found.length)
    this.#foundIn.set(language, found)
    const own = { found, count: 0, last: 0, numbers: new NumberWriter() }
    forms.set(language, own)
    return own
  }

  /** A post has one vote for each term, that of its content, if it has the term there. */
  #voteByTitle(entry: number, words: Uint8Array): void {
    const { content } = this.#lists
    const reader = this.#reader
    reader.moveTo(words)
    for (let [rows] = reader.text(); rows > 0; rows--) {
      reader.row()
      const { number, flags } = reader
      if (flags !== 0 && !content.has(entry, number)) this.#vote(entry, 'title')
    }
  }

  /** Adds a vote: only for a word, and only of a post that writes it otherwise. */
  #vote(entry: number, field: 'title' | 'content'): void {
    const { number, shown, isDoubtful } = this.#reader
    const isTerm = shown === number
    // Titles may have capitals that sentences do not.
    const isWeak = isDoubtful || (field === 'title' && !isTerm)
    if ((!isWeak && isTerm) || !this.#vocabulary.words.has(number)) return
    const weak = isTerm ? voteKinds.weak : voteKinds.weakSpelling
    this.#lists.votes.add(number, entry, isWeak ? weak : voteKinds.spelling, shown)
  }

  #write(posts: readonly SegmentPost[], terms: Uint32Array): void {
    const { title, content, votes } = this.#lists
    const reader = this.#reader
    for (const lists of [title, content]) lists.layOut(terms)
    for (const [entry, { words }] of posts.entries()) {
      reader.moveTo(words)
      for (const lists of [title, content]) {
        for (let [rows] = reader.text(); rows > 0; rows--) {
          reader.row()
          lists.write(entry, reader)
        }
      }
    }
    votes.write(terms)
  }

  /** Nothing is left of any term afterwards. */
  #writeRows(segment: NumberWriter, terms: Uint32Array): void {
    const { title, content, votes } = this.#lists
    for (let i = 0; i < terms.length; i++) {
      const term = terms[i]!
      const inTitle = title.take(term)
      const inContent = content.take(term)
      const voted = votes.take(term)
      const flags =
        (inTitle ? rowFlags.title : 0) + (inContent ? rowFlags.content : 0) + (voted > 0 ? rowFlags.votes : 0)
      segment.push(term * 2 ** rowBits + flags)
      if (inTitle) title.pushLengths(segment)
      if (inContent) content.pushLengths(segment)
      if (voted > 0) segment.push(voted)
      if (inTitle) title.copyTo(segment)
      if (inContent) content.copyTo(segment)
      votes.lists.copyTo(segment)
    }
  }
}

/** The forms of one language. */
interface FoundForms {
  found: Uint32Array
  count: number
  last: number
  numbers: NumberWriter
}

function addForm(forms: FoundForms, entry: number, { number, spelt }: PackedReader): void {
  forms.numbers.push(entry - forms.last)
  forms.numbers.push(number)
  forms.numbers.push(spelt === number ? 0 : spelt + 1)
  forms.last = entry
  forms.count++
}

function writeForms(segment: NumberWriter, forms: ReadonlyMap<string, FoundForms>): void {
  segment.push(forms.size)
  for (const [language, { count, numbers }] of forms) {
    const name = Buffer.from(language)
    segment.push(name.length)
    segment.append(name)
    segment.push(count)
    segment.push(numbers.length)
    segment.copy(numbers.bytes, 0, numbers.length)
  }
}
