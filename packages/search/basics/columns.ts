// A file of number columns: a line of JSON that lists them, then the numbers exactly as in memory, so that opening a column
// costs no more than reading it. The byte order is the machine's, little-endian on all that matter.

export type Column = Float64Array | Uint32Array | Uint8Array
export type Columns = Record<string, Column>

const kinds = { float64: Float64Array, uint32: Uint32Array, uint8: Uint8Array } as const

/** Columns start at multiples of this many bytes. */
const alignment = 8

export function packColumns(columns: Columns): Buffer {
  return Buffer.concat(columnPieces(columns))
}

/** Returns the file in pieces that are views of the columns: joining long ones takes as much memory again. */
export function columnPieces(columns: Columns): Uint8Array[] {
  const header = JSON.stringify(
    Object.entries(columns).map(([name, column]) => [name, kindOf(column), column.length]),
  )
  const pieces: Uint8Array[] = [Buffer.from(`${header.padEnd(aligned(header.length + 1) - 1)}\n`)]
  for (const { buffer, byteOffset, byteLength } of Object.values(columns)) {
    pieces.push(
      new Uint8Array(buffer, byteOffset, byteLength),
      new Uint8Array(aligned(byteLength) - byteLength),
    )
  }
  return pieces
}

/** @param bytes from `packColumns`; the columns are views of them */
export function unpackColumns<C extends Columns>(bytes: Uint8Array): C {
  const { buffer, byteOffset } = bytes.byteOffset % alignment === 0 ? bytes : new Uint8Array(bytes)
  const start = bytes.indexOf(newline) + 1
  const header: [string, keyof typeof kinds, number][] = JSON.parse(textIn(bytes.subarray(0, start)))
  const columns: Columns = {}
  let at = byteOffset + start
  for (const [name, kind, length] of header) {
    const column = new kinds[kind](buffer as ArrayBuffer, at, length)
    columns[name] = column
    at += aligned(column.byteLength)
  }
  return columns as C
}

/** A column of bytes that are a text. */
export function textIn({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString()
}

const newline = 10

function kindOf(column: Column): keyof typeof kinds {
  if (column instanceof Float64Array) return 'float64'
  return column instanceof Uint32Array ? 'uint32' : 'uint8'
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / alignment) * alignment
}
