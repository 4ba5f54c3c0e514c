// The words of a workspace's posts: from what earlier builds have made, or from the posts.
import { randomBytes } from 'node:crypto'
import { sha256 } from '../format/format.ts'
import { NumberWriter } from '../search/bytes.ts'
import {
  NumberedReader,
  type NumberedTerms,
  numbered,
  Vocabulary,
  writeNumbered,
} from '../search/vocabulary.ts'
import type { BuiltPost, PostNumber, Terms } from '../types.ts'
import type { KeptValues } from './kept.ts'

export interface PostTerms {
  title: NumberedTerms
  content: NumberedTerms
}

/** A digest of each part of `Terms`, of the title and of the content. */
const DIGESTS = 6
const DIGEST_BYTES = 32

/** The one vocabulary whose numbers are kept; its name is part of the keys. */
const VOCABULARY = '0'.repeat(32)

export class PostWords {
  readonly vocabulary: Vocabulary
  readonly #posts: readonly BuiltPost[]
  readonly #kept: KeptValues | undefined
  readonly #name: string

  constructor(posts: readonly BuiltPost[], kept: KeptValues | undefined) {
    const [name, ...terms] = kept ? linesOf(kept.get('vocabulary', VOCABULARY)) : []
    this.#posts = posts
    this.#kept = kept
    this.#name = name ?? randomBytes(8).toString('hex')
    this.vocabulary = new Vocabulary(terms)
    if (kept) this.#keep(kept)
  }

  at(post: PostNumber): PostTerms {
    const kept = this.#find(post)
    if (!kept) return this.#numbered(this.#posts[post]!.terms)
    const reader = new NumberedReader(kept.subarray(DIGESTS * DIGEST_BYTES))
    return { title: reader.next(), content: reader.next() }
  }

  /** Another Unicode version may split the same text into different words. */
  digests(post: PostNumber): string[][] {
    const kept = this.#find(post)
    const all = kept
      ? Buffer.from(kept.subarray(0, DIGESTS * DIGEST_BYTES))
      : digestsOf(this.#posts[post]!.terms)
    const hex = Array.from({ length: DIGESTS }, (_, i) =>
      all.toString('hex', i * DIGEST_BYTES, (i + 1) * DIGEST_BYTES),
    )
    return [hex.slice(0, DIGESTS / 2), hex.slice(DIGESTS / 2)]
  }

  /** The vocabulary first: no number is kept that it does not have. */
  #keep(kept: KeptValues): void {
    const before = this.vocabulary.terms.length
    const values = this.#posts.flatMap((from): [string, Uint8Array][] => {
      const { contentKey } = from
      if (contentKey === undefined || kept.has('words', this.#keyOf(contentKey))) return []
      const { terms } = from
      const { title, content } = this.#numbered(terms)
      const bytes = new NumberWriter()
      bytes.append(digestsOf(terms))
      writeNumbered(bytes, title)
      writeNumbered(bytes, content)
      return [[this.#keyOf(contentKey), bytes.bytes.slice(0, bytes.length)]]
    })
    if (this.vocabulary.terms.length > before) {
      kept.set('vocabulary', VOCABULARY, Buffer.from([this.#name, ...this.vocabulary.terms].join('\n')))
    }
    for (const [key, value] of values) kept.set('words', key, value)
  }

  #find(post: PostNumber): Uint8Array | undefined {
    const { contentKey } = this.#posts[post]!
    return contentKey === undefined ? undefined : this.#kept?.get('words', this.#keyOf(contentKey))
  }

  #keyOf(contentKey: string): string {
    return sha256(`${this.#name} ${contentKey}`).slice(0, 32)
  }

  #numbered({ title, content }: BuiltPost['terms']): PostTerms {
    return { title: numbered(title, this.vocabulary), content: numbered(content, this.vocabulary) }
  }
}

function digestsOf({ title, content }: BuiltPost['terms']): Buffer {
  const digests = [title, content].flatMap(({ terms, frequencies, positions }: Terms) => [
    sha256(terms.join('\n')),
    ...[frequencies, positions].map(({ buffer, byteOffset, byteLength }) =>
      sha256(new Uint8Array(buffer, byteOffset, byteLength)),
    ),
  ])
  return Buffer.from(digests.join(''), 'hex')
}

function linesOf(value: Uint8Array | undefined): string[] {
  return value ? Buffer.from(value).toString().split('\n') : []
}
