// Pieces of bytes, one of each post: how those of some posts become a file, with an index of them.
import type { Columns } from '../../packages/search/basics/columns.ts'
import { checksum, separatorBytes, sha256 } from '../format/format.ts'
import { type RecordCut, removeRanges } from '../visibility/cuts.ts'
import type { FileWriter } from './files.ts'

/** The pieces of some posts, the newest first. */
export interface Pieces {
  /** The pieces one after the other, with what is between them. */
  bytes: Uint8Array
  /** The places where each starts, and where the next one would start. */
  starts: Float64Array
  /** The other facts that the index has of each. */
  columns: Record<string, Uint32Array>
  /** Hexadecimal SHA-256 of each without what is ever cut, and with all of it. */
  digests: readonly string[]
  whole: readonly string[]
  /** The cuts, by place among these posts. */
  cuts: readonly RecordCut[]
}

/** The way in which pieces become a file: what is around and between them, and what its index has of each. */
export interface PiecesFormat {
  around: { first: string; between: string; last: string }
  columns: readonly string[]
}

/** An array with one record a line. */
export const ofRecords: PiecesFormat = {
  around: { first: '[\n', between: ',\n', last: '\n]\n' },
  columns: ['crc32'],
}

/** The contents of posts, one after the other. */
export const ofContents: PiecesFormat = {
  around: { first: '', between: '', last: '' },
  columns: ['storedCrc32', 'lengths'],
}

/** @param json of each */
export function recordsOf(json: readonly string[], cuts: readonly RecordCut[] = []): Pieces {
  const records = json.map((one) => Buffer.from(one))
  const whole = records.map((record) => sha256(record))
  const digests = [...whole]
  for (const post of new Set(cuts.map((cut) => cut.post))) {
    const own = cuts.filter((cut) => cut.post === post)
    digests[post] = sha256(removeRanges(records[post]!, own))
  }
  return {
    bytes: Buffer.from(json.join(ofRecords.around.between)),
    starts: startsOf(records.map(({ length }) => length + separatorBytes)),
    columns: { crc32: Uint32Array.from(records, (record) => checksum(record)) },
    ...{ digests, whole, cuts },
  }
}

/** Returns where each of some pieces starts, and where the last one ends. */
export function startsOf(lengths: readonly number[]): Float64Array {
  const starts = new Float64Array(lengths.length + 1)
  for (const [i, length] of lengths.entries()) starts[i + 1] = starts[i]! + length
  return starts
}

/** Begins to write a file of pieces. It holds nothing of what it is given. */
export function piecesWriter(file: FileWriter, { around, columns: names }: PiecesFormat) {
  file.write(around.first)
  const all = [around.first.length]
  const numbers: number[][] = names.map(() => [])
  return {
    write({ bytes, starts, columns }: Pieces): void {
      if (all.length > 1) file.write(around.between)
      file.write(bytes)
      const first = all.at(-1)!
      for (const end of starts.subarray(1)) all.push(first + end)
      for (const [i, name] of names.entries()) for (const number of columns[name]!) numbers[i]!.push(number)
    },
    /** @returns the columns of the index */
    close(): Columns & { starts: Float64Array } {
      file.end(around.last)
      const columns = names.map((name, i) => [name, Uint32Array.from(numbers[i]!)] as const)
      return { starts: Float64Array.from(all), ...Object.fromEntries(columns) }
    },
  }
}
