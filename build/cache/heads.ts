// What is kept of a file besides its texts and their words, of which every build reads all. It is JSON, which is read faster than V8's
// own format, and does not repeat the name of the file for each reference; what few builds ask for is read when they do.
import type { CompiledFile, CompiledPost, PostAnchors } from '../compile/compile.ts'
import type { FilePaths } from '../parse/file.ts'

export type KeptHead = Omit<CompiledFile, 'post'> & { post: Omit<CompiledPost, 'content'> | undefined }

type Urls = CompiledFile['urls']

/** The first line; the second one has details, which are JSON already, and the third one has anchors. */
type Packed = Omit<KeptHead, 'file' | 'relativePath' | 'post'> & { post: PackedPost | undefined }

/** References are places in the file's list. */
type PackedPost = Omit<CompiledPost, 'content' | 'coverImage' | 'htmlLinks' | 'details' | 'anchors'> & {
  coverImage: number | null | undefined
  htmlLinks: (Omit<CompiledPost['htmlLinks'][number], 'reference'> & { reference: number })[]
}

export function packHead({ file, relativePath: _, post, ...rest }: KeptHead): Uint8Array {
  const { names, references, urls } = rest
  const packed: Packed = {
    ...rest,
    names: names.map((name) => without(without(name, 'owner', file), 'file', file)),
    references: references.map((reference) => without(reference, 'file', file)),
    urls: urls.map((url) => without(url, 'file', file)),
    post: post && packedPost(post, urls),
  }
  const lines = [JSON.stringify(packed)]
  if (post) {
    const { all, prefixed } = post.anchors
    lines.push(post.details, JSON.stringify([[...all], [...prefixed]]))
  }
  return Buffer.from(lines.join('\n'))
}

/** With `null` in place of a value that can be told. */
function without<T extends object, Key extends keyof T>(one: T, key: Key, value: T[Key]): T {
  return one[key] === value ? { ...one, [key]: null } : one
}

function packedPost(
  { coverImage, htmlLinks, details: _, anchors: __, ...rest }: NonNullable<KeptHead['post']>,
  urls: Urls,
): PackedPost {
  return {
    ...rest,
    coverImage: coverImage && urls.indexOf(coverImage),
    htmlLinks: htmlLinks.map((link) => ({ ...link, reference: urls.indexOf(link.reference) })),
  }
}

/**
 * @param read gives what `packHead` has made of a file with the same paths; called again for what is not asked for at once
 * @throws {SyntaxError} if it gives anything else
 */
export function openHead(read: () => Buffer, { displayPath: file, relativePath }: FilePaths): KeptHead {
  const bytes = read()
  const end = lineEnd(bytes, 0)
  const packed: Packed = JSON.parse(bytes.toString('utf8', 0, end))
  const { problems, names, references, urls, isRead, digest, post } = packed
  for (const name of names) {
    name.owner ??= file
    name.file ??= file
  }
  for (const reference of references) reference.file ??= file
  for (const url of urls) url.file ??= file
  const head = { file, relativePath, problems, names, references, urls, isRead }
  return { ...head, ...(digest && { digest }), post: post && openPost(post, urls, bytes, end + 1, read) }
}

/** To list all keys is faster than to copy them. */
function openPost(
  packed: PackedPost,
  urls: Urls,
  bytes: Buffer,
  start: number,
  read: () => Buffer,
): NonNullable<KeptHead['post']> {
  const end = lineEnd(bytes, start)
  const { coverImage } = packed
  return {
    slug: packed.slug,
    id: packed.id,
    title: packed.title,
    featured: packed.featured,
    description: packed.description,
    coverImage: typeof coverImage === 'number' ? urls[coverImage]! : coverImage,
    coverAlt: packed.coverAlt,
    publishedAt: packed.publishedAt,
    updatedAt: packed.updatedAt,
    status: packed.status,
    attribution: packed.attribution,
    fields: packed.fields,
    aliases: packed.aliases,
    language: packed.language,
    htmlLinks: packed.htmlLinks.map((link) => ({ ...link, reference: urls[link.reference]! })),
    markdownLinks: packed.markdownLinks,
    details: bytes.toString('utf8', start, end),
    anchors: new KeptAnchors(() => read().subarray(end + 1)),
  }
}

class KeptAnchors implements PostAnchors {
  readonly #bytes: () => Buffer

  constructor(bytes: () => Buffer) {
    this.#bytes = bytes
  }

  get all(): ReadonlySet<string> {
    return new Set(this.#read()[0])
  }

  get prefixed(): ReadonlySet<string> {
    return new Set(this.#read()[1])
  }

  #read(): [all: string[], prefixed: string[]] {
    return JSON.parse(this.#bytes().toString())
  }
}

function lineEnd(bytes: Buffer, start: number): number {
  const end = bytes.indexOf(LINE_FEED, start)
  return end === -1 ? bytes.length : end
}

const LINE_FEED = 10
