// From posts with their words to words with their posts: makes the segment of some neighbouring posts.
import { NumberWriter } from '../search/bytes.ts'
import { PackedReader, packedDigests } from '../search/packed.ts'
import type { Vocabulary } from '../search/vocabulary.ts'
import { maxTitleTerms, type Words } from '../suggest/words.ts'
import { FoundRows, SortedRows } from './rows.ts'
import { rowBits, rowFlags } from './segment.ts'
import { VoteList, voteKinds } from './votes.ts'

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

function fieldRows(): FieldRows {
  return {
    found: new FoundRows(),
    sorted: new SortedRows(0),
    postings: new NumberWriter(),
    positions: new NumberWriter(),
    last: 0,
  }
}

/** Makes segments, one after the other. */
export class Inverter {
  readonly #vocabulary: Vocabulary
  readonly #words: Words
  readonly #fields: [title: FieldRows, content: FieldRows] = [fieldRows(), fieldRows()]
  readonly #reader = new PackedReader()
  readonly #votes = new VoteList()
  /** By term: the last segment it was found in, counted from 1. */
  #found = new Uint32Array(0)
  #segment = 0
  /** By language and term: likewise. */
  readonly #foundIn = new Map<string, Uint32Array>()

  constructor(vocabulary: Vocabulary, words: Words) {
    this.#vocabulary = vocabulary
    this.#words = words
  }

  /** There may be terms that no posts had before. */
  #fit(): void {
    const { length } = this.#vocabulary.terms
    if (this.#found.length === length) return
    this.#found = new Uint32Array(length)
    this.#foundIn.clear()
    for (const field of this.#fields) field.sorted = new SortedRows(length)
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
    for (const { words } of posts) segment.append(words.subarray(0, packedDigests))
    const { terms, lengths, beyond, forms } = this.#find(posts)
    for (const length of lengths.flat()) segment.push(length)
    segment.push(beyond.length / 2)
    for (const number of beyond) segment.push(number)
    writeForms(segment, forms)
    // Numbers are sorted far faster than by a function that compares them.
    const ranks = terms.map((term) => vocabulary.ranks[term]!).sort()
    for (let i = 0; i < ranks.length; i++) terms[i] = vocabulary.sorted[ranks[i]!]!
    for (const { sorted, found } of this.#fields) sorted.sort(found, terms)
    for (const term of terms) this.#writeRow(segment, term, posts)
    return segment.bytes.slice(0, segment.length)
  }

  #find(posts: readonly SegmentPost[]) {
    const terms: number[] = []
    const lengths: [title: number[], content: number[]] = [[], []]
    const beyond: number[] = []
    const forms = new Map<string, FoundForms>()
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

  #formsIn(language: string, forms: Map<string, FoundForms>): FoundForms {
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
    if (this.#words.has(term)) this.#gatherVotes(term, posts)
    const { numbers } = this.#votes
    const flags =
      (hasTitle ? rowFlags.title : 0) +
      (hasContent ? rowFlags.content : 0) +
      (numbers.length > 0 ? rowFlags.votes : 0)
    segment.push(term * 2 ** rowBits + flags)
    if (hasTitle) pushLengths(segment, title)
    if (hasContent) pushLengths(segment, content)
    if (numbers.length > 0) segment.push(numbers.length)
    if (hasTitle) copyLists(segment, title)
    if (hasContent) copyLists(segment, content)
    segment.copy(numbers.bytes, 0, numbers.length)
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

  /** One of each post that writes it otherwise: of its content, if it has the term there. */
  #gatherVotes(term: number, posts: readonly SegmentPost[]): void {
    const [title, content] = this.#fields
    if (!title.sorted.hasUnusual(term) && !content.sorted.hasUnusual(term)) return
    let inTitle = title.sorted.start(term)
    let inContent = content.sorted.start(term)
    const endOfTitle = title.sorted.end(term)
    const endOfContent = content.sorted.end(term)
    while (inTitle < endOfTitle || inContent < endOfContent) {
      const titleRow = inTitle < endOfTitle ? title.sorted.order[inTitle]! : -1
      const contentRow = inContent < endOfContent ? content.sorted.order[inContent]! : -1
      const titlePost = titleRow < 0 ? posts.length : title.found.posts[titleRow]!
      const contentPost = contentRow < 0 ? posts.length : content.found.posts[contentRow]!
      const isTitle = titlePost < contentPost
      if (titlePost <= contentPost) inTitle++
      if (contentPost <= titlePost) inContent++
      const { found } = isTitle ? title : content
      const row = isTitle ? titleRow : contentRow
      if (found.places[row] !== 0) this.#vote(term, found, row, posts, isTitle)
    }
  }

  #vote(term: number, found: FoundRows, row: number, posts: readonly SegmentPost[], isTitle: boolean): void {
    const reader = this.#reader
    const entry = found.posts[row]!
    reader.moveTo(posts[entry]!.words, found.places[row])
    reader.row()
    const isTerm = reader.shown === term
    // Titles may have capitals that sentences do not.
    const isWeak = reader.isDoubtful || (isTitle && !isTerm)
    if (!isWeak && isTerm) return
    const weak = isTerm ? voteKinds.weak : voteKinds.weakSpelling
    this.#votes.push(entry, isWeak ? weak : voteKinds.spelling, reader.shown)
  }
}

/** Of one language. */
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

function pushLengths(segment: NumberWriter, { last, postings, positions }: FieldRows): void {
  segment.push(last)
  segment.push(postings.length)
  segment.push(positions.length)
}

function copyLists(segment: NumberWriter, { postings, positions }: FieldRows): void {
  segment.copy(postings.bytes, 0, postings.length)
  segment.copy(positions.bytes, 0, positions.length)
}
