// A pool of open workspaces, by folder: shared by their readers, and closed when idle and room is needed.
import { existsSync } from 'node:fs'
import { Lru } from '../../packages/search/basics/lru.ts'
import { reading } from '../folder/error.ts'
import { Folder, type Usage } from '../folder/folder.ts'
import { type OpenWorkspace, openWorkspace } from './workspace.ts'

/** The resources that open workspaces may use before idle ones are closed. */
export interface PoolBounds {
  /** The most bytes in memory. */
  maxBytes: number
  maxDescriptors: number
}

export class OpenedWorkspace {
  readonly workspace: OpenWorkspace
  readonly #folder: Folder
  /** The time when reopening it was last tried, in ms since the epoch. */
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

  /** Something in the workspace was found missing or wrong. */
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

  release(): void {
    this.#holders--
    this.#closeIfDone()
  }

  /** Closes the workspace as soon as nobody holds it any more. */
  retire(): void {
    this.#retired = true
    this.#closeIfDone()
  }

  #closeIfDone(): void {
    if (this.#retired && this.#holders === 0) this.#folder.close()
  }
}

/** Keeps a workspace open: its descriptors are closed only after the last lease is released. */
export interface Lease {
  workspace: OpenWorkspace
  /** Returns another lease of the same workspace, for somebody who needs it longer. */
  clone(): Lease
  /** Idempotent. */
  release(): void
}

export class WorkspacePool {
  readonly #dir: string
  readonly #bounds: PoolBounds
  readonly #byFolder = new Lru<OpenedWorkspace>(Number.POSITIVE_INFINITY)
  readonly #usage: Usage
  /** Leases not yet released. */
  leases = 0

  /** @param failed called with the hash of a workspace in which something is missing or wrong */
  constructor(dir: string, bounds: PoolBounds, failed: (hash: string) => void) {
    this.#dir = dir
    this.#bounds = bounds
    this.#usage = { bytes: 0, descriptors: 0, grown: () => this.#makeRoom(), failed }
  }

  /** The workspaces that are open. */
  get workspaces(): OpenWorkspace[] {
    return Array.from(this.#byFolder, ([, { workspace }]) => workspace)
  }

  /** Returns the open workspace, which becomes the most recently used. */
  use(folder: string): OpenedWorkspace | undefined {
    return this.#byFolder.get(folder)
  }

  /**
   * Opens a workspace in place of the one that was open.
   * @throws {SnapshotError} and keeps the old one
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
      opened.release()
      this.#makeRoom()
    }
    return { workspace: opened.workspace, clone: () => this.lease(opened), release }
  }

  retire(isUnwanted: (folder: string, opened: OpenedWorkspace) => boolean): void {
    for (const [folder, opened] of this.#byFolder) {
      if (!isUnwanted(folder, opened)) continue
      this.#byFolder.delete(folder)
      opened.retire()
    }
  }

  /** Closes idle workspaces, least recently used first; never the last one used, which would be reopened at once. */
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
