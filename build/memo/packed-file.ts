// What is kept of the file of a post besides its packed contents: all else that it became in V8's own format, in which what is one object
// stays one, and its words and texts, which are read apart from it.
import { deserialize, serialize } from 'node:v8'
import { packColumns, unpackColumns } from '../../packages/search/basics/columns.ts'
import type { LoadedFile } from '../compile/brief.ts'
import type { ContentPart, StoredContent } from '../compile/stored-content.ts'

type PackedParts = Record<'about' | 'words' | 'texts', Uint8Array>
const none = new Uint8Array(0)

/** @param content what is kept of its post's contents: those that are packed are kept apart */
export function packFile({ post, ...file }: LoadedFile, content: StoredContent | undefined): Uint8Array {
  const { words = none, texts = none }: { [part in ContentPart]?: Uint8Array } = content ?? {}
  const about: LoadedFile = { ...file, post: post && { ...post, content: undefined } }
  return packColumns({ about: serialize(about), words, texts })
}

/** @param value what `packFile` has made of this file */
export function openFile(value: Uint8Array): LoadedFile {
  return deserialize(unpackColumns<PackedParts>(value).about)
}

export function wordsIn(value: Uint8Array): Uint8Array {
  return unpackColumns<PackedParts>(value).words
}

/** Empty if they are kept apart. */
export function textsIn(value: Uint8Array): Uint8Array {
  return unpackColumns<PackedParts>(value).texts
}
