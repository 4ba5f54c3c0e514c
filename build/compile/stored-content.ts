// The contents of a post as bytes: outside the heap, and quick to hand from thread to thread.
import { deserialize, serialize } from 'node:v8'
import type { CompiledContent, CompiledFile } from './compile.ts'

export interface StoredContent {
  /** The HTML and the markdown. */
  texts: Uint8Array
  words: Uint8Array
}

export function stored({ html, markdown, words }: CompiledContent): StoredContent {
  return { texts: serialize([html, markdown]), words }
}

/** Reads what `stored` has made each time it is asked for. */
export class ReadContent implements CompiledContent {
  readonly #read: (part: keyof StoredContent) => Uint8Array

  constructor(read: (part: keyof StoredContent) => Uint8Array) {
    this.#read = read
  }

  get html(): string {
    return this.#texts()[0]
  }

  get markdown(): string {
    return this.#texts()[1]
  }

  get words(): Uint8Array {
    return this.#read('words')
  }

  /** As it is stored. */
  get stored(): StoredContent {
    return { texts: this.#read('texts'), words: this.#read('words') }
  }

  #texts(): [html: string, markdown: string] {
    return deserialize(this.#read('texts'))
  }
}

/** A compiled file as threads send it. */
export type SentFile = CompiledFile<StoredContent>

export function sent({ post, ...file }: CompiledFile): SentFile {
  return { ...file, post: post && { ...post, content: stored(post.content) } }
}

export function received({ post, ...file }: SentFile): CompiledFile {
  if (!post) return { ...file, post }
  const { content } = post
  return { ...file, post: { ...post, content: new ReadContent((part) => content[part]) } }
}
