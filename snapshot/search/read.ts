// The read side of the search index: looks terms up in the dictionary and reads their lists only.

import {
  beginningsFile,
  bitsFile,
  type LengthsFile,
  lengthsFile,
  positionsFile,
  postingsFile,
  type SearchFile,
  searchFile,
  spellingFile,
  stemsFile,
  termBase,
  termsFile,
} from '../format/format.ts'
import { lazy } from '../lazy.ts'
import { type Folder, loader, type Pause } from '../read/folder.ts'
import { SortedLines } from '../read/sorted-lines.ts'
import { wholeWord } from './beginnings.ts'
import { openBlocks } from './blocks.ts'
import { Dictionary, TermLists, type TermRange } from './dictionary.ts'
import { PlaceReader, type Spend, type TermPlaces } from './places.ts'
import { countLists, type Entry, readList, type TermPostings } from './postings.ts'
import type { SpellingFile } from './spelling.ts'
import { StemTable } from './stems.ts'

export type { TermRange } from './dictionary.ts'
export type { Entry } from './postings.ts'

/**
 * Terms are folded, as `queryTerms` gives them. Posts are entries, counted from the oldest: scheduled ones are in the
 * lists, behind the `visible` ones.
 */
export interface SearchIndex {
  /** By post number: the words of its title and of its text, a compound and its parts each one. */
  readonly titleLengths: Uint32Array
  readonly contentLengths: Uint32Array
  /** The term itself. */
  exact(term: string): TermRange
  /** The terms that begin so, itself included. */
  beginning(prefix: string): TermRange
  /** The posts that have the term, or one that begins so, a bit each; where that is so many that it was written down. */
  bits(term: string, prefix: boolean): Uint8Array | undefined
  /** What a range's posting lists take: two bytes a posting, or more. */
  bytes(range: TermRange): number
  /** A range's posting lists end to end, as `Candidates` takes them. */
  lists(range: TermRange): Generator<Uint8Array>
  /** How often titles and texts of visible posts have the terms, counted up to `most` and one more. */
  count(range: TermRange, visible: Entry, most: number): number
  /** A range's terms that visible posts have, with their posting lists, in the order of the dictionary. */
  postings(range: TermRange, visible: Entry): Generator<TermPostings>
  /** A range's terms one by one. */
  terms(range: TermRange): Generator<TermRange>
  /** Where a single term stands in visible posts. */
  places(term: TermRange, visible: Entry, spend: Spend): TermPlaces & Record<'title' | 'content', PlaceReader>
  /** Forms of words, by their stems. */
  readonly stems: StemTable
  /** What spelling is corrected by. */
  readonly spelling: SpellingFile
  /** Reads it slice by slice, as `loadSearch` does. */
  loadSpelling(pause: Pause): Promise<void>
  /** The term of a line, and the range that it is. */
  term(line: number): TermRange & { term: string }
}

export function openSearch(folder: Folder): SearchIndex {
  const dictionary = new Dictionary(folder.read(termsFile))
  const search = folder.readColumns<SearchFile>(searchFile)
  const postings = new TermLists(dictionary, 0, openBlocks(folder, postingsFile, search.postings))
  const positions = lazy(
    () => new TermLists(dictionary, 1, openBlocks(folder, positionsFile, search.positions)),
  )
  const beginnings = lazy(() => openBeginnings(folder, search.bits))
  const lengths = lazy(() => folder.readColumns<LengthsFile>(lengthsFile))
  const spelling = lazy(() => folder.readColumns<SpellingFile>(spellingFile))
  const stems = lazy(() => new StemTable(folder.read(stemsFile)))
  return {
    get stems() {
      return stems()
    },
    get titleLengths() {
      return lengths().titleLengths
    },
    get contentLengths() {
      return lengths().contentLengths
    },
    get spelling() {
      return spelling()
    },
    loadSpelling: loader(folder, spellingFile),
    exact: (term) => dictionary.exact(term),
    beginning: (prefix) => dictionary.beginning(prefix),
    bits: (term, prefix) => beginnings().bits(prefix ? term : wholeWord(term)),
    bytes: (range) => postings.bytes(range),
    lists: (range) => postings.pieces(range),
    count: (range, visible, most) => countLists(postings.numbers(range), visible, most),
    *postings(range, visible) {
      const lists = postings.numbers(range)
      for (const { from } of dictionary.lines(range)) {
        const title = readList(lists, visible)
        const content = readList(lists, visible)
        if (title.entries.length + content.entries.length === 0) continue
        yield { term: dictionary.key(from), title, content }
      }
    },
    terms: (range) => dictionary.lines(range),
    places(term, visible, spend) {
      const [inTitles, inTexts] = postings.fields(term)
      const [titles, texts] = positions().fields(term)
      const reader = (list: typeof titles, places: typeof titles) => {
        const sources = { postings: list.numbers, end: list.end, positions: places.numbers }
        return new PlaceReader(sources, visible, spend)
      }
      return { title: reader(inTitles, titles), content: reader(inTexts, texts) }
    },
    term: (line) => ({ from: line, to: dictionary.next(line), term: dictionary.key(line) }),
  }
}

const mostKnown = 2_000

function openBeginnings(folder: Folder, checksums: Uint32Array) {
  const lines = new SortedLines(folder.read(beginningsFile))
  const blocks = openBlocks(folder, bitsFile, checksums)
  const bytes = Math.ceil(folder.manifest.posts / 8)
  const find = (beginning: string) => {
    const line = lines.find(Buffer.from(beginning))
    if (line >= lines.length || lines.key(line) !== beginning) return undefined
    const start = Number.parseInt(lines.values(line)[0]!, termBase)
    return blocks.read(start, start + bytes)
  }
  /** A search asks for the same ones several times. */
  let lately: WeakRef<Map<string, Uint8Array | undefined>> | undefined
  return {
    bits(beginning: string): Uint8Array | undefined {
      let known = lately?.deref()
      if (known === undefined || known.size === mostKnown) {
        known = new Map()
        lately = new WeakRef(known)
      }
      if (!known.has(beginning)) known.set(beginning, find(beginning))
      return known.get(beginning)
    },
  }
}
