// The snapshots a process serves from: which is current, which workspaces are open, and who still reads them. One of
// the two things that outlive a request.
import { type Current, readCurrent } from './current.ts'
import { SnapshotError } from './error.ts'
import { type Health, HealthCheck } from './health.ts'
import { type Lease, type OpenedWorkspace, WorkspacePool } from './pool.ts'

export type { SearchIndex } from '../search/read.ts'
export type { Current } from './current.ts'
export { SnapshotError } from './error.ts'
export type { Fragments } from './folder.ts'
export type { Health } from './health.ts'
export type { ListIndex, Lists } from './list.ts'
export type { Lease } from './pool.ts'
export type { OpenWorkspace } from './workspace.ts'

export interface Snapshots {
  /** @throws {SnapshotError} while there is none that can be read; looks again at each call then */
  current(): Current
  /**
   * Opens a workspace of the current snapshot, or shares the open one.
   * @throws {SnapshotError}
   */
  lease(folder: string): Lease
  /**
   * What `reload` would go over to.
   * @throws {SnapshotError} as `reload` does
   */
  next(): Current
  /**
   * Looks at current.json anew. Unchanged workspaces stay open; replaced ones are closed after their last lease.
   * @throws {SnapshotError} and keeps what it had
   */
  reload(): void
  /**
   * How the current snapshot is, as it was found at most a second ago; cheap.
   * @param afresh looks at the disk in any case
   */
  health(afresh?: boolean): Health
  /** By hash: workspaces in which something was wrong when it was read, by whomever, since the last `reload`. */
  readonly damaged: Set<string>
  /** What the current snapshot has taken the place of, and when; no preview that was replaced by one without drafts. */
  readonly replaced: { snapshot: Current; at: number } | undefined
  /** Leases that were not given back. */
  readonly leases: number
  close(): void
}

export interface SnapshotsOptions {
  /** Whether snapshots with drafts are opened; true by default. */
  previews?: boolean
  /** The clock, in ms since the epoch. */
  now?: () => number
  /** Most bytes that opened workspaces hold in memory before idle ones are closed. */
  maxBytes?: number
  /** Most descriptors before idle ones are closed. */
  maxDescriptors?: number
}

/** @param dir the folder of snapshots, `dist/data` */
export function openSnapshots(dir: string, options: SnapshotsOptions = {}): Snapshots {
  return new SnapshotStore(dir, options)
}

/** What has failed is opened anew no more often than this. */
const againMs = 10_000

class SnapshotStore implements Snapshots {
  readonly #dir: string
  readonly #pool: WorkspacePool
  readonly #previews: boolean
  readonly #now: () => number
  readonly #health: HealthCheck
  #current: Current | undefined
  replaced: Snapshots['replaced']

  constructor(dir: string, options: SnapshotsOptions) {
    const { previews = true, now = Date.now, maxBytes = 512 * 2 ** 20, maxDescriptors = 256 } = options
    this.#dir = dir
    this.#previews = previews
    this.#now = now
    const isReplaced = this.#isReplaced.bind(this)
    this.#health = new HealthCheck({ dir, now, isReplaced })
    this.#pool = new WorkspacePool(dir, { maxBytes, maxDescriptors }, (hash) => this.damaged.add(hash))
  }

  current(): Current {
    if (this.#current === undefined) this.#replace(this.next())
    return this.#current!
  }

  get leases(): number {
    return this.#pool.leases
  }

  get damaged(): Set<string> {
    return this.#health.damaged
  }

  health(afresh = false): Health {
    this.current()
    return this.#health.now(afresh)
  }

  next(): Current {
    const next = readCurrent(this.#dir)
    if (next.preview === null || this.#previews) return next
    throw new SnapshotError(
      `${this.#dir} holds a preview of ${next.preview}, which is served only with --drafts`,
    )
  }

  lease(folder: string): Lease {
    return this.#pool.lease(this.#use(folder))
  }

  reload(): void {
    const current = this.next()
    this.#replace(current)
    this.#pool.retire((folder, { hasFailed, workspace }) => {
      return hasFailed || current.workspaces.get(folder)?.hash !== workspace.hash
    })
  }

  #replace(current: Current): void {
    const before = this.#current
    this.#current = current
    this.#health.begin(current)
    if (before === undefined || before.hash === current.hash) return
    const endsPreview = before.preview !== null && current.preview === null
    this.replaced = endsPreview ? undefined : { snapshot: before, at: this.#now() }
  }

  close(): void {
    this.#pool.retire(() => true)
  }

  #use(folder: string): OpenedWorkspace {
    const opened = this.#pool.use(folder)
    if (opened === undefined || (opened.hasFailed && opened.isGone)) return this.#open(folder)
    return opened.hasFailed ? this.#again(folder, opened) : opened
  }

  /** What has failed may have been put back since: by a backup, or by a disk that is there again. */
  #again(folder: string, opened: OpenedWorkspace): OpenedWorkspace {
    const time = this.#now()
    if (Math.abs(time - opened.triedAt) < againMs) return opened
    opened.triedAt = time
    try {
      const anew = this.#open(folder)
      anew.triedAt = time
      return anew
    } catch {
      return opened
    }
  }

  #open(folder: string): OpenedWorkspace {
    const hash = this.current().workspaces.get(folder)?.hash
    if (hash === undefined) throw new SnapshotError(`the current snapshot has no workspace ${folder}`)
    try {
      const opened = this.#pool.open(folder, hash)
      this.#health.opened(folder, hash)
      return opened
    } catch (error) {
      if (!this.#isReplaced(folder, hash)) {
        this.#health.failed(folder, error)
        throw error
      }
      this.reload()
      return this.#open(folder)
    }
  }

  /** Builds that follow each other quickly remove what this process has not yet been told to leave. */
  #isReplaced(folder: string, hash: string): boolean {
    try {
      return this.next().workspaces.get(folder)?.hash !== hash
    } catch {
      return false
    }
  }
}
