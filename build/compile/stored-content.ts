// The contents of a post as bytes: outside the heap, and quick to hand from thread to thread. Texts that depend on no other file are packed
// at once, as the snapshot stores them: the thread that compiles them has them at hand, and most are never asked for again.
import { deserialize, serialize } from 'node:v8'
import type { ContentName } from '../../snapshot/format/format.ts'
import type { PostTexts } from '../../snapshot/types.ts'
import { packJson, packText, unpackText } from '../../snapshot/write/content.ts'
import { type Brief, briefOf, isSelfContained } from './brief.ts'
import type { CompiledFile } from './compile.ts'

export type StoredContent = { words: Uint8Array } & (
  | { [name in ContentName]: Uint8Array } // Packed by `packText`.
  | { texts: Uint8Array } // Both texts.
)
export type ContentPart = ContentName | 'texts' | 'words'

/** A compiled file as threads send it, and as it is kept. */
export type StoredFile = CompiledFile<StoredContent>

const none = new Uint8Array(0)
/** The content of a post whose contents nobody asks for. */
export const noContent: StoredContent = { texts: none, words: none }

/** @param packs whether texts that depend on no other file are packed */
export function stored(file: CompiledFile, packs: boolean): StoredFile {
  const { post } = file
  if (!post) return { ...file, post }
  const { html, htmlJson, markdown, words } = post.content
  const texts =
    packs && isSelfContained(file)
      ? { html: packJson(htmlJson), markdown: packText(markdown) }
      : { texts: serialize([html, markdown]) }
  return { ...file, post: { ...post, content: { ...texts, words } } }
}

/** @param read gives parts of stored content; `undefined` for what is none of them */
export function readTexts(read: (part: ContentName | 'texts') => Uint8Array | undefined): PostTexts {
  const html = read('html')
  if (html) return { html: unpackText(html), markdown: unpackText(read('markdown')!) }
  const [own, markdown] = deserialize(read('texts')!)
  return { html: own, markdown }
}

/** Makes the brief of a file that is in memory. */
export function briefInMemory(file: StoredFile): Brief {
  const parts: { [part in ContentPart]?: Uint8Array } = file.post?.content ?? {}
  return briefOf(file, {
    file: () => file,
    texts: () => readTexts((part) => parts[part]),
    words: () => parts.words!,
  })
}
