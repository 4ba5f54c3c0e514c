// What surrounds a post's contents in a list, prepared for gzip (gzip/text.ts): it takes longer to prepare than to write, and is the same on
// each page that has the post.
import { lazy } from '../../../snapshot/lazy.ts'
import type { PostNumber } from '../../../snapshot/types.ts'
import { turn } from '../admission/turn.ts'
import { Text, Texts } from '../gzip/text.ts'
import type { Edition } from './edition.ts'

export interface PostText {
  /** Of its JSON, up to its contents. */
  before: Text
  /** From its contents on. */
  after: Text
}

/** Bytes kept, with what a post takes besides its codes, which are hardly longer than the text before its contents. */
const maxKept = 40 * 2 ** 20
const postOverhead = 900

const contentKey = Buffer.from(',"content":')
const authorsKey = Buffer.from(',"authors":')
const attributionKey = Buffer.from(',"attribution":')

type PostsOfEditions = WeakMap<Edition, Map<PostNumber, PostText>>

export class PostTexts {
  readonly texts = new Texts()
  /**
   * Those used lately, and those used before them, which are forgotten when there are too many. An LRU cache, which moves each one that is
   * used, would take a tenth of a page's time.
   */
  #recent: PostsOfEditions = new WeakMap()
  #earlier: PostsOfEditions = new WeakMap()
  #recentBytes = 0
  readonly #categories = new WeakMap<Edition, Text[]>()
  readonly #tags = new WeakMap<Edition, Text[]>()

  /** Those of the posts from `from` up to, not including, `to`. Takes turns. */
  async read(edition: Edition, from: PostNumber, to: PostNumber): Promise<PostText[]> {
    const recent = this.#recent.get(edition)
    const earlier = this.#earlier.get(edition)
    const all: PostText[] = []
    for (let post = from; post < to; post++) {
      let known = recent?.get(post)
      if (known === undefined) {
        known = earlier?.get(post)
        if (known === undefined) return this.#make(edition, from, to)
        this.#keep(edition, post, known)
      }
      all.push(known)
    }
    return all
  }

  #keep(edition: Edition, number: PostNumber, post: PostText): void {
    if (this.#recentBytes > maxKept / 2) {
      this.#earlier = this.#recent
      this.#recent = new WeakMap()
      this.#recentBytes = 0
    }
    const posts = this.#recent.get(edition) ?? new Map()
    this.#recent.set(edition, posts)
    posts.set(number, post)
    this.#recentBytes += post.before.length + postOverhead
  }

  async #make(edition: Edition, from: PostNumber, to: PostNumber): Promise<PostText[]> {
    const { workspace } = edition
    const all: PostText[] = []
    for (const [i, meta] of workspace.meta.read(from, to).entries()) {
      const others = turn()
      if (others) await others
      const before = this.#before(meta).settle()
      const after = this.#after(edition, from + i).settle()
      const post = { before, after }
      this.#keep(edition, from + i, post)
      all.push(post)
    }
    return all
  }

  #before(meta: Uint8Array): Text {
    const json = Buffer.concat([meta.subarray(0, -1), contentKey])
    const authors = json.indexOf(authorsKey) + authorsKey.length
    const attribution = json.indexOf(attributionKey, authors)
    // Wherever it is split, it is the same text.
    if (authors < authorsKey.length || attribution === -1) return this.texts.split(json)
    return this.texts.splitAround(json, authors, attribution)
  }

  #after(edition: Edition, post: PostNumber): Text {
    const { category, tags } = edition.workspace.list
    const parts = [
      categoryKey(),
      this.#textOf(this.#categories, edition, edition.categoryJson, category[post]!),
    ]
    parts.push(tagsKey())
    for (let i = tags.starts[post]!; i < tags.starts[post + 1]!; i++) {
      if (i > tags.starts[post]!) parts.push(comma())
      parts.push(this.#textOf(this.#tags, edition, edition.tagJson, tags.values[i]!))
    }
    parts.push(end())
    return new Text(Buffer.concat(parts.map(({ bytes }) => bytes)), parts)
  }

  /** A category or tag as posts contain it. */
  #textOf(
    all: WeakMap<Edition, Text[]>,
    edition: Edition,
    jsonOf: (index: number) => string,
    index: number,
  ): Text {
    const texts = all.get(edition) ?? []
    all.set(edition, texts)
    texts[index] ??= this.texts.common(Buffer.from(jsonOf(index)))
    return texts[index]
  }
}

export const comma = lazy(() => new Text(Buffer.from(',')))
const categoryKey = lazy(() => new Text(Buffer.from(',"category":')))
const tagsKey = lazy(() => new Text(Buffer.from(',"tags":[')))
const end = lazy(() => new Text(Buffer.from(']}')))
