// Which files under /media are served, and what they must match: those listed by the current snapshot, or by the one it replaced a
// moment ago.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SnapshotError } from '../snapshot/folder/error.ts'
import type { Current, Snapshots } from '../snapshot/read/snapshots.ts'
import type { PiecesSeal } from '../snapshot/types.ts'
import { mediaOf } from '../snapshot/write/media.ts'

/**
 * What the file of this name must match; `null` if that is not known, `undefined` if it is not served. Rejects if that cannot be
 * determined.
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
  /** By snapshot hash. */
  let known = new Map<string, Promise<Listed>>()
  /** By workspace hash: most workspaces do not change from one snapshot to the next. */
  let lists = new Map<string, Listed['names']>()

  function servedSnapshots(): Current[] {
    const current = snapshots.current()
    const { snapshot, at } = snapshots.replaced ?? {}
    if (snapshot === undefined || Math.abs(now() - at!) >= graceMs) return [current]
    return [current, snapshot]
  }

  async function listedBy(snapshot: Current): Promise<Listed> {
    const last = known.get(snapshot.hash)
    const before = last && (await last)
    if (before && (before.error === undefined || Math.abs(now() - before.readAt) < retryMs)) return before
    const begun = known.get(snapshot.hash)
    if (begun !== undefined && begun !== last) return begun
    const reading = read(snapshot)
    known.set(snapshot.hash, reading)
    return reading
  }

  async function read({ workspaces }: Current): Promise<Listed> {
    const names = new Map<string, PiecesSeal | null>()
    let error: SnapshotError | undefined
    let count = 0
    for (const [folder, { hash }] of workspaces) {
      if (++count % batchSize === 0) await nextTurn()
      try {
        const list = lists.get(hash) ?? mediaOf(data, folder, hash)
        lists.set(hash, list)
        for (const [name, seal] of list) names.set(name, seal)
      } catch (thrown) {
        error ??= thrown as SnapshotError
      }
    }
    return { names, error, readAt: now() }
  }

  function forgetOthers(open: readonly Current[]): void {
    if (known.size <= open.length) return
    const hashes = new Set(open.flatMap(({ workspaces }) => [...workspaces.values()].map(({ hash }) => hash)))
    lists = new Map([...lists].filter(([hash]) => hashes.has(hash)))
    known = new Map([...known].filter(([hash]) => open.some((snapshot) => snapshot.hash === hash)))
  }

  return async (name) => {
    const open = servedSnapshots()
    const [present, ...others] = await Promise.all(open.map(listedBy))
    forgetOthers(open)
    const listed = [present!, ...others].find(({ names }) => names.has(name))
    if (!listed && present!.error) throw present!.error
    return listed?.names.get(name)
  }
}
