// The HTML or the markdown of one post as it is stored: deflated, with what seals and describes it.
import { constants, inflateRawSync } from 'node:zlib'
import { deflatePiece } from '../format/deflate.ts'
import { type ContentName, checksum, sha256 } from '../format/format.ts'
import { jsonText } from '../format/json-text.ts'
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
  /** Of HTML without any cuts, as the snapshot stores it; empty of markdown, whose sketch nobody asks for. */
  sketch: Uint8Array
}

/** A length and two checksums, a digest, and the sketch. */
const DIGEST_START = 4 * 3
const SKETCH_START = DIGEST_START + 32
/** How many bytes of the sketch there are. */
const sketchBytes = (name: ContentName) => (name === 'html' ? 4 * sketchSize : 0)

/** @param isBrief whether nobody needs it any more when the next one is asked for */
export function packContent(
  name: ContentName,
  post: BuiltPost,
  kept: KeptValues | undefined,
  isBrief = false,
): PackedContent {
  const { contentKey = '' } = post
  const known = isBrief ? kept?.peek(name, contentKey) : kept?.get(name, contentKey)
  if (known) return new KeptContent(name, known)
  const { bytes, cuts } = encode(post[name], post.cuts?.[name])
  const made = packed(name, bytes, cuts)
  if (contentKey !== '' && cuts.length === 0) kept?.set(name, contentKey, written(made))
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
    sketch: name === 'html' ? stored(sketchOf(lasting)) : new Uint8Array(0),
  }
}

/** The text of a post without cuts, as `kept` values have it. */
export function packText(name: ContentName, text: string): Uint8Array {
  return packJson(name, jsonText(text))
}

/** The same of a text as JSON. */
export function packJson(name: ContentName, { buffer, byteOffset, byteLength }: Uint8Array): Uint8Array {
  return written(packed(name, Buffer.from(buffer, byteOffset, byteLength), []))
}

/** The text that `packText` was given. */
export function unpackText(name: ContentName, packed: Uint8Array): string {
  return JSON.parse(String(new KeptContent(name, packed).bytes))
}

/** What `packText` has made. */
export function packedContent(name: ContentName, packed: Uint8Array): PackedContent {
  return new KeptContent(name, packed)
}

/** Of contents without cuts. Their bytes are seldom asked for again, and take several times as many as the piece. */
function written({ length, piece, storedCrc32, crc32, whole, sketch }: PackedContent): Uint8Array {
  const pieceStart = SKETCH_START + sketch.length
  // Memory of its own: what it shares with others cannot be handed to another thread, and Node 24 throws.
  const all = Buffer.allocUnsafeSlow(pieceStart + piece.length)
  for (const [i, number] of [length, storedCrc32, crc32].entries()) all.writeUInt32LE(number, 4 * i)
  all.write(whole, DIGEST_START, 'hex')
  all.set(sketch, SKETCH_START)
  all.set(piece, pieceStart)
  return all
}

/** As `written` has made it. A class, since many objects with getters of their own take long to make. */
class KeptContent implements PackedContent {
  readonly #all: Buffer
  readonly #pieceStart: number
  readonly cuts = []
  readonly length: number
  readonly storedCrc32: number
  readonly crc32: number
  readonly whole: string

  constructor(name: ContentName, { buffer, byteOffset, byteLength }: Uint8Array) {
    const all = Buffer.from(buffer, byteOffset, byteLength)
    this.#all = all
    this.#pieceStart = SKETCH_START + sketchBytes(name)
    this.length = all.readUInt32LE(0)
    this.storedCrc32 = all.readUInt32LE(4)
    this.crc32 = all.readUInt32LE(8)
    this.whole = all.toString('hex', DIGEST_START, SKETCH_START)
  }

  get lasting() {
    return this.whole
  }

  get piece() {
    return this.#all.subarray(this.#pieceStart)
  }

  get sketch() {
    return this.#all.subarray(SKETCH_START, this.#pieceStart)
  }

  get bytes() {
    return inflateRawSync(this.piece, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: this.length })
  }
}

/** A shorter one repeats its last hash. */
function stored(sketch: Uint32Array): Uint8Array {
  const bytes = Buffer.alloc(4 * sketchSize)
  for (let i = 0; i < sketchSize; i++) bytes.writeUInt32LE(sketch[i] ?? sketch.at(-1) ?? 0, 4 * i)
  return bytes
}

/** What `stored` has made. */
export function readSketch(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Uint32Array.from({ length: sketchSize }, (_, i) => view.getUint32(4 * i, true))
}
