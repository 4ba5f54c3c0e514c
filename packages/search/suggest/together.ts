// Words that occur in the same posts as others: those that are more frequent there than elsewhere belong together.
import { Lru } from '../basics/lru.ts'
import type { Place, WordList } from '../index/word-list.ts'
import { postsWithAny } from '../query/every-word.ts'
import type { Searched } from '../query/searched.ts'
import { lookUpSteps, type Work } from '../query/work.ts'
import { isUnspaced } from '../text/runs.ts'

/** The number of words before the one being typed that count: the last ones. */
const maxBefore = 3
/** The number of posts of all candidates that are looked at, the oldest of each. */
const maxPosts = 24_576
/** The cost of reading a post from a list. */
const postSteps = 6

interface Compared {
  /** Terms. */
  before: readonly string[]
  words: WordList
  candidates: readonly Place[]
}

/**
 * The candidates that some visible post has together with all words before; all if no post has all of those. First those
 * that such posts have more often than others: their share there, weighed by how many times the share of all that is.
 */
export async function occurringWith(
  searched: Searched,
  { before, words, candidates }: Compared,
  work: Work,
): Promise<readonly Place[]> {
  const others = postsWithAll(searched, before.slice(-maxBefore), work)
  if (others.count === 0) return candidates
  const { index, visible } = searched
  const most = Math.floor(maxPosts / candidates.length)
  const scored: { place: Place; score: number }[] = []
  for (const place of candidates) {
    const { posts, shared, end } = index.shared(index.term(words.line(place)), {
      bits: others.bits,
      visible,
      most,
    })
    work.note(lookUpSteps + postSteps * posts)
    if (work.isDue) await work.pause()
    const all = others.countBelow(end)
    if (all === 0) scored.push({ place, score: Number.NEGATIVE_INFINITY })
    else if (shared > 0)
      scored.push({ place, score: (shared / all) * Math.log((shared * end) / (all * posts)) })
  }
  return scored.sort((a, b) => (a.score < b.score ? 1 : a.score > b.score ? -1 : 0)).map(({ place }) => place)
}

/** A set of visible posts, a bit each. */
class PostSet {
  readonly bits: Uint8Array
  readonly count: number
  /** The number of posts in the bytes before. */
  readonly #before: Uint32Array

  constructor(bits: Uint8Array) {
    this.bits = bits
    this.#before = new Uint32Array(bits.length)
    let count = 0
    for (let i = 0; i < bits.length; i++) {
      this.#before[i] = count
      count += bitsIn(bits[i]!)
    }
    this.count = count
  }

  /** Returns how many have entries below it. */
  countBelow(entry: number): number {
    const place = entry >>> 3
    if (place >= this.bits.length) return this.count
    return this.#before[place]! + bitsIn(this.bits[place]! & ((1 << (entry & 7)) - 1))
  }
}

function bitsIn(byte: number): number {
  let count = 0
  for (let rest = byte; rest !== 0; rest &= rest - 1) count++
  return count
}

/** Bytes of sets that are kept: while somebody types a word, those before stay the same. */
const maxBytes = 4_000_000
const known = new WeakMap<Searched, Lru<PostSet>>()

function postsWithAll(searched: Searched, terms: readonly string[], work: Work): PostSet {
  const recent = known.get(searched) ?? new Lru<PostSet>(maxBytes)
  known.set(searched, recent)
  const key = terms.join(' ')
  const posts = recent.get(key) ?? findPosts(searched, terms, work)
  recent.set(key, posts, 5 * posts.bits.length)
  return posts
}

/** Finds posts with the whole words; if there are none, with words that begin with them. */
function findPosts(searched: Searched, terms: readonly string[], work: Work): PostSet {
  const find = (isPrefix: (term: string) => boolean) => {
    const sets = terms.map((term) => postsWithAny(searched, [{ term, prefix: isPrefix(term) }], work).bits)
    const all = Uint8Array.from(sets[0]!)
    for (const bits of sets.slice(1)) for (let i = 0; i < all.length; i++) all[i]! &= bits[i]!
    return new PostSet(all)
  }
  const whole = find(isUnspaced)
  return whole.count > 0 ? whole : find(() => true)
}
