// The body around posts: pieces for a page, a stream for what is too large to hold.
import type { PostNumber } from '../../../snapshot/types.ts'
import type { Means } from '../http/content.ts'
import type { Body } from '../http/reply.ts'
import { derivesText, postLength, postPieces, type Representation } from './assemble.ts'
import type { Edition } from './edition.ts'
import type { Matches } from './filter.ts'

/** Above it a body is streamed. Vercel refuses bodies over 4.5 MB that are not. */
const maxPiecesBytes = 1_000_000
/** Above it a page whose text is derived is dear. */
const maxTextBytes = 256 * 1024
/** A stream reads posts in batches of about this many bytes. */
const batchBytes = 64 * 1024

/** JSON that stands before and after the posts, which are joined by commas. */
export interface Frame {
  head: string
  tail: string
}

/**
 * Pieces are made at once, a stream as it is read. Either is dear where text is derived, unless it is little, or looked through.
 * @param represent called each time the body is made: what finds highlights counts what it has looked through
 */
export async function postsBody(
  edition: Edition,
  posts: Matches,
  represent: () => Representation,
  frame: Frame,
  { hold, admit }: Means,
): Promise<Body> {
  const shown = represent()
  const length = (post: PostNumber) => postLength(edition, post, shown)
  const derives = shown.highlight !== undefined || derivesText(shown)
  if (exceeds(posts, length, maxPiecesBytes)) {
    const chunks = () => chunksOf(edition, batchesOf(posts, length), represent(), frame)
    return { chunks, close: hold(), isDear: derives }
  }
  const numbers = Array.from({ length: posts.count }, (_, place) => posts.at(place))
  const make = async () => {
    const pieces = await postPieces(edition, numbers, shown)
    return [Buffer.from(frame.head), ...joined(pieces), Buffer.from(frame.tail)]
  }
  const isDear = derives && (shown.highlight !== undefined || exceeds(posts, length, maxTextBytes))
  return isDear ? admit(make) : make()
}

type Length = (post: PostNumber) => number

function exceeds(posts: Matches, length: Length, limit: number): boolean {
  let bytes = 0
  for (let place = 0; place < posts.count && bytes <= limit; place++) bytes += length(posts.at(place))
  return bytes > limit
}

function* batchesOf(posts: Matches, length: Length): Generator<PostNumber[]> {
  let batch: PostNumber[] = []
  let bytes = 0
  for (let place = 0; place < posts.count; place++) {
    const post = posts.at(place)
    batch.push(post)
    bytes += length(post)
    if (bytes < batchBytes && place < posts.count - 1) continue
    yield batch
    batch = []
    bytes = 0
  }
}

async function* chunksOf(
  edition: Edition,
  batches: Iterable<PostNumber[]>,
  shown: Representation,
  { head, tail }: Frame,
): AsyncGenerator<Uint8Array> {
  let before = Buffer.from(head)
  for (const batch of batches) {
    yield* chunked([before, ...joined(await postPieces(edition, batch, shown))])
    before = comma
  }
  yield Buffer.from(tail)
}

/** Small pieces together; a large one is not copied, and goes out by itself. */
function* chunked(pieces: readonly Uint8Array[]): Generator<Uint8Array> {
  let small: Uint8Array[] = []
  for (const piece of pieces) {
    if (piece.byteLength < batchBytes) {
      small.push(piece)
      continue
    }
    if (small.length > 0) yield Buffer.concat(small)
    small = []
    yield piece
  }
  if (small.length > 0) yield Buffer.concat(small)
}

const comma = Buffer.from(',')

function* joined(posts: Uint8Array[][]): Generator<Uint8Array> {
  for (const [i, pieces] of posts.entries()) {
    if (i > 0) yield comma
    yield* pieces
  }
}
