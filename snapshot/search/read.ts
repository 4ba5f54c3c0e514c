// The read side of the search index: looks terms up in the dictionary and reads only their lists.

import {
  beginningsFile,
  bitsFile,
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
  termBase,
  termsFile,
} from '../format/format.ts'
import { lazy } from '../lazy.ts'
import { type Folder, loader, type Pause } from '../read/folder.ts'
import { SortedLines } from '../read/sorted-lines.ts'
import { mostBytes, wholeWord } from './beginnings.ts'
import { openBlocks } from './blocks.ts'
import { Dictionary, TermLists, type TermRange } from './dictionary.ts'
import { PlaceReader, type Spend, type TermPlaces } from './places.ts'
import { countLists, countShared, type Entry, type SharedPosts } from './postings.ts'
import type { SpellingFile } from './spelling.ts'
import { StemTable } from './stems.ts'

export type { TermRange } from './dictionary.ts'
export type { Entry } from './postings.ts'

/**
 * Terms are folded, as `queryTerms` gives them. Posts are entries, counted from the oldest: scheduled ones are in the
 * lists, after the `visible` ones.
 */
export interface SearchIndex {
  /** By post number: the words of its title and of its text, a name with symbols and its parts each one. */
  readonly titleLengths: Uint32Array
  readonly contentLengths: Uint32Array
  /** The term itself. */
  exact(term: string): TermRange
  /** The terms that begin with it, itself included. */
  beginning(prefix: string): TermRange
  /** The posts that have the term, or one that begins with it, a bit each; stored only if there are very many. */
  bits(term: string, prefix: boolean): Uint8Array | undefined
  /** How many bytes a range's posting lists take: one or more per posting. */
  bytes(range: TermRange): number
  /** A range's posting lists end to end, as `Candidates` takes them. */
  lists(range: TermRange): Generator<Uint8Array>
  /** How many postings the terms have in titles and texts of visible posts; counting stops at `most` + 1. */
  count(range: TermRange, visible: Entry, most: number): number
  /** How many visible posts have a single term, and how many of those are in a set. */
  shared(term: TermRange, among: Parameters<typeof countShared>[1]): SharedPosts
  /** A range's terms one by one. */
  terms(range: TermRange): Generator<TermRange>
  /** Where a single term occurs in visible posts. */
  places(term: TermRange, visible: Entry, spend: Spend): TermPlaces & Record<'title' | 'content', PlaceReader>
  /** Forms of words, by their stems. */
  readonly stems: StemTable
  /** What misspellings are corrected with. */
  readonly spelling: SpellingFile
  /** Reads the latter and all terms, slice by slice: without this call they are read in one go, or one by one. */
  loadSpelling(pause: Pause): Promise<void>
  /** What suggestions are made from. */
  readonly suggestions: SuggestionsFile
  /** Reads it slice by slice: it may be large, and without this call is read in one go. */
  loadSuggestions(pause: Pause): Promise<void>
  /** The term of a line, and its range. */
  term(line: number): TermRange & { term: string }
}

export function openSearch(folder: Folder): SearchIndex {
  const search = folder.readColumns<SearchFile>(searchFile)
  const dictionary = new Dictionary(folder, termsFile, {
    starts: search.termStarts,
    checksums: search.termChecksums,
    keyStarts: search.termKeyStarts,
    keys: search.termKeys,
  })
  const postingBlocks = openBlocks(folder, postingsFile, search.postings)
  const postings = new TermLists(dictionary, 0, search.termPostings, postingBlocks)
  const positions = lazy(() => {
    const blocks = openBlocks(folder, positionsFile, search.positions)
    return new TermLists(dictionary, 1, search.termPositions, blocks)
  })
  const beginnings = lazy(() => openBeginnings(folder, search.bits))
  const lengths = lazy(() => folder.readColumns<LengthsFile>(lengthsFile))
  const spelling = lazy(() => folder.readColumns<SpellingFile>(spellingFile))
  const stems = lazy(() => openStems(folder, search))
  const suggestions = lazy(() => folder.readColumns<SuggestionsFile>(suggestionsFile))
  const mostOfLists = mostBytes(folder.manifest.posts)
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
    loadSpelling: spellingLoader(folder, dictionary),
    get suggestions() {
      return suggestions()
    },
    loadSuggestions: loader(folder, suggestionsFile),
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

function openStems(folder: Folder, search: SearchFile): StemTable {
  return new StemTable(folder, stemsFile, {
    starts: search.stemStarts,
    checksums: search.stemChecksums,
    keyStarts: search.stemKeyStarts,
    keys: search.stemKeys,
  })
}

/** Corrections are looked for among all terms, in the order of posts. */
function spellingLoader(folder: Folder, dictionary: Dictionary): (pause: Pause) => Promise<void> {
  const loadSpelling = loader(folder, spellingFile)
  const loadTerms = loader(folder, termsFile)
  let isFilled = false
  return async (pause) => {
    await loadSpelling(pause)
    if (isFilled) return
    await loadTerms(pause)
    if (!isFilled) dictionary.fill(folder.read(termsFile))
    isFilled = true
  }
}

const maxCached = 2_000

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
