// The read side of a fragment file: records by their numbers, each checked against its checksum when it is read.
import type { Folder } from './folder.ts'
import { checksum, type FragmentIndexFile, type FragmentName, separatorBytes } from './format.ts'
import type { PostNumber } from './types.ts'

export interface Fragments {
  /** Bytes of a record. */
  length(number: PostNumber): number
  /**
   * The records `from` up to but without `to`, in one read.
   * @throws {SnapshotError} when one of them is damaged
   */
  read(from: PostNumber, to: PostNumber): Uint8Array[]
}

export function openFragments(folder: Folder, name: FragmentName): Fragments {
  const file = `${name}.json`
  const { starts, crc32 } = folder.readColumns<FragmentIndexFile>(`${name}.index.bin`)
  const length = (number: PostNumber) => starts[number + 1]! - starts[number]! - separatorBytes
  folder.open(file)
  return {
    length,
    read(from, to) {
      if (from >= to) return []
      const first = starts[from]!
      const bytes = folder.readAt(file, first, starts[to]! - separatorBytes - first)
      return Array.from({ length: to - from }, (_, i) => {
        const start = starts[from + i]! - first
        const record = bytes.subarray(start, start + length(from + i))
        if (checksum(record) === crc32[from + i]) return record
        throw folder.fail(file, `the checksum of record ${from + i} is wrong`)
      })
    },
  }
}
