// What is kept of the file of a post besides its packed contents: all else that it became, as JSON, which is read faster than V8's own format,
// and its words and texts.
import { packColumns, textIn, unpackColumns } from '../../packages/search/basics/columns.ts'
import type { LoadedFile } from '../compile/brief.ts'
import type { CompiledPost } from '../compile/compile.ts'
import type { ContentPart, StoredContent } from '../compile/stored-content.ts'
import type { FilePaths } from '../parse/file.ts'

type OpenedPost = CompiledPost<unknown>

/** References are places in the file's list; `null` stands for the name of the file, which is in each of them. */
interface PackedFile extends Omit<LoadedFile, 'post' | 'digest' | 'file' | 'relativePath'> {
  post: PackedPost | undefined
}

type PackedPost = Omit<OpenedPost, 'content' | 'details' | 'coverImage' | 'htmlLinks' | 'anchors'> & {
  coverImage: number | null | undefined
  htmlLinks: (Omit<OpenedPost['htmlLinks'][number], 'reference'> & { reference: number })[]
  anchors: [all: string[], prefixed: string[]]
}

type PackedParts = Record<'about' | 'details' | 'words' | 'texts', Uint8Array>
const none = new Uint8Array(0)

/** @param content what is kept of its post's contents: those that are packed are kept apart */
export function packFile(compiled: LoadedFile, content: StoredContent | undefined): Uint8Array {
  const { file, problems, names, references, urls, isRead, post } = compiled
  const about: PackedFile = {
    problems,
    names: names.map((name) => without(without(name, 'owner', file), 'file', file)),
    references: references.map((reference) => without(reference, 'file', file)),
    urls: urls.map((url) => without(url, 'file', file)),
    isRead,
    post: post && packedPost(post, urls),
  }
  const { words = none, texts = none }: { [part in ContentPart]?: Uint8Array } = content ?? {}
  const details = Buffer.from(post?.details ?? '')
  return packColumns({ about: Buffer.from(JSON.stringify(about)), details, words, texts })
}

/** With `null` in place of a value that can be told. */
function without<T extends object, Key extends keyof T>(one: T, key: Key, value: T[Key]): T {
  return one[key] === value ? { ...one, [key]: null } : one
}

function packedPost(
  { content: _, details: __, anchors, ...post }: OpenedPost,
  urls: LoadedFile['urls'],
): PackedPost {
  const { coverImage, htmlLinks } = post
  return {
    ...post,
    coverImage: coverImage && urls.indexOf(coverImage),
    htmlLinks: htmlLinks.map((link) => ({ ...link, reference: urls.indexOf(link.reference) })),
    anchors: [[...anchors.all], [...anchors.prefixed]],
  }
}

/** @param value what `packFile` has made of this file */
export function openFile(value: Uint8Array, { displayPath: file, relativePath }: FilePaths): LoadedFile {
  const columns = unpackColumns<PackedParts>(value)
  const { problems, names, references, urls, isRead, post }: PackedFile = JSON.parse(textIn(columns.about))
  for (const name of names) {
    name.owner ??= file
    name.file ??= file
  }
  for (const one of [...references, ...urls]) one.file ??= file
  const details = textIn(columns.details)
  return {
    file,
    relativePath,
    problems,
    names,
    references,
    urls,
    isRead,
    post: post && openPost(post, urls, details),
  }
}

function openPost(post: PackedPost, urls: LoadedFile['urls'], details: string): OpenedPost {
  const {
    coverImage,
    htmlLinks,
    anchors: [all, prefixed],
  } = post
  return Object.assign(post, {
    coverImage: typeof coverImage === 'number' ? urls[coverImage]! : coverImage,
    htmlLinks: htmlLinks.map((link) => ({ ...link, reference: urls[link.reference]! })),
    anchors: { all: new Set(all), prefixed: new Set(prefixed) },
    ...{ content: undefined, details },
  })
}

export function wordsIn(value: Uint8Array): Uint8Array {
  return unpackColumns<PackedParts>(value).words
}

/** Empty if they are kept apart. */
export function textsIn(value: Uint8Array): Uint8Array {
  return unpackColumns<PackedParts>(value).texts
}
