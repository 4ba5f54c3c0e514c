// How the current snapshot is: what of it can be opened, as the disk is now, and whether anything in it turned out
// damaged when it was read. For health checks, which may ask a thousand times a second.
import { type Current, currentIdentity, readCurrent } from './current.ts'
import { isExhaustion, OtherFormatError, SnapshotError } from './error.ts'
import { Folder } from './folder.ts'
import { OpenedWorkspace } from './pool.ts'

export interface Health {
  /** Why current.json cannot be read; what it said before goes on answering. */
  current: SnapshotError | undefined
  /** Why a workspace cannot be opened. */
  workspace: SnapshotError | undefined
  /** A file of it was not what it should be when it was read; the rest answers. */
  damaged: boolean
}

/** For so long what was found holds, in ms. */
const intervalMs = 1_000
/** Workspaces looked at in one go, which takes some milliseconds; where there are more, each has its turn. */
const atOnce = 20

interface Surroundings {
  /** The folder of snapshots. */
  dir: string
  /** The clock, in ms since the epoch. */
  now: () => number
  /** Whether the snapshot on disk names another folder for a workspace than the current one does. */
  isReplaced: (workspace: string, hash: string) => boolean
}

export class HealthCheck {
  readonly #surroundings: Surroundings
  #snapshot: Current | undefined
  #lookedAt = Number.NEGATIVE_INFINITY
  /** Which file current.json was when it was last read whole. */
  #identity: string | undefined
  #current: SnapshotError | undefined
  /** What could not be opened, by workspace. */
  readonly #closed = new Map<string, SnapshotError>()
  /** Hashes of workspaces. */
  readonly damaged = new Set<string>()
  #turn = 0

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings
  }

  /** Begins anew: what was wrong with another snapshot, or with this one before it was built again, is past. */
  begin(snapshot: Current): void {
    this.#snapshot = snapshot
    this.#lookedAt = Number.NEGATIVE_INFINITY
    this.#closed.clear()
    this.damaged.clear()
  }

  now(afresh: boolean): Health {
    const time = this.#surroundings.now()
    if (afresh || Math.abs(time - this.#lookedAt) >= intervalMs) {
      this.#lookedAt = time
      this.#current = this.#lookAtCurrent()
      this.#lookAtWorkspaces()
    }
    const [workspace] = this.#closed.values()
    return { current: this.#current, workspace, damaged: this.#isDamaged() }
  }

  opened(workspace: string, hash: string): void {
    // What could not be opened and now can is not the files it was.
    if (this.#closed.delete(workspace)) this.damaged.delete(hash)
  }

  failed(workspace: string, error: unknown): void {
    if (error instanceof SnapshotError && !isExhaustion(error)) this.#closed.set(workspace, error)
  }

  /** Replies that are still under way may find damage in what is no longer current. */
  #isDamaged(): boolean {
    if (this.damaged.size === 0) return false
    return [...this.#workspaces.values()].some(({ hash }) => this.damaged.has(hash))
  }

  get #workspaces(): Current['workspaces'] {
    return this.#snapshot?.workspaces ?? new Map()
  }

  #lookAtCurrent(): SnapshotError | undefined {
    const { dir } = this.#surroundings
    const identity = currentIdentity(dir)
    try {
      if (identity === undefined || identity !== this.#identity) readCurrent(dir)
      this.#identity = identity
      return undefined
    } catch (error) {
      if (isExhaustion(error)) return this.#current
      // Built for the program that is started next.
      return error instanceof SnapshotError && !(error instanceof OtherFormatError) ? error : undefined
    }
  }

  /** Those that could not be opened first; one is enough to know. */
  #lookAtWorkspaces(): void {
    for (const workspace of this.#closed.keys()) if (!this.#isFine(workspace, openWhole)) return
    const names = [...this.#workspaces.keys()]
    for (let i = 0; i < Math.min(atOnce, names.length); i++) {
      if (!this.#isFine(names[(this.#turn + i) % names.length]!, lookAtFiles)) return
    }
    this.#turn = names.length > 0 ? (this.#turn + atOnce) % names.length : 0
  }

  #isFine(workspace: string, open: (dir: string, workspace: string, hash: string) => void): boolean {
    const { dir, isReplaced } = this.#surroundings
    const hash = this.#workspaces.get(workspace)?.hash
    if (hash === undefined) return true
    try {
      open(dir, workspace, hash)
      this.opened(workspace, hash)
    } catch (error) {
      // The next lease goes over to what has taken its place.
      if (isReplaced(workspace, hash)) this.opened(workspace, hash)
      else this.failed(workspace, error)
    }
    return !this.#closed.has(workspace)
  }
}

/** Whether files are there and of the right lengths: cheap, and mostly right. */
function lookAtFiles(dir: string, workspace: string, hash: string): void {
  new Folder(dir, workspace, hash)
}

/** As for a request. */
function openWhole(dir: string, workspace: string, hash: string): void {
  new OpenedWorkspace(dir, workspace, hash, { bytes: 0, descriptors: 0 }).retire()
}
