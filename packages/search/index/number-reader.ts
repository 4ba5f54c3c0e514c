// Reads numbers as `NumberWriter` writes them, one after the other, from bytes that are in memory.

export class NumberReader {
  bytes: Uint8Array
  at: number

  constructor(bytes: Uint8Array = new Uint8Array(0), at = 0) {
    this.bytes = bytes
    this.at = at
  }

  moveTo(bytes: Uint8Array, at = 0): void {
    this.bytes = bytes
    this.at = at
  }

  next(): number {
    const { bytes } = this
    let byte = bytes[this.at++]!
    let number = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[this.at++]!
      number |= (byte & 127) << shift
    }
    return number >>> 0
  }
}
