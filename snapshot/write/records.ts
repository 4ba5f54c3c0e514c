// Writes an array of records as JSON, one per line, with an index of them.
import { checksum, type FileSeal, type RecordIndexFile, separatorBytes } from '../format/format.ts'
import { SealedFile } from '../format/sealed-file.ts'
import type { EarlierRecords } from './earlier.ts'

export class RecordWriter {
  readonly #file: SealedFile
  /** What is written, if it is to be kept. */
  readonly #pieces: Uint8Array[] | undefined
  readonly #starts: Float64Array
  readonly #crc32: Uint32Array
  #count = 0
  #end = separatorBytes

  /** @param isKept whether `close` returns all that was written */
  constructor(path: string, records: number, isKept: boolean) {
    this.#file = new SealedFile(path)
    this.#pieces = isKept ? [] : undefined
    this.#starts = new Float64Array(records + 1)
    this.#starts[0] = this.#end
    this.#crc32 = new Uint32Array(records)
    this.#put('[\n')
  }

  write(record: Uint8Array): void {
    this.#separate()
    this.#put(record)
    this.#crc32[this.#count++] = checksum(record)
    this.#end += record.byteLength + separatorBytes
    this.#starts[this.#count] = this.#end
  }

  /** Writes the records from `from` up to, not including, `to` of a file that was written before. */
  copy({ bytes, index: { starts, crc32 } }: EarlierRecords, from: number, to: number): void {
    this.#separate()
    this.#put(bytes.subarray(starts[from]!, starts[to]! - separatorBytes))
    this.#crc32.set(crc32.subarray(from, to), this.#count)
    const shift = this.#end - starts[from]!
    for (let number = from; number < to; number++) this.#starts[++this.#count] = starts[number + 1]! + shift
    this.#end = this.#starts[this.#count]!
  }

  /** @returns all bytes, too, if they are to be kept */
  close(): { seal: FileSeal; index: RecordIndexFile; bytes: Uint8Array | undefined } {
    this.#put('\n]\n')
    const bytes = this.#pieces && Buffer.concat(this.#pieces)
    return { seal: this.#file.close(), index: { starts: this.#starts, crc32: this.#crc32 }, bytes }
  }

  #separate(): void {
    if (this.#count > 0) this.#put(',\n')
  }

  #put(piece: Uint8Array | string): void {
    this.#file.write(piece)
    this.#pieces?.push(typeof piece === 'string' ? Buffer.from(piece) : piece)
  }
}
