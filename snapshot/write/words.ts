// The words of a workspace's posts, and the index of them: that of an earlier build with what has changed since, if there is one, else made
// from nothing.

import { renumbered, type TermNumbers, Vocabulary } from '../../packages/search/index.ts'
import {
  type Alignment,
  align,
  digestsOf,
  formsIn,
  type InvertedIndex,
  Inverter,
  isSame,
  mergeSegments,
  openSegment,
  PackedReader,
  type PostColumns,
  packedDigests,
  packTerms,
  patchForms,
  patchPosts,
  patchTable,
  postsIn,
  type Segment,
  type SegmentPost,
  type TableDeps,
  Words,
  withoutRows,
} from '../../packages/search/patching.ts'
import type { BuiltPost, BuiltWorkspace, PostNumber } from '../types.ts'
import { indexName, type KeptValues } from './kept.ts'

/** How many posts are inverted together, which takes memory. */
const segmentPosts = 512
/** More new posts are indexed together with all others. */
const mostAdded = 2_048

/** An index, and the posts that it has or has not. */
interface Earlier {
  index: InvertedIndex
  alignment: Alignment
}

export class PostWords {
  readonly vocabulary: Vocabulary
  /** As `indexName` gives it. */
  readonly name: string
  /** Whether the index will be asked for by later builds. */
  readonly isKept: boolean
  /** The oldest first. */
  readonly #built: readonly BuiltPost[]
  readonly #packed: (post: BuiltPost) => SegmentPost
  readonly #words: Words
  readonly #keep: (index: InvertedIndex) => void
  readonly #scratch: KeptValues['scratch']
  readonly #ids: readonly string[]
  readonly #earlier: Earlier | undefined
  /** Of the posts that are not in the earlier index. */
  readonly #segments: Segment[] = []
  /** As long as there is something left for it: it takes tens of megabytes. */
  #inverter: Inverter | undefined
  /** Not inverted yet. */
  #left: BuiltPost[]
  #posts: PostColumns | undefined

  constructor(
    { folder, drafts, posts }: Pick<BuiltWorkspace, 'folder' | 'drafts' | 'posts'>,
    kept?: KeptValues,
  ) {
    this.vocabulary = kept?.vocabulary ?? vocabularyOf(posts[0]) ?? new Vocabulary()
    this.#built = posts.toReversed()
    this.#packed = packer(this.vocabulary)
    this.#words = new Words(this.vocabulary.terms)
    const ids = idsOf(this.#built)
    const indexes = ids.length > 0 ? kept?.indexes : undefined
    this.name = indexName({ folder, drafts })
    const earlier = indexes?.get(this.name)
    this.isKept = indexes !== undefined && (kept?.memory !== undefined || indexes.isDue(this.name, ids))
    this.#scratch = kept?.scratch
    this.#keep = (index) => indexes?.set(this.name, index)
    this.#earlier = earlierOf(earlier, ids)
    this.#ids = ids
    this.#left = this.#earlier
      ? Array.from(this.#earlier.alignment.added, (entry) => this.#built[entry]!)
      : [...this.#built]
  }

  /**
   * Inverts the words of some more posts: for whoever has something else to do in between. All others get the rest at once.
   * @returns whether there were any
   */
  invertSome(): boolean {
    if (this.#left.length === 0) return false
    this.#inverter ??= new Inverter(this.vocabulary, this.#words)
    const some = this.#left.splice(0, this.#earlier ? mostAdded : segmentPosts)
    this.#segments.push(this.#held(this.#inverter.invert(some.map(this.#packed))))
    if (this.#left.length === 0) this.#inverter = undefined
    return true
  }

  /** To be merged, it is read once, from its beginning to its end. */
  #held(bytes: Uint8Array): Segment {
    const segment = openSegment(bytes)
    const read = this.#earlier ? undefined : this.#scratch?.hold(bytes)
    return read ? withoutRows(segment, read) : segment
  }

  get posts(): PostColumns {
    while (this.invertSome());
    this.#posts ??= this.#earlier
      ? patchPosts(this.#earlier, this.#segments, this.#ids)
      : postsIn(this.#segments, this.#ids)
    return this.#posts
  }

  /** Another Unicode version may split the same text into different words. */
  digests(post: PostNumber): string[] {
    const entry = this.#built.length - 1 - post
    return digestsOf(this.posts.digests.subarray(entry * packedDigests, (entry + 1) * packedDigests))
  }

  /** @param onPositions gets them instead of the index */
  index(onPositions?: (bytes: Uint8Array) => void): InvertedIndex {
    const { vocabulary, posts } = this
    const deps = { vocabulary, words: this.#words, onPositions }
    const index = this.#earlier
      ? this.#patched(this.#earlier, deps)
      : {
          posts,
          table: mergeSegments(this.#segments, deps),
          forms: formsIn(this.#segments, vocabulary.terms.length),
        }
    if (this.isKept) this.#keep(index)
    return index
  }

  #patched({ index, alignment }: Earlier, deps: TableDeps): InvertedIndex {
    const { posts, vocabulary } = this
    const [segment] = this.#segments
    if (!segment && isSame(alignment)) {
      deps.onPositions?.(index.table.positions.bytes)
      return index
    }
    const table = patchTable(index.table, alignment, segment, posts.ids.length, deps)
    const reader = new PackedReader()
    const forms = patchForms(index.forms, alignment, {
      languageOf: (entry) => this.#built[entry]!.language,
      read: (entry) => {
        reader.moveTo(this.#packed(this.#built[entry]!).words)
        return reader
      },
      table,
      ranks: vocabulary.ranks(),
    })
    return { posts, table, forms }
  }
}

/** An index that has no more than some of the posts is of no use. */
function earlierOf(index: InvertedIndex | undefined, ids: readonly string[]): Earlier | undefined {
  if (!index) return undefined
  const alignment = align(index.posts.ids, ids)
  return alignment.added.length <= mostAdded ? { index, alignment } : undefined
}

/** None if it is not known what the posts' terms depend on. */
function idsOf(posts: readonly BuiltPost[]): string[] {
  const ids = posts.map(({ termsKey, language = '' }) => `${termsKey} ${language}`)
  return posts.some(({ termsKey }) => termsKey === undefined) ? [] : ids
}

function vocabularyOf(post: BuiltPost | undefined): Vocabulary | undefined {
  const terms = post?.terms
  return terms && 'bytes' in terms && terms.numbers instanceof Vocabulary ? terms.numbers : undefined
}

/** Makes the function that packs a post's terms, or gives those that are packed the numbers of this vocabulary. */
function packer(vocabulary: TermNumbers): (post: BuiltPost) => SegmentPost {
  const foreign = new Map<TermNumbers, number[]>()
  const numbersOf = (numbers: TermNumbers) => {
    const known = foreign.get(numbers) ?? numbers.terms.map((term) => vocabulary.numberOf(term))
    foreign.set(numbers, known)
    return known
  }
  return ({ terms, language }) => {
    if (!('bytes' in terms)) return { words: packTerms(terms, vocabulary), language }
    const { bytes, numbers } = terms
    return { words: numbers === vocabulary ? bytes : renumbered(bytes, numbersOf(numbers)), language }
  }
}
