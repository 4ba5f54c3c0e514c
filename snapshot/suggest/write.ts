// Writes what suggestions are made from: the words of all posts, with how frequent they are and how they are written while
// some posts are not visible yet, and the posts by the words of their titles.
import { type SuggestionsFile, wordsPerBlock } from '../format/format.ts'
import { NumberWriter } from '../search/bytes.ts'
import { ByteChains, NumberColumn } from '../search/chains.ts'
import type { Entry } from '../search/postings.ts'
import type { NumberedTerms, Vocabulary } from '../search/vocabulary.ts'
import { codeBits, encodeSpelling, pushNumbers } from './spelling.ts'
import { isWord, leastPosts } from './words.ts'

/** Most titles have fewer words; of a longer one, its first count. */
const maxTitleTerms = 64
/** A word that is written in many ways changes its spelling no more often than this. */
const maxChanges = 16

/** A spelling, from the time on at which this post is visible. */
interface Since {
  entry: Entry
  spelling: string
}

const words = { unknown: 0, no: 1, yes: 2 } as const

/**
 * Takes posts in ascending order of their entries.
 *
 * A word's record: the difference of its line's offset to that of the word before, in the same block; a header; the posts in which it
 * reaches each class of frequency, as differences; its spelling. The header has, from its lowest bits, the code of the
 * spelling, whether more spellings follow, and the number of classes. Each further spelling begins with the difference of
 * the post to that of the one before, and a header without classes.
 */
export class SuggestionWriter {
  readonly #vocabulary: Vocabulary
  readonly #kinds = new NumberColumn()
  /** By term: how many posts have it, and the last of them, counted from 1. */
  readonly #posts = new NumberColumn()
  readonly #last = new NumberColumn()
  readonly #classes = new NumberColumn()
  /** By term: how many posts it needs for its next class. */
  readonly #next = new NumberColumn()
  readonly #reached = new ByteChains()
  readonly #lastReached = new NumberColumn()
  /** Spellings of terms that were ever written differently, and by how many votes the latest one leads. */
  readonly #spellings = new Map<number, Since[]>()
  readonly #lead = new NumberColumn()
  readonly #titles = new Map<number, Entry[]>()
  readonly #numbers = new NumberWriter()

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary
  }

  add(entry: Entry, { title, content }: { title: NumberedTerms; content: NumberedTerms }): void {
    this.#addWords(entry, content, false)
    this.#addWords(entry, title, true)
    for (const id of title.numbers.subarray(0, maxTitleTerms)) {
      const entries = this.#titles.get(id)
      if (entries) entries.push(entry)
      else this.#titles.set(id, [entry])
    }
  }

  /** @param lines all terms in order, by their numbers, with the offsets of their lines in the dictionary */
  columns(lines: readonly (readonly [number: number, line: number])[]): SuggestionsFile {
    const own = lines.filter(([id]) => this.#kinds.at(id) === words.yes)
    const records = new NumberWriter()
    records.push(own.length)
    const blockLines: number[] = []
    const blockStarts: number[] = []
    let last = 0
    for (const [i, [id, line]] of own.entries()) {
      if (i % wordsPerBlock === 0) {
        blockLines.push(line)
        blockStarts.push(records.length)
        last = line
      }
      records.push(line - last)
      this.#writeRecord(records, id, this.#vocabulary.terms[id]!)
      last = line
    }
    return {
      words: records.bytes.slice(0, records.length),
      blockLines: Uint32Array.from(blockLines),
      blockStarts: Uint32Array.from(blockStarts),
      ...this.#titleColumns(lines),
    }
  }

  #titleColumns(lines: readonly (readonly [number: number, line: number])[]) {
    const titles = lines.flatMap(([id, line]) => {
      const entries = this.#titles.get(id)
      return entries ? [{ line, entries }] : []
    })
    const starts = [0]
    for (const { entries } of titles) starts.push(starts.at(-1)! + entries.length)
    const titleEntries = new Uint32Array(starts.at(-1)!)
    for (const [i, { entries }] of titles.entries()) titleEntries.set(entries, starts[i])
    const titleLines = Uint32Array.from(titles, ({ line }) => line)
    return { titleLines, titleStarts: Uint32Array.from(starts), titleEntries }
  }

  #writeRecord(records: NumberWriter, id: number, term: string): void {
    const [first, ...later] = this.#spellings.get(id) ?? [{ entry: 0, spelling: term }]
    const { code, numbers } = encodeSpelling(term, first!.spelling)
    const more = (left: number) => (left > 0 ? 1 : 0) << codeBits
    records.push((this.#classes.at(id) << (codeBits + 1)) | more(later.length) | code)
    this.#reached.read(id, (bytes) => records.append(bytes))
    pushNumbers(records, numbers)
    let before = 0
    for (const [i, { entry, spelling }] of later.entries()) {
      const next = encodeSpelling(term, spelling)
      records.push(entry - before)
      records.push(more(later.length - 1 - i) | next.code)
      pushNumbers(records, next.numbers)
      before = entry
    }
  }

  #addWords(entry: Entry, { numbers, spellings }: NumberedTerms, isTitle: boolean): void {
    const { written = {}, doubtful = {} } = spellings
    for (let place = 0; place < numbers.length; place++) {
      const id = numbers[place]!
      const term = this.#vocabulary.terms[id]!
      if (this.#kindOf(id, term) === words.no || this.#last.at(id) === entry + 1) continue
      this.#last.set(id, entry + 1)
      this.#count(id, entry)
      const spelling = written[place] ?? doubtful[place] ?? term
      // Titles may have capitals that sentences do not.
      const isWeak = doubtful[place] !== undefined || (isTitle && spelling !== term)
      this.#vote(id, { term, entry, spelling, isWeak })
    }
  }

  #kindOf(id: number, term: string): number {
    if (this.#kinds.at(id) === words.unknown) this.#kinds.set(id, isWord(term) ? words.yes : words.no)
    return this.#kinds.at(id)
  }

  #count(id: number, entry: Entry): void {
    const posts = this.#posts.at(id) + 1
    this.#posts.set(id, posts)
    // Most posts reach no further class.
    const next = this.#next.at(id)
    if (posts < next) return
    const reached = this.#classes.at(id)
    this.#next.set(id, leastPosts(reached + 1))
    this.#classes.set(id, reached + 1)
    const numbers = this.#numbers
    numbers.clear()
    numbers.push(entry - this.#lastReached.at(id))
    this.#reached.append(id, numbers.bytes, numbers.length)
    this.#lastReached.set(id, entry)
  }

  /**
   * The majority vote of Boyer and Moore: what more than half of the posts write is what leads in the end. It needs one
   * number for each term, however many spellings there are.
   */
  #vote(
    id: number,
    { term, entry, spelling, isWeak }: { term: string; entry: Entry; spelling: string; isWeak: boolean },
  ): void {
    const known = this.#spellings.get(id)
    const isFirst = this.#posts.at(id) === 1
    if (isFirst) {
      if (spelling !== term) this.#spellings.set(id, [{ entry, spelling }])
      this.#lead.set(id, isWeak ? 0 : 1)
      return
    }
    if (isWeak) return
    const leading = known?.at(-1)?.spelling ?? term
    const lead = this.#lead.at(id)
    if (spelling === leading) this.#lead.set(id, lead + 1)
    else if (lead > 0) this.#lead.set(id, lead - 1)
    else {
      const spellings = known ?? [{ entry, spelling: term }]
      if (spellings.length === maxChanges) return
      this.#spellings.set(id, [...spellings, { entry, spelling }])
      this.#lead.set(id, 1)
    }
  }
}
