// The snapshot's format: names of files, and the JSON of those that describe others. Both sides agree on this file.
import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Author, Category, Declared, Tag } from '../types.ts'

/** Raised whenever a reader of the previous format would misread what is written. */
export const FORMAT = 4

export const currentFile = 'current.json'
export const manifestFile = 'manifest.json'
export const workspaceFile = 'workspace.json'
export const listFile = 'list.bin'
export const selectionFile = 'selection.bin'
export const namesFile = 'names.txt'
export const termsFile = 'terms.txt'
export const postingsFile = 'postings.bin'
export const positionsFile = 'positions.bin'
export const beginningsFile = 'beginnings.txt'
export const bitsFile = 'beginnings.bin'
export const spellingFile = 'spelling.bin'
export const searchFile = 'search.bin'
export const lengthsFile = 'lengths.bin'
export const editionsFile = 'editions.bin'
export const cutsFile = 'cuts.bin'
/** An array of names in `dist/public/media`: what the next build must not remove. No reply is made of it. */
export const mediaFile = 'media.json'

/** Arrays of JSON records, one a line: a post's metadata, its HTML, its source. */
export const fragmentFiles = { meta: 'posts', html: 'content.html', markdown: 'content.markdown' } as const
export type FragmentName = (typeof fragmentFiles)[keyof typeof fragmentFiles]

/** `dist/data/current.json`: which snapshot is served. Replaced by renaming one file. */
export interface CurrentFile extends CurrentEntries {
  format: number
  /** Of the entries' JSON; no hash names this file. */
  crc32: number
}

export interface CurrentEntries {
  /** ISO 8601, or null when the build was not told. */
  builtAt: string | null
  /** The branch, on a build with drafts. */
  preview: string | null
  /** By folder of `content/`. */
  workspaces: Record<string, { hash: string; keys: string[] }>
}

export function currentChecksum({ builtAt, preview, workspaces }: CurrentEntries): number {
  return checksum(Buffer.from(JSON.stringify([builtAt, preview, workspaces])))
}

/** What a file must be: its length, a digest that names the snapshot, a checksum that is quick to compare. */
export interface FileSeal {
  bytes: number
  /** Hexadecimal. */
  sha256: string
  crc32: number
}

/** `manifest.json`: its own sha256 names the folder it stands in. */
export interface Manifest {
  format: number
  tokenizer: number
  folder: string
  drafts: boolean
  posts: number
  files: Record<string, FileSeal>
}

/** `workspace.json`: lists in their order; a post refers to a place in them. */
export interface WorkspaceFile {
  categories: Declared<Category>[]
  tags: Declared<Tag>[]
  authors: Author[]
}

/** `list.bin`: what every page is made from, as columns over post numbers. A category or tag is its place in its list. */
export type ListFile = {
  /** Milliseconds since the epoch, descending. */
  publishedAt: Float64Array
  category: Uint32Array
  /** Of post `n` those from `tagStarts[n]` up to but without `tagStarts[n + 1]`. */
  tagStarts: Uint32Array
  tags: Uint32Array
  /** How many posts each has, scheduled ones included. */
  categoryPosts: Uint32Array
  tagPosts: Uint32Array
}

/** `selection.bin`: what only some requests filter, sort or count by, likewise. */
export type SelectionFile = {
  updatedAt: Float64Array
  /** Numbers of posts. */
  featured: Uint32Array
  authorStarts: Uint32Array
  authors: Uint32Array
  authorPosts: Uint32Array
}

/** `<fragments>.index.bin`: where each record of a fragment file stands, and its checksum. */
export type FragmentIndexFile = {
  /** Of each record, and where one more would begin. Doubles: a file may have more bytes than 32 bits count. */
  starts: Float64Array
  crc32: Uint32Array
}

/** Before the first record and after each: `[\n`, `,\n`, and at the end `\n]`, all of this many bytes. */
export const separatorBytes = 2

/**
 * `editions.bin`: for each number of hidden posts, from 0 to all of them, a digest of what is visible then, and its
 * checksum.
 */
export const editionBytes = { digest: 16, crc32: 4 } as const

/**
 * `cuts.bin`: what is left out of posts' records while other posts are not visible, as columns over cuts, which are
 * ordered by the post they wait for, then by the post they are in, then by their places.
 */
export type CutsFile = {
  htmlUntil: Uint32Array
  htmlPost: Uint32Array
  /** Offsets in the bytes of the record. */
  htmlFrom: Uint32Array
  htmlTo: Uint32Array
  markdownUntil: Uint32Array
  markdownPost: Uint32Array
  markdownFrom: Uint32Array
  markdownTo: Uint32Array
}

/** `search.bin`: checksums of the posting files and of `beginnings.bin`, by block. */
export type SearchFile = {
  postings: Uint32Array
  positions: Uint32Array
  bits: Uint32Array
}

/** `lengths.bin`: field lengths by post, in distinct terms. */
export type LengthsFile = {
  titleLengths: Uint32Array
  contentLengths: Uint32Array
}

/** Lines of `names.txt`: `name\tkind\tnumber\n`, sorted by code point, then in this order of kinds. */
export const nameKinds = { s: 'slug', i: 'id', a: 'alias' } as const
export type NameKind = (typeof nameKinds)[keyof typeof nameKinds]

/** Numbers of `terms.txt` and `beginnings.txt` are written in this base. */
export const termBase = 36

/** The posting files are checked, and read, in blocks of so many bytes: most lists are far shorter. */
export const blockSize = 4_096

export function sealOf(bytes: Uint8Array): FileSeal {
  return { bytes: bytes.byteLength, sha256: sha256(bytes), crc32: checksum(bytes) }
}

/** The checksum of records, blocks and whole files. */
export const checksum: (bytes: Uint8Array, before?: number) => number = crc32

export function sha256(bytes: Uint8Array | string): string {
  return hash('sha256', bytes, 'hex')
}

/** The name of a workspace's folder, from the bytes of its manifest. */
export function hashOf(manifest: Uint8Array): string {
  return sha256(manifest).slice(0, 32)
}
