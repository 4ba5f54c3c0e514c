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
  const index = folder.readJson<FragmentIndexFile>(`${name}.index.json`)
  const lengths = new Uint32Array(index.lengths)
  const checksums = new Uint32Array(index.crc32)
  const starts = startsOf(lengths)
  folder.open(file)
  return {
    length: (number) => lengths[number]!,
    read(from, to) {
      if (from >= to) return []
      const first = starts[from]!
      const bytes = folder.readAt(file, first, starts[to - 1]! + lengths[to - 1]! - first)
      return Array.from({ length: to - from }, (_, i) => {
        const start = starts[from + i]! - first
        const record = bytes.subarray(start, start + lengths[from + i]!)
        if (checksum(record) === checksums[from + i]) return record
        throw folder.fail(file, `the checksum of record ${from + i} is wrong`)
      })
    },
  }
}

/** Doubles: a file may have more bytes than 32 bits count. */
function startsOf(lengths: Uint32Array): Float64Array {
  const starts = new Float64Array(lengths.length)
  let start = separatorBytes
  for (let number = 0; number < lengths.length; number++) {
    starts[number] = start
    start += lengths[number]! + separatorBytes
  }
  return starts
}
