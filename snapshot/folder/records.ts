// A file of records, one per post, by post number. It is opened when the first record is needed.
import * as format from '../format/format.ts'
import type { PostNumber } from '../types.ts'
import type { Folder } from './folder.ts'

export class Records {
  readonly #folder: Folder
  readonly #name: string
  readonly #index: () => format.RecordIndexFile

  /** @param readIndex called when the first record is needed */
  constructor(folder: Folder, name: string, readIndex: () => format.RecordIndexFile) {
    this.#folder = folder
    this.#name = name
    this.#index = folder.opening(name, readIndex)
  }

  /** Returns the length of a record in bytes. */
  length(number: PostNumber): number {
    return lengthIn(this.#index(), number)
  }

  /**
   * Returns the records from `from` up to, not including, `to`, in one read.
   * @throws {SnapshotError} when one of them is damaged
   */
  read(from: PostNumber, to: PostNumber): Buffer[] {
    const index = this.#index()
    if (from >= to) return []
    const first = index.starts[from]!
    const length = index.starts[to]! - format.separatorBytes - first
    const bytes = this.#folder.readAt(this.#name, first, length)
    const records: Buffer[] = []
    for (let number = from; number < to; number++) {
      const start = index.starts[number]! - first
      const record = bytes.subarray(start, start + lengthIn(index, number))
      if (format.checksum(record) !== index.crc32[number]) {
        throw this.#folder.fail(this.#name, `the checksum of record ${number} is wrong`)
      }
      records.push(record)
    }
    return records
  }
}

function lengthIn({ starts }: format.RecordIndexFile, number: PostNumber): number {
  return starts[number + 1]! - starts[number]! - format.separatorBytes
}
