// The read side of the search index: looks terms up in the dictionary and reads their lists only.
import type { Folder } from '../folder.ts'
import {
  type LengthsFile,
  lengthsFile,
  positionsFile,
  postingsFile,
  type SearchFile,
  searchFile,
  termsFile,
} from '../format.ts'
import { once } from '../once.ts'
import { openBlocks } from './blocks.ts'
import { Dictionary, type SimilarTerm, TermLists, type TermRange } from './dictionary.ts'
import { placesOf, type TermPlaces } from './places.ts'
import { ListReader, type TermPostings } from './postings.ts'

export type { SimilarTerm, TermRange } from './dictionary.ts'

/** Terms are folded, as `queryTerms` gives them. Scheduled posts are in the lists: leaving them out is the caller's. */
export interface SearchIndex {
  /** By post: the distinct terms of its title and of its text, which BM25 takes for their lengths. */
  readonly titleLengths: Uint32Array
  readonly contentLengths: Uint32Array
  /** The term itself. */
  exact(term: string): TermRange
  /** The terms that begin so, itself included. */
  beginning(prefix: string): TermRange
  /** The terms at most so many edits away (Levenshtein, in UTF-16 units), in the order of the dictionary. */
  similar(term: string, edits: number): SimilarTerm[]
  /** What a range's posting lists take: two bytes a posting, or more. */
  bytes(range: TermRange): number
  /** A range's posting lists as `Candidates` takes them, at most some 200 terms at a time. */
  lists(range: TermRange): Generator<Uint8Array>
  /** A range's posting lists by term, in the order of the dictionary. */
  postings(range: TermRange): Generator<TermPostings>
  /** Where a range's terms stand, as if they were one. */
  places(range: TermRange): TermPlaces
}

export function openSearch(folder: Folder): SearchIndex {
  const dictionary = new Dictionary(folder.read(termsFile))
  const search = folder.readColumns<SearchFile>(searchFile)
  const postings = new TermLists(dictionary, 0, openBlocks(folder, postingsFile, search.postings))
  const positions = once(
    () => new TermLists(dictionary, 1, openBlocks(folder, positionsFile, search.positions)),
  )
  const lengths = once(() => folder.readColumns<LengthsFile>(lengthsFile))
  return {
    get titleLengths() {
      return lengths().titleLengths
    },
    get contentLengths() {
      return lengths().contentLengths
    },
    exact: (term) => dictionary.exact(term),
    beginning: (prefix) => dictionary.beginning(prefix),
    similar: (term, edits) => dictionary.similar(term, edits),
    bytes: (range) => postings.bytes(range),
    *lists(range) {
      for (const step of dictionary.steps(range)) yield postings.read(step)
    },
    *postings(range) {
      for (const step of dictionary.steps(range)) {
        const lists = new ListReader(postings.numbers(step))
        for (const { from } of dictionary.lines(step)) {
          yield { term: dictionary.key(from), title: lists.next(), content: lists.next() }
        }
      }
    },
    places(range) {
      const lines = [...dictionary.lines(range)]
      return placesOf(
        lines.map((line) => ({ postings: postings.read(line), positions: positions().read(line) })),
      )
    },
  }
}
