// What takes most of the time of writing a snapshot is done in all threads before it is written in one: contents are packed and measured,
// and words are inverted.
import { setImmediate as turn } from 'node:timers/promises'
import { ownMemory } from '../../packages/search/basics/lru.ts'
import type { WordIndex } from '../../packages/search/index.ts'
import type { BuiltPost, BuiltWorkspace } from '../../snapshot/types.ts'
import { packContents } from '../../snapshot/write/content.ts'
import { type Measure, measureKey, measureOf, stretchesOf } from '../../snapshot/write/distinct.ts'
import { indexName, type KeptValues } from '../../snapshot/write/kept.ts'
import { wordsOf } from '../../snapshot/write/words.ts'
import type { Helpers } from '../compile/pool/helpers.ts'
import type { HelperThread } from '../compile/pool/thread.ts'

/** What a helper is given at most at a time: it has enough to do while this thread inverts the words of some posts. */
const most = { posts: 128, stretches: 16 }

/** Words of fewer posts are inverted when they are written: they would only take memory until then. */
const MANY_POSTS = 1_000

/**
 * @param kept gets contents and measures; what is missing there is made when it is written
 * @returns the words of workspaces as far as they are inverted, as `packWorkspace` takes them
 */
export async function packAhead(
  workspaces: readonly BuiltWorkspace[],
  kept: KeptValues,
  { started }: Helpers,
): Promise<ReadonlyMap<string, WordIndex>> {
  if (started.length === 0) return new Map()
  const large = workspaces.filter(({ posts }) => posts.length >= MANY_POSTS)
  const words = new Map(large.map((workspace) => [indexName(workspace), wordsOf(workspace, kept)]))
  const invertSome = () => [...words.values()].some((own) => own.invertSome())
  const unknown = workspaces.flatMap(({ posts }) => posts.filter((post) => isUnknown(post, kept)))
  await inAllThreads(unknown, most.posts, started, {
    ownWork: invertSome,
    alone: (post) => void packContents(post, kept),
    async helped(posts, helper) {
      const texts = posts.map((post) => post.texts())
      const packed = await helper.pack(texts.map(({ html, markdown }) => [html, markdown]))
      for (const [index, [html, markdown]] of packed?.entries() ?? []) {
        kept.set('html', posts[index]!.contentKey!, html)
        kept.set('markdown', posts[index]!.contentKey!, markdown)
      }
    },
  })
  const keep = (measures: readonly Measure[] = []) => {
    for (const [key, value] of measures) kept.set('measures', key, value)
  }
  const unmeasured = (stretch: readonly BuiltPost[]) => {
    const packed = stretch.flatMap((post) => packedIn(kept, post))
    return packed.length < stretch.length || kept.has('measures', measureKey(packed)) ? [] : [packed]
  }
  const stretches = workspaces.flatMap(({ posts }) => stretchesOf(posts))
  await inAllThreads(stretches, most.stretches, started, {
    ownWork: invertSome,
    alone: (stretch) => keep(unmeasured(stretch).map(measureOf)),
    helped: async (own, helper) => keep(await helper.measure(own.flatMap(unmeasured))),
  })
  return words
}

interface SharedWork<Item> {
  /** Does some of what this thread does alone, before it does anything else. @returns whether there was any */
  ownWork(): boolean
  alone(item: Item): void
  helped(items: readonly Item[], helper: HelperThread): Promise<void>
}

/** @param most how many items a helper gets at a time; fewer in the end, so that all threads finish at about the same time */
async function inAllThreads<Item>(
  items: readonly Item[],
  most: number,
  helpers: readonly HelperThread[],
  work: SharedWork<Item>,
): Promise<void> {
  let next = 0
  const helping = async (helper: HelperThread) => {
    while (next < items.length) {
      const from = next
      next += Math.min(most, Math.ceil((items.length - from) / most))
      await work.helped(items.slice(from, next), helper)
    }
  }
  // Two at a time: the helper works on one while the result of the other is received.
  const helped = helpers.flatMap((helper) => [helping(helper), helping(helper)])
  while (next < items.length) {
    if (!work.ownWork()) work.alone(items[next++]!)
    await turn()
  }
  await Promise.all(helped)
}

function isUnknown({ contentKey }: BuiltPost, kept: KeptValues): boolean {
  return contentKey !== undefined && !(kept.has('html', contentKey) && kept.has('markdown', contentKey))
}

/** The HTML of a post; nothing if it is not known. */
function packedIn(kept: KeptValues, { contentKey }: BuiltPost): [Uint8Array] | [] {
  const html = contentKey === undefined ? undefined : kept.get('html', contentKey)
  // All memory that bytes share is copied when they are sent to another thread.
  return html ? [ownMemory(html)] : []
}
