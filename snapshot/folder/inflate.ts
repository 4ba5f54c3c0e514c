// Inflates what is stored as raw deflate: no more of it than is expected, or an error.
import { constants, inflateRaw, inflateRawSync, type ZlibOptions } from 'node:zlib'

/** More than this is inflated on another thread, or everybody else would have to wait. */
const maxOnThisThread = 256 * 1024

/**
 * @param pieces one or more, one after the other
 * @param length what they inflate to, in bytes
 * @throws {Error} unless that is their length; not much more than that is ever held
 */
export async function inflatePieces(pieces: Uint8Array, length: number): Promise<Buffer> {
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
export function inflateBeginningSync(piece: Uint8Array, length: number, most: number): Buffer {
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
