// GET …/search-index.json: the search index for browsers, as the build made it, or those of several collections.

import { hashOf } from '../../../snapshot/format/format.ts'
import type { SearchIndexFile, Snapshots } from '../../../snapshot/read/snapshots.ts'
import type { CollectionInfo, SearchIndexMissing } from '../../../snapshot/types.ts'
import { HttpError, snapshotUnavailable } from '../http/error.ts'
import { type Body, headOf, type Reply, replyWith } from '../http/reply.ts'
import { withCollections } from '../listing/collections.ts'
import type { Edition } from '../listing/edition.ts'
import type { WorkspaceExchange } from '../listing/exchange.ts'
import { ownName } from '../listing/fields.ts'
import * as parameter from '../listing/query.ts'
import { readQuery } from '../listing/query.ts'

/** A larger body is streamed. Vercel refuses bodies over 4.5 MB that are not. */
const maxPiecesBytes = 4_000_000

export function wholeSearchIndex(exchange: WorkspaceExchange): Promise<Reply> {
  const parameters = { collections: parameter.collections(exchange.edition) }
  const { collections } = readQuery(exchange, parameters)
  return withCollections(exchange, collections ?? ['posts'], async (editions) => {
    const indexes = editions.map((edition) => indexOf(exchange, edition))
    const names = collections && editions.map(ownName)
    const hashes = indexes.map((index) => index.hash)
    const hash = names ? hashOf(JSON.stringify([names, hashes])) : hashes[0]!
    // The index does not depend on the edition, and neither does its tag.
    const head = headOf({ id: hash, key: hash }, 'search index')
    return replyWith(exchange, head, () => bodyOf(indexes, names))
  })
}

/** @throws {HttpError} if there is none, or none that may be shown */
function indexOf({ app: { snapshots } }: WorkspaceExchange, edition: Edition): SearchIndexFile {
  const { folder, hash, collection } = edition.workspace
  const index = snapshots.searchIndex(folder, hash)
  if ('missing' in index)
    throw new HttpError(404, 'Search index not found', reasonOf(index.missing, collection))
  if (isEarly(snapshots, edition, index)) throw snapshotUnavailable()
  return index
}

/** Tells whether this clock is behind the build's: by it, one of the posts is not visible yet. */
function isEarly(snapshots: Snapshots, { workspace, first }: Edition, { posts }: SearchIndexFile): boolean {
  // Otherwise the snapshot was replaced after the request had begun, and perhaps the index by one of other posts.
  const isCurrent = snapshots.current().workspaces.get(workspace.folder)?.hash === workspace.hash
  return isCurrent && posts > workspace.posts - first
}

const instead = 'search with the query parameter of /posts.'

const reasons: Record<SearchIndexMissing, string> = {
  off: `The search index of this workspace is turned off; ${instead}`,
  'too-many-posts': `The workspace has more than 5,000 posts, which is too many for a search index; ${instead}`,
  'too-large': `The search index would be too large for browsers; ${instead}`,
}

function reasonOf(missing: SearchIndexMissing, collection: CollectionInfo | undefined): string {
  const reason = reasons[missing]
  if (!collection) return reason
  const { name } = collection
  return reason.replace('/posts', `/entries/${name}`).replace(' posts', ` entries of ${name}`)
}

/** @param names by which JSON has several indexes; one is as it is */
function bodyOf(indexes: readonly SearchIndexFile[], names?: readonly string[]): Body {
  const before = (i: number) => Buffer.from(`${i > 0 ? ',' : '{"indexes":{'}${JSON.stringify(names![i])}:`)
  function* pieces() {
    for (const [i, index] of indexes.entries()) {
      if (names) yield before(i)
      yield* index.pieces()
    }
    if (names) yield Buffer.from('}}')
  }
  const frame = names ? names.reduce((sum, _, i) => sum + before(i).length, 2) : 0
  const length = indexes.reduce((sum, { bytes }) => sum + bytes, frame)
  if (length <= maxPiecesBytes) return [...pieces()]
  async function* chunks() {
    yield* pieces()
  }
  return { chunks, length, close: () => {} }
}
