// GET …/search-index.json: the search index for browsers, as the build made it.
import type { SearchIndexFile } from '../../../snapshot/read/snapshots.ts'
import type { SearchIndexMissing } from '../../../snapshot/types.ts'
import { HttpError, snapshotUnavailable } from '../http/error.ts'
import { type Body, headOf, type Reply, replyWith } from '../http/reply.ts'
import type { WorkspaceExchange } from '../listing/exchange.ts'
import { readQuery } from '../listing/query.ts'

/** A larger body is streamed. Vercel refuses bodies over 4.5 MB that are not. */
const maxPiecesBytes = 4_000_000

export function wholeSearchIndex(exchange: WorkspaceExchange): Promise<Reply> {
  const { edition, app } = exchange
  readQuery(exchange, {})
  const index = app.snapshots.searchIndex(edition.workspace.folder, edition.workspace.hash)
  if ('missing' in index) throw new HttpError(404, 'Search index not found', reasons[index.missing])
  if (isEarly(exchange, index)) throw snapshotUnavailable()
  // The index does not depend on the edition, and neither does its tag.
  const head = headOf({ id: index.hash, key: index.hash }, 'search index')
  return replyWith(exchange, head, () => bodyOf(index))
}

/** Tells whether this clock is behind the build's: by it, one of the posts is not visible yet. */
function isEarly({ edition, app: { snapshots } }: WorkspaceExchange, { posts }: SearchIndexFile): boolean {
  const { workspace, first } = edition
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

function bodyOf(index: SearchIndexFile): Body {
  if (index.bytes <= maxPiecesBytes) return [...index.pieces()]
  async function* chunks() {
    yield* index.pieces()
  }
  return { chunks, length: index.bytes, close: () => {} }
}
