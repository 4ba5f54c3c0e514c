// Health of the current snapshot: what of it can be opened from disk at the moment, and whether anything turned out to be
// damaged when it was read. For health checks, which may come a thousand times a second.

import { isExhaustion, OtherFormatError, SnapshotError } from '../folder/error.ts'
import { Folder } from '../folder/folder.ts'
import { namesOf, searchIndexName } from '../format/format.ts'
import { type Current, currentIdentity, readCurrent } from './current.ts'
import { OpenedWorkspace } from './pool.ts'
import { openSearchIndex } from './search-index.ts'

export interface Health {
  /** The reason why current.json cannot be read; the snapshot it named before is still served. */
  current: SnapshotError | undefined
  /** The reason why a workspace cannot be opened. */
  workspace: SnapshotError | undefined
  /** A file was found damaged when it was read; the rest is still served. */
  damaged: boolean
}

/** The time for which a result is reused, in ms. */
const intervalMs = 1_000
/** Workspaces checked at a time, which takes a few milliseconds; if there are more, they take turns. */
const batchSize = 20

interface HealthOptions {
  /** The folder of snapshots. */
  dir: string
  /** The clock, in ms since the epoch. */
  now: () => number
  /** Tells whether the snapshot on disk has another folder or search index for a workspace than the one of this name. */
  isReplaced: (workspace: string, name: string) => boolean
}

export class HealthCheck {
  readonly #options: HealthOptions
  #snapshot: Current | undefined
  #checkedAt = Number.NEGATIVE_INFINITY
  /** Identity of current.json when it was last read successfully. */
  #identity: string | undefined
  #current: SnapshotError | undefined
  /** The reasons why workspaces cannot be opened, by workspace. */
  readonly #unreadable = new Map<string, SnapshotError>()
  /** Names of damaged folders and files. */
  readonly damaged = new Set<string>()
  #turn = 0

  constructor(options: HealthOptions) {
    this.#options = options
  }

  /** Starts over: what was wrong with another snapshot, or with this one before it was mended, no longer counts. */
  reset(snapshot: Current, mended: ReadonlySet<string>): void {
    this.#snapshot = snapshot
    this.#checkedAt = Number.NEGATIVE_INFINITY
    this.#unreadable.clear()
    for (const name of mended) this.damaged.delete(name)
  }

  now(force: boolean): Health {
    const time = this.#options.now()
    if (force || Math.abs(time - this.#checkedAt) >= intervalMs) {
      this.#checkedAt = time
      this.#current = this.#checkCurrent()
      this.#checkWorkspaces()
    }
    const [workspace] = this.#unreadable.values()
    return { current: this.#current, workspace, damaged: this.#isDamaged() }
  }

  opened(workspace: string, hash: string): void {
    // If it could not be opened before and now can, its files have been replaced.
    if (this.#unreadable.delete(workspace)) this.damaged.delete(hash)
  }

  failed(workspace: string, error: unknown): void {
    if (error instanceof SnapshotError && !isExhaustion(error)) this.#unreadable.set(workspace, error)
  }

  /** Replies still in progress may find damage in a snapshot that is no longer current. */
  #isDamaged(): boolean {
    if (this.damaged.size === 0) return false
    const named = new Set([...this.#workspaces.values()].flatMap(namesOf))
    return [...this.damaged].some((name) => named.has(name) || /^(?:media\/|openapi\.json$)/.test(name))
  }

  get #workspaces(): Current['workspaces'] {
    return this.#snapshot?.workspaces ?? new Map()
  }

  #checkCurrent(): SnapshotError | undefined {
    const { dir } = this.#options
    const identity = currentIdentity(dir)
    try {
      if (identity === undefined || identity !== this.#identity) readCurrent(dir)
      this.#identity = identity
      return undefined
    } catch (error) {
      if (isExhaustion(error)) return this.#current
      // A snapshot of another format was built for the version that is started next.
      return error instanceof SnapshotError && !(error instanceof OtherFormatError) ? error : undefined
    }
  }

  /** Checks workspaces, unreadable ones first; one is enough to report. */
  #checkWorkspaces(): void {
    for (const workspace of this.#unreadable.keys()) if (!this.#isReadable(workspace, 'opening')) return
    const names = [...this.#workspaces.keys()]
    for (let i = 0; i < Math.min(batchSize, names.length); i++) {
      if (!this.#isReadable(names[(this.#turn + i) % names.length]!)) return
    }
    this.#turn = names.length > 0 ? (this.#turn + batchSize) % names.length : 0
  }

  /** @param by opening it as a request does; that files exist and have the right lengths is nearly always enough */
  #isReadable(workspace: string, by: 'opening' | 'lengths' = 'lengths'): boolean {
    const { dir, isReplaced } = this.#options
    const hash = this.#workspaces.get(workspace)?.hash
    if (hash === undefined) return true
    try {
      if (by === 'opening') new OpenedWorkspace(dir, workspace, hash, { bytes: 0, descriptors: 0 }).retire()
      else new Folder(dir, workspace, hash)
      this.opened(workspace, hash)
      this.#checkSearchIndex(workspace)
    } catch (error) {
      // The next lease switches to its replacement.
      if (isReplaced(workspace, hash)) this.opened(workspace, hash)
      else this.failed(workspace, error)
    }
    return !this.#unreadable.has(workspace)
  }

  /** Checks the search index. A missing one is damage: everything else can be answered. */
  #checkSearchIndex(workspace: string): void {
    const { dir, isReplaced } = this.#options
    const seal = this.#workspaces.get(workspace)?.searchIndex
    if (!seal || 'missing' in seal) return
    const name = searchIndexName(seal.hash)
    try {
      openSearchIndex(dir, seal, () => {})
    } catch (error) {
      if (!isExhaustion(error) && !isReplaced(workspace, name)) this.damaged.add(name)
    }
  }
}
