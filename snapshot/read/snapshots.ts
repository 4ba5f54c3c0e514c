// The snapshots a process serves from: which is current, which workspaces are open, and who is still reading them. One of
// the two things that outlive a request.

import { SnapshotError } from '../folder/error.ts'
import { namesOf, searchIndexName, type WorkspaceEntry } from '../format/format.ts'
import type { SearchIndexMissing } from '../types.ts'
import { type Current, readCurrent } from './current.ts'
import { type Health, HealthCheck } from './health.ts'
import { type Lease, type OpenedWorkspace, WorkspacePool } from './pool.ts'
import { openSearchIndex, type SearchIndexFile } from './search-index.ts'
import type { OpenWorkspace } from './workspace.ts'

export type { SearchIndex } from '../../packages/search/index.ts'
export { SnapshotError } from '../folder/error.ts'
export type { Contents } from '../folder/pieces.ts'
export type { Records } from '../folder/records.ts'
export type { Current } from './current.ts'
export type { FieldColumn, FieldTexts } from './fields.ts'
export type { Health } from './health.ts'
export type { ListIndex, Lists } from './list.ts'
export type { Lease } from './pool.ts'
export type { SearchIndexFile } from './search-index.ts'
export type { OpenWorkspace } from './workspace.ts'

export interface SnapshotsOptions {
  /** True if snapshots with drafts are opened; true by default. */
  previews?: boolean
  /** The clock, in ms since the epoch. */
  now?: () => number
  /** Most bytes that open workspaces hold in memory before idle ones are closed. */
  maxBytes?: number
  /** Most descriptors before idle ones are closed. */
  maxDescriptors?: number
}

/** @param dir the folder of snapshots, `dist/data` */
export function openSnapshots(dir: string, options: SnapshotsOptions = {}): Snapshots {
  return new Snapshots(dir, options)
}

/** A workspace that failed is reopened no more often than this. */
const reopenMs = 10_000

export class Snapshots {
  readonly #dir: string
  readonly #pool: WorkspacePool
  readonly #previews: boolean
  readonly #now: () => number
  readonly #health: HealthCheck
  #current: Current | undefined
  /** The snapshot that the current one replaced, and when; not a preview that was replaced by one without drafts. */
  replaced: { snapshot: Current; at: number } | undefined
  /** The time when the snapshot became the current one, in ms since the epoch; `undefined` while there is none. */
  loadedAt: number | undefined

  constructor(dir: string, options: SnapshotsOptions) {
    const { previews = true, now = Date.now, maxBytes = 512 * 2 ** 20, maxDescriptors = 256 } = options
    this.#dir = dir
    this.#previews = previews
    this.#now = now
    const isReplaced = this.#isReplaced.bind(this)
    this.#health = new HealthCheck({ dir, now, isReplaced })
    this.#pool = new WorkspacePool(dir, { maxBytes, maxDescriptors }, (hash) => this.damaged.add(hash))
  }

