// Puts a gzip reply together: from pieces that are stored deflated, and what is made at the moment in between.
import type { Piece } from '../../../snapshot/read/snapshots.ts'
import { TextBlocks } from './text-blocks.ts'

/** A part of a reply: JSON in UTF-8, or a piece. */
export type ReplyPart = Uint8Array | Piece

/** RFC 1952: deflate, no flags, no time, no level, an unknown system. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

export class Splice {
  readonly #deflated = new TextBlocks()
  #length = 0

  constructor() {
    this.#deflated.putBytes(header)
  }

  /** Begins another reply. */
  restart(): this {
    this.#length = 0
    this.#deflated.reset()
    this.#deflated.putBytes(header)
    return this
  }

  add(part: ReplyPart): void {
    if (part instanceof Uint8Array) this.#deflated.add(part)
    else {
      this.#deflated.close(false)
      this.#deflated.append(part)
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
    this.#deflated.close(true)
    const trailer = Buffer.alloc(8)
    trailer.writeUInt32LE(this.#deflated.crc32)
    trailer.writeUInt32LE(this.#length % 2 ** 32, 4)
    this.#deflated.putBytes(trailer)
    return this.take()
  }
}
