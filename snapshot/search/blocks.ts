// Writes and reads files of numbers that are read in parts, with a checksum per block.
import { crc32 } from 'node:zlib'
import { blockSize, checksum, type FileSeal } from '../format/format.ts'
import type { SealedFile } from '../format/sealed-file.ts'
import type { Folder } from '../read/folder.ts'

const together = 64 * blockSize

/** Writes a file front to back. */
export class BlockWriter {
  /** One per block. */
  readonly checksums: number[] = []
  readonly #file: SealedFile
  /** Blocks that are written together. */
  readonly #blocks = new Uint8Array(together)
  #used = 0
  #written = 0

  constructor(file: SealedFile) {
    this.#file = file
  }

  /** Bytes so far. */
  get length(): number {
    return this.#written + this.#used
  }

  write(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; ) {
      const piece = bytes.subarray(from, from + together - this.#used)
      this.#blocks.set(piece, this.#used)
      this.#used += piece.length
      from += piece.length
      if (this.#used === together) this.#flush()
    }
  }

  close(): FileSeal {
    return this.#file.end(this.#take())
  }

  #flush(): void {
    this.#file.write(this.#take())
  }

  /** Not to be used after more is written. */
  #take(): Uint8Array {
    const blocks = this.#blocks.subarray(0, this.#used)
    for (let at = 0; at < blocks.length; at += blockSize) {
      this.checksums.push(crc32(blocks.subarray(at, at + blockSize)))
    }
    this.#written += this.#used
    this.#used = 0
    return blocks
  }
}

export interface Blocks {
  length: number
  /** The bytes from `from` to `to`, exclusive, checked in whole blocks. */
  read(from: number, to: number): Uint8Array
  /** Some of the bytes between two offsets, starting at the first, for sequential reading. */
  piece(from: number, to: number): Uint8Array
}

/** How many blocks a piece has at most. */
const maxPieceBlocks = 16

export function openBlocks(folder: Folder, file: string, checksums: Uint32Array): Blocks {
  const length = folder.files[file]?.bytes ?? 0
  folder.open(file)
  /** The lists of neighbouring terms are mostly in one piece. */
  let last: { start: number; bytes: WeakRef<Uint8Array> } | undefined
  const readBlocks = (first: number, end: number) => {
    const start = first * blockSize
    const bytes = folder.readAt(file, start, Math.min(length, end * blockSize) - start)
    for (let i = 0; i * blockSize < bytes.length; i++) {
      if (checksum(bytes.subarray(i * blockSize, (i + 1) * blockSize)) === checksums[first + i]) continue
      throw folder.fail(file, `the checksum of block ${first + i} is wrong`)
    }
    return bytes
  }
  return {
    length,
    read(from, to) {
      if (from >= to) return new Uint8Array(0)
      const first = Math.floor(from / blockSize)
      const bytes = readBlocks(first, Math.ceil(to / blockSize))
      return bytes.subarray(from - first * blockSize, to - first * blockSize)
    },
    piece(from, to) {
      const known = last?.bytes.deref()
      if (known && from >= last!.start && from < last!.start + known.length) {
        return known.subarray(from - last!.start, to - last!.start)
      }
      const first = Math.floor(from / blockSize)
      const start = first * blockSize
      const bytes = readBlocks(first, Math.min(first + maxPieceBlocks, Math.ceil(to / blockSize)))
      last = { start, bytes: new WeakRef(bytes) }
      return bytes.subarray(from - start, to - start)
    },
  }
}
