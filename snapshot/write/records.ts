// Writes an array of records as JSON, one per line, with an index of them.
import { checksum, type RecordIndexFile, separatorBytes } from '../format/format.ts'
import { between, type EarlierRecords, fewParts } from './earlier.ts'
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
  copy({ parts, index: { starts, crc32 } }: EarlierRecords, from: number, to: number): void {
    this.#separate()
    for (const part of between(parts, starts[from]!, starts[to]! - separatorBytes)) this.#file.write(part)
    this.#crc32.set(crc32.subarray(from, to), this.#count)
    const shift = this.#end - starts[from]!
    for (let number = from; number < to; number++) this.#starts[++this.#count] = starts[number + 1]! + shift
    this.#end = this.#starts[this.#count]!
  }

  /** @returns all that was written, too, if it is to be kept */
  close(): { index: RecordIndexFile; parts: readonly Uint8Array[] | undefined } {
    this.#file.write('\n]\n')
    return { parts: this.#file.close(), index: { starts: this.#starts, crc32: this.#crc32 } }
  }

  #separate(): void {
    if (this.#count > 0) this.#file.write(',\n')
  }
}

/** A file whose bytes may be kept. */
class KeptFile {
  readonly #file: FileWriter
  readonly #parts: Uint8Array[] | undefined

  constructor(file: FileWriter, isKept: boolean) {
    this.#file = file
    this.#parts = isKept ? [] : undefined
  }

  /** @param piece not to be changed later */
  write(piece: Uint8Array | string): void {
    this.#file.write(piece)
    this.#parts?.push(typeof piece === 'string' ? Buffer.from(piece) : piece)
  }

  /** @returns what was written if it is to be kept */
  close(): readonly Uint8Array[] | undefined {
    this.#file.end()
    return this.#parts && fewParts(this.#parts)
  }
}
