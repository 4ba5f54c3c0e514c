// Digests of what is visible from each moment of the timeline on: a hash chain that starts with the oldest post, so that nothing
// hidden affects the digest read at the first visible moment. They follow from revisions and from what else changes replies, and
// from nothing that a snapshot's format decides: another format names the same editions.

import { TOKENIZER } from '../../packages/search/index.ts'
import type { Folder } from '../folder/folder.ts'
import {
  checksum,
  editionBytes,
  editionsFile,
  hashOf,
  replyFormat,
  sha256,
  withChecksum,
} from '../format/format.ts'
import type { BuiltWorkspace, Declared, ListedPost, Moment, Outside, PostNumber } from '../types.ts'
import { type AppearingCut, appearingCuts } from './appearing-cuts.ts'
import type { RecordCut } from './cuts.ts'

const entryBytes = editionBytes.digest + editionBytes.crc32

/** The digests and cuts of what was written to one file of records. */
export interface WrittenRecords {
  /** The digest of each post's record without any of its cuts. */
  digests: string[]
  /** Ordered by post and position. */
  cuts: RecordCut[]
}

/** Posts, and the entries elsewhere that something in them waits for. */
export interface Timeline {
  /** Both, newest first. */
  all: readonly (PostNumber | Outside)[]
  outside: readonly Outside[]
  momentOf(post: PostNumber): Moment
}

/** A workspace, with what its digests are made of. */
export type ListedWorkspace = Omit<BuiltWorkspace, 'posts'> & { posts: readonly ListedPost[] }

/** @param digests of what becomes visible at each moment, as `visibleContent` gives it */
export function packEditions(workspace: ListedWorkspace, digests: readonly string[]): Buffer {
  const { folder, drafts, categories, tags, series, aliases, site } = workspace
  // Declared categories, tags and series are listed even without posts. A series may be that of a hidden post.
  const declared = [categories, tags, ...(series?.some((one) => one.declared) ? [series] : [])].map(
    (list: Declared<unknown>[]) => list.filter((one) => one.declared),
  )
  const earlier =
    aliases?.categories || aliases?.tags || aliases?.series
      ? [[aliases.categories, aliases.tags, ...(aliases.series ? [aliases.series] : [])]]
      : []
  const { fields, collections, collection } = workspace
  const further = [...earlier, fields, collections, collection].filter((one) => one !== undefined)
  let digest = hashOf(JSON.stringify([TOKENIZER, folder, drafts, ...declared, site ?? null, ...further]))
  const entries = [withChecksum(digest)]
  for (const own of digests.toReversed()) {
    digest = hashOf(digest + own)
    entries.push(withChecksum(digest))
  }
  return Buffer.concat(entries.reverse())
}

/** Reads the edition of what is at `first` or behind it, in this format of replies. @throws {SnapshotError} if the entry is damaged */
export function readEdition(folder: Folder, first: Moment): string {
  const entry = folder.readOnce(editionsFile, entryBytes * first, entryBytes)
  const digest = entry.subarray(0, editionBytes.digest)
  if (checksum(digest) === entry.readUInt32LE(editionBytes.digest))
    return hashOf(`${replyFormat} ${digest.toString('hex')}`)
  throw folder.fail(editionsFile, `the checksum of entry ${first} is wrong`)
}

/**
 * Collects all that any reply contains of a post or finds it by, and what appears in older posts along with it.
 * @param contents HTML and markdown @param metaCuts of their records
 */
export function visibleContent(
  { posts, aliases = {} }: ListedWorkspace,
  contents: readonly WrittenRecords[],
  metaCuts: readonly RecordCut[],
  { all: timeline, momentOf }: Timeline,
) {
  // Authors are listed as long as a visible post names them.
  const earlier = new Map<string, string[]>()
  for (const [alias, slug] of Object.entries(aliases.authors ?? {}))
    earlier.set(slug, [...(earlier.get(slug) ?? []), alias])
  const appearingIn = (cuts: readonly RecordCut[]) =>
    appearingCuts(cuts, (moment) => {
      const one = timeline[moment]!
      return (typeof one === 'number' ? posts[one]! : one).publishedAt
    })
  const appearing = contents.map(({ cuts }) => appearingIn(cuts))
  const inMeta = appearingIn(metaCuts)
  // Counted from the oldest post, so that the number of hidden posts does not affect it.
  const written = (all: AppearingCut[] | undefined) =>
    all?.map(({ post, from, text }) => [posts.length - post, from, text])
  return {
    /** Tells whether the content of a post depends on no other post. */
    isOwn: (number: PostNumber) => ![...appearing, inMeta].some((byMoment) => byMoment.has(momentOf(number))),
    /** Returns the digest of what an entry elsewhere makes visible here. */
    outsideDigest: (moment: Moment) =>
      sha256(JSON.stringify([...appearing, inMeta].map((byMoment) => written(byMoment.get(moment))))),
    /** Returns the hexadecimal SHA-256 of the post's JSON. @param rest of its revision, which has all but its contents */
    digestOf(number: PostNumber, rest: string): string {
      const [post, moment] = [posts[number]!, momentOf(number)]
      const all = [
        rest,
        contents.map(({ digests }) => digests[number]),
        post.aliases,
        post.coverBytes ?? 0,
        appearing.map((byMoment) => written(byMoment.get(moment))),
        ...(inMeta.has(moment) ? [{ meta: written(inMeta.get(moment)) }] : []),
        ...post.authors.flatMap((slug) => (earlier.has(slug) ? [[slug, earlier.get(slug)]] : [])),
      ]
      return sha256(JSON.stringify(all))
    },
  }
}
