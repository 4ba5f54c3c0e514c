// Writes an array of records as JSON, one per line, with an index of them.
import { checksum, type FileSeal, type RecordIndexFile, separatorBytes } from '../format/format.ts'
import { SealedFile, writeSealed } from '../format/sealed-file.ts'
import type { EarlierRecords } from './earlier.ts'

export class RecordWriter {
  readonly #file: KeptFile
  readonly #starts: Float64Array
  readonly #crc32: Uint32Array
  #count = 0
  #end = separatorBytes

  /** @param isKept whether `close` returns all that was written */
  constructor(path: string, records: number, isKept: boolean) {
    this.#file = new KeptFile(path, isKept)
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
  close(): { seal: FileSeal; index: RecordIndexFile; bytes: Uint8Array | undefined } {
    this.#file.write('\n]\n')
    return { ...this.#file.close(), index: { starts: this.#starts, crc32: this.#crc32 } }
  }

  #separate(): void {
    if (this.#count > 0) this.#file.write(',\n')
  }
}

/** A file whose bytes may be kept: it is then written at once. */
class KeptFile {
  readonly #path: string
  readonly #file: SealedFile | undefined
  readonly #pieces: Uint8Array[] = []

  constructor(path: string, isKept: boolean) {
    this.#path = path
    this.#file = isKept ? undefined : new SealedFile(path)
  }

  /** @param piece not to be changed later */
  write(piece: Uint8Array | string): void {
    if (this.#file) this.#file.write(piece)
    else this.#pieces.push(typeof piece === 'string' ? Buffer.from(piece) : piece)
  }

  /** @returns all bytes, too, if they are to be kept */
  close(): { seal: FileSeal; bytes: Uint8Array | undefined } {
    if (this.#file) return { seal: this.#file.close(), bytes: undefined }
    const bytes = Buffer.concat(this.#pieces)
    return { seal: writeSealed(this.#path, bytes), bytes }
  }
}
