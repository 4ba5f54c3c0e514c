// The snapshot format, shared by reader and writer: file names, and the shape of each file.
import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { BuiltWorkspace, PiecesSeal, SearchIndexMissing, Site } from '../types.ts'

/** Incremented whenever a reader of the previous format would misread what is written. */
export const FORMAT = 15

/** Incremented whenever the same content and request would give other bytes than before. It is in each id and entity tag; FORMAT is in none. */
export const replyFormat = 3

export const currentFile = 'current.json'
export const manifestFile = 'manifest.json'
export const workspaceFile = 'workspace.json'
/** The OpenAPI document of a workspace with fields of its own. */
export const openapiFile = 'openapi.json'
export const listFile = 'list.bin'
export const selectionFile = 'selection.bin'
/** The series of posts; a workspace without series has no such file. */
export const seriesFile = 'series.bin'
export const namesFile = 'names.txt'
export const editionsFile = 'editions.bin'
export const cutsFile = 'cuts.bin'
/** The entries of other collections that posts wait for; a workspace whose posts wait for none has no such file. */
export const outsideFile = 'outside.bin'
export const feedsFile = 'feeds.bin'
/** An array of names in `dist/public/media`, which the next build must not remove. Not used in replies. */
export const mediaFile = 'media.json'
/** The seals of these media by name, beside it; a workspace without media has no such file. */
export const mediaSealsFile = 'media.seals.json'

/** An array of JSON records, one per line: posts' metadata. */
export const metaFiles = { records: 'posts.json', index: 'posts.index.bin' } as const
/** Records in the same form: details of posts, which replies have only if they are asked to. */
export const detailsFiles = { records: 'details.json', index: 'details.index.bin' } as const
/** The digests that the revision of each post is made of, and their checksum: see revisions.ts. */
export const revisionsFile = 'revisions.bin'
export const revisionBytes = { digest: 16, crc32: 4 } as const
/** Redirects as records in the same form, in the order of their posts. */
export const redirectsFile = 'redirects.json'
export const redirectsIndexFile = 'redirects.bin'
/** Seals of the files of contents, which another compressor would write differently. */
export const deflatedFile = 'deflated.json'

/**
 * The files shorter than this lie deflated in one, or a small workspace would have thirty of a few hundred bytes. Files that list
 * media lie apart, for every version.
 */
export const shortBytes = 131_072
export const joinedFile = 'short.bin'

/** The forms in which a post's content is stored. */
export const contentNames = ['html', 'markdown'] as const
export type ContentName = (typeof contentNames)[number]

/** A file of pieces, one per post, each of them a JSON string; and its index. */
export function contentFiles(name: ContentName): { pieces: string; index: string } {
  return { pieces: `content.${name}.deflated`, index: `content.${name}.index.bin` }
}

const contentFileNames = new Set(contentNames.flatMap((name) => Object.values(contentFiles(name))))

/** Tells whether a file depends on what has deflated its pieces, so that the manifest does not seal it. */
export function isOfContents(file: string): boolean {
  return contentFileNames.has(file)
}

/** Returns the name that a build of another format gives to `current.json` of this one, before it puts its own in that place. */
export function asideFile(of: number): string {
  return `current.${of}.json`
}

/** `dist/data/current.json`: which snapshot is served. Replaced by renaming one file. */
export interface CurrentFile extends CurrentEntries {
  format: number
  /** Checksum of the entries' JSON; unlike a workspace folder, this file is not named by its hash. */
  crc32: number
}

export interface CurrentEntries {
  /** ISO 8601, or null if the build was not given a time. */
  builtAt: string | null
  /** The branch, on a build with drafts. */
  preview: string | null
  /** The workspaces by folder in `content/`. */
  workspaces: Record<string, WorkspaceEntry>
}

export interface WorkspaceEntry {
  hash: string
  keys: string[]
  searchIndex: SearchIndexSeal | { missing: SearchIndexMissing }
}

/**
 * Describes a file beside the workspaces' folders, which is the body of a reply. It depends on the time of the build, so
 * it is not part of the workspace, whose bytes depend on its content only.
 */
export interface SearchIndexSeal extends PiecesSeal {
  /** The hash of the file, by `hashOf`; part of its name. */
  hash: string
  /** The number of posts in it, which are the oldest of the workspace. */
  posts: number
}

/** A file that may be large is sealed in pieces of this length, and checked while it is being sent. */
export const pieceBytes = 1_048_576

export function searchIndexName(hash: string): string {
  return `${hash}.search-index.json`
}

