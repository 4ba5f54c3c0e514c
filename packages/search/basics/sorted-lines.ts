// Sorted lines in a buffer, searched without decoding them: `key\tvalue…\n`, keys in the order of their UTF-8 bytes.

const tab = 9
const newline = 10
const nine = 0x39
const beforeA = 0x61 - 10

export class SortedLines {
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get length(): number {
    return this.#bytes.length
  }

  /** Offset of the first line whose key is not before `key`; the buffer's length if there is none. */
  find(key: Uint8Array): number {
    let low = 0
    let high = this.#bytes.length
    while (low < high) {
      const middle = this.at((low + high) >>> 1)
      if (this.#isBefore(middle, key)) low = this.next(middle)
      else high = middle
    }
    return low
  }

  /** Offset of the line that contains the byte at `offset`. */
  at(offset: number): number {
    return offset === 0 ? 0 : this.#bytes.lastIndexOf(newline, offset - 1) + 1
  }

  /** Offset of the line after the one at `line`. */
  next(line: number): number {
    return this.#bytes.indexOf(newline, line) + 1
  }

  key(line: number): string {
    return this.#bytes.toString('utf8', line, this.#bytes.indexOf(tab, line))
  }

  /** The values after the key. */
  values(line: number): string[] {
    return this.#bytes
      .toString('latin1', this.#bytes.indexOf(tab, line) + 1, this.#bytes.indexOf(newline, line))
      .split('\t')
  }

  /** The value of a column, a number. */
  number(line: number, column: number): number {
    const bytes = this.#bytes
    let at = line
    for (let left = column + 1; left > 0 && at < bytes.length; ) if (bytes[at++] === tab) left--
    let number = 0
    for (let byte = bytes[at]!; byte > newline; byte = bytes[++at]!) {
      number = numberBase * number + byte - (byte > nine ? beforeA : 0x30)
    }
    return number
  }

  /** Compares byte by byte, since few bytes are compared. */
  #isBefore(line: number, key: Uint8Array): boolean {
    for (let i = 0; i < key.length; i++) {
      const byte = this.#bytes[line + i]!
      if (byte === tab) return true
      if (byte !== key[i]) return byte < key[i]!
    }
    return false
  }
}
/** The base of numbers in lines. */
export const numberBase = 36
