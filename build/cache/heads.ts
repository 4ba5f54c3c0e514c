// What is kept of a file besides its texts and their words, in the order in which builds ask for it. It is JSON, which is read faster
// than V8's own format, and does not repeat the name of the file for each reference.
import type { CompiledFile, CompiledPost, PostAnchors } from '../compile/compile.ts'

/** What checks across files look at. */
export type KeptNames = Pick<CompiledFile, 'names' | 'references' | 'isRead'>

export interface KeptRest extends Pick<CompiledFile, 'problems' | 'urls'> {
  post: RestOfPost | undefined
}

type RestOfPost = Omit<CompiledPost, 'content' | 'details' | 'anchors'>
type Urls = CompiledFile['urls']

/** The first line has `KeptNames`, and the second one this; the third one has details, which are JSON already, and the last one anchors. */
interface PackedRest extends Omit<KeptRest, 'post'> {
  post: PackedPost | undefined
}

/** References are places in the file's list. */
type PackedPost = Omit<RestOfPost, 'coverImage' | 'htmlLinks'> & {
  coverImage: number | null | undefined
  htmlLinks: (Omit<CompiledPost['htmlLinks'][number], 'reference'> & { reference: number })[]
}

export function packHead({
  file,
  problems,
  names,
  references,
  urls,
  isRead,
  post,
}: CompiledFile): Uint8Array {
  const packedNames: KeptNames = {
    names: names.map((name) => without(without(name, 'owner', file), 'file', file)),
    references: references.map((reference) => without(reference, 'file', file)),
    isRead,
  }
  const rest: PackedRest = {
    problems,
    urls: urls.map((url) => without(url, 'file', file)),
    post: post && packedPost(post, urls),
  }
  const lines = [JSON.stringify(packedNames), JSON.stringify(rest)]
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
  { coverImage, htmlLinks, details: _, anchors: __, content: ___, ...rest }: CompiledPost,
  urls: Urls,
): PackedPost {
  return {
    ...rest,
    coverImage: coverImage && urls.indexOf(coverImage),
    htmlLinks: htmlLinks.map((link) => ({ ...link, reference: urls.indexOf(link.reference) })),
  }
}

/**
 * @param bytes what `packHead` has made of this file
 * @throws {SyntaxError} if they are anything else
 */
export function openNames(bytes: Buffer, file: string): KeptNames {
  const kept: KeptNames = JSON.parse(line(bytes, 0))
  for (const name of kept.names) {
    name.owner ??= file
    name.file ??= file
  }
  for (const reference of kept.references) reference.file ??= file
  return kept
}

/**
 * Likewise.
 * @param known the URLs if they have been read before: of each there is one object
 */
export function openRest(bytes: Buffer, file: string, known?: Urls): KeptRest {
  const { problems, urls: own, post }: PackedRest = JSON.parse(line(bytes, 1))
  for (const url of own) url.file ??= file
  const urls = known ?? own
  return { problems, urls, post: post && openPost(post, urls) }
}

export function openDetails(bytes: Buffer): string {
  return line(bytes, 2)
}

/** To list all keys is faster than to copy them. */
function openPost(packed: PackedPost, urls: Urls): RestOfPost {
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
  }
}

export function openAnchors(bytes: Buffer): PostAnchors {
  const [all, prefixed]: [string[], string[]] = JSON.parse(line(bytes, 3))
  return { all: new Set(all), prefixed: new Set(prefixed) }
}

function line(bytes: Buffer, number: number): string {
  let start = 0
  for (let i = 0; i < number; i++) start = lineEnd(bytes, start) + 1
  return bytes.toString('utf8', start, lineEnd(bytes, start))
}

function lineEnd(bytes: Buffer, start: number): number {
  const end = bytes.indexOf(LINE_FEED, start)
  return end === -1 ? bytes.length : end
}

const LINE_FEED = 10
