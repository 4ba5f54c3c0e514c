// The read side of the search index: looks terms up in the dictionary and reads only their lists.

import { lazy } from '../basics/lazy.ts'
import type { Pause } from '../basics/pause.ts'
import { loader } from '../basics/shared-work.ts'
import { numberBase, SortedLines } from '../basics/sorted-lines.ts'
import { mostBytes, wholeWord } from './beginnings.ts'
import { openBlocks } from './blocks.ts'
import { Dictionary, TermLists, type TermRange } from './dictionary.ts'
import {
  beginningsFile,
  bitsFile,
  type IndexFiles,
  type LengthsFile,
  lengthsFile,
  positionsFile,
  postingsFile,
  type SearchFile,
  type SuggestionsFile,
  searchFile,
  spellingFile,
  stemsFile,
  suggestionsFile,
  termsFile,
} from './files.ts'
import { PlaceReader, type Spend, type TermPlaces } from './places.ts'
import { countLists, countShared, type Entry, type SharedPosts } from './postings.ts'
import type { SpellingFile } from './signatures.ts'
import { StemTable } from './stems.ts'

export type { TermRange } from './dictionary.ts'
export type { Entry } from './postings.ts'

/**
 * Terms are folded, as `queryTerms` gives them. Posts are entries, counted from the oldest: scheduled ones are in the
 * lists, after the `visible` ones.
 */
export interface SearchIndex {
  /** The words of a post's title and of its text, by post number; a name with symbols and its parts count one each. */
  readonly titleLengths: Uint32Array
  readonly contentLengths: Uint32Array
  /** The term itself. */
  exact(term: string): TermRange
  /** The terms that begin with it, itself included. */
  beginning(prefix: string): TermRange
  /** The posts that have the term, or one that begins with it, a bit each; stored only if there are very many. */
  bits(term: string, prefix: boolean): Uint8Array | undefined
  /** Returns the bytes of a range's posting lists: one or more per posting. */
  bytes(range: TermRange): number
  /** A range's posting lists end to end, as `Candidates` takes them. */
  lists(range: TermRange): Generator<Uint8Array>
  /** Returns how many postings the terms have in titles and texts of visible posts; counting stops at `most` + 1. */
  count(range: TermRange, visible: Entry, most: number): number
  /** Returns how many visible posts have a single term, and how many of those are in a set. */
  shared(term: TermRange, among: Parameters<typeof countShared>[1]): SharedPosts
  /** A range's terms one by one. */
  terms(range: TermRange): Generator<TermRange>
  /** Returns the places of a single term in visible posts. */
  places(term: TermRange, visible: Entry, spend: Spend): TermPlaces & Record<'title' | 'content', PlaceReader>
  /** Forms of words, by their stems. */
  readonly stems: StemTable
  /** The file that misspellings are corrected with. */
  readonly spelling: SpellingFile
  /** Reads the latter and all terms, slice by slice: without this call they are read in one go, or one by one. */
  loadSpelling(pause: Pause): Promise<void>
  /** The file that suggestions are made from. */
  readonly suggestions: SuggestionsFile
  /** Reads it slice by slice: it may be large, and without this call is read in one go. */
  loadSuggestions(pause: Pause): Promise<void>
  /** The term of a line, and its range. */
  term(line: number): TermRange & { term: string }
}

/** @param posts how many the index has */
export function openSearch(files: IndexFiles, posts: number): SearchIndex {
  const search = files.readColumns<SearchFile>(searchFile)
  const dictionary = new Dictionary(files, termsFile, {
    starts: search.termStarts,
    checksums: search.termChecksums,
    keyStarts: search.termKeyStarts,
    keys: search.termKeys,
  })
  const postingBlocks = openBlocks(files, postingsFile, search.postings)
  const postings = new TermLists(dictionary, 0, search.termPostings, postingBlocks)
  const positions = lazy(() => {
    const blocks = openBlocks(files, positionsFile, search.positions)
    return new TermLists(dictionary, 1, search.termPositions, blocks)
  })
  const beginnings = lazy(() => openBeginnings(files, search.bits, posts))
  const lengths = lazy(() => files.readColumns<LengthsFile>(lengthsFile))
  const spelling = lazy(() => files.readColumns<SpellingFile>(spellingFile))
  const stems = lazy(() => openStems(files, search))
  const suggestions = lazy(() => files.readColumns<SuggestionsFile>(suggestionsFile))
  const mostOfLists = mostBytes(posts)
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
    loadSpelling: spellingLoader(files, dictionary),
    get suggestions() {
      return suggestions()
    },
    loadSuggestions: loader(files, suggestionsFile),
    exact: (term) => dictionary.exact(term),
    beginning: (prefix) => dictionary.beginning(prefix),
    bits(term, prefix) {
      const range = prefix ? dictionary.beginning(term) : dictionary.exact(term)
      if (postings.bytes(range) <= mostOfLists) return undefined
      return beginnings().bits(prefix ? term : wholeWord(term))
    },
    bytes: (range) => postings.bytes(range),
    lists: (range) => postings.pieces(range),
    count: (range, visible, most) => countLists(postings.numbers(range), visible, most),
    shared: (term, among) => countShared(postings.fields(term), among),
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

function openStems(files: IndexFiles, search: SearchFile): StemTable {
  return new StemTable(files, stemsFile, {
    starts: search.stemStarts,
    checksums: search.stemChecksums,
    keyStarts: search.stemKeyStarts,
    keys: search.stemKeys,
  })
}

/** Corrections are looked for among all terms, in the order of posts. */
function spellingLoader(files: IndexFiles, dictionary: Dictionary): (pause: Pause) => Promise<void> {
  const loadSpelling = loader(files, spellingFile)
  const loadTerms = loader(files, termsFile)
  let isFilled = false
  return async (pause) => {
    await loadSpelling(pause)
    if (isFilled) return
    await loadTerms(pause)
    if (!isFilled) dictionary.fill(files.read(termsFile))
    isFilled = true
  }
}

const maxCached = 2_000

function openBeginnings(files: IndexFiles, checksums: Uint32Array, posts: number) {
  const lines = new SortedLines(files.read(beginningsFile))
  const blocks = openBlocks(files, bitsFile, checksums)
  const bytes = Math.ceil(posts / 8)
  const find = (beginning: string) => {
    const line = lines.find(Buffer.from(beginning))
    if (line >= lines.length || lines.key(line) !== beginning) return undefined
    const start = Number.parseInt(lines.values(line)[0]!, numberBase)
    return blocks.read(start, start + bytes)
  }
  /** A search asks for the same ones several times. */
  let recent: WeakRef<Map<string, Uint8Array | undefined>> | undefined
  return {
    bits(beginning: string): Uint8Array | undefined {
      let known = recent?.deref()
      if (known === undefined || known.size === maxCached) {
        known = new Map()
        recent = new WeakRef(known)
      }
      if (!known.has(beginning)) known.set(beginning, find(beginning))
      return known.get(beginning)
    },
  }
}
