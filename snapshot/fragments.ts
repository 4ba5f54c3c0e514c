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
  const index = folder.readColumns<FragmentIndexFile>(`${name}.index.json`)
  const lengths = new Uint32Array(index.lengths)
  const checksums = Buffer.from(index.crc32, 'hex')
  const startOf = startsOf(lengths)
  folder.open(file)
  return {
    length: (number) => lengths[number]!,
    read(from, to) {
      if (from >= to) return []
      const first = startOf(from)
      const bytes = folder.readAt(file, first, startOf(to - 1) + lengths[to - 1]! - first)
      return Array.from({ length: to - from }, (_, i) => {
        const start = startOf(from + i) - first
        const record = bytes.subarray(start, start + lengths[from + i]!)
        if (checksum(record) === checksums.readUInt32BE(4 * (from + i))) return record
        throw folder.fail(file, `the checksum of record ${from + i} is wrong`)
      })
    },
  }
}

/** Adds up lengths as far as they are asked for: the first page of many posts needs few of them. */
function startsOf(lengths: Uint32Array): (number: PostNumber) => number {
  // Doubles: a file may have more bytes than 32 bits count.
  const starts = new Float64Array(lengths.length)
  starts[0] = separatorBytes
  let known = 0
  return (number) => {
    for (; known < number; known++) starts[known + 1] = starts[known]! + lengths[known]! + separatorBytes
    return starts[number]!
  }
}
