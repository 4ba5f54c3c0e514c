// Numbers as bytes: buffers that grow, and the variable-length integers of the posting files.

/** A column of unsigned 32-bit integers that grows. */
export class NumberWriter {
  #numbers = new Uint32Array(1024)
  #length = 0

  push(number: number): void {
    if (this.#length === this.#numbers.length) this.#grow(this.#length + 1)
    this.#numbers[this.#length++] = number
  }

  append(numbers: Uint32Array): void {
    if (this.#length + numbers.length > this.#numbers.length) this.#grow(this.#length + numbers.length)
    this.#numbers.set(numbers, this.#length)
    this.#length += numbers.length
  }

  numbers(): Uint32Array {
    return this.#numbers.subarray(0, this.#length)
  }

  #grow(needed: number): void {
    const larger = new Uint32Array(Math.max(needed, this.#numbers.length * 2))
    larger.set(this.numbers())
    this.#numbers = larger
  }
}

/** Bytes that grow. */
export class ByteWriter {
  #bytes = new Uint8Array(64 * 1024)
  length = 0

  /** Little-endian groups of seven bits, the high bit on all but the last. */
  varint(number: number): void {
    if (this.length + 5 > this.#bytes.length) this.#grow()
    let rest = number
    while (rest > 127) {
      this.#bytes[this.length++] = (rest & 127) | 128
      rest >>>= 7
    }
    this.#bytes[this.length++] = rest
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.length)
  }

  #grow(): void {
    const larger = new Uint8Array(this.#bytes.length * 2)
    larger.set(this.#bytes)
    this.#bytes = larger
  }
}

/** Reads the integers `ByteWriter.varint` wrote, one after the other. */
export class ByteReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** @throws {RangeError} at the end of the bytes */
  varint(): number {
    let number = 0
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) break
      number += (byte & 127) * 2 ** shift
      if (byte < 128) return number
    }
    throw new RangeError('a number is cut off')
  }

  get atEnd(): boolean {
    return this.#at >= this.#bytes.length
  }
}
