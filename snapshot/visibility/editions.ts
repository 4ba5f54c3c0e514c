// Digests of what is visible at each number of hidden posts: a hash chain that starts with the oldest post, so that a hidden
// post does not affect the digest read at the first visible one.

import { TOKENIZER } from '../../packages/search/index.ts'
import type { Folder } from '../folder/folder.ts'
import { checksum, editionBytes, editionsFile, hashOf, sha256 } from '../format/format.ts'
import type { BuiltWorkspace, Declared, PostNumber } from '../types.ts'
import { appearances } from './appearances.ts'
import type { RecordCut } from './cuts.ts'
import { hasSameLabels, jsonArray, jsonBySlug, labelsOf } from './json.ts'

const entryBytes = editionBytes.digest + editionBytes.crc32

/** What was written to one file of records. */
export interface WrittenRecords {
  /** By post: the digest of its record without any of its cuts. */
  digests: string[]
  /** Ordered by post and position. */
  cuts: RecordCut[]
}

/** What later builds of the same process know of one. */
export interface EarlierEditions {
  entries: Buffer
  /** Of each post's content, hexadecimal; missing where that depends on the dates of other posts. */
  digests: (string | undefined)[]
  /** The categories and tags that posts name, as JSON by slug. */
  labels: ReadonlyMap<string, string>[]
}

/** @param numbers by post: its number then, or -1 if it has changed */
export type KnownEditions = EarlierEditions & { numbers: Int32Array }

/**
 * @param words digests of those of each post
 * @param known what the last build knew
 */
export function packEditions(
  workspace: BuiltWorkspace,
  files: readonly WrittenRecords[],
  words: { digests(post: PostNumber): unknown },
  known?: KnownEditions,
): EarlierEditions {
  const { folder, drafts, categories, tags, aliases, posts, site } = workspace
  const labels = [jsonBySlug(categories), jsonBySlug(tags)]
  const content = visibleContent(workspace, labels, files, words)
  const before = known && hasSameLabels(known.labels, labels) ? known : undefined
  const entries = Buffer.alloc(entryBytes * (posts.length + 1))
  const digests = new Array<string | undefined>(posts.length)
  const declared = [categories.filter(isDeclared), tags.filter(isDeclared)]
  const earlier = aliases?.categories || aliases?.tags ? [[aliases.categories, aliases.tags]] : []
  const oldest = hashOf(JSON.stringify([TOKENIZER, folder, drafts, ...declared, site ?? null, ...earlier]))
  writeEntry(entries, posts.length, oldest)
  const shift = before ? before.digests.length - posts.length : 0
  /** As long as all older posts are the same. */
  let isSame = before !== undefined && digestAt(before.entries, before.digests.length) === oldest
  for (let number = posts.length - 1; number >= 0; number--) {
    const isOwn = content.isOwn(number)
    const earlier = before?.numbers[number] ?? -1
    const same = isOwn ? before?.digests[earlier] : undefined
    const own = same ?? sha256(content.of(number))
    if (isOwn) digests[number] = own
    isSame &&= same !== undefined && earlier === number + shift
    if (isSame) entries.set(before!.entries.subarray(...entryAt(earlier)), entryBytes * number)
    else writeEntry(entries, number, hashOf(digestAt(entries, number + 1) + own))
  }
  return { entries, digests, labels }
}

function entryAt(number: PostNumber): [from: number, to: number] {
  return [entryBytes * number, entryBytes * (number + 1)]
}

function writeEntry(entries: Buffer, number: PostNumber, digest: string): void {
  const entry = entries.subarray(...entryAt(number))
  entry.write(digest, 'hex')
  entry.writeUInt32LE(checksum(entry.subarray(0, editionBytes.digest)), editionBytes.digest)
}

function digestAt(entries: Buffer, number: PostNumber): string {
  const [from] = entryAt(number)
  return entries.toString('hex', from, from + editionBytes.digest)
}

/** @throws {SnapshotError} if the entry is damaged */
export function readEdition(folder: Folder, first: PostNumber): string {
  const entry = folder.readOnce(editionsFile, entryBytes * first, entryBytes)
  const digest = entry.subarray(0, editionBytes.digest)
  if (checksum(digest) === entry.readUInt32LE(editionBytes.digest)) return digest.toString('hex')
  throw folder.fail(editionsFile, `the checksum of entry ${first} is wrong`)
}

/** Declared ones are listed even without posts. */
function isDeclared({ declared }: Declared<unknown>): boolean {
  return declared
}

/**
 * Everything that any reply contains of a post or finds it by, and what appears in older posts along with it.
 * @param labels categories and tags, as JSON by slug
 */
function visibleContent(
  { posts, aliases = {} }: BuiltWorkspace,
  labels: readonly ReadonlyMap<string, string>[],
  files: readonly WrittenRecords[],
  words: { digests(post: PostNumber): unknown },
) {
  // Authors are listed as long as a visible post names them.
  const earlier = new Map<string, string[]>()
  for (const [alias, slug] of Object.entries(aliases.authors ?? {}))
    earlier.set(slug, [...(earlier.get(slug) ?? []), alias])
  const appearing = files.map(({ cuts }) => appearances(cuts, (number) => posts[number]!.publishedAt))
  return {
    /** Whether it depends on no other post. */
    isOwn: (number: PostNumber) => !appearing.some((byPost) => byPost.has(number)),
    /** As JSON. */
    of(number: PostNumber): string {
      const post = posts[number]!
      const before = files.map(({ digests }) => digests[number])
      const rest = [
        post.aliases,
        post.redirects ?? [],
        post.languageTag ?? null,
        post.coverBytes ?? 0,
        words.digests(number),
        // Counted from the oldest post, so that the number of hidden posts does not affect it.
        appearing.map((byPost) =>
          byPost.get(number)?.map(({ post, from, text }) => [posts.length - post, from, text]),
        ),
        ...post.authors.flatMap((slug) => (earlier.has(slug) ? [[slug, earlier.get(slug)]] : [])),
      ]
      return jsonArray([JSON.stringify(before), ...labelsOf(post, labels), JSON.stringify(rest).slice(1, -1)])
    },
  }
}
