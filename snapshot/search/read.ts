// The read side of the search index: looks words up in the dictionary and reads their posting lists only.
import type { Folder } from '../folder.ts'
import { checksum, postingsFile, type SearchFile, searchFile, termBase, termsFile } from '../format.ts'
import { SortedLines } from '../lines.ts'
import type { PostNumber } from '../types.ts'
import { ByteReader } from './bytes.ts'

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
  const search = folder.readJson<SearchFile>(searchFile)
  const postings = openBlocks(folder, postingsFile, search.blockSize, search.postings)
  const startOf = (line: number) =>
    line < dictionary.length ? Number.parseInt(dictionary.values(line)[0]!, termBase) : postings.length
  return {
    match(term) {
      const prefix = Buffer.from(term)
      const first = dictionary.find(prefix)
      const past = dictionary.find(Buffer.concat([prefix, afterAll]))
      return markedPosts(postings.read(startOf(first), startOf(past)), posts)
    },
  }
}

/** Sorts after every byte that UTF-8 has. */
const afterAll = Buffer.of(0xff)

/** @param bytes posting lists of any number of terms, end to end, two fields each */
function markedPosts(bytes: Uint8Array, posts: number): Uint32Array {
  const marks = new Uint8Array(posts)
  const reader = new ByteReader(bytes)
  while (!reader.atEnd) {
    let post: PostNumber = 0
    for (let left = reader.varint(); left > 0; left--) {
      post += reader.varint()
      reader.varint()
      marks[post] = 1
    }
  }
  let count = 0
  for (const mark of marks) count += mark
  const found = new Uint32Array(count)
  for (let post = 0, place = 0; place < count; post++) if (marks[post] === 1) found[place++] = post
  return found
}

interface Blocks {
  length: number
  /** Bytes `from` up to but without `to`, checked by whole blocks. */
  read(from: number, to: number): Uint8Array
}

function openBlocks(folder: Folder, file: string, blockSize: number, checksums: readonly number[]): Blocks {
  const length = folder.manifest.files[file]?.bytes ?? 0
  folder.open(file)
  return {
    length,
    read(from, to) {
      if (from >= to) return new Uint8Array(0)
      const first = Math.floor(from / blockSize)
      const start = first * blockSize
      const bytes = folder.readAt(
        file,
        start,
        Math.min(length, Math.ceil(to / blockSize) * blockSize) - start,
      )
      for (let i = 0; i * blockSize < bytes.length; i++) {
        const block = bytes.subarray(i * blockSize, (i + 1) * blockSize)
        if (checksum(block) === checksums[first + i]) continue
        throw folder.fail(file, `the checksum of block ${first + i} is wrong`)
      }
      return bytes.subarray(from - start, to - start)
    },
  }
}
