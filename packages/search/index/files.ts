// The files of an index: their names, what they hold, and what they are read from.
import type { Columns } from '../basics/columns.ts'
import type { Pause } from '../basics/pause.ts'

export const termsFile = 'terms.txt'
export const postingsFile = 'postings.bin'
export const positionsFile = 'positions.bin'
export const beginningsFile = 'beginnings.txt'
export const stemsFile = 'stems.txt'
export const bitsFile = 'beginnings.bin'
export const spellingFile = 'spelling.bin'
export const searchFile = 'search.bin'
export const lengthsFile = 'lengths.bin'
export const suggestionsFile = 'suggestions.bin'

/** `search.bin`: by block, checksums of the posting files and `beginnings.bin`, and the blocks of `terms.txt` and `stems.txt`. */
export type SearchFile = {
  postings: Uint32Array
  positions: Uint32Array
  bits: Uint32Array
  /** The places where the first line of each block begins, and where the last one ends. */
  termStarts: Uint32Array
  termChecksums: Uint32Array
  /** The key of the first line of block `n` is `termKeys[termKeyStarts[n]]` up to, not including, `termKeys[termKeyStarts[n + 1]]`. */
  termKeyStarts: Uint32Array
  termKeys: Uint8Array
  /** The bases of the offsets in its lines. */
  termPostings: Uint32Array
  termPositions: Uint32Array
  /** The starts of blocks, as those of `terms.txt`. */
  stemStarts: Uint32Array
  stemChecksums: Uint32Array
  stemKeyStarts: Uint32Array
  stemKeys: Uint8Array
}

/** `lengths.bin`: field lengths by post, in words; a name with symbols is one, and so is each of its parts. */
export type LengthsFile = {
  titleLengths: Uint32Array
  contentLengths: Uint32Array
}

/** `suggestions.bin`: words that complete a beginning, and titles by their words. Both are in the order of the dictionary. */
export type SuggestionsFile = {
  /** The number of words, then the record of each: see build/suggestion-writer.ts. */
  words: Uint8Array
  /** The first word of each block of `wordsPerBlock`: the offset of its line in the dictionary, and of its record in `words`. */
  blockLines: Uint32Array
  blockStarts: Uint32Array
  /** Terms of titles, as offsets of their lines in the dictionary. */
  titleLines: Uint32Array
  /** The posts with the term `n` in their titles are `titleEntries[titleStarts[n]]` up to, not including, `titleEntries[titleStarts[n + 1]]`. */
  titleStarts: Uint32Array
  /** Posts counted from the oldest, ascending for each term. */
  titleEntries: Uint32Array
}

/** Fewer are read for a beginning that few words have. */
export const wordsPerBlock = 64

/** The posting files are read and checked in blocks of this many bytes: most lists are far shorter. */
export const blockSize = 4_096

/** The files of an index by name, each of which its owner checks, or whose length it gives. */
export interface IndexFiles {
  readonly files: Readonly<Record<string, { bytes: number }>>
  /** A whole file, checked. */
  read(name: string): Buffer
  /** A whole file of columns, checked. */
  readColumns<C extends Columns>(name: string): C
  /** Reads a file in slices, so that `read` can return it at once. */
  load(name: string, pause: Pause): Promise<void>
  /** Opens a file for `readAt`, which does not check what it reads. */
  open(name: string): void
  /** @param length in bytes from `position` on, all within the file */
  readAt(name: string, position: number, length: number): Buffer
  /** Counts bytes that are held for as long as the index is open. */
  keep(bytes: Buffer): void
  /** An error for damage that is found in what was read. */
  fail(name: string, what: string): Error
}
