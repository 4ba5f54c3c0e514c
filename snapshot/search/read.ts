// The read side of the search index: looks words up in the dictionary and reads their posting lists only.
import type { Folder } from '../folder.ts'
import { postingsFile, type SearchFile, searchFile, termBase, termsFile } from '../format.ts'
import { SortedLines } from '../lines.ts'
import type { PostNumber } from '../types.ts'
import { openBlocks } from './blocks.ts'
import { numbersOf } from './bytes.ts'

export interface SearchIndex {
  /**
   * Posts whose title or text has the term, or one that begins with it, ascending.
   * @param term folded, as `queryTerms` gives it
   */
  match(term: string): Uint32Array
}

export function openSearch(folder: Folder): SearchIndex {
  const { posts } = folder.manifest
  const dictionary = new SortedLines(folder.read(termsFile))
  const search = folder.readColumns<SearchFile>(searchFile)
  const postings = openBlocks(folder, postingsFile, search.blockSize, search.postings)
  const startOf = (line: number) =>
    line < dictionary.length ? Number.parseInt(dictionary.values(line)[0]!, termBase) : postings.length
  return {
    match(term) {
      const prefix = Buffer.from(term)
      const past = dictionary.find(Buffer.concat([prefix, afterAll]))
      const found = new PostSet(posts)
      for (let line = dictionary.find(prefix); line < past && !found.isFull; ) {
        const from = line
        line = dictionary.next(dictionary.at(Math.min(from + stepBytes, past - 1)))
        found.add(numbersOf(postings.read(startOf(from), startOf(line))))
      }
      return found.numbers()
    },
  }
}

/** Sorts after every byte that UTF-8 has. */
const afterAll = Buffer.of(0xff)

/**
 * How much of the dictionary is looked up at once, some 200 terms: a single letter soon has found every post, and
 * what comes after need not be read.
 */
const stepBytes = 4096

class PostSet {
  readonly #marks: Uint8Array
  #count = 0

  constructor(posts: number) {
    this.#marks = new Uint8Array(posts)
  }

  get isFull(): boolean {
    return this.#count === this.#marks.length
  }

  /** @param lists of any number of terms, end to end, two fields each: length, then differences and frequencies */
  add(lists: Uint32Array): void {
    const marks = this.#marks
    for (let at = 0; at < lists.length; ) {
      const end = at + 1 + 2 * lists[at]!
      let post: PostNumber = 0
      for (at++; at < end; at += 2) {
        post += lists[at]!
        if (marks[post] === 0) this.#count++
        marks[post] = 1
      }
    }
  }

  /** Ascending. */
  numbers(): Uint32Array {
    const numbers = new Uint32Array(this.#count)
    for (let post = 0, place = 0; place < numbers.length; post++) {
      if (this.#marks[post] === 1) numbers[place++] = post
    }
    return numbers
  }
}
