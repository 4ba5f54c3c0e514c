// Which names below /media are answered: those that a snapshot lists which is answered from, or was a moment ago.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SnapshotError } from '../snapshot/read/error.ts'
import type { Current, Snapshots } from '../snapshot/read/snapshots.ts'
import { mediaOf } from '../snapshot/write/media.ts'

/** Whether a name is one of them. Rejects when that cannot be told. */
export type IsListed = (name: string) => Promise<boolean>

/** Whoever has a page of the previous snapshot still comes for its images; a site that is being built takes minutes. */
export const graceMs = 600_000
/** A list that could not be read is not looked for more often than this. */
const retryMs = 1_000
/** Lists that are read without giving way to requests. */
const atOnce = 20

interface Listed {
  names: ReadonlySet<string>
  /** Of a workspace whose list is missing here. */
  error: SnapshotError | undefined
  readAt: number
}

/**
 * @param data the folder of snapshots
 * @param now ms since the epoch
 */
export function listedMedia(data: string, snapshots: Snapshots, now: () => number): IsListed {
  /** By the snapshot's hash. */
  let known = new Map<string, Promise<Listed>>()
  /** By the workspace's hash: most do not change from one snapshot to the next. */
  let lists = new Map<string, readonly string[]>()

  function answered(): Current[] {
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
    const names = new Set<string>()
    let error: SnapshotError | undefined
    let count = 0
    for (const [folder, { hash }] of workspaces) {
      if (++count % atOnce === 0) await nextTurn()
      try {
        const list = lists.get(hash) ?? mediaOf(data, folder, hash)
        lists.set(hash, list)
        for (const name of list) names.add(name)
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
    const open = answered()
    const [present, ...others] = await Promise.all(open.map(listedBy))
    forgetOthers(open)
    if ([present!, ...others].some(({ names }) => names.has(name))) return true
    if (present!.error) throw present!.error
    return false
  }
}
