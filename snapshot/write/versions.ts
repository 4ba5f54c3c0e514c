// What tells versions apart: revisions of posts, and editions of all that is visible. What they are made of is kept shard by shard.
import { packColumns, unpackColumns } from '../../packages/search/basics/columns.ts'
import { editionsFile, revisionsFile, sha256 } from '../format/format.ts'
import type { ListedPost, PostNumber } from '../types.ts'
import {
  type ListedWorkspace,
  packEditions,
  visibleContent,
  type WrittenRecords,
} from '../visibility/editions.ts'
import { type GroupLabels, jsonBySlug } from '../visibility/json.ts'
import { packRevisions } from '../visibility/revisions.ts'
import type { SealedFiles } from './files.ts'
import { indexName, type KeptValues } from './kept.ts'
import { addressOf } from './lists.ts'
import { digestsIn, type PackedShard } from './packed-shard.ts'

/** Of a shard. */
interface Versions {
  /** Of what is visible of each post; `shared` where that depends on other posts. */
  visible: readonly string[]
  /** As the file has them. */
  revisions: Uint8Array
}

const shared = '0'.repeat(64)

/** As `LatestShards`. */
class LatestVersions extends Map<string, ReadonlyMap<string | undefined, Versions>> {}

/**
 * @param shards the newest first
 * @param files what was written of all posts, in the order of `pieceNames`
 * @param words digests of those of each post
 */
export function writeVersions(
  folder: SealedFiles,
  workspace: ListedWorkspace,
  shards: readonly PackedShard[],
  files: readonly WrittenRecords[],
  words: { digests(post: PostNumber): unknown },
  kept: KeptValues | undefined,
): void {
  const { categories, tags, site } = workspace
  const labels: GroupLabels = [jsonBySlug(categories), jsonBySlug(tags)]
  const content = visibleContent(workspace, labels, files, words)
  const name = indexName(workspace)
  const store = kept?.shards && kept
  const latest = store?.memory?.of(LatestVersions)
  const before = latest?.get(name)
  const now = new Map<string | undefined, Versions>()
  let first = 0
  const made = ({ posts, pieces }: PackedShard): Versions => ({
    visible: posts.map((_, i) => (content.isOwn(first + i) ? content.digestOf(first + i) : shared)),
    revisions: packRevisions(posts, pieces, labels, addressOf(site)),
  })
  const all = shards.map((shard) => {
    const key = shard.key && keyOf([shard.key, site?.url], shard.posts, labels)
    const one = (key && (before?.get(key) ?? stored(key, store))) || made(shard)
    now.set(key, one)
    if (key && store && !store.has('shards', key)) store.set('shards', key, pack(one))
    const visible = one.visible.map((digest, i) =>
      digest !== shared && content.isOwn(first + i) ? digest : content.digestOf(first + i),
    )
    first += shard.posts.length
    return { visible, revisions: one.revisions }
  })
  latest?.set(name, now)
  folder.write(
    editionsFile,
    packEditions(
      workspace,
      all.flatMap(({ visible }) => visible),
    ),
  )
  folder.write(revisionsFile, Buffer.concat(all.map(({ revisions }) => revisions)))
}

/** @param own stands for all that the posts have of their own */
function keyOf(own: unknown, posts: readonly ListedPost[], [categories, tags]: GroupLabels): string {
  const named = [posts.map(({ category }) => category), posts.flatMap(({ tags }) => tags)]
  const [ofCategories, ofTags] = named.map((slugs) => [...new Set(slugs)])
  const known = [ofCategories!.map((slug) => categories.get(slug)), ofTags!.map((slug) => tags.get(slug))]
  return sha256(JSON.stringify([own, known])).slice(0, 32)
}

function stored(key: string, kept: KeptValues | undefined): Versions | undefined {
  const value = kept?.get('shards', key)
  if (!value) return undefined
  const { visible, revisions } = unpackColumns<Record<keyof Versions, Uint8Array>>(value)
  return { visible: digestsIn(visible), revisions }
}

function pack({ visible, revisions }: Versions): Uint8Array {
  return packColumns({ visible: Buffer.from(visible.join('')), revisions })
}
