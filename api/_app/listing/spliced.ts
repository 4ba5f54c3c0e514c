// Lists as gzip, put together from contents as they are stored, where that makes replies hardly larger than compressing them as a whole
// would.
import { shareIn } from '../../../snapshot/format/sketch.ts'
import { lazy } from '../../../snapshot/lazy.ts'
import type { Contents } from '../../../snapshot/read/snapshots.ts'
import type { PostNumber } from '../../../snapshot/types.ts'
import { Splice } from '../gzip/splice.ts'
import { contentsOf, postParts, type Representation, textLength } from './assemble.ts'
import type { Edition } from './edition.ts'
import type { Matches } from './matches.ts'

/** JSON before and after the posts, which are joined by commas. */
export interface Envelope {
  head: string
  tail: string
}

/** How much larger than as a whole a reply may be expected to be: no more than 1.3 times as large, with room for what is estimated. */
const maxRatio = 1.27
/**
 * What text takes that is made at the moment, of its length: between contents; as a whole; and as a whole if it repeats what is
 * close to it, since the contents in between are short.
 */
const textRatio = { spliced: 0.5, whole: 0.3, close: 0.15 }
/**
 * What contents take less, in bytes, if others precede them that have nothing in common with them but the language: at least, and with
 * a whole window of them.
 */
const sameLanguage = { least: 250, most: 460 }
/** They always take this much of what they take by themselves. */
const leastRatio = 0.25
/** Deflate refers to nothing farther back. */
const window = 32_768
/** Of a long list, a few stretches of neighbours are looked at. */
const stretches = { count: 12, posts: 16 }

/**
 * Whether a reply should be put together.
 * @param posts in the order of the reply
 */
export function canSplice(edition: Edition, posts: Matches, representation: Representation): boolean {
  if (!edition.workspace.isOwnDeflate) return false
  const contents = contentsOf(edition, representation)!
  const step = Math.max(stretches.posts, Math.ceil(posts.count / stretches.count))
  let [spliced, whole] = [0, 0]
  for (let from = 0; from < posts.count; from += step) {
    const count = Math.min(stretches.posts, posts.count - from)
    const numbers = Array.from({ length: count }, (_, i) => posts.at(from + i))
    spliced += sum(numbers, contents.storedLength)
    whole += expectedLength(edition, numbers, contents)
    for (const post of numbers) {
      const text = textLength(edition, post, representation)
      spliced += textRatio.spliced * text
      whole += (contents.length(post) < text ? textRatio.close : textRatio.whole) * text
    }
  }
  return spliced <= maxRatio * whole
}

/** How much the contents of these posts would take, deflated one after the other. */
function expectedLength(edition: Edition, posts: readonly PostNumber[], contents: Contents): number {
  const sketches = sketchesOf(edition, posts)
  return posts.reduce((total, post, i) => {
    const alone = contents.storedLength(post)
    if (i === 0) return alone
    const before: Uint32Array[] = []
    let distance = 0
    for (let k = i - 1; k >= 0 && distance < window; k--) {
      before.push(sketches[k]!)
      distance += contents.length(posts[k]!)
    }
    const { least, most } = sameLanguage
    const familiar = least + (most - least) * Math.min(1, distance / window)
    const rest = alone * (1 - shareIn(sketches[i]!, before)) - familiar
    return total + Math.max(leastRatio * alone, rest)
  }, 0)
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

/** The body of a reply in one piece. */
export async function splicedPage(
  edition: Edition,
  posts: readonly PostNumber[],
  representation: Representation,
  envelope: Envelope,
): Promise<Uint8Array> {
  const all = await postParts(edition, posts, representation)
  const splice = forPages().restart()
  splice.add(Buffer.from(envelope.head))
  for (const [i, parts] of all.entries()) {
    if (i > 0) splice.add(comma)
    for (const part of parts) splice.add(part)
  }
  splice.add(Buffer.from(envelope.tail))
  return splice.finish()
}

/** The body of a reply, batch by batch. */
export async function* splicedChunks(
  edition: Edition,
  batches: Iterable<PostNumber[]>,
  representation: Representation,
  envelope: Envelope,
): AsyncGenerator<Uint8Array> {
  const splice = new Splice()
  let before = Buffer.from(envelope.head)
  for (const batch of batches) {
    for (const parts of await postParts(edition, batch, representation)) {
      splice.add(before)
      for (const part of parts) splice.add(part)
      before = comma
    }
    yield splice.take()
  }
  splice.add(Buffer.from(envelope.tail))
  yield splice.finish()
}

const comma = Buffer.from(',')
/** For whatever is put together at once. */
const forPages = lazy(() => new Splice())
