// Words that occur in the same posts as others: those that are more frequent there than elsewhere belong together.

import { Lru } from '../../../snapshot/lru.ts'
import { isCjk } from '../../../snapshot/search/runs.ts'
import { lowerBound, type Place, type WordList } from '../../../snapshot/suggest/read.ts'
import type { Edition } from '../listing/edition.ts'
import { visibleIn } from '../search/lookup.ts'
import { postsWith } from '../search/match.ts'
import { lookUpSteps, type Work } from '../search/work.ts'

/** Of more words, only the last ones before the one that is being typed count. */
const maxBefore = 3
/** Of a word that more posts have, only so many of the oldest are looked at. */
const maxEntries = 2_048
/** The cost of reading a post from a list. */
const entrySteps = 12

interface Compared {
  /** Terms. */
  before: readonly string[]
  words: WordList
  candidates: readonly Place[]
}

/**
 * The candidates that some visible post has together with all words before; all if no post has all of those. First those
 * that such posts have more often than others: their share there, weighed by how many times the share elsewhere that is.
 */
export async function occurringWith(
  edition: Edition,
  { before, words, candidates }: Compared,
  work: Work,
): Promise<readonly Place[]> {
  const posts = await postsWithAll(edition, before.slice(-maxBefore), work)
  if (posts.entries.length === 0) return candidates
  const { search } = edition.workspace
  const visible = visibleIn(edition)
  const scored: { place: Place; score: number }[] = []
  for (const place of candidates) {
    const found = search.entries(search.term(words.line(place)), visible, maxEntries)
    work.note(lookUpSteps + entrySteps * found.length)
    if (work.isDue) await work.turn()
    const together = found.reduce((sum, entry) => sum + posts.flags[entry]!, 0)
    if (together === 0) continue
    // How many posts were looked at: all up to the last one of a list that was cut.
    const span = found.length < maxEntries ? visible : found.at(-1)! + 1
    const share = together / lowerBound(posts.entries, span)
    scored.push({ place, score: share * Math.log((share * span) / found.length) })
  }
  return scored.sort((a, b) => b.score - a.score).map(({ place }) => place)
}

/** Some visible posts: ascending, and 1 at the place of each. */
interface Posts {
  entries: Uint32Array
  flags: Uint8Array
}

/** Bytes of flags that are kept for an edition: while somebody types a word, those before stay the same. */
const maxBytes = 4_000_000
const known = new WeakMap<Edition, Lru<Posts>>()

async function postsWithAll(edition: Edition, terms: readonly string[], work: Work): Promise<Posts> {
  const recent = known.get(edition) ?? new Lru<Posts>(maxBytes)
  known.set(edition, recent)
  const key = terms.join(' ')
  const posts = recent.get(key) ?? (await findPosts(edition, terms, work))
  recent.set(key, posts, posts.flags.length + 4 * posts.entries.length)
  return posts
}

/** With the whole words; if there are none, with words that begin with them. */
async function findPosts(edition: Edition, terms: readonly string[], work: Work): Promise<Posts> {
  const find = (isWhole: boolean) => {
    const words = terms.map((term) => {
      return {
        terms: [{ term, prefix: !isWhole || isCjk(term), offset: 0 }] as const,
        quoted: false,
        times: 1,
      }
    })
    return postsWith(edition, words, work)
  }
  const whole = await find(true)
  const numbers = whole.length > 0 ? whole : await find(false)
  const entries = numbers.map((number) => edition.workspace.posts - 1 - number).reverse()
  const flags = new Uint8Array(visibleIn(edition))
  for (const entry of entries) flags[entry] = 1
  return { entries, flags }
}
