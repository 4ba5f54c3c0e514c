// Revisions: hashes of all that a workspace has of each post and that other posts do not change. Contents have hashes of their
// own, since they change when a post that they link to appears.

import type { Folder } from '../folder/folder.ts'
import { checksum, hashOf, revisionBytes, revisionsFile, shortened } from '../format/format.ts'
import type { BuiltPost, BuiltWorkspace, PostNumber } from '../types.ts'
import { hasSameLabels, jsonArray, jsonBySlug, labelsOf } from './json.ts'

/** Hashes of what a revision is made of, hexadecimal. */
export interface PostDigests {
  /** As long as every post that it links to is visible; otherwise `hashOf` gives it, of what is visible, as JSON. */
  html: string
  markdown: string
  /** Of metadata, details, category and tags without counts, and addresses. */
  rest: string
}

/** Digests of each post's records, by post. */
export interface RecordDigests {
  meta: readonly string[]
  details: readonly string[]
  /** Of contents with all that is ever visible. */
  html: readonly string[]
  markdown: readonly string[]
}

const parts = ['html', 'markdown', 'rest'] as const satisfies (keyof PostDigests)[]
const hashedBytes = parts.length * revisionBytes.digest
const entryBytes = hashedBytes + revisionBytes.crc32

/** What later builds of the same process know of one. */
export interface EarlierRevisions {
  entries: Buffer
  /** The pattern of posts' addresses. */
  url: string | null | undefined
  /** Categories and tags, as JSON by slug. */
  labels: ReadonlyMap<string, string>[]
}

/** @param numbers by post: its number then, or -1 if it has changed */
export type KnownRevisions = EarlierRevisions & { numbers: Int32Array }

/** @param addressOf gives the address of a post on the site, as far as it is known */
export function packRevisions(
  workspace: BuiltWorkspace,
  records: RecordDigests,
  addressOf: (post: BuiltPost) => string | null,
  known?: KnownRevisions,
): EarlierRevisions {
  const { categories, tags, posts, site } = workspace
  const labels = [jsonBySlug(categories), jsonBySlug(tags)]
  const isKnown = known !== undefined && known.url === site?.url && hasSameLabels(known.labels, labels)
  const entries = Buffer.alloc(entryBytes * posts.length)
  for (const [number, post] of posts.entries()) {
    const before = isKnown ? known.numbers[number]! : -1
    if (before >= 0) {
      known!.entries.copy(entries, entryBytes * number, entryBytes * before, entryBytes * (before + 1))
      continue
    }
    const rest = hashOf(
      jsonArray([
        JSON.stringify(records.meta[number]),
        JSON.stringify(records.details[number]),
        ...labelsOf(post, labels),
        JSON.stringify((post.redirects ?? []).map(({ from }) => from)),
        JSON.stringify(addressOf(post)),
      ]),
    )
    const entry = entries.subarray(entryBytes * number, entryBytes * (number + 1))
    const contents = [records.html[number]!, records.markdown[number]!]
    entry.write(contents.map(shortened).join('') + rest, 'hex')
    entry.writeUInt32LE(checksum(entry.subarray(0, hashedBytes)), hashedBytes)
  }
  return { entries, url: site?.url, labels }
}

/** Those of the posts from `from` up to, not including, `to`. @throws {SnapshotError} when one of them is damaged */
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

export function revisionOf({ html, markdown, rest }: PostDigests): string {
  return hashOf(JSON.stringify([html, markdown, rest]))
}
