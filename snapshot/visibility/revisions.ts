// Revisions: hashes of all that a workspace has of each post and that other posts do not change. Contents have hashes of their
// own, since they change when a post that they link to appears.

import type { Folder } from '../folder/folder.ts'
import { checksum, hashOf, revisionBytes, revisionsFile, shortened, withChecksum } from '../format/format.ts'
import type { ListedPost, PostNumber } from '../types.ts'
import { type GroupLabels, jsonArray, labelsOf } from './json.ts'

/** The hashes that a revision is made of, hexadecimal. */
export interface PostDigests {
  /** The digest if every post that it links to is visible; otherwise it is the `hashOf` of what is visible, as JSON. */
  html: string
  markdown: string
  /** The digest of metadata, details, category and tags without counts, addresses and the language. */
  rest: string
}

/** The records that were written of some posts. */
type PostRecords = Readonly<Record<'details' | 'html' | 'markdown', { whole: readonly string[] }>> & {
  /** The references to posts that appear later are not part of it. */
  meta: { digests: readonly string[] }
}

const parts = ['html', 'markdown', 'rest'] as const satisfies (keyof PostDigests)[]
const hashedBytes = parts.length * revisionBytes.digest
const entryBytes = hashedBytes + revisionBytes.crc32

/** Packs digests of posts. @param labels categories and tags, as JSON by slug @param addressOf gives a post's address, if known */
export function packRevisions(
  posts: readonly ListedPost[],
  pieces: PostRecords,
  labels: GroupLabels,
  addressOf: (post: ListedPost) => string | null,
): Buffer {
  const entries = posts.map((post, number) => {
    const rest = hashOf(
      jsonArray([
        JSON.stringify(pieces.meta.digests[number]),
        JSON.stringify(pieces.details.whole[number]),
        ...labelsOf(post, labels),
        JSON.stringify((post.redirects ?? []).map(({ from }) => from)),
        JSON.stringify([addressOf(post), post.languageTag]),
      ]),
    )
    const contents = [pieces.html.whole[number]!, pieces.markdown.whole[number]!]
    return withChecksum(contents.map(shortened).join('') + rest)
  })
  return Buffer.concat(entries)
}

/** Reads the digests of the posts from `from` up to, not including, `to`. @throws {SnapshotError} when one of them is damaged */
export function readDigests(folder: Folder, from: PostNumber, to: PostNumber): PostDigests[] {
  const bytes = folder.readAt(revisionsFile, from * entryBytes, (to - from) * entryBytes)
  return Array.from({ length: to - from }, (_, i) => {
    const entry = bytes.subarray(i * entryBytes, (i + 1) * entryBytes)
    if (checksum(entry.subarray(0, hashedBytes)) !== entry.readUInt32LE(hashedBytes)) {
      throw folder.fail(revisionsFile, `the checksum of entry ${from + i} is wrong`)
    }
    const [html = '', markdown = '', rest = ''] = parts.map((_, part) =>
      entry.toString('hex', part * revisionBytes.digest, (part + 1) * revisionBytes.digest),
    )
    return { html, markdown, rest }
  })
}

/** Returns the hash of all but the contents. @param entries as `packRevisions` makes them @param post counted from their first */
export function restIn(entries: Uint8Array, post: number): string {
  const [from, to] = [hashedBytes - revisionBytes.digest, hashedBytes].map((at) => post * entryBytes + at)
  return Buffer.from(entries.subarray(from, to)).toString('hex')
}

export function revisionOf({ html, markdown, rest }: PostDigests): string {
  return hashOf(JSON.stringify([html, markdown, rest]))
}
