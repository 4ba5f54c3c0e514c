// Posts' contents in one form, as they are stored: pieces of raw deflate, read and inflated.
import * as format from '../format/format.ts'
import type { PostNumber } from '../types.ts'
import type { SnapshotError } from './error.ts'
import type { Folder } from './folder.ts'
import { inflateBeginningSync, inflatePieces } from './inflate.ts'

/** Posts' contents in one form, each of them a JSON string, by post number. */
export interface Contents {
  /** The length of a piece in bytes, inflated. */
  length(number: PostNumber): number
  /** Tells whether nothing is left out of a piece. */
  isWhole(number: PostNumber): boolean
  /**
   * Returns any pieces, inflated: adjacent ones are read together.
   * @throws {SnapshotError} when one of them is damaged
   */
  read(numbers: readonly PostNumber[]): Promise<Buffer[]>
  /**
   * Returns at least the first `most` bytes of a piece, or all of it, inflated on this thread.
   * @throws {SnapshotError} when it is damaged
   */
  beginning(number: PostNumber, most: number): Buffer
}

export class PieceFile implements Contents {
  readonly #folder: Folder
  readonly #file: string
  readonly #index: () => format.PieceIndexFile

  constructor(folder: Folder, name: format.ContentName) {
    const { pieces, index } = format.contentFiles(name)
    this.#folder = folder
    this.#file = pieces
    this.#index = folder.opening(pieces, () => folder.readColumns<format.PieceIndexFile>(index))
  }

  length = (number: PostNumber): number => this.#index().lengths[number]!

  isWhole = (): boolean => true

  /**
   * Returns the pieces from `from` up to, not including, `to`, as they are stored, in one read.
   * @throws {SnapshotError} when one of them is damaged
   */
  pieces(from: PostNumber, to: PostNumber): Uint8Array[] {
    if (from >= to) return []
    const { starts, storedCrc32 } = this.#index()
    const first = starts[from]!
    const bytes = this.#folder.readAt(this.#file, first, starts[to]! - first)
    const pieces: Uint8Array[] = []
    for (let number = from; number < to; number++) {
      const deflated = bytes.subarray(starts[number]! - first, starts[number + 1]! - first)
      if (format.checksum(deflated) !== storedCrc32[number]) {
        throw this.#folder.fail(this.#file, `the checksum of piece ${number} is wrong`)
      }
      pieces.push(deflated)
    }
    return pieces
  }

  async read(numbers: readonly PostNumber[]): Promise<Buffer[]> {
    if (numbers.length === 0) return []
    const { lengths } = this.#index()
    const stored: Uint8Array[] = []
    for (let first = 0; first < numbers.length; ) {
      let end = first + 1
      while (numbers[end] === numbers[end - 1]! + 1) end++
      for (const piece of this.pieces(numbers[first]!, numbers[end - 1]! + 1)) stored.push(piece)
      first = end
    }
    const total = numbers.reduce((sum, number) => sum + lengths[number]!, 0)
    const bytes = await inflatePieces(Buffer.concat(stored), total).catch((error) => {
      throw this.#damaged(numbers[0]!, error)
    })
    let at = 0
    return numbers.map((number) => {
      const start = at
      at += lengths[number]!
      return bytes.subarray(start, at)
    })
  }

  beginning(number: PostNumber, most: number): Buffer {
    const { lengths } = this.#index()
    const [stored] = this.pieces(number, number + 1)
    try {
      return inflateBeginningSync(stored!, lengths[number]!, most)
    } catch (error) {
      throw this.#damaged(number, error)
    }
  }

  #damaged(number: PostNumber, error: unknown): SnapshotError {
    const reason = error instanceof Error ? error.message : String(error)
    return this.#folder.fail(this.#file, `from piece ${number} on, ${reason}`)
  }
}
