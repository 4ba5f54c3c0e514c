// From posts with their words to words with their posts: makes the segment of some neighbouring posts.
import { NumberWriter } from '../search/bytes.ts'
import { PackedReader, packedDigests } from '../search/packed.ts'
import type { Vocabulary } from '../search/vocabulary.ts'
import { isWord, maxTitleTerms } from '../suggest/words.ts'
import { FoundRows, SortedRows } from './rows.ts'
import { rowBits, rowFlags, voteBits, votes } from './segment.ts'

export interface SegmentPost {
  /** As `packTerms` makes them, with the numbers of the vocabulary. */
  words: Uint8Array
  /** In which it is written; without it, its words have no forms. */
  language: string | undefined
}

interface FieldRows {
  found: FoundRows
  sorted: SortedRows
  postings: NumberWriter
  positions: NumberWriter
  last: number
}

/** Kinds of terms, which are found out once each. */
const kinds = { unknown: 0, no: 1, yes: 2 } as const

/** Makes segments, one after the other. */
export class Inverter {
  readonly #vocabulary: Vocabulary
  readonly #ranks: Uint32Array
  readonly #sorted: Uint32Array
  readonly #fields: [title: FieldRows, content: FieldRows]
  readonly #reader = new PackedReader()
  readonly #row = new NumberWriter()
  readonly #votes = new NumberWriter()
  readonly #details = new NumberWriter()
  /** By term: the last segment it was found in, counted from 1. */
  readonly #found: Uint32Array
  #segment = 0
  /** By language and term: likewise. */
  readonly #foundIn = new Map<string, Uint32Array>()
  readonly #words: Uint8Array

  /** @param vocabulary complete */
  constructor(vocabulary: Vocabulary) {
    const { length } = vocabulary.terms
    const field = () => ({
      found: new FoundRows(),
      sorted: new SortedRows(length),
      postings: new NumberWriter(),
      positions: new NumberWriter(),
      last: 0,
    })
    this.#vocabulary = vocabulary
    this.#ranks = vocabulary.ranks()
    this.#sorted = vocabulary.sorted()
    this.#fields = [field(), field()]
    this.#found = new Uint32Array(length)
    this.#words = new Uint8Array(length)
  }

