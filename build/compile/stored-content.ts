// The contents of a post as bytes: outside the heap, and quick to hand from thread to thread. Texts that depend on no other file are packed
// at once, as the snapshot stores them: whoever compiles them has them at hand, and most of them are never asked for again.
import { deserialize, serialize } from 'node:v8'
import type { ContentName } from '../../snapshot/format/format.ts'
import type { PostTexts } from '../../snapshot/types.ts'
import { packJson, packText, unpackText } from '../../snapshot/write/content.ts'
import { isSelfContained } from './brief.ts'
import type { CompiledContent, CompiledFile } from './compile.ts'

export type StoredContent = { words: Uint8Array } & (
  | { [name in ContentName]: Uint8Array } // As `packText` makes them.
  | { texts: Uint8Array } // Both.
)
export type ContentPart = ContentName | 'texts' | 'words'

/**
 * @param packs whether texts that depend on no other file are packed, which takes longer than anything else here
 * @returns `undefined` if the file has no post
 */
export function storedContent(file: CompiledFile, packs = true): StoredContent | undefined {
  const { post } = file
  if (!post) return undefined
  if (post.content instanceof ReceivedContent) return post.content.stored
  const { html, htmlJson, markdown, words } = post.content
  return packs && isSelfContained(file)
    ? {
        html: htmlJson ? packJson(htmlJson) : packText(html),
        markdown: packText(markdown),
        words,
      }
    : { texts: serialize([html, markdown]), words }
}

/** @param read gives parts of what `storedContent` has made; `undefined` for what is none of them */
export function readTexts(read: (part: ContentName | 'texts') => Uint8Array | undefined): PostTexts {
  const html = read('html')
  if (html) return { html: unpackText(html), markdown: unpackText(read('markdown')!) }
  const [own, markdown] = deserialize(read('texts')!)
  return { html: own, markdown }
}

/** What `storedContent` has made; texts are unpacked each time. */
class ReceivedContent implements CompiledContent {
  readonly stored: StoredContent

  constructor(stored: StoredContent) {
    this.stored = stored
  }

  get html(): string {
    return this.#texts().html
  }

  get markdown(): string {
    return this.#texts().markdown
  }

  get words(): Uint8Array {
    return this.stored.words
  }

  #texts(): PostTexts {
    const parts: { [part in ContentPart]?: Uint8Array } = this.stored
    return readTexts((part) => parts[part])
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
  return { ...file, post: { ...post, content: new ReceivedContent(post.content) } }
}
