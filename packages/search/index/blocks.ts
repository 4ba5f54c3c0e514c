// Writes and reads files of numbers that are read in parts, with a checksum per block.
import { crc32 } from 'node:zlib'
import { blockSize, type IndexFiles } from './files.ts'

const together = 64 * blockSize

/** The file that blocks go to, front to back. */
export interface BlockFile {
  write(blocks: Uint8Array): void
  end(blocks: Uint8Array): void
}

export class BlockWriter {
  /** One per block. */
  readonly checksums: number[] = []
  readonly #file: BlockFile
  /** Blocks that are written together. */
  readonly #blocks = new Uint8Array(together)
  #used = 0
  #written = 0

  constructor(file: BlockFile) {
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

  close(): void {
    this.#file.end(this.#take())
  }

  #flush(): void {
    this.#file.write(this.#take())
  }

  /** Returns bytes that must not be used after more is written. */
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

/** The number of blocks that a piece has at most. */
const maxPieceBlocks = 16

/** The number of bytes that are remembered. */
const maxRecent = 4_000_000

/** Pieces by their first block. */
class RecentPieces {
  readonly #pieces = new Map<number, Uint8Array>()
  #bytes = 0

  get(first: number): Uint8Array | undefined {
    return this.#pieces.get(first)
  }

  set(first: number, piece: Uint8Array): void {
    if (this.#bytes + piece.length > maxRecent) {
      this.#pieces.clear()
      this.#bytes = 0
    }
    this.#pieces.set(first, piece)
    this.#bytes += piece.length
  }
}

export function openBlocks(files: IndexFiles, file: string, checksums: Uint32Array): Blocks {
  const length = files.files[file]?.bytes ?? 0
  files.open(file)
  /** A search reads most lists several times, and those of neighbouring terms are mostly in one piece. */
  let recent: WeakRef<RecentPieces> | undefined
  const readBlocks = (first: number, end: number) => {
    const start = first * blockSize
    const bytes = files.readAt(file, start, Math.min(length, end * blockSize) - start)
    for (let i = 0; i * blockSize < bytes.length; i++) {
      if (crc32(bytes.subarray(i * blockSize, (i + 1) * blockSize)) === checksums[first + i]) continue
      throw files.fail(file, `the checksum of block ${first + i} is wrong`)
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
      let known = recent?.deref()
      if (known === undefined) {
        known = new RecentPieces()
        recent = new WeakRef(known)
      }
      const first = Math.floor(from / blockSize)
      const start = first * blockSize
      let bytes = known.get(first)
      if (bytes === undefined) {
        bytes = readBlocks(first, Math.min(first + maxPieceBlocks, Math.ceil(to / blockSize)))
        known.set(first, bytes)
      }
      return bytes.subarray(from - start, to - start)
    },
  }
}