  /** @param posts the oldest first */
  invert(posts: readonly SegmentPost[]): Uint8Array {
    this.#segment++
    const header = Buffer.alloc(4)
    header.writeUInt32LE(posts.length)
    const segment = new NumberWriter()
    segment.append(header)
    for (const { words } of posts) segment.append(words.subarray(0, packedDigests))
    const { terms, lengths, beyond, forms } = this.#find(posts)
    for (const length of lengths.flat()) segment.push(length)
    segment.push(beyond.length / 2)
    for (const number of beyond) segment.push(number)
    writeForms(segment, forms)
    // Numbers are sorted far faster than by a function that compares them.
    const ranks = terms.map((term) => this.#ranks[term]!).sort()
    for (let i = 0; i < ranks.length; i++) terms[i] = this.#sorted[ranks[i]!]!
    for (const { sorted, found } of this.#fields) sorted.sort(found, terms)
    for (const term of terms) this.#writeRow(segment, term, posts)
    return segment.bytes.slice(0, segment.length)
  }

  #find(posts: readonly SegmentPost[]) {
    const terms: number[] = []
    const lengths: [title: number[], content: number[]] = [[], []]
    const beyond: number[] = []
    const forms = new Map<string, Forms>()
    const reader = this.#reader
    for (const { found } of this.#fields) found.count = 0
    for (const [entry, { words, language }] of posts.entries()) {
      const own = language === undefined ? undefined : this.#formsIn(language, forms)
      reader.moveTo(words)
      for (const [which, { found }] of this.#fields.entries()) {
        const [rows, length] = reader.text()
        lengths[which]!.push(length)
        for (let row = 0; row < rows; row++) {
          const place = reader.at
          reader.row()
          const { number } = reader
          found.add(entry, place, reader)
          if (which === 0 && row >= maxTitleTerms) beyond.push(entry, number)
          if (this.#found[number] !== this.#segment) {
            this.#found[number] = this.#segment
            terms.push(number)
          }
          if (own !== undefined && own.found[number] !== this.#segment) {
            own.found[number] = this.#segment
            addForm(own, entry, reader)
          }
        }
      }
    }
    return { terms: Uint32Array.from(terms), lengths, beyond, forms }
  }

  #formsIn(language: string, forms: Map<string, Forms>): Forms {
    const known = forms.get(language)
    if (known) return known
    const found = this.#foundIn.get(language) ?? new Uint32Array(this.#vocabulary.terms.length)
    this.#foundIn.set(language, found)
    const own = { found, count: 0, last: 0, numbers: new NumberWriter() }
    forms.set(language, own)
    return own
  }

  #writeRow(segment: NumberWriter, term: number, posts: readonly SegmentPost[]): void {
    const [title, content] = this.#fields
    const hasTitle = this.#gather(title, term, posts)
    const hasContent = this.#gather(content, term, posts)
    this.#votes.clear()
    if (this.#isWord(term)) this.#gatherVotes(term, posts)
    const flags =
      (hasTitle ? rowFlags.title : 0) +
      (hasContent ? rowFlags.content : 0) +
      (this.#votes.length > 0 ? rowFlags.votes : 0)
    segment.push(term * 2 ** rowBits + flags)
    if (hasTitle) pushLengths(segment, title)
    if (hasContent) pushLengths(segment, content)
    if (this.#votes.length > 0) segment.push(this.#votes.length)
    if (hasTitle) copyLists(segment, title)
    if (hasContent) copyLists(segment, content)
    segment.copy(this.#votes.bytes, 0, this.#votes.length)
  }

  /** A field's lists of a term. @returns whether it has any */
  #gather(field: FieldRows, term: number, posts: readonly SegmentPost[]): boolean {
    const { found, sorted, postings, positions } = field
    const end = sorted.end(term)
    const start = sorted.start(term)
    let last = 0
    postings.clear()
    positions.clear()
    for (let i = start; i < end; i++) {
      const row = sorted.order[i]!
      const entry = found.posts[row]!
      const frequency = found.frequencies[row]!
      postings.push(2 * (entry - last) + (frequency === 1 ? 1 : 0))
      if (frequency > 1) postings.push(frequency)
      positions.copy(posts[entry]!.words, found.positions[row]!, found.ends[row]!)
      last = entry
    }
    field.last = last
    return start < end
  }

  /** One of each post: of its content, if it has the term there. */
  #gatherVotes(term: number, posts: readonly SegmentPost[]): void {
    const [title, content] = this.#fields
    let inTitle = title.sorted.start(term)
    let inContent = content.sorted.start(term)
    const endOfTitle = title.sorted.end(term)
    const endOfContent = content.sorted.end(term)
    const reader = this.#reader
    const details = this.#details
    details.clear()
    /** Since the last one that is not. */
    let usual = 0
    let allUsual = 0
    let others = 0
    let none = 0
    for (let isFirst = true; inTitle < endOfTitle || inContent < endOfContent; isFirst = false) {
      const titleRow = inTitle < endOfTitle ? title.sorted.order[inTitle]! : -1
      const contentRow = inContent < endOfContent ? content.sorted.order[inContent]! : -1
      const titlePost = titleRow < 0 ? posts.length : title.found.posts[titleRow]!
      const contentPost = contentRow < 0 ? posts.length : content.found.posts[contentRow]!
      const isTitle = titlePost < contentPost
      if (titlePost <= contentPost) inTitle++
      if (contentPost <= titlePost) inContent++
      const { found } = isTitle ? title : content
      const row = isTitle ? titleRow : contentRow
      if (found.places[row] === 0) {
        usual++
        continue
      }
      reader.moveTo(posts[found.posts[row]!]!.words, found.places[row])
      reader.row()
      const isTerm = reader.shown === term
      // Titles may have capitals that sentences do not.
      const isWeak = reader.isDoubtful || (isTitle && !isTerm)
      if (!isWeak && isTerm) {
        usual++
        continue
      }
      const isSpelling = !isWeak || (isFirst && !isTerm)
      const weak = isFirst ? (isTerm ? votes.weak : votes.weakSpelling) : votes.none
      details.push(usual * 2 ** voteBits + (isWeak ? weak : votes.spelling))
      if (isSpelling) details.push(reader.shown)
      allUsual += usual
      usual = 0
      if (isWeak) none++
      else others++
    }
    const summary = this.#votes
    summary.push(2 * (allUsual + usual) + (others + none > 0 ? 1 : 0))
    if (others + none === 0) return
    summary.push(others)
    summary.push(none)
    summary.copy(details.bytes, 0, details.length)
  }

  #isWord(term: number): boolean {
    if (this.#words[term] === kinds.unknown) {
      this.#words[term] = isWord(this.#vocabulary.terms[term]!) ? kinds.yes : kinds.no
    }
    return this.#words[term] === kinds.yes
  }
}

/** Of one language. */
interface Forms {
  found: Uint32Array
  count: number
  last: number
  numbers: NumberWriter
}

function addForm(forms: Forms, entry: number, { number, spelt }: PackedReader): void {
  forms.numbers.push(entry - forms.last)
  forms.numbers.push(number)
  forms.numbers.push(spelt === number ? 0 : spelt + 1)
  forms.last = entry
  forms.count++
}

function writeForms(segment: NumberWriter, forms: ReadonlyMap<string, Forms>): void {
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

function pushLengths(segment: NumberWriter, { last, postings, positions }: FieldRows): void {
  segment.push(last)
  segment.push(postings.length)
  segment.push(positions.length)
}

function copyLists(segment: NumberWriter, { postings, positions }: FieldRows): void {
  segment.copy(postings.bytes, 0, postings.length)
  segment.copy(positions.bytes, 0, positions.length)
}