/** Lists what a workspace consists of on disk: names in the folder of snapshots. */
export function namesOf({ hash, searchIndex }: WorkspaceEntry): string[] {
  return 'hash' in searchIndex ? [hash, searchIndexName(searchIndex.hash)] : [hash]
}

export function currentChecksum({ builtAt, preview, workspaces }: CurrentEntries): number {
  return checksum(Buffer.from(JSON.stringify([builtAt, preview, workspaces])))
}

/** The seal that a file must match: its length, a digest (covered by the snapshot's name), and a checksum that is quick to make. */
export interface FileSeal {
  bytes: number
  /** Hexadecimal. */
  sha256: string
  crc32: number
}

/** A file within `joinedFile`. */
export interface FilePart {
  at: number
  /** Its length there: deflated if it is less than `bytes`, else as it is. */
  stored: number
  bytes: number
  crc32: number
}

/** The seal of several texts or files, whatever has compressed them. */
export interface JoinedSeal {
  /** Their length together. */
  bytes: number
  /** The SHA-256 of the SHA-256 of each, one after the other as hexadecimal digits; files have their names before that. */
  sha256: string
}

/** `manifest.json`: its sha256 names the folder it is in. */
export interface Manifest {
  format: number
  tokenizer: number
  folder: string
  drafts: boolean
  posts: number
  /** The files that are not short, by name. */
  files: Record<string, FileSeal>
  /** The seal of the short files, but for those of contents, by name in order of code points. */
  short: JoinedSeal
  /** The seals of what the pieces of each file of contents inflate to. */
  contents: Record<ContentName, JoinedSeal>
}

/** `deflated.json`: the files that the manifest, and so the folder's name, does not depend on. */
export interface DeflatedFile extends DeflatedEntries {
  /** Checksum of the entries' JSON. */
  crc32: number
}

export interface DeflatedEntries {
  /** The value of `compressor` in deflate.ts. */
  compressor: string
  /** The file that joins short ones, and those of contents that are not short, by name. */
  files: Record<string, FileSeal>
  /** The short files, by name. */
  parts: Record<string, FilePart>
}

export function deflatedChecksum({ compressor, files, parts }: DeflatedEntries): number {
  return checksum(Buffer.from(JSON.stringify([compressor, files, parts])))
}

/** `workspace.json`: lists in reply order; posts refer to them by index. */
export interface WorkspaceFile
  extends Pick<
    BuiltWorkspace,
    'categories' | 'tags' | 'authors' | 'series' | 'aliases' | 'fields' | 'collections' | 'collection'
  > {
  site: Site
  /** Language tags of posts. */
  languages: string[]
}

/** `list.bin`: what every page is made from, as columns by post number. Categories and tags are indexes into their lists. */
export type ListFile = {
  /** Milliseconds since the epoch, descending. */
  publishedAt: Float64Array
  category: Uint32Array
  /** The tags of post `n` are `tags[tagStarts[n]]` up to, not including, `tags[tagStarts[n + 1]]`. */
  tagStarts: Uint32Array
  tags: Uint32Array
  /** The number of posts that each category or tag has, scheduled ones included. */
  categoryPosts: Uint32Array
  tagPosts: Uint32Array
}

/** `selection.bin`: further columns, which only some requests filter, sort or count by. */
export type SelectionFile = {
  updatedAt: Float64Array
  /** Post numbers. */
  featured: Uint32Array
  authorStarts: Uint32Array
  authors: Uint32Array
  authorPosts: Uint32Array
}

/** `series.bin`: columns by post number. */
export type SeriesFile = {
  /** An index into the workspace's `series`; `noText` if the post is in none. */
  of: Uint32Array
  /** The number of the part; `NaN` if the post has none. */
  parts: Float64Array
}

/** The column of a field by its place in `filterableFields`: of numbers and times the values, of references the places of entries in
 * all lists of `referable` in a row, else the positions among all texts. */
export type FieldFile = {
  /** The values of post `n` are `values[n]`, or if there are starts, those from `starts[n]` up to, not including, `starts[n + 1]`. */
  values: Float64Array | Uint32Array
  /** Only of a list, which has each value once, in ascending order. */
  starts?: Uint32Array
  /** The texts by code point, in UTF-8, and where each starts; not of references. */
  texts?: Uint8Array
  textStarts?: Uint32Array
}

export function fieldFile(number: number): string {
  return `field.${number}.bin`
}

/** Stands for a post without a value, as `NaN` does in a column of numbers and times. */
export const noText = 0xffff_ffff

