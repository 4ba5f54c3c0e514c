// The form that a shard of posts has in the files of a snapshot. It is kept under a key that stands for all of it, and the shards
// of a workspace are joined: of posts that are as they were, nothing else is asked for.
import { deserialize, serialize } from 'node:v8'
import { comparableFields } from '../format/filterable.ts'
import { type ContentName, sha256 } from '../format/format.ts'
import type { BuiltPost, ListedPost, LoadedPost, PostDetails } from '../types.ts'
import { referenceCuts } from '../visibility/references.ts'
import { type PackedContent, packContents } from './content.ts'
import type { MemoValues } from './memo.ts'
import { ofContents, ofRecords, type Pieces, type PiecesFormat, recordsOf, startsOf } from './records.ts'

export type PieceName = 'meta' | 'details' | ContentName

/** The formats of what there are pieces of, in the order in which editions have them. */
export const pieceFormats: Readonly<Record<PieceName, PiecesFormat>> = {
  meta: ofRecords,
  details: ofRecords,
  html: ofContents,
  markdown: ofContents,
}
export const pieceNames = Object.keys(pieceFormats) as PieceName[]

export interface PackedShard {
  /** The key that stands for all of it; `undefined` if that is not known. */
  key: string | undefined
  /** The newest first, like pieces. */
  posts: readonly ListedPost[]
  /** The digest that stands for `posts`. */
  postsDigest: string
  pieces: Readonly<Record<PieceName, Pieces>>
}

/** @param posts the newest first @returns what has to be written before the next one is asked for: it may be read into the same memory */
export function packedShard(posts: readonly BuiltPost[], memo: MemoValues | undefined): PackedShard {
  const key = keyOf(posts)
  if (key === undefined || !memo?.shards) return { key, ...packed(posts, memo) }
  const value = memo.peek('shards', key)
  if (value) return { key, ...deserialize(value) }
  const shard = packed(posts, memo)
  memo.set('shards', key, serialize(shard))
  return { key, ...shard }
}

/** Returns the key of a shard; `undefined` if it is not known what each post depends on, or if anything is cut. */
function keyOf(posts: readonly BuiltPost[]): string | undefined {
  const keys = posts.map(({ key, contentKey }) => contentKey && key)
  return keys.includes(undefined) ? undefined : sha256(keys.join('\n')).slice(0, 32)
}

const noDetails = JSON.stringify({
  descriptionIsExcerpt: false,
  cover: null,
  reading: { minutes: 1, words: 0 },
  headings: [],
} satisfies PostDetails)

function packed(posts: readonly BuiltPost[], memo: MemoValues | undefined): Omit<PackedShard, 'key'> {
  const all = posts.map((post) => {
    const loaded = post.load()
    const { meta, entry, details = noDetails } = loaded
    return {
      listed: listed(loaded),
      later: loaded.later ?? [],
      meta: JSON.stringify(entry ?? meta),
      details,
      ...packContents(post, memo),
    }
  })
  const own = all.map(({ listed }) => listed)
  return {
    ...{ posts: own, postsDigest: sha256(JSON.stringify(own)) },
    pieces: {
      meta: recordsOf(
        all.map(({ meta }) => meta),
        all.flatMap(({ meta, later }, post) => referenceCuts(meta, later, post)),
      ),
      details: recordsOf(all.map(({ details }) => details)),
      html: contentsOf(all.map(({ html }) => html)),
      markdown: contentsOf(all.map(({ markdown }) => markdown)),
    },
  }
}

function listed({ meta, entry: ___, details: _, later: __, ...own }: LoadedPost): ListedPost {
  const { slug, id, featured, fields } = meta
  return { slug, id, featured, ...own, fields: comparableFields(fields) }
}

function contentsOf(packed: readonly PackedContent[]): Pieces {
  return {
    bytes: Buffer.concat(packed.map(({ piece }) => piece)),
    starts: startsOf(packed.map(({ piece }) => piece.length)),
    columns: {
      storedCrc32: Uint32Array.from(packed, ({ storedCrc32 }) => storedCrc32),
      lengths: Uint32Array.from(packed, ({ length }) => length),
    },
    digests: packed.map(({ lasting }) => lasting),
    whole: packed.map(({ whole }) => whole),
    cuts: packed.flatMap(({ bytes, cuts }, post) =>
      cuts.map((cut) => ({ ...cut, post, text: bytes.toString('utf8', cut.from, cut.to) })),
    ),
  }
}
