// The read side of the search index: looks terms up in the dictionary and reads their lists only.
import type { Folder } from '../folder.ts'
import { positionsFile, postingsFile, type SearchFile, searchFile, termsFile } from '../format.ts'
import { once } from '../once.ts'
import type { PostNumber } from '../types.ts'
import { openBlocks } from './blocks.ts'
import { Dictionary, type SimilarTerm, TermLists, type TermRange } from './dictionary.ts'
import { ListReader, type TermPostings } from './postings.ts'

export type { SimilarTerm, TermRange } from './dictionary.ts'

/** A post whose title, or whose text, has a term, and where. */
export interface Occurrence {
  post: PostNumber
  field: 'title' | 'content'
  /** Ascending, counted in words from 0. */
  positions: Uint32Array
}

/** Terms are folded, as `queryTerms` gives them. Scheduled posts are in the lists: leaving them out is the caller's. */
export interface SearchIndex {
  /** By post: the distinct terms of its title and of its text, which BM25 takes for their lengths. */
  titleLengths: readonly number[]
  contentLengths: readonly number[]
  /** The term itself. */
  exact(term: string): TermRange
  /** The terms that begin so, itself included. */
  beginning(prefix: string): TermRange
  /** The terms at most so many edits away (Levenshtein, in UTF-16 units), in the order of the dictionary. */
  similar(term: string, edits: number): SimilarTerm[]
  /** What a range's posting lists take: two bytes a posting, or more. */
  bytes(range: TermRange): number
  /** A range's posting lists as `Candidates` takes them, some 200 terms at a time. */
  lists(range: TermRange): Generator<Uint32Array>
  /** A range's posting lists by term, in the order of the dictionary. */
  postings(range: TermRange): Generator<TermPostings>
  /** Where a range's terms stand in the wanted posts; a post comes once for each term and field. */
  occurrences(range: TermRange, isWanted: (post: PostNumber) => boolean): Generator<Occurrence>
}

export function openSearch(folder: Folder): SearchIndex {
  const dictionary = new Dictionary(folder.read(termsFile))
  const search = folder.readColumns<SearchFile>(searchFile)
  const blocksOf = (file: string, checksums: number[]) =>
    openBlocks(folder, file, search.blockSize, checksums)
  const postings = new TermLists(dictionary, 0, blocksOf(postingsFile, search.postings))
  const positions = once(() => new TermLists(dictionary, 1, blocksOf(positionsFile, search.positions)))
  return {
    titleLengths: search.titleLengths,
    contentLengths: search.contentLengths,
    exact: (term) => dictionary.exact(term),
    beginning: (prefix) => dictionary.beginning(prefix),
    similar: (term, edits) => dictionary.similar(term, edits),
    bytes: (range) => postings.bytes(range),
    *lists(range) {
      for (const step of dictionary.steps(range)) yield postings.read(step)
    },
    *postings(range) {
      for (const step of dictionary.steps(range)) {
        const lists = new ListReader(postings.read(step))
        for (const { from } of dictionary.lines(step)) {
          yield { term: dictionary.key(from), title: lists.next(), content: lists.next() }
        }
      }
    },
    *occurrences(range, isWanted) {
      for (const line of dictionary.lines(range)) {
        yield* occurrencesOf(new ListReader(postings.read(line)), positions().read(line), isWanted)
      }
    },
  }
}

/** @param positions of one term: for each of its postings as many as its frequency says, as differences */
function* occurrencesOf(
  lists: ListReader,
  positions: Uint32Array,
  isWanted: (post: PostNumber) => boolean,
): Generator<Occurrence> {
  let at = 0
  for (const field of ['title', 'content'] as const) {
    const { posts, frequencies } = lists.next()
    for (let i = 0; i < posts.length; at += frequencies[i++]!) {
      if (!isWanted(posts[i]!)) continue
      yield { post: posts[i]!, field, positions: summed(positions.subarray(at, at + frequencies[i]!)) }
    }
  }
}

function summed(differences: Uint32Array): Uint32Array {
  let sum = 0
  return differences.map((difference) => {
    sum += difference
    return sum
  })
}
