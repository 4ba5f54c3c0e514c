// The words of a workspace's posts, as segments: those that earlier builds have made, as far as their posts are as they were.
import { sha256 } from '../format/format.ts'
import { digestsOf, packTerms, renumbered } from '../search/packed.ts'
import { Vocabulary } from '../search/vocabulary.ts'
import { Inverter } from '../segments/invert.ts'
import { digestsIn, openSegment, type Segment } from '../segments/segment.ts'
import type { BuiltPost, PostNumber, TermNumbers } from '../types.ts'
import type { KeptValues } from './kept.ts'

/**
 * How many posts a segment has, on average and at most. Where it ends depends on its own posts alone, so that one more post, or one
 * less, changes one or two segments.
 */
const usualPosts = { few: 256, many: 512 } as const
const manyPosts = 30_000
const mostPosts = 4

export class PostWords {
  readonly vocabulary: Vocabulary
  /** The oldest posts first. */
  readonly segments: Segment[]
  /** By post: its segment, and its entry there. */
  readonly #places: [Segment, number][] = []

  constructor(posts: readonly BuiltPost[], kept: KeptValues | undefined) {
    this.vocabulary = kept?.vocabulary ?? vocabularyOf(posts[0]) ?? new Vocabulary()
    const pack = packer(this.vocabulary)
    const stretches = stretchesOf(posts.toReversed())
    const keys = stretches.map(keyOf)
    const found = keys.map((key) => (key === undefined ? undefined : kept?.get('segments', key)))
    const packed = stretches.map((stretch, i) =>
      found[i] ? [] : stretch.map(({ terms, language }) => ({ words: pack(terms), language })),
    )
    const inverter = new Inverter(this.vocabulary)
    this.segments = keys.map((key, i) => {
      const bytes = found[i] ?? inverter.invert(packed[i]!)
      if (key !== undefined && !found[i]) kept?.set('segments', key, bytes)
      return openSegment(bytes)
    })
    for (const segment of this.segments) {
      for (let entry = 0; entry < segment.posts; entry++) this.#places.push([segment, entry])
    }
    this.#places.reverse()
  }

  /** Another Unicode version may split the same text into different words. */
  digests(post: PostNumber): string[] {
    return digestsOf(digestsIn(...this.#places[post]!))
  }
}

/** Neighbours, in the order in which they are given. */
function stretchesOf(posts: readonly BuiltPost[]): BuiltPost[][] {
  const usual = posts.length < manyPosts ? usualPosts.few : usualPosts.many
  const stretches: BuiltPost[][] = []
  let open: BuiltPost[] = []
  for (const post of posts) {
    open.push(post)
    const { termsKey } = post
    const isLast = termsKey !== undefined && Number.parseInt(termsKey.slice(0, 8), 16) % usual === 0
    if (!isLast && open.length < mostPosts * usual) continue
    stretches.push(open)
    open = []
  }
  if (open.length > 0) stretches.push(open)
  return stretches
}

/** `undefined` if it is not known what the posts' terms depend on. */
function keyOf(posts: readonly BuiltPost[]): string | undefined {
  if (posts.some(({ termsKey }) => termsKey === undefined)) return undefined
  const all = posts.map(({ termsKey, language }) => [termsKey, language])
  return sha256(JSON.stringify(all)).slice(0, 32)
}

function vocabularyOf(post: BuiltPost | undefined): Vocabulary | undefined {
  const terms = post?.terms
  return terms && 'bytes' in terms && terms.numbers instanceof Vocabulary ? terms.numbers : undefined
}

/** Makes the function that packs a post's terms, or gives those that are packed the numbers of this vocabulary. */
function packer(vocabulary: TermNumbers): (terms: BuiltPost['terms']) => Uint8Array {
  const foreign = new Map<TermNumbers, number[]>()
  const numbersOf = (numbers: TermNumbers) => {
    const known = foreign.get(numbers) ?? numbers.terms.map((term) => vocabulary.numberOf(term))
    foreign.set(numbers, known)
    return known
  }
  return (terms) => {
    if (!('bytes' in terms)) return packTerms(terms, vocabulary)
    const { bytes, numbers } = terms
    return numbers === vocabulary ? bytes : renumbered(bytes, numbersOf(numbers))
  }
}
