// The HTML or the markdown of one post as it is stored: deflated, with what seals and describes it.
import { constants, inflateRawSync } from 'node:zlib'
import { lazy } from '../../packages/search/basics/lazy.ts'
import { deflatePiece, jsonText } from '../format/deflate.ts'
import { type ContentName, checksum, contentNames, sha256 } from '../format/format.ts'
import type { BuiltPost } from '../types.ts'
import { type Encoded, encode, removeRanges } from '../visibility/cuts.ts'
import type { MemoValues } from './memo.ts'

export interface PackedContent extends Encoded {
  /** The length of `bytes`. */
  length: number
  /** `bytes`, deflated. */
  piece: Uint8Array
  storedCrc32: number
  /** The digest of the contents with all of their cuts, and without any. */
  whole: string
  lasting: string
}

/** A length, a checksum, a digest, and the piece. */
const DIGEST_START = 4 * 2
const PIECE_START = DIGEST_START + 32

/** Packs the contents of a post. One that the memo does not have is made of the post's texts, which are read once. */
export function packContents(
  post: BuiltPost,
  memo: MemoValues | undefined,
): Record<ContentName, PackedContent> {
  const texts = lazy(() => post.texts())
  const { contentKey = '' } = post
  const own = contentNames.map((name) => {
    const known = memo?.get(name, contentKey)
    if (known) return [name, packedContent(known)]
    const { bytes, cuts } = encode(texts()[name], texts().cuts?.[name])
    const made = packed(bytes, cuts)
    if (contentKey !== '' && cuts.length === 0) memo?.set(name, contentKey, written(made))
    return [name, made]
  })
  return Object.fromEntries(own)
}

function packed(bytes: Buffer, cuts: Encoded['cuts']): PackedContent {
  const piece = deflatePiece(bytes)
  const lasting = cuts.length === 0 ? bytes : removeRanges(bytes, cuts)
  const digest = sha256(lasting)
  return {
    bytes,
    length: bytes.length,
    cuts,
    piece,
    storedCrc32: checksum(piece),
    lasting: digest,
    whole: cuts.length === 0 ? digest : sha256(bytes),
  }
}

/** Packs the text of a post without cuts, as the memo has it. */
export function packText(text: string): Uint8Array {
  return packJson(jsonText(text))
}

/** Packs a text that is given as JSON. */
export function packJson({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array {
  return written(packed(Buffer.from(buffer, byteOffset, byteLength), []))
}

/** Returns the text that `packText` was given. */
export function unpackText(packed: Uint8Array): string {
  return JSON.parse(String(new KnownContent(packed).bytes))
}

/** Returns the content that `packText` has packed. */
export function packedContent(packed: Uint8Array): PackedContent {
  return new KnownContent(packed)
}

/** Packs contents without cuts, but not their bytes, which are seldom asked for again and several times as long as the piece. */
function written({ length, piece, storedCrc32, whole }: PackedContent): Uint8Array {
  // The result has its own memory: what it shares with others cannot be handed to another thread, and Node 24 throws.
  const all = Buffer.allocUnsafeSlow(PIECE_START + piece.length)
  all.writeUInt32LE(length)
  all.writeUInt32LE(storedCrc32, 4)
  all.write(whole, DIGEST_START, 'hex')
  all.set(piece, PIECE_START)
  return all
}

/** A content as `written` has made it. It is a class, since many objects with getters of their own take long to make. */
class KnownContent implements PackedContent {
  readonly #all: Buffer
  readonly cuts = []
  readonly length: number
  readonly storedCrc32: number
  readonly whole: string

  constructor({ buffer, byteOffset, byteLength }: Uint8Array) {
    const all = Buffer.from(buffer, byteOffset, byteLength)
    this.#all = all
    this.length = all.readUInt32LE(0)
    this.storedCrc32 = all.readUInt32LE(4)
    this.whole = all.toString('hex', DIGEST_START, PIECE_START)
  }

  get lasting() {
    return this.whole
  }

  get piece() {
    return this.#all.subarray(PIECE_START)
  }

  get bytes() {
    return inflateRawSync(this.piece, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: this.length })
  }
}
