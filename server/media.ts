// Decides which files under /media are served, and what they must match: those listed by the current snapshot, or by its predecessor a
// moment ago.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SnapshotError } from '../snapshot/folder/error.ts'
import type { Current, Snapshots } from '../snapshot/read/snapshots.ts'
import type { PiecesSeal } from '../snapshot/types.ts'
import { mediaOf } from '../snapshot/write/media.ts'

/**
 * Returns the seal that the file of this name must match; `null` if it is unknown, `undefined` if the file is not served. Rejects
 * if neither can be determined.
 */
export type SealOf = (name: string) => Promise<PiecesSeal | null | undefined>

/** A page made from the previous snapshot still needs its images, and building a site takes minutes. */
export const graceMs = 600_000
/** A list that could not be read is retried no more often than this. */
const retryMs = 1_000
/** Lists read before other requests get a turn. */
const batchSize = 20

interface Listed {
  names: ReadonlyMap<string, PiecesSeal | null>
  /** Set if a workspace's list is missing from `names`. */
  error: SnapshotError | undefined
  readAt: number
}

/**
 * @param data the folder of snapshots
 * @param now ms since the epoch
 */
export function listedMedia(data: string, snapshots: Snapshots, now: () => number): SealOf {
  const known = new WeakMap<Current, Promise<Listed>>()
  /** The lists read last, by workspace hash: most workspaces do not change from one snapshot to the next. */
  let lists = new Map<string, Listed['names']>()

  function servedSnapshots(): Current[] {
    const current = snapshots.current()
    const { snapshot, at } = snapshots.replaced ?? {}
    if (snapshot === undefined || Math.abs(now() - at!) >= graceMs) return [current]
    return [current, snapshot]
  }

  async function listedBy(snapshot: Current): Promise<Listed> {
    const last = known.get(snapshot)
    const before = last && (await last)
    if (before && (before.error === undefined || Math.abs(now() - before.readAt) < retryMs)) return before
    const begun = known.get(snapshot)
    if (begun !== undefined && begun !== last) return begun
    const reading = read(snapshot)
    known.set(snapshot, reading)
    return reading
  }

  async function read({ workspaces }: Current): Promise<Listed> {
    const names = new Map<string, PiecesSeal | null>()
    const own: typeof lists = new Map()
    let error: SnapshotError | undefined
    let count = 0
    for (const [folder, { hash }] of workspaces) {
      if (++count % batchSize === 0) await nextTurn()
      try {
        const list = lists.get(hash) ?? mediaOf(data, folder, hash)
        own.set(hash, list)
        for (const [name, seal] of list) names.set(name, seal)
      } catch (thrown) {
        error ??= thrown as SnapshotError
      }
    }
    lists = own
    return { names, error, readAt: now() }
  }

  return async (name) => {
    const [present, ...others] = await Promise.all(servedSnapshots().map(listedBy))
    const listed = [present!, ...others].find(({ names }) => names.has(name))
    if (!listed && present!.error) throw present!.error
    return listed?.names.get(name)
  }
}
