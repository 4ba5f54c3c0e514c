// Posts' contents in one form, as they are stored: pieces of raw deflate, read and inflated.
import { constants, inflateRaw, inflateRawSync, type ZlibOptions } from 'node:zlib'
import * as format from '../format/format.ts'
import type { PostNumber } from '../types.ts'
import type { SnapshotError } from './error.ts'
import type { Folder } from './folder.ts'

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

/** More than this is inflated on another thread, or everybody else would have to wait. */
const maxOnThisThread = 256 * 1024

/**
 * @param pieces one or more, one after the other
 * @param length what they inflate to, in bytes
 * @throws {Error} unless that is their length; not much more than that is ever held
 */
async function inflatePieces(pieces: Uint8Array, length: number): Promise<Buffer> {
  if (length <= maxOnThisThread) return inflatePiecesSync(pieces, length)
  return ofLength(await inflateOnPool(pieces, optionsFor(length)), length)
}

/** Inflates on the thread pool. It does without `promisify`, for which every instance would load `node:util`. */
function inflateOnPool(pieces: Uint8Array, options: ZlibOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    inflateRaw(pieces, options, (error, inflated) => (error ? reject(error) : resolve(inflated)))
  })
}

/** Inflates as `inflatePieces` does, but on this thread. */
export function inflatePiecesSync(pieces: Uint8Array, length: number): Buffer {
  return ofLength(inflateRawSync(pieces, optionsFor(length)), length)
}

/** The bytes of a piece that are read first besides its share: its Huffman codes come first, and beginnings are compressed less. */
const leastRead = 1_024

/**
 * Returns at least the first `most` bytes of what a piece inflates to, or all of it. Reads no more of the piece than needed.
 * @throws {Error} if it inflates to far more than `length` bytes, which are never held
 */
function inflateBeginningSync(piece: Uint8Array, length: number, most: number): Buffer {
  const share = Math.ceil((1.25 * most * piece.length) / length)
  for (let end = leastRead + share; end < piece.length; end *= 2) {
    const beginning = inflateRawSync(piece.subarray(0, end), optionsFor(length, 2 * most))
    if (beginning.length >= most) return beginning
  }
  return inflatePiecesSync(piece, length)
}

/** Cloudflare's workerd does not begin a chunk, of 40 KB whatever is asked for, unless there is room for all of it. */
const spare = 64 * 1024

/** @param expected how much is likely to come, in bytes */
function optionsFor(length: number, expected = length): ZlibOptions {
  // In a chunk of exactly this length, zlib could not tell whether there is more.
  const chunkSize = Math.max(constants.Z_MIN_CHUNK, Math.min(length, expected) + 1)
  return { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: length + spare, chunkSize }
}

function ofLength(inflated: Buffer, length: number): Buffer {
  if (inflated.length === length) return inflated
  throw new Error(`it inflates to ${inflated.length} bytes and should to ${length}`)
}
