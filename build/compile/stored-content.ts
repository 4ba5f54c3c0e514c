// The contents of a post as bytes: outside the heap, and quick to hand from thread to thread. Texts that depend on no other file are packed
// at once, as the snapshot stores them: whoever compiles them has them at hand, and most of them are never asked for again.
import { deserialize, serialize } from 'node:v8'
import type { ContentName } from '../../snapshot/format/format.ts'
import { packJson, packText, unpackText } from '../../snapshot/write/content.ts'
import { isSelfContained } from './brief.ts'
import type { CompiledContent, CompiledFile } from './compile.ts'

export type StoredContent = { words: Uint8Array } & (
  | { [name in ContentName]: Uint8Array } // As `packText` makes them.
  | { texts: Uint8Array } // Both.
)
export type ContentPart = ContentName | 'texts' | 'words'

/** @returns `undefined` for what is not part of it */
export type ReadPart = (part: ContentPart) => Uint8Array | undefined

/**
 * @param packs whether texts that depend on no other file are packed, which takes longer than anything else here
 * @returns `undefined` if the file has no post
 */
export function storedContent(file: CompiledFile, packs = true): StoredContent | undefined {
  const { post } = file
  if (!post) return undefined
  if (post.content instanceof ReadContent) return post.content.stored
  const { html, htmlJson, markdown, words } = post.content
  return packs && isSelfContained(file)
    ? {
        html: htmlJson ? packJson(htmlJson) : packText(html),
        markdown: packText(markdown),
        words,
      }
    : { texts: serialize([html, markdown]), words }
}

/** Reads what `storedContent` has made each time it is asked for. */
export class ReadContent implements CompiledContent {
  readonly #read: ReadPart

  constructor(read: ReadPart) {
    this.#read = read
  }

  get html(): string {
    return this.#text('html')
  }

  get markdown(): string {
    return this.#text('markdown')
  }

  get words(): Uint8Array {
    return this.#read('words')!
  }

  /** As it is stored. */
  get stored(): StoredContent {
    const { words } = this
    const html = this.#read('html')
    return html ? { html, markdown: this.#read('markdown')!, words } : { texts: this.#read('texts')!, words }
  }

  #text(name: ContentName): string {
    const packed = this.#read(name)
    if (packed) return unpackText(packed)
    const [html, markdown] = deserialize(this.#read('texts')!)
    return name === 'html' ? html : markdown
  }
}

/** A compiled file as threads send it. */
export type SentFile = CompiledFile<StoredContent>

export function sent(file: CompiledFile, packs: boolean): SentFile {
  const { post } = file
  return { ...file, post: post && { ...post, content: storedContent(file, packs)! } }
}

export function received({ post, ...file }: SentFile): CompiledFile {
  if (!post) return { ...file, post }
  const content: { [part in ContentPart]?: Uint8Array } = post.content
  return { ...file, post: { ...post, content: new ReadContent((part) => content[part]) } }
}
