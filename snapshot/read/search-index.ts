// Reads the search index for browsers, and checks it while reading.
import { createHash } from 'node:crypto'
import { closeSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { asSnapshotError, isExhaustion, reading, SnapshotError } from '../folder/error.ts'
import { openFile } from '../format/disk.ts'
import { checksum, pieceBytes, type SearchIndexSeal, searchIndexName } from '../format/format.ts'
import { chunksOfFile } from '../format/sealed-file.ts'

export interface SearchIndexFile extends Pick<SearchIndexSeal, 'hash' | 'bytes' | 'posts'> {
  /**
   * The contents. The file is open until the generator ends.
   * @throws {SnapshotError} if the file is missing, or the next piece is damaged
   */
  pieces(): Generator<Buffer>
}

/**
 * @param report called with what the file is, whenever that is found out
 * @throws {SnapshotError} if there is no such file of the right length
 */
export function openSearchIndex(
  dir: string,
  seal: SearchIndexSeal,
  report: (state: 'intact' | 'damaged') => void,
): SearchIndexFile {
  const path = join(dir, searchIndexName(seal.hash))
  const check = <T>(read: () => T): T => {
    try {
      return reading(path, read)
    } catch (error) {
      if (!isExhaustion(error)) report('damaged')
      throw error
    }
  }
  check(() => {
    const { size } = statSync(path)
    if (size !== seal.bytes) throw new Error(`it has ${size} bytes and should have ${seal.bytes}`)
  })
  const { hash, bytes, posts } = seal
  return { hash, bytes, posts, pieces }

  function* pieces(): Generator<Buffer> {
    const descriptor = check(() => openFile(path))
    try {
      for (const [number, wanted] of seal.crc32.entries()) {
        const position = number * pieceBytes
        const piece = Buffer.allocUnsafeSlow(Math.min(pieceBytes, bytes - position))
        check(() => {
          const read = readSync(descriptor, piece, 0, piece.length, position)
          if (read !== piece.length) throw new Error(`it ends ${piece.length - read} bytes too early`)
          if (checksum(piece) !== wanted) throw new Error(`the checksum of piece ${number} is wrong`)
        })
        yield piece
      }
    } finally {
      closeSync(descriptor)
    }
    report('intact')
  }
}

/**
 * Compares the file with its name, step by step.
 * @returns the damage if there is any, and `undefined` after each step, so that other work can be done in between
 */
export function* searchIndexDamages(
  dir: string,
  seal: SearchIndexSeal,
): Generator<SnapshotError | undefined> {
  const path = join(dir, searchIndexName(seal.hash))
  try {
    openSearchIndex(dir, seal, () => {})
    const sha256 = yield* sha256OfFile(path)
    if (!sha256.startsWith(seal.hash)) yield new SnapshotError(`${path}: its sha256 is wrong`)
  } catch (error) {
    yield asSnapshotError(path, error)
  }
}

/** Computes the SHA-256 of a file, however large; yields after each piece of it. */
export function* sha256OfFile(path: string): Generator<undefined, string> {
  const digest = createHash('sha256')
  for (const piece of chunksOfFile(path)) {
    digest.update(piece)
    yield
  }
  return digest.digest('hex')
}