  /** @throws {SnapshotError} while there is none that can be read; each call then tries again */
  current(): Current {
    if (this.#current === undefined) this.#replace(this.next())
    return this.#current!
  }

  /** Workspaces that are open. To use one later, lease it. */
  get open(): readonly OpenWorkspace[] {
    return this.#pool.workspaces
  }

  /** Leases not yet released. */
  get leases(): number {
    return this.#pool.leases
  }

  /** Names of what has been put in order: the next reload forgets that it was damaged, and no damage that was found meanwhile. */
  readonly mended = new Set<string>()

  /** Names of folders and files in which anyone has found damage. */
  get damaged(): Set<string> {
    return this.#health.damaged
  }

  /**
   * Returns the health of the current snapshot, at most a second old; cheap.
   * @param force checks the disk in any case
   */
  health({ force } = { force: false }): Health {
    this.current()
    return this.#health.now(force)
  }

  /**
   * Returns the snapshot that `reload` would switch to.
   * @throws {SnapshotError} as `reload` does
   */
  next(): Current {
    const next = readCurrent(this.#dir)
    if (next.preview === null || this.#previews) return next
    throw new SnapshotError(
      `${this.#dir} holds a preview of ${next.preview}, which is served only with --drafts`,
    )
  }

  /**
   * Opens a workspace of the current snapshot, or shares it if it is already open.
   * @throws {SnapshotError}
   */
  lease(folder: string): Lease {
    return this.#pool.lease(this.#use(folder))
  }

  /**
   * Returns the search index for browsers, or why the snapshot has none.
   * @param hash of a leased workspace: its index is answered even if that snapshot has just been replaced
   * @throws {SnapshotError}
   */
  searchIndex(folder: string, hash?: string): SearchIndexFile | { missing: SearchIndexMissing } {
    const before = this.replaced?.snapshot.workspaces.get(folder)
    const current = this.#entryOf(folder)
    const { searchIndex: seal } = before && hash !== current.hash && hash === before.hash ? before : current
    if ('missing' in seal) return seal
    const name = searchIndexName(seal.hash)
    try {
      return openSearchIndex(this.#dir, seal, (state) => {
        if (state === 'intact') this.damaged.delete(name)
        else this.damaged.add(name)
      })
    } catch (error) {
      if (!this.#isReplaced(folder, name)) throw error
      this.reload(this.mended)
      return this.searchIndex(folder)
    }
  }

  /**
   * Rereads current.json. Unchanged workspaces stay open; damaged and replaced ones are closed after their last lease.
   * @param mended names of what is in order again; by default, all that was damaged
   * @throws {SnapshotError} and keeps the old snapshot
   */
  reload(mended: ReadonlySet<string> = this.damaged): void {
    const [current, damaged] = [this.next(), new Set([...this.damaged, ...mended])]
    this.#replace(current, mended)
    this.mended.clear()
    this.#pool.retire((folder, { hasFailed, workspace: { hash } }) => {
      return hasFailed || damaged.has(hash) || current.workspaces.get(folder)?.hash !== hash
    })
  }

  #replace(current: Current, mended = this.damaged as ReadonlySet<string>): void {
    const before = this.#current
    this.#current = current
    this.#health.reset(current, mended)
    if (before?.hash === current.hash) return
    this.loadedAt = this.#now()
    if (before === undefined) return
    const endsPreview = before.preview !== null && current.preview === null
    this.replaced = endsPreview ? undefined : { snapshot: before, at: this.#now() }
  }

  close(): void {
    this.#pool.retire(() => true)
  }

  #use(folder: string): OpenedWorkspace {
    const opened = this.#pool.use(folder)
    if (opened === undefined || (opened.hasFailed && opened.isGone)) return this.#open(folder)
    return opened.hasFailed ? this.#reopen(folder, opened) : opened
  }

  /** Reopens a workspace: damage may have been undone since, by a restored backup, or a disk that is back. */
  #reopen(folder: string, opened: OpenedWorkspace): OpenedWorkspace {
    const time = this.#now()
    if (Math.abs(time - opened.triedAt) < reopenMs) return opened
    opened.triedAt = time
    try {
      const reopened = this.#open(folder)
      reopened.triedAt = time
      return reopened
    } catch {
      return opened
    }
  }

  #open(folder: string): OpenedWorkspace {
    const { hash } = this.#entryOf(folder)
    try {
      const opened = this.#pool.open(folder, hash)
      this.#health.opened(folder, hash)
      return opened
    } catch (error) {
      if (!this.#isReplaced(folder, hash)) {
        this.#health.failed(folder, error)
        throw error
      }
      this.reload(this.mended)
      return this.#open(folder)
    }
  }

  #entryOf(folder: string): WorkspaceEntry {
    const entry = this.current().workspaces.get(folder)
    if (entry === undefined) throw new SnapshotError(`the current snapshot has no workspace ${folder}`)
    return entry
  }

  /**
   * Builds in quick succession remove folders and files before this process has been told to leave them.
   * @param name one of those that `namesOf` gives
   */
  #isReplaced(folder: string, name: string): boolean {
    try {
      const next = this.next().workspaces.get(folder)
      return next === undefined || !namesOf(next).includes(name)
    } catch {
      return false
    }
  }
}
