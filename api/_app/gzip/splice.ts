// Puts a gzip reply together: from pieces that are stored deflated, and what is made at the moment in between.
import type { Piece } from '../../../snapshot/read/snapshots.ts'
import { appendedCrc32, combinedCrc32 } from './crc32.ts'
import { Text } from './text.ts'
import { TextBlocks } from './text-blocks.ts'

/** A part of a reply: JSON, or a piece. */
export type ReplyPart = Text | Piece

/** RFC 1952: deflate, no flags, no time, no level, an unknown system. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

export class Splice {
  readonly #deflated = new TextBlocks()
  /** Texts that no piece has followed yet. */
  #waiting: Text[] = []
  #crc32 = 0
  #length = 0

  constructor() {
    this.#deflated.append(header, 0)
  }

  /** Begins another reply. Making room for one takes longer than putting a page together. */
  restart(): this {
    this.#waiting = []
    this.#crc32 = 0
    this.#length = 0
    this.#deflated.reset()
    this.#deflated.append(header, 0)
    return this
  }

  add(part: ReplyPart): void {
    if (part instanceof Text) {
      this.#waiting.push(part)
      this.#crc32 = appendedCrc32(this.#crc32, part.crc32, part.zeros)
    } else {
      this.#write(false)
      this.#deflated.append(part.deflated, part.length)
      this.#crc32 = combinedCrc32(this.#crc32, part.crc32, part.length)
    }
    this.#length += part.length
  }

  /** How many bytes there are so far, but for texts that no piece has followed yet. */
  get length(): number {
    return this.#deflated.length
  }

  /** What there is so far, from the last call on. */
  take(): Buffer {
    return this.#deflated.take()
  }

  /** The rest. */
  finish(): Buffer {
    this.#write(true)
    const trailer = Buffer.alloc(8)
    trailer.writeUInt32LE(this.#crc32)
    trailer.writeUInt32LE(this.#length % 2 ** 32, 4)
    this.#deflated.append(trailer, 0)
    return this.take()
  }

  #write(isLast: boolean): void {
    const texts = this.#waiting
    this.#waiting = []
    if (texts.length === 0 && !isLast) return
    this.#deflated.write(texts, isLast)
  }
}
