// Reads sketches of posts' contents.

import type { Folder } from '../folder/folder.ts'
import { checksum, sketchBytes, sketchesFile } from '../format/format.ts'
import type { PostNumber } from '../types.ts'

const recordBytes = sketchBytes.hashes + sketchBytes.crc32

/**
 * Those of the posts from `from` up to, not including, `to`.
 * @throws {SnapshotError} when one of them is damaged
 */
export function readSketches(folder: Folder, from: PostNumber, to: PostNumber): Uint32Array[] {
  const bytes = folder.readAt(sketchesFile, from * recordBytes, (to - from) * recordBytes)
  return Array.from({ length: to - from }, (_, i) => {
    const record = bytes.subarray(i * recordBytes, (i + 1) * recordBytes)
    const hashes = record.subarray(0, sketchBytes.hashes)
    if (checksum(hashes) !== record.readUInt32LE(sketchBytes.hashes)) {
      throw folder.fail(sketchesFile, `the checksum of entry ${from + i} is wrong`)
    }
    return new Uint32Array(hashes.buffer, hashes.byteOffset, hashes.byteLength / 4)
  })
}
