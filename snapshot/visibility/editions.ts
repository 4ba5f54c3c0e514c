// Digests of what is visible at each number of hidden posts: a hash chain that starts with the oldest post, so that a hidden
// post does not affect the digest read at the first visible one.

import { checksum, editionBytes, editionsFile, sha256 } from '../format/format.ts'
import type { Folder } from '../read/folder.ts'
import { TOKENIZER } from '../search/tokenize.ts'
import type { BuiltWorkspace, Declared, PostNumber } from '../types.ts'
import { appearances } from './appearances.ts'
import type { RecordCut } from './cuts.ts'
import { jsonArray, jsonBySlug } from './json.ts'

const entryBytes = editionBytes.digest + editionBytes.crc32

/** What was written to one file of records. */
export interface WrittenRecords {
  /** By post: the digest of its record without any of its cuts. */
  digests: string[]
  /** Ordered by post and position. */
  cuts: RecordCut[]
}

/** @param words digests of those of each post */
export function packEditions(
  workspace: BuiltWorkspace,
  files: readonly WrittenRecords[],
  words: { digests(post: PostNumber): unknown },
): Buffer {
  const { folder, drafts, categories, tags, posts, site } = workspace
  const contentOf = visibleContent(workspace, files, words)
  const entries = Buffer.alloc(entryBytes * (posts.length + 1))
  const declared = [categories.filter(isDeclared), tags.filter(isDeclared)]
  let digest = digestOf([TOKENIZER, folder, drafts, ...declared, site ?? null])
  for (let first = posts.length; ; digest = shortened(sha256(`["${digest}",${contentOf(--first)}]`))) {
    const entry = entries.subarray(entryBytes * first, entryBytes * (first + 1))
    entry.write(digest, 'hex')
    entry.writeUInt32LE(checksum(entry.subarray(0, editionBytes.digest)), editionBytes.digest)
    if (first === 0) return entries
  }
}

/** @throws {SnapshotError} if the entry is damaged */
export function readEdition(folder: Folder, first: PostNumber): string {
  const entry = folder.readOnce(editionsFile, entryBytes * first, entryBytes)
  const digest = entry.subarray(0, editionBytes.digest)
  if (checksum(digest) === entry.readUInt32LE(editionBytes.digest)) return digest.toString('hex')
  throw folder.fail(editionsFile, `the checksum of entry ${first} is wrong`)
}

function digestOf(value: unknown): string {
  return shortened(sha256(JSON.stringify(value)))
}

function shortened(digest: string): string {
  return digest.slice(0, 2 * editionBytes.digest)
}

/** Declared ones are listed even without posts. */
function isDeclared({ declared }: Declared<unknown>): boolean {
  return declared
}

/** Everything that any reply contains of a post or finds it by, and what appears in older posts along with it, as JSON. */
function visibleContent(
  { categories, tags, posts }: BuiltWorkspace,
  files: readonly WrittenRecords[],
  words: { digests(post: PostNumber): unknown },
): (number: PostNumber) => string {
  const appearing = files.map(({ cuts }) => appearances(cuts, (number) => posts[number]!.publishedAt))
  const [category, tag] = [jsonBySlug(categories), jsonBySlug(tags)]
  return (number) => {
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
    ]
    const labels = [
      category.get(post.category) ?? 'null',
      jsonArray(post.tags.map((slug) => tag.get(slug) ?? 'null')),
    ]
    return jsonArray([JSON.stringify(before), ...labels, JSON.stringify(rest).slice(1, -1)])
  }
}
