// Lists as gzip, put together from contents as they are stored, where that makes replies hardly larger than compressing them as a whole
// would.
import type { PostNumber } from '../../../snapshot/types.ts'
import { type ReplyPart, Splice } from '../gzip/splice.ts'
import type { AppRequest } from '../http/request.ts'
import type { Turn } from '../turns/turn.ts'
import { contentsOf, type Representation, storedPosts, textLength } from './assemble.ts'
import type { Edition } from './edition.ts'
import type { Matches } from './matches.ts'

/** JSON before and after the posts, which are joined by commas. */
export interface Envelope {
  head: string
  tail: string
}

/** How much larger than as a whole a page may be, if both have been made. */
const maxRatio = 1.3
/** Of what contents take, deflated: the most that may be contents that have not been measured, or text between them, beside one post or many. */
const most = { unmeasured: 1 / 16, text: 1 / 4, textOfOne: 1 / 2 }
/** Text takes about this share of its length. */
const textRatio = 0.5
/** Of a longer list, so many posts are looked at. */
const sampled = 256

/** How a list is represented, and what it is made from. */
export interface Spliced {
  edition: Edition
  representation: Representation
  envelope: Envelope
  turn: Turn
}

/**
 * Until code has run often enough to be compiled, zlib takes a third of the time: the first three pages of a process are compressed as a
 * whole.
 */
export class FirstPages {
  #left = 3

  isNext({ method }: AppRequest): boolean {
    if (this.#left === 0) return false
    // A HEAD request describes what the next GET returns, so it uses up none of them.
    if (method !== 'HEAD') this.#left--
    return true
  }
}

export interface SplicedPage extends Spliced {
  /** Compresses the page as a whole; `undefined` while others are being compressed. */
  whole(): Promise<Uint8Array | undefined>
}

/**
 * Whether it is known that a list that is put together is hardly larger than one compressed as a whole: its contents are one post's, or
 * neighbours' that have little in common, and there is little text between them.
 * @param posts in the order of the reply
 * @param length of the whole page, once it has been put together
 */
export function isKnownToSplice(
  { edition, representation, envelope }: Omit<Spliced, 'turn'>,
  posts: Matches,
  length?: number,
): boolean {
  const contents = contentsOf(edition, representation)!
  const isOne = posts.count === 1
  if (!isOne && contents !== edition.html) return false
  const first = posts.at(0)
  const order = Math.sign(posts.at(posts.count - 1) - first)
  const step = length === undefined ? Math.ceil(posts.count / sampled) : 1
  let [stored, text, unmeasured] = [0, (envelope.head.length + envelope.tail.length) / step, 0]
  for (let i = 0; i < posts.count; i += step) {
    const post = posts.at(i)
    if (post !== first + order * i) return false
    const own = contents.storedLength(post)
    stored += own
    text += textLength(edition, post, representation)
    if (!isOne && !edition.workspace.isDistinct(post, edition.first)) unmeasured += own
  }
  const between = length === undefined ? textRatio * text : length - stored
  return unmeasured <= most.unmeasured * stored && between <= (isOne ? most.textOfOne : most.text) * stored
}

/**
 * The body of a reply in one piece: put together, unless that would be much larger than compressing it as a whole. While others are being
 * compressed, it is put together in any case.
 */
export async function splicedPage(spliced: SplicedPage, posts: readonly PostNumber[]): Promise<Uint8Array> {
  const { whole } = spliced
  const list = { count: posts.length, at: (index: number) => posts[index]! }
  let isFine = isKnownToSplice(spliced, list)
  const compressed = isFine ? undefined : await whole()
  const page = await joined(spliced, posts)
  isFine &&= isKnownToSplice(spliced, list, page.length)
  const other = isFine ? undefined : (compressed ?? (await whole()))
  return other && page.length > maxRatio * other.length ? other : page
}

async function joined(
  { edition, representation, envelope, turn }: Spliced,
  posts: readonly PostNumber[],
): Promise<Buffer> {
  const splice = new Splice()
  splice.add(Buffer.from(envelope.head))
  const stored = await storedPosts(edition, posts, representation)
  const added = { posts: 0 }
  while (addPosts(splice, stored, added)) {
    const others = turn()
    if (others) await others
  }
  splice.add(Buffer.from(envelope.tail))
  return splice.finish()
}

/** The body of a reply, batch by batch. Takes turns. */
export async function* splicedChunks(
  { edition, representation, envelope, turn }: Spliced,
  batches: Iterable<PostNumber[]>,
): AsyncGenerator<Uint8Array> {
  const splice = new Splice()
  const added = { posts: 0 }
  splice.add(Buffer.from(envelope.head))
  for (const batch of batches) {
    const stored = await storedPosts(edition, batch, representation)
    do {
      const others = turn()
      if (others) await others
      if (splice.length > maxChunk) yield splice.take()
    } while (addPosts(splice, stored, added))
    yield splice.take()
  }
  splice.add(Buffer.from(envelope.tail))
  yield splice.finish()
}

/** There may be very much between contents. */
const maxChunk = 256 * 1024
/** Posts added before others get a turn. */
const postsAtOnce = 8

/**
 * Adds the next few posts.
 * @param added how many there are so far
 * @returns whether there may be more
 */
function addPosts(splice: Splice, posts: Iterator<ReplyPart[]>, added: { posts: number }): boolean {
  for (let i = 0; i < postsAtOnce; i++) {
    const { value: parts, done } = posts.next()
    if (done) return false
    if (added.posts++ > 0) splice.add(comma)
    for (const part of parts) splice.add(part)
  }
  return true
}

const comma = Buffer.from(',')
