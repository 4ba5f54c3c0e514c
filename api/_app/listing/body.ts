// The body around posts: pieces for a page, a stream for what is too large to hold.
import type { PostNumber } from '../../../snapshot/types.ts'
import type { Body } from '../http/reply.ts'
import { postLength, postPieces, type Representation } from './assemble.ts'
import type { Edition } from './edition.ts'
import type { Matches } from './filter.ts'

/** Above it a body is streamed. Vercel refuses bodies over 4.5 MB that are not. */
const maxPiecesBytes = 1_000_000
/** A stream reads posts in batches of about this many bytes. */
const batchBytes = 64 * 1024

/** JSON that stands before and after the posts, which are joined by commas. */
export interface Frame {
  head: string
  tail: string
}

/** @param hold keeps the workspace open until what it gives back is called */
export function postsBody(
  edition: Edition,
  posts: Matches,
  shown: Representation,
  frame: Frame,
  hold: () => () => void,
): Body {
  const length = (post: PostNumber) => postLength(edition, post, shown)
  const pieces = (batch: PostNumber[]) => postPieces(edition, batch, shown)
  if (exceeds(posts, length, maxPiecesBytes)) {
    const start = () => chunksOf(batchesOf(posts, length), pieces, frame)
    return { chunks: startedStream(start), close: hold() }
  }
  const numbers = Array.from({ length: posts.count }, (_, place) => posts.at(place))
  return [Buffer.from(frame.head), ...joined(pieces(numbers)), Buffer.from(frame.tail)]
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

function* chunksOf(
  batches: Iterable<PostNumber[]>,
  pieces: (batch: PostNumber[]) => Uint8Array[][],
  { head, tail }: Frame,
): Generator<Uint8Array> {
  let before = Buffer.from(head)
  for (const batch of batches) {
    yield Buffer.concat([before, ...joined(pieces(batch))])
    before = comma
  }
  yield Buffer.from(tail)
}

/** The first chunk is read before the status is sent: damage found there is a clean 503. */
function startedStream(start: () => Generator<Uint8Array>): () => AsyncGenerator<Uint8Array> {
  let started: Generator<Uint8Array> | undefined = start()
  const first = started.next().value
  return async function* () {
    const chunks = started
    started = undefined
    if (chunks === undefined) return yield* start()
    yield first
    yield* chunks
  }
}

const comma = Buffer.from(',')

function* joined(posts: Uint8Array[][]): Generator<Uint8Array> {
  for (const [i, pieces] of posts.entries()) {
    if (i > 0) yield comma
    yield* pieces
  }
}
