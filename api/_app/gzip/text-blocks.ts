// Deflates what is made at the moment and stands between stored pieces: short texts in JSON, which have much in common. Each is a block
// with Huffman codes that are known beforehand, since zlib takes longer to start than these texts take to be written.
import { BitWriter, maxDistance, minLength } from './bits.ts'
import { fixed } from './huffman.ts'
import { Text } from './text.ts'

/** How many texts are remembered; a later one takes the place of one with the same low bits in its checksum. */
const maxRemembered = 1 << 10
const firstRoom = 64 * 1024

const endOfBlock = 256
/** An empty block that is stored begins on a byte. */
const emptyBlock = Uint8Array.of(0, 0, 0xff, 0xff)

export class TextBlocks {
  readonly #written = new BitWriter(firstRoom)
  #codebook = fixed()
  /** How many bytes all of this inflates to. */
  #place = 0
  /** Texts by their checksum, and where they were last. */
  readonly #texts = new Array<Text | undefined>(maxRemembered).fill(undefined)
  readonly #places = new Float64Array(maxRemembered)

  /** How many bytes there are to be taken. */
  get length(): number {
    return this.#written.length
  }

  /** Begins anew. */
  reset(): void {
    this.#written.clear()
    this.#place = 0
    this.#texts.fill(undefined)
  }

  /**
   * Adds bytes that are deflated already.
   * @param inflatedLength what they inflate to
   */
  append(deflated: Uint8Array, inflatedLength: number): void {
    this.#written.putBytes(deflated)
    this.#place += inflatedLength
  }

  /**
   * Adds texts as a block.
   * @param isLast ends the deflate stream; else something deflated may come next
   */
  write(texts: readonly Text[], isLast: boolean): void {
    const to = this.#written
    // No code has more than fifteen bits.
    to.reserve(2 * texts.reduce((sum, { length }) => sum + length, 0) + 128)
    this.#codebook = Text.codebookFor(texts)
    to.put(isLast ? 1 : 0, 1)
    to.putAll(this.#codebook.header, 0, this.#codebook.headerLength)
    for (const text of texts) this.#deflate(text)
    to.putSymbol(endOfBlock, this.#codebook)
    if (!isLast) to.put(0, 3)
    to.align()
    if (!isLast) to.putBytes(emptyBlock)
  }

  /** What has been written since the last call, in a buffer of its own. */
  take(): Buffer {
    const taken = this.#written.copy()
    this.#written.clear()
    return taken
  }

  #deflate(text: Text): void {
    const { bytes, lengths } = text.in(this.#codebook)
    let [own, from] = [0, 0]
    for (const part of text.parts) {
      if (typeof part !== 'number') {
        this.#repeat(part)
        continue
      }
      const bits = lengths[own++]!
      this.#written.putAll(bytes, from, bits)
      from += (bits + 7) >>> 3
      this.#place += part
    }
  }

  /** Refers to an earlier occurrence, if there is one. */
  #repeat(text: Text): void {
    const { length } = text
    if (length < minLength) {
      this.#deflate(text)
      return
    }
    const index = text.crc32 & (maxRemembered - 1)
    const known = this.#texts[index]
    const distance = this.#place - this.#places[index]!
    this.#texts[index] = text
    this.#places[index] = this.#place
    // A text that is a single key is a part of itself.
    if (distance > 0 && distance <= maxDistance && known !== undefined && isEqual(known, text)) {
      this.#written.repeat(length, distance, this.#codebook)
      this.#place += length
    } else this.#deflate(text)
  }
}

function isEqual(one: Text, other: Text): boolean {
  if (one === other) return true
  return one.crc32 === other.crc32 && Buffer.compare(one.bytes, other.bytes) === 0
}
