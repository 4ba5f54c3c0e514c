// Numbers as bytes, as in the posting files: little-endian groups of seven bits, with the high bit set on all but the
// last.

const fewBytes = 64

/** Returns the number of bytes that a number below 2^32 takes. */
export function numberLength(number: number): number {
  if (number < 128) return 1
  let bytes = 2
  for (let rest = number >>> 14; rest > 0; rest >>>= 7) bytes++
  return bytes
}

/** Puts a number where there is room for it. @returns where it ends */
export function setNumber(bytes: Uint8Array, start: number, number: number): number {
  let at = start
  let rest = number
  while (rest > 127) {
    bytes[at++] = (rest & 127) | 128
    rest >>>= 7
  }
  bytes[at++] = rest
  return at
}

/** Numbers on their way into a file or a list. */
export class NumberWriter {
  bytes: Uint8Array
  /** The number of bytes that are taken. */
  length = 0

  /** @param bytes for so many there is room at first */
  constructor(bytes = 1024) {
    this.bytes = new Uint8Array(Math.max(16, bytes))
  }

  /** @param number below 2^32 */
  push(number: number): void {
    if (this.length + 5 > this.bytes.length) this.#grow()
    this.length = setNumber(this.bytes, this.length, number)
  }

  /** Appends a part of ascending numbers, each as its difference to the one before, the first as it is. */
  differences(numbers: Uint32Array, from: number, to: number): void {
    while (this.length + 5 * (to - from) > this.bytes.length) this.#grow()
    const own = this.bytes
    let at = this.length
    for (let i = from, before = 0; i < to; before = numbers[i++]!)
      at = setNumber(own, at, numbers[i]! - before)
    this.length = at
  }

  append(bytes: Uint8Array): void {
    while (this.length + bytes.length > this.bytes.length) this.#grow()
    this.bytes.set(bytes, this.length)
    this.length += bytes.length
  }

  /** Appends some of the bytes: few of them quicker than `append`. */
  copy(bytes: Uint8Array, from: number, to: number): void {
    if (to - from > fewBytes) {
      this.append(bytes.subarray(from, to))
      return
    }
    while (this.length + to - from > this.bytes.length) this.#grow()
    const own = this.bytes
    let at = this.length
    for (let i = from; i < to; i++) own[at++] = bytes[i]!
    this.length = at
  }

  /** Appends a text in UTF-8, of which ASCII has the form of small numbers. */
  text(text: string): void {
    const { length } = text
    while (this.length + length > this.bytes.length) this.#grow()
    const own = this.bytes
    const start = this.length
    for (let i = 0; i < length; i++) {
      const unit = text.charCodeAt(i)
      if (unit > 127) {
        this.append(Buffer.from(text))
        return
      }
      own[start + i] = unit
    }
    this.length += length
  }

  /** Appends some units if they are all ASCII. @returns whether they are */
  ascii(units: Uint16Array, from: number, to: number): boolean {
    while (this.length + to - from > this.bytes.length) this.#grow()
    const own = this.bytes
    let at = this.length
    for (let i = from; i < to; i++) {
      const unit = units[i]!
      if (unit > 127) return false
      own[at++] = unit
    }
    this.length = at
    return true
  }

  /** Appends the numbers of another list after their length in bytes, so that they can be skipped. */
  list({ bytes, length }: NumberWriter): void {
    this.push(length)
    this.copy(bytes, 0, length)
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

/** Returns some of the bytes between two offsets, starting at the first: at least one. */
export type ReadBytes = (from: number, to: number) => Uint8Array

/** The bytes that are read at first, and at most. */
const minAhead = 1_024
const maxAhead = 65_536

const none: Uint8Array = new Uint8Array(0)

/** Numbers on their way out of a file, which is read piece by piece as they are needed. */
export class ByteSource {
  readonly #read: ReadBytes
  readonly #end: number
  /** The bytes that are read at a time: they grow while reading goes on. */
  #ahead = minAhead
  #piece = none
  /** The beginning of the piece, and the current place in it. */
  #start: number
  #at = 0

  /** @param from offsets in the file; `to` exclusive */
  constructor(read: ReadBytes, from: number, to: number) {
    this.#read = read
    this.#start = from
    this.#end = to
  }

  /** The offset of the next number. */
  get offset(): number {
    return this.#start + this.#at
  }

  get isAtEnd(): boolean {
    return this.offset >= this.#end
  }

  /** The quick path: most numbers are one byte of the current piece. */
  next(): number {
    if (this.#at < this.#piece.length && this.#piece[this.#at]! < 128) return this.#piece[this.#at++]!
    let byte = this.#byte()
    let number = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = this.#byte()
      number |= (byte & 127) << shift
    }
    return number >>> 0
  }

  /** The next `count` numbers. */
  read(into: Uint32Array, count: number): void {
    for (let place = 0; place < count; ) {
      const known = place
      place = copySmall(this.#piece, this.#at, into, place, count)
      this.#at += place - known
      if (place < count) into[place++] = this.next()
    }
  }

  /** Skips this many numbers. */
  skip(numbers: number): void {
    for (let left = numbers; left > 0; ) {
      if (this.#at >= this.#piece.length) this.#refill()
      const piece = this.#piece
      let at = this.#at
      while (left > 0 && at < piece.length) if (piece[at++]! < 128) left--
      this.#at = at
    }
  }

  /** @param offset not before the current one; what lies between is not read */
  moveTo(offset: number): void {
    this.#at = offset - this.#start
    if (this.#at <= this.#piece.length) return
    this.#start = offset
    this.#at = 0
    this.#piece = none
  }

  #byte(): number {
    if (this.#at >= this.#piece.length) this.#refill()
    return this.#piece[this.#at++]!
  }

  #refill(): void {
    this.#start += this.#at
    this.#at = 0
    if (this.#start >= this.#end) throw new RangeError('numbers are read past their end')
    this.#piece = this.#read(this.#start, Math.min(this.#end, this.#start + this.#ahead))
    this.#ahead = Math.min(2 * this.#ahead, maxAhead)
  }
}

// A loop of its own that calls nothing: V8 compiles it soonest, and the first search waits for it (the bench's row `search`).

/** Copies numbers of one byte each, as far as there are any. @returns the place of the first one that is not copied */
function copySmall(bytes: Uint8Array, from: number, into: Uint32Array, first: number, count: number): number {
  const { length } = bytes
  let at = from
  let place = first
  while (place < count && at < length) {
    const byte = bytes[at++]!
    if (byte > 127) break
    into[place++] = byte
  }
  return place
}

/** A copy with room for so many, at least. */
export function larger<
  Numbers extends Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>,
>(numbers: Numbers, length: number): Numbers {
  const Type = numbers.constructor as new (length: number) => Numbers
  const all = new Type(length)
  all.set(numbers)
  return all
}
