// The workspaces that are open, by folder: shared by whoever reads them, closed when nobody does and room is needed.
import { existsSync } from 'node:fs'
import { Lru } from '../lru.ts'
import { reading } from './error.ts'
import { Folder, type Usage } from './folder.ts'
import { type OpenWorkspace, openWorkspace } from './workspace.ts'

/** What open workspaces may take before idle ones are closed. */
export interface PoolBounds {
  /** In memory. */
  maxBytes: number
  maxDescriptors: number
}

export class OpenedWorkspace {
  readonly workspace: OpenWorkspace
  readonly #folder: Folder
  /** When it was last tried to open it anew, in ms since the epoch. */
  triedAt = Number.NEGATIVE_INFINITY
  #holders = 0
  #retired = false

  /** @throws {SnapshotError} */
  constructor(dir: string, folder: string, hash: string, usage: Usage) {
    this.#folder = new Folder(dir, folder, hash, usage)
    try {
      this.workspace = reading(this.#folder.path, () => openWorkspace(this.#folder, hash))
    } catch (error) {
      this.#folder.close()
      throw error
    }
  }

  get isIdle(): boolean {
    return this.#holders === 0
  }

  /** Something in it was missing or wrong when it was read. */
  get hasFailed(): boolean {
    return this.#folder.failed
  }

  /** A build has removed its folder. */
  get isGone(): boolean {
    return !existsSync(this.#folder.path)
  }

  hold(): void {
    this.#holders++
  }

  letGo(): void {
    this.#holders--
    this.#closeIfDone()
  }

  /** It is closed when nobody holds it any more, at once if nobody does. */
  retire(): void {
    this.#retired = true
    this.#closeIfDone()
  }

  #closeIfDone(): void {
    if (this.#retired && this.#holders === 0) this.#folder.close()
  }
}

/** Keeps a workspace open: its descriptors are closed when nobody holds one any more. */
export interface Lease {
  workspace: OpenWorkspace
  /** Another lease of the same workspace, for who needs it longer. */
  keep(): Lease
  /** May be called again. */
  release(): void
}

export class WorkspacePool {
  readonly #dir: string
  readonly #bounds: PoolBounds
  readonly #byFolder = new Lru<OpenedWorkspace>(Number.POSITIVE_INFINITY)
  readonly #usage: Usage
  /** Leases that were not given back. */
  leases = 0

  /** @param failed called with the hash of a workspace in which something was missing or wrong */
  constructor(dir: string, bounds: PoolBounds, failed: (hash: string) => void) {
    this.#dir = dir
    this.#bounds = bounds
    this.#usage = { bytes: 0, descriptors: 0, grown: () => this.#makeRoom(), failed }
  }

  /** The open workspace, from now on the one used last. */
  use(folder: string): OpenedWorkspace | undefined {
    return this.#byFolder.get(folder)
  }

  /**
   * Takes the place of the one that was open.
   * @throws {SnapshotError} and leaves it there
   */
  open(folder: string, hash: string): OpenedWorkspace {
    const opened = new OpenedWorkspace(this.#dir, folder, hash, this.#usage)
    this.#byFolder.get(folder)?.retire()
    this.#byFolder.set(folder, opened)
    return opened
  }

  lease(opened: OpenedWorkspace): Lease {
    opened.hold()
    this.leases++
    let isReleased = false
    const release = () => {
      if (isReleased) return
      isReleased = true
      this.leases--
      opened.letGo()
      this.#makeRoom()
    }
    return { workspace: opened.workspace, keep: () => this.lease(opened), release }
  }

  retire(isUnwanted: (folder: string, opened: OpenedWorkspace) => boolean): void {
    for (const [folder, opened] of this.#byFolder) {
      if (!isUnwanted(folder, opened)) continue
      this.#byFolder.delete(folder)
      opened.retire()
    }
  }

  /** Closes what was used longest ago and nobody holds; never the one used last, which would be opened again at once. */
  #makeRoom(): void {
    if (!this.#isFull) return
    let others = this.#byFolder.size - 1
    this.retire((_, { isIdle }) => others-- > 0 && isIdle && this.#isFull)
  }

  get #isFull(): boolean {
    const { bytes, descriptors } = this.#usage
    return bytes > this.#bounds.maxBytes || descriptors > this.#bounds.maxDescriptors
  }
}
