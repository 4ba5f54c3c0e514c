// Numbers as bytes, the way the posting files have them: little-endian groups of seven bits, the high bit on all but
// the last.

/** Numbers on their way into a file or a list. */
export class NumberWriter {
  bytes = new Uint8Array(1024)
  /** How many of the bytes are taken. */
  length = 0

  /** @param number below 2^32 */
  push(number: number): void {
    if (this.length + 5 > this.bytes.length) this.#grow()
    let rest = number
    while (rest > 127) {
      this.bytes[this.length++] = (rest & 127) | 128
      rest >>>= 7
    }
    this.bytes[this.length++] = rest
  }

  clear(): void {
    this.length = 0
  }

  #grow(): void {
    const larger = new Uint8Array(this.bytes.length * 2)
    larger.set(this.bytes)
    this.bytes = larger
  }
}

/** All numbers of a list, or of several end to end. One loop without calls: a short prefix has millions of them. */
export function numbersOf(bytes: Uint8Array): Uint32Array {
  const numbers = new Uint32Array(bytes.length)
  let count = 0
  let number = 0
  let shift = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    number |= (byte & 127) << shift
    if (byte > 127) shift += 7
    else {
      numbers[count++] = number
      number = 0
      shift = 0
    }
  }
  return numbers.subarray(0, count)
}
