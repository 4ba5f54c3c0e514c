// A workspace together with its declared collections, each of which is a workspace of the snapshot.
import type { Lease } from '../../../snapshot/read/snapshots.ts'
import { snapshotUnavailable } from '../http/error.ts'
import { type Headers, headOf, type ReplyHead } from '../http/reply.ts'
import { type Edition, editionAt } from './edition.ts'
import type { WorkspaceExchange } from './exchange.ts'
import { ownName } from './fields.ts'

/** @param names of collections, `posts` among them @param use gets those that there are, and the exchange with one lease of all */
export async function withCollections<T>(
  exchange: WorkspaceExchange,
  names: readonly string[],
  use: (editions: readonly Edition[], exchange: WorkspaceExchange) => Promise<T>,
): Promise<T> {
  const { app, edition, lease } = exchange
  const leases: Lease[] = []
  try {
    const editions = names.flatMap((name) => {
      if (name === ownName(edition)) return edition
      const [root = ''] = edition.workspace.folder.split('/')
      const folder = name === 'posts' ? root : `${root}/${name}`
      if (!app.snapshots.current().workspaces.has(folder)) return []
      const one = app.snapshots.lease(folder)
      leases.push(one)
      return editionAt(one.workspace, app.now())
    })
    if (editions.length === 0 && names.length > 0) throw snapshotUnavailable()
    return await use(editions, leases.length > 0 ? { ...exchange, lease: joined(lease, leases) } : exchange)
  } finally {
    for (const one of leases) one.release()
  }
}

/** Takes the best of each list, then the second best of each, and so on. */
export function bestOfEach<T>(lists: readonly (readonly T[])[]): T[] {
  const most = Math.max(...lists.map(({ length }) => length))
  return Array.from({ length: most }, (_, rank) => lists.flatMap((list) => list.slice(rank, rank + 1))).flat()
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
