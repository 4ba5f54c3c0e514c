// Digests of versions: revisions of posts, and editions of all that is visible. What they are made of is kept shard by shard.
import { deserialize, serialize } from 'node:v8'
import { editionsFile, revisionsFile, sha256 } from '../format/format.ts'
import type { ListedPost } from '../types.ts'
import {
  type ListedWorkspace,
  packEditions,
  type Timeline,
  visibleContent,
  type WrittenRecords,
} from '../visibility/editions.ts'
import { type GroupLabels, jsonBySlug } from '../visibility/json.ts'
import { packRevisions, restIn } from '../visibility/revisions.ts'
import type { SealedFiles } from './files.ts'
import { addressOf } from './lists.ts'
import type { MemoValues } from './memo.ts'
import type { PackedShard } from './packed-shard.ts'

/** The versions of a shard. */
interface Versions {
  /** The digest of what is visible of each post; `dependent` where that depends on other posts. */
  visible: readonly string[]
  /** The revisions as the file has them. */
  revisions: Uint8Array
}

const dependent = '0'.repeat(64)

/**
 * @param shards the newest first
 * @param written records, HTML and markdown, of all posts
 */
export function writeVersions(
  folder: SealedFiles,
  workspace: ListedWorkspace,
  shards: readonly PackedShard[],
  [meta, ...contents]: readonly WrittenRecords[],
  timeline: Timeline,
  memo: MemoValues | undefined,
): void {
  const { categories, tags, series = [], site } = workspace
  const labels: GroupLabels = [jsonBySlug(categories), jsonBySlug(tags), jsonBySlug(series)]
  const content = visibleContent(workspace, contents, meta!.cuts, timeline)
  const store = memo?.shards && memo
  let first = 0
  const made = ({ posts, pieces }: PackedShard): Versions => {
    const revisions = packRevisions(posts, pieces, labels, addressOf(site))
    const digestOf = (i: number) => content.digestOf(first + i, restIn(revisions, i))
    return { visible: posts.map((_, i) => (content.isOwn(first + i) ? digestOf(i) : dependent)), revisions }
  }
  const all = shards.map((shard) => {
    const key = shard.key && keyOf([shard.key, site?.url], shard.posts, labels)
    const value = key && store?.get('shards', key)
    const one: Versions = value ? deserialize(value) : made(shard)
    if (key && !value) store?.set('shards', key, serialize(one))
    const visible = one.visible.map((digest, i) =>
      digest !== dependent && content.isOwn(first + i)
        ? digest
        : content.digestOf(first + i, restIn(one.revisions, i)),
    )
    first += shard.posts.length
    // The bytes that were read with the revisions are not held.
    return { visible, revisions: one.revisions.slice() }
  })
  const own = all.flatMap((one) => one.visible)
  const visible = timeline.all.map((one, moment) =>
    typeof one === 'number' ? own[one]! : content.outsideDigest(moment),
  )
  folder.write(editionsFile, packEditions(workspace, visible))
  folder.write(revisionsFile, Buffer.concat(all.map(({ revisions }) => revisions)))
}

/** @param own stands for all that the posts have of their own */
function keyOf(own: unknown, posts: readonly ListedPost[], labels: GroupLabels): string {
  const named = [
    posts.flatMap(({ category = [] }) => category),
    posts.flatMap(({ tags }) => tags),
    posts.flatMap(({ series }) => series?.slug ?? []),
  ]
  const known = named.map((slugs, i) => [...new Set(slugs)].map((slug) => labels[i]!.get(slug)))
  return sha256(JSON.stringify([own, known])).slice(0, 32)
}
