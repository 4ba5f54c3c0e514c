// Lists as gzip, put together from contents as they are stored, where that makes replies hardly larger than compressing them as a whole
// would.
import { familiarShare, Sketches } from '../../../snapshot/format/sketch.ts'
import { Room } from '../../../snapshot/read/snapshots.ts'
import type { PostNumber } from '../../../snapshot/types.ts'
import { Splice } from '../gzip/splice.ts'
import type { Turn } from '../turns/turn.ts'
import { contentsOf, type Representation, StoredPosts, textLength } from './assemble.ts'
import type { Edition } from './edition.ts'
import type { PageLayouts } from './layouts.ts'
import type { Matches } from './matches.ts'

/** JSON before and after the posts, which are joined by commas. */
export interface Envelope {
  head: string
  tail: string
}

/** How much larger than as a whole a reply may be expected to be: no more than 1.3 times as large, with room for what is estimated. */
const maxRatio = 1.28
/** What text between contents takes: its codes, and a share of its length. */
const spliced = { codes: 75, share: 0.4 }
/**
 * What it takes as a whole, of its length: usually, and if it repeats what is close to it, since the contents in between are
 * short.
 */
const textRatio = { usual: 0.3, close: 0.15 }
/** They always take this much of what they take by themselves. */
const leastRatio = 0.25
/** Of a long list, a few stretches of neighbours are looked at. */
const stretches = { count: 12, posts: 16 }

/** How a list is represented, and what it is made from. */
export interface Spliced {
  edition: Edition
  representation: Representation
  envelope: Envelope
  turn: Turn
}

/** What pages are put together with, and the key of this one. */
export interface SplicedPage extends Spliced {
  layouts: PageLayouts
  key: string
}

/**
 * Whether a long reply should be put together.
 * @param posts in the order of the reply
 */
export function canSplice(
  { edition, representation }: Pick<Spliced, 'edition' | 'representation'>,
  posts: Matches,
): boolean {
  const contents = contentsOf(edition, representation)!
  const step = Math.max(stretches.posts, Math.ceil(posts.count / stretches.count))
  let [together, whole] = [0, 0]
  for (let from = 0; from < posts.count; from += step) {
    const count = Math.min(stretches.posts, posts.count - from)
    const numbers = Array.from({ length: count }, (_, i) => posts.at(from + i))
    const text = sum(numbers, (post) => textLength(edition, post, representation))
    together += sum(numbers, contents.storedLength) + spliced.codes * count + spliced.share * text
    whole += expectedLength(edition, numbers, representation)
  }
  return together <= maxRatio * whole
}

/** How much these posts would take, deflated one after the other. */
function expectedLength(
  edition: Edition,
  posts: readonly PostNumber[],
  representation: Representation,
): number {
  const contents = contentsOf(edition, representation)!
  const sketches = sketchesOf(edition, posts)
  const known = new Sketches(posts.length)
  let whole = 0
  let before = 0
  for (const [i, post] of posts.entries()) {
    const alone = contents.storedLength(post)
    const length = contents.length(post)
    const text = textLength(edition, post, representation)
    whole += (length < text ? textRatio.close : textRatio.usual) * text
    const share = known.add(sketches[i]!, before, length)
    const familiar = familiarShare(before) * contents.familiar(post)
    whole += Math.max(leastRatio * alone, alone * (1 - share) - familiar)
    before += length
  }
  return whole
}

/** In one read, if the posts are close to each other. */
function sketchesOf({ workspace }: Edition, posts: readonly PostNumber[]): Uint32Array[] {
  const [first, last] = [Math.min(...posts), Math.max(...posts)]
  if (last - first > 4 * posts.length) return posts.map((post) => workspace.sketches(post, post + 1)[0]!)
  const all = workspace.sketches(first, last + 1)
  return posts.map((post) => all[post - first]!)
}

function sum(posts: readonly PostNumber[], of: (post: PostNumber) => number): number {
  return posts.reduce((total, post) => total + of(post), 0)
}

/** The body of a reply in one piece; `undefined` if it would be too large. */
export async function splicedPage(
  { edition, representation, envelope, turn, layouts, key }: SplicedPage,
  posts: readonly PostNumber[],
): Promise<Uint8Array | undefined> {
  const known = layouts.read(key, edition)
  if (known) return known.page
  const splice = idle.pop() ?? new Splice()
  try {
    const starts: number[] = []
    splice.add(Buffer.from(envelope.head))
    const stored = await StoredPosts.read(edition, posts, representation)
    while (addPosts(splice, stored, starts)) {
      const others = turn()
      if (others) await others
    }
    splice.add(Buffer.from(envelope.tail))
    const whole = expectedLength(edition, posts, representation)
    if (splice.length > maxRatio * whole) return undefined
    const page = splice.finish()
    const format = representation.format === 'markdown' ? 'markdown' : 'html'
    layouts.keep(key, edition, { page, posts, format, starts })
    return page
  } finally {
    if (idle.length < maxIdle) idle.push(splice.restart())
  }
}

/** The body of a reply, batch by batch. Takes turns. */
export async function* splicedChunks(
  { edition, representation, envelope, turn }: Spliced,
  batches: Iterable<PostNumber[]>,
): AsyncGenerator<Uint8Array> {
  const splice = new Splice()
  const starts: number[] = []
  splice.add(Buffer.from(envelope.head))
  const room = new Room()
  for (const batch of batches) {
    room.clear()
    const stored = await StoredPosts.read(edition, batch, representation, room)
    do {
      const others = turn()
      if (others) await others
      if (splice.length > maxChunk) yield splice.take()
    } while (addPosts(splice, stored, starts))
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
 * @param starts where the contents of each post begin, of all that have been added
 * @returns whether there may be more
 */
function addPosts(splice: Splice, posts: StoredPosts, starts: number[]): boolean {
  for (let i = 0; i < postsAtOnce; i++) {
    const parts = posts.next()
    if (parts === undefined) return false
    if (starts.length > 0) splice.add(comma)
    for (const part of parts) {
      splice.add(part)
      if (!(part instanceof Uint8Array)) starts.push(splice.length - part.deflated.length)
    }
  }
  return true
}

const comma = Buffer.from(',')

/** Those that pages have been put together with: making room for another takes longer than that. */
const idle: Splice[] = []
const maxIdle = 2
