// Writes an array of records as JSON, one per line, with an index of them.
import { checksum, type RecordIndexFile, separatorBytes } from '../format/format.ts'
import type { EarlierRecords } from './earlier.ts'
import type { FileWriter } from './files.ts'

export class RecordWriter {
  readonly #file: KeptFile
  readonly #starts: Float64Array
  readonly #crc32: Uint32Array
  #count = 0
  #end = separatorBytes

  /** @param isKept whether `close` returns all that was written */
  constructor(file: FileWriter, records: number, isKept: boolean) {
    this.#file = new KeptFile(file, isKept)
    this.#starts = new Float64Array(records + 1)
    this.#starts[0] = this.#end
    this.#crc32 = new Uint32Array(records)
    this.#file.write('[\n')
  }

  write(record: Uint8Array): void {
    this.#separate()
    this.#file.write(record)
    this.#crc32[this.#count++] = checksum(record)
    this.#end += record.byteLength + separatorBytes
    this.#starts[this.#count] = this.#end
  }

  /** Writes the records from `from` up to, not including, `to` of a file that was written before. */
  copy({ bytes, index: { starts, crc32 } }: EarlierRecords, from: number, to: number): void {
    this.#separate()
    this.#file.write(bytes.subarray(starts[from]!, starts[to]! - separatorBytes))
    this.#crc32.set(crc32.subarray(from, to), this.#count)
    const shift = this.#end - starts[from]!
    for (let number = from; number < to; number++) this.#starts[++this.#count] = starts[number + 1]! + shift
    this.#end = this.#starts[this.#count]!
  }

  /** @returns all bytes, too, if they are to be kept */
  close(): { index: RecordIndexFile; bytes: Uint8Array | undefined } {
    this.#file.write('\n]\n')
    return { bytes: this.#file.close(), index: { starts: this.#starts, crc32: this.#crc32 } }
  }

  #separate(): void {
    if (this.#count > 0) this.#file.write(',\n')
  }
}

/** A file whose bytes may be kept: it is then written at once. */
class KeptFile {
  readonly #file: FileWriter
  readonly #pieces: Uint8Array[] | undefined

  constructor(file: FileWriter, isKept: boolean) {
    this.#file = file
    this.#pieces = isKept ? [] : undefined
  }

  /** @param piece not to be changed later */
  write(piece: Uint8Array | string): void {
    if (this.#pieces) this.#pieces.push(typeof piece === 'string' ? Buffer.from(piece) : piece)
    else this.#file.write(piece)
  }

  /** @returns all bytes if they are to be kept */
  close(): Uint8Array | undefined {
    const bytes = this.#pieces && Buffer.concat(this.#pieces)
    this.#file.end(bytes)
    return bytes
  }
}