/** `posts.index.bin` and `details.index.bin`: the offset of each record, and its checksum. */
export type RecordIndexFile = {
  /** The offset of each record, and that of the end. Doubles, since a file may be larger than 32 bits can count. */
  starts: Float64Array
  crc32: Uint32Array
}

/** `redirects.bin`: the records as above; the redirects of each post; and all redirects by what they lead from. */
export type RedirectsFile = RecordIndexFile & {
  /** The redirects of post `n` are the records from `postStarts[n]` up to, not including, `postStarts[n + 1]`. */
  postStarts: Uint32Array
  /** The `redirectHash` of what each leads from, ascending. */
  hashes: Uint32Array
  /** The redirect that each hash belongs to. */
  byHash: Uint32Array
}

/** @param key as `pathKey` makes it */
export function redirectHash(key: string): number {
  return Number.parseInt(sha256(key).slice(0, 8), 16)
}

/** `content.<name>.index.bin`: where each piece is, and how long it is inflated. */
export type PieceIndexFile = {
  /** The offset of each piece, and that of the end. */
  starts: Float64Array
  /** The checksum of each piece as it is stored. */
  storedCrc32: Uint32Array
  /** The length of each piece in bytes, inflated. */
  lengths: Uint32Array
}

/** Length of what comes before the first record and after each: `[\n`, `,\n`, and at the end `\n]`. */
export const separatorBytes = 2

/** `feeds.bin`: what only feeds and sitemaps need of posts, as columns by post number. */
export type FeedsFile = {
  /** The length of the cover, if it is a file of the workspace, else 0. */
  coverBytes: Float64Array
  /** An index into the workspace's `languages`. */
  language: Uint32Array
  /** The length of the post's address on the site in XML, in bytes; 0 if it is not known. */
  addressBytes: Uint32Array
}

/**
 * `editions.bin`: for each number of what is hidden, posts and entries elsewhere, from none to all, a digest of what is then
 * visible, and its checksum.
 */
export const editionBytes = { digest: 16, crc32: 4 } as const

/**
 * `cuts.bin`: what is left out of posts' records while others are not visible, as columns by cut. Cuts are ordered by what
 * they wait for, then by the post they are in, then by position, which is in byte offsets in the record.
 */
export type CutsFile = Record<`${ContentName}${'Until' | 'Post' | 'From' | 'To'}`, Uint32Array>

/** `outside.bin`: the newest first. */
export type OutsideFile = {
  publishedAt: Float64Array
  /** The names as JSON, in UTF-8. */
  names: Uint8Array
}

/** Lines of `names.txt`: `name\tkind\tnumber\n`, sorted by code point, then in this order of kinds. */
export const nameKinds = { s: 'slug', i: 'id', a: 'alias' } as const
export type NameKind = (typeof nameKinds)[keyof typeof nameKinds]

/** Returns the seal of short files. @param digests the SHA-256 of each, by name */
export function shortSeal(bytes: number, digests: ReadonlyMap<string, string>): JoinedSeal {
  const lines = [...digests].map(([name, digest]) => `${name} ${digest}\n`).sort()
  return { bytes, sha256: sha256(lines.join('')) }
}

export function sealOf(bytes: Uint8Array): FileSeal {
  return { bytes: bytes.byteLength, sha256: sha256(bytes), crc32: checksum(bytes) }
}

/** The checksum of records, blocks and whole files. */
export const checksum: (bytes: Uint8Array, before?: number) => number = crc32

/** Returns an entry of editions or revisions: digests, which are given as hexadecimal digits, and their checksum. */
export function withChecksum(digests: string): Buffer {
  const entry = Buffer.from(`${digests}00000000`, 'hex')
  entry.writeUInt32LE(checksum(entry.subarray(0, -4)), entry.length - 4)
  return entry
}

/** Adds what comes next in the file, however long that is. */
export function addToSeal(seal: PiecesSeal, chunk: Uint8Array): void {
  for (let at = 0; at < chunk.byteLength; ) {
    const piece = Math.floor(seal.bytes / pieceBytes)
    const part = chunk.subarray(at, at + pieceBytes - (seal.bytes % pieceBytes))
    seal.crc32[piece] = checksum(part, seal.crc32[piece])
    seal.bytes += part.byteLength
    at += part.byteLength
  }
}

export function sha256(bytes: Uint8Array | string): string {
  return hash('sha256', bytes, 'hex')
}

/** The name of a workspace's folder, derived from its manifest, or of a search index, derived from its file; and a digest in a file. */
export function hashOf(bytes: Uint8Array | string): string {
  return shortened(sha256(bytes))
}

/** @param digest as `sha256` gives it */
export function shortened(digest: string): string {
  return digest.slice(0, 32)
}
