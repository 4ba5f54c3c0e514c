// A workspace together with its declared collections, each of which is a workspace of the snapshot.
import type { Lease } from '../../../snapshot/read/snapshots.ts'
import type { CollectionInfo } from '../../../snapshot/types.ts'
import { type Headers, headOf, type ReplyHead } from '../http/reply.ts'
import { type Edition, editionAt } from './edition.ts'
import type { WorkspaceExchange } from './exchange.ts'

/** @param use gets the posts first, and one lease of all, which it may clone */
export async function withCollections<T>(
  { app, edition, lease }: WorkspaceExchange,
  isWanted: (collection: CollectionInfo) => boolean,
  use: (editions: readonly Edition[], lease: Lease) => Promise<T>,
): Promise<T> {
  const { folder, collections = [] } = edition.workspace
  const leases: Lease[] = []
  try {
    for (const collection of collections.filter(isWanted)) {
      const name = `${folder}/${collection.name}`
      if (app.snapshots.current().workspaces.has(name)) leases.push(app.snapshots.lease(name))
    }
    const editions = leases.map(({ workspace }) => editionAt(workspace, app.now()))
    return await use([edition, ...editions], joined(lease, leases))
  } finally {
    for (const one of leases) one.release()
  }
}

/** Makes one lease of several. */
function joined(own: Lease, others: readonly Lease[]): Lease {
  const release = () => {
    for (const one of [own, ...others]) one.release()
  }
  const clone = () =>
    joined(
      own.clone(),
      others.map((one) => one.clone()),
    )
  return { ...own, clone, release }
}

/** The head of a reply that is made from several editions. */
export function headOfAll(
  [own, ...others]: readonly Edition[],
  identity: readonly unknown[],
  headers?: Headers,
): ReplyHead {
  const source = { id: own!.id, key: [own!, ...others].map(({ key }) => key).join(' ') }
  return headOf(source, JSON.stringify([...identity, ...others.map(({ id }) => id)]), headers)
}
