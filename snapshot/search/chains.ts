// Many strings of bytes that grow side by side: the posting lists of all terms while posts are being added. Each is a
// chain of slices in memory they share, so that a list costs hardly more than its bytes.

const chunkBits = 20
const chunkBytes = 2 ** chunkBits
const maxChunks = 2 ** (32 - chunkBits)
const firstSlice = 16
const largestSlice = 4096
/** At the end of each slice: where the next one begins. */
const linkBytes = 4

/** Chains are numbered; all exist from the start, and are empty. */
export class ByteChains {
  readonly #chunks: Uint8Array[] = []
  /** Where the next slice goes, if it ends before the limit. */
  #free = 0
  #limit = 0
  /** By chain: where it begins, 0 if nothing was appended yet. */
  readonly #heads = new NumberColumn()
  /** By chain: where the next byte goes, where the last slice's link is, and that slice's size. */
  readonly #tails = new NumberColumn()
  readonly #links = new NumberColumn()
  readonly #sizes = new NumberColumn()

  /** Appends `length` of the bytes. */
  append(chain: number, bytes: Uint8Array, length: number, from = 0): void {
    let tail = this.#tails.at(chain)
    let link = this.#links.at(chain)
    for (let done = 0; done < length; ) {
      if (tail === link) {
        tail = this.#extend(chain)
        link = this.#links.at(chain)
      }
      const chunk = this.#chunks[tail >>> chunkBits]!
      const end = done + Math.min(length - done, link - tail)
      for (let at = tail & (chunkBytes - 1); done < end; done++, tail++) chunk[at++] = bytes[from + done]!
    }
    this.#tails.set(chain, tail)
  }

  /** Hands over a chain's bytes in order, in pieces that are valid until the next change. */
  read(chain: number, take: (bytes: Uint8Array) => void): void {
    let start = this.#heads.at(chain)
    if (start === 0) return
    const tail = this.#tails.at(chain)
    for (let size = firstSlice; ; size = sizeAfter(size)) {
      const link = start + size - linkBytes
      const isLast = tail >= start && tail <= link
      take(this.#slice(start, isLast ? tail : link))
      if (isLast) return
      start = this.#linkAt(link).getUint32(0)
    }
  }

  /** @returns where the chain's next byte goes */
  #extend(chain: number): number {
    const before = this.#sizes.at(chain)
    const size = before === 0 ? firstSlice : sizeAfter(before)
    const start = this.#allocate(size)
    if (before === 0) this.#heads.set(chain, start)
    else this.#linkAt(this.#links.at(chain)).setUint32(0, start)
    this.#sizes.set(chain, size)
    this.#links.set(chain, start + size - linkBytes)
    return start
  }

  /** Slices lie within one chunk, and none at 0. */
  #allocate(size: number): number {
    if (this.#free + size > this.#limit) {
      if (this.#chunks.length === maxChunks)
        throw new Error('the posts have more words than the index can hold')
      this.#free = this.#chunks.length * chunkBytes || firstSlice
      this.#limit = this.#chunks.push(new Uint8Array(chunkBytes)) * chunkBytes
    }
    const start = this.#free
    this.#free += size
    return start
  }

  #slice(start: number, end: number): Uint8Array {
    const offset = start & (chunkBytes - 1)
    return this.#chunks[start >>> chunkBits]!.subarray(offset, offset + end - start)
  }

  #linkAt(at: number): DataView {
    const { buffer } = this.#chunks[at >>> chunkBits]!
    return new DataView(buffer, at & (chunkBytes - 1), linkBytes)
  }
}

function sizeAfter(size: number): number {
  return Math.min(largestSlice, size * 2)
}

/** A growing array of unsigned 32-bit integers, 0 until they are set. */
export class NumberColumn {
  #numbers = new Uint32Array(1024)

  at(place: number): number {
    return this.#numbers[place] ?? 0
  }

  set(place: number, number: number): void {
    if (place >= this.#numbers.length) {
      const larger = new Uint32Array(Math.max(place + 1, this.#numbers.length * 2))
      larger.set(this.#numbers)
      this.#numbers = larger
    }
    this.#numbers[place] = number
  }
}
