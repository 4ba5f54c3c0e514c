// What the last build of this process has written of a workspace, for the next one: of a post that is the same object, all is the same.
import type { ContentName, RecordIndexFile } from '../format/format.ts'
import type { BuiltPost } from '../types.ts'
import type { EarlierEditions } from '../visibility/editions.ts'
import type { EarlierRevisions } from '../visibility/revisions.ts'

/** Of each workspace, by `indexName`. */
export class EarlierPacks {
  readonly byName = new Map<string, EarlierPack>()
}

/** A file of records. */
export interface EarlierRecords {
  bytes: Uint8Array
  index: RecordIndexFile
  digests: string[]
}

/** The contents of all posts in one form. */
export interface EarlierContents {
  /** Of all posts, one after the other. */
  pieces: Uint8Array
  /** As in the index. */
  starts: Float64Array
  storedCrc32: Uint32Array
  lengths: Uint32Array
  crc32: Uint32Array
  /** Of each post. */
  digests: readonly string[]
  whole: readonly string[]
  /** Of HTML, as the snapshot has them. */
  sketches: Uint8Array
}

/** Files that are made of some fields of all posts. */
export interface EarlierLists {
  /** What they depend on besides posts. */
  basis: string
  files: ReadonlyMap<string, Uint8Array | string>
}

export interface EarlierPack {
  posts: readonly BuiltPost[]
  records: ReadonlyMap<string, EarlierRecords>
  contents: ReadonlyMap<ContentName, EarlierContents>
  lists: EarlierLists
  editions: EarlierEditions
  revisions: EarlierRevisions
}

/** By post: its number in the last build, or -1 if it was not there as it is. */
export function numbersIn(before: readonly BuiltPost[], posts: readonly BuiltPost[]): Int32Array {
  const numbers = new Map(before.map((post, number) => [post, number]))
  return Int32Array.from(posts, (post) => numbers.get(post) ?? -1)
}
