// Sorted lines in a file that is read in blocks of whole lines, each with a checksum: a search needs a few of them, and the dictionary of
// a thousand long posts takes megabytes.
import { crc32 } from 'node:zlib'
import { SortedLines } from '../basics/sorted-lines.ts'
import type { IndexFiles } from './files.ts'

/** Lines that begin within so many bytes are a block: 2 to the power of this. */
const blockBits = 14

/** Lines by block. A block in which no line begins is empty, and has the key of the next one. */
export type LineBlocks = {
  /** The offset of its first line; and the length of the file. */
  starts: Uint32Array
  checksums: Uint32Array
  /** The places in `keys` where the key of each block's first line begins; and where the last one ends. */
  keyStarts: Uint32Array
  keys: Uint8Array
}

const tab = 9
const newline = 10

/** The block that a line belongs to. @param line its offset */
export function blockOf(line: number): number {
  return line >>> blockBits
}

/** @param lines `key\tvalue…\n` each, sorted; at least one */
export function lineBlocks(lines: Uint8Array): LineBlocks {
  const bytes = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength)
  const starts: number[] = []
  for (let from = 0; from < bytes.length; from += 1 << blockBits) {
    const start = from === 0 ? 0 : bytes.indexOf(newline, from - 1) + 1
    if (start < bytes.length) starts.push(start)
  }
  const ends = [...starts.slice(1), bytes.length]
  const keys = starts.map((start) => bytes.subarray(start, bytes.indexOf(tab, start)))
  const keyStarts = [0]
  for (const { length } of keys) keyStarts.push(keyStarts.at(-1)! + length)
  return {
    starts: Uint32Array.from([...starts, bytes.length]),
    checksums: Uint32Array.from(starts, (start, block) => crc32(bytes.subarray(start, ends[block]))),
    keyStarts: Uint32Array.from(keyStarts),
    keys: Buffer.concat(keys),
  }
}

/** Lines as in `SortedLines`; blocks that have been read are kept. */
export class BlockLines {
  /** The length of the file, in bytes. */
  readonly length: number
  readonly #files: IndexFiles
  readonly #file: string
  readonly #index: LineBlocks
  readonly #keys: Buffer
  readonly #blocks: (SortedLines | undefined)[] = []

  constructor(files: IndexFiles, file: string, index: LineBlocks) {
    const { buffer, byteOffset, byteLength } = index.keys
    this.length = index.starts.at(-1)!
    this.#files = files
    this.#file = file
    this.#index = index
    this.#keys = Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength)
    files.open(file)
  }

  /** Offset of the first line whose key is not before `key`; the length if there is none. */
  find(key: Buffer): number {
    const { keyStarts, checksums } = this.#index
    let low = 0
    let high = checksums.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const [from, to] = [keyStarts[middle], keyStarts[middle + 1]]
      // The other way round, Deno 2 refuses a key that is longer than all of these together.
      if (key.compare(this.#keys, from, to) >= 0) low = middle + 1
      else high = middle
    }
    return low === 0 ? 0 : this.#startOf(low - 1) + this.#block(low - 1).find(key)
  }

  /** Offset of the line after the one at `line`. */
  next(line: number): number {
    const start = this.#startOf(blockOf(line))
    return start + this.#block(blockOf(line)).next(line - start)
  }

  key(line: number): string {
    return this.#block(blockOf(line)).key(line - this.#startOf(blockOf(line)))
  }

  /** The values after the key. */
  values(line: number): string[] {
    return this.#block(blockOf(line)).values(line - this.#startOf(blockOf(line)))
  }

  /** Reads all that has not been read. @param bytes the whole file, checked */
  fill(bytes: Buffer): void {
    const { starts, checksums } = this.#index
    for (let block = 0; block < checksums.length; block++) {
      this.#blocks[block] = new SortedLines(bytes.subarray(starts[block], starts[block + 1]))
    }
  }

  number(line: number, column: number): number {
    return this.#block(blockOf(line)).number(line - this.#startOf(blockOf(line)), column)
  }

  #startOf(block: number): number {
    return this.#index.starts[block]!
  }

  #block(block: number): SortedLines {
    const known = this.#blocks[block]
    if (known) return known
    const start = this.#startOf(block)
    const bytes = this.#files.readAt(this.#file, start, this.#startOf(block + 1) - start)
    if (crc32(bytes) !== this.#index.checksums[block]) {
      throw this.#files.fail(this.#file, `the checksum of block ${block} is wrong`)
    }
    this.#files.keep(bytes)
    const lines = new SortedLines(bytes)
    this.#blocks[block] = lines
    return lines
  }
}
