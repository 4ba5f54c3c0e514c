// The HTML or the markdown of one post as it is stored: deflated, with what seals and describes it.
import { constants, inflateRawSync } from 'node:zlib'
import { deflatePiece } from '../format/deflate.ts'
import { type ContentName, checksum, sha256 } from '../format/format.ts'
import { sketchOf, sketchSize } from '../format/sketch.ts'
import type { BuiltPost } from '../types.ts'
import { type Encoded, encode, removeRanges } from '../visibility/cuts.ts'
import type { KeptValues } from './kept.ts'

export interface PackedContent extends Encoded {
  /** Of `bytes`. */
  length: number
  /** `bytes`, deflated. */
  piece: Uint8Array
  storedCrc32: number
  crc32: number
  /** The digest of the contents with all of their cuts, and without any. */
  whole: string
  lasting: string
  /** Of HTML without any cuts; empty of markdown, whose sketch nobody asks for. */
  sketch: Uint32Array
}

/** A length and two checksums. */
const NUMBER_BYTES = 4 * 3
/** What precedes a piece: these numbers, the sketch, and a digest. */
const headerBytes = (hashes: number) => NUMBER_BYTES + 4 * hashes + 32
/** How many hashes the sketch has. */
const hashesOf = (name: ContentName) => (name === 'html' ? sketchSize : 0)

export function packContent(name: ContentName, post: BuiltPost, kept: KeptValues | undefined): PackedContent {
  const { contentKey } = post
  const known = contentKey === undefined ? undefined : kept?.get(name, contentKey)
  if (known) return read(name, known)
  const { bytes, cuts } = encode(post[name], post.cuts?.[name])
  const made = packed(name, bytes, cuts)
  if (contentKey !== undefined && cuts.length === 0) kept?.set(name, contentKey, written(made))
  return made
}

function packed(name: ContentName, bytes: Buffer, cuts: Encoded['cuts']): PackedContent {
  const piece = deflatePiece(bytes)
  const lasting = cuts.length === 0 ? bytes : removeRanges(bytes, cuts)
  const digest = sha256(lasting)
  return {
    bytes,
    length: bytes.length,
    cuts,
    piece,
    storedCrc32: checksum(piece),
    crc32: checksum(bytes),
    lasting: digest,
    whole: cuts.length === 0 ? digest : sha256(bytes),
    sketch: name === 'html' ? filledUp(sketchOf(lasting)) : new Uint32Array(0),
  }
}

/** The text of a post without cuts, as `kept` values have it. */
export function packText(name: ContentName, text: string): Uint8Array {
  const { bytes } = encode(text)
  return written(packed(name, bytes, []))
}

/** Of contents without cuts. Their bytes are seldom asked for again, and take several times as many as the piece. */
function written({ length, piece, storedCrc32, crc32, whole, sketch }: PackedContent): Uint8Array {
  const header = Buffer.alloc(headerBytes(sketch.length))
  for (const [i, number] of [length, storedCrc32, crc32, ...sketch].entries()) {
    header.writeUInt32LE(number, 4 * i)
  }
  header.write(whole, header.length - 32, 'hex')
  return Buffer.concat([header, piece])
}

function read(name: ContentName, value: Uint8Array): PackedContent {
  const all = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  const length = all.readUInt32LE(0)
  const hashes = hashesOf(name)
  const header = headerBytes(hashes)
  const piece = all.subarray(header)
  const whole = all.toString('hex', header - 32, header)
  return {
    get bytes() {
      return inflateRawSync(piece, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: length })
    },
    length,
    cuts: [],
    piece,
    storedCrc32: all.readUInt32LE(4),
    crc32: all.readUInt32LE(8),
    whole,
    lasting: whole,
    get sketch() {
      const from = value.byteOffset + NUMBER_BYTES
      return new Uint32Array(value.buffer.slice(from, from + 4 * hashes))
    },
  }
}

function filledUp(sketch: Uint32Array): Uint32Array {
  return Uint32Array.from({ length: sketchSize }, (_, i) => sketch[i] ?? sketch.at(-1) ?? 0)
}
