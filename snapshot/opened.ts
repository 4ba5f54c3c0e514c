// The workspaces that are open, by folder: shared by whoever reads them, closed when nobody does and room is needed.
import { existsSync } from 'node:fs'
import { reading } from './error.ts'
import { Folder, type Usage } from './folder.ts'
import { type OpenWorkspace, openWorkspace } from './read.ts'

/** What open workspaces may take before idle ones are closed. */
export interface Bounds {
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

export class OpenedWorkspaces {
  readonly #dir: string
  readonly #bounds: Bounds
  /** The one used longest ago first. */
  readonly #byFolder = new Map<string, OpenedWorkspace>()
  readonly #usage: Usage

  /** @param failed called with the hash of a workspace in which something was missing or wrong */
  constructor(dir: string, bounds: Bounds, failed: (hash: string) => void) {
    this.#dir = dir
    this.#bounds = bounds
    this.#usage = { bytes: 0, descriptors: 0, grown: () => this.makeRoom(), failed }
  }

  /** The open workspace, from now on the one used last. */
  use(folder: string): OpenedWorkspace | undefined {
    const opened = this.#byFolder.get(folder)
    if (opened === undefined) return undefined
    this.#byFolder.delete(folder)
    this.#byFolder.set(folder, opened)
    return opened
  }

  /**
   * Takes the place of the one that was open.
   * @throws {SnapshotError} and leaves it there
   */
  open(folder: string, hash: string): OpenedWorkspace {
    const opened = new OpenedWorkspace(this.#dir, folder, hash, this.#usage)
    this.#byFolder.get(folder)?.retire()
    this.#byFolder.delete(folder)
    this.#byFolder.set(folder, opened)
    return opened
  }

  retire(isUnwanted: (folder: string, opened: OpenedWorkspace) => boolean): void {
    for (const [folder, opened] of this.#byFolder) {
      if (!isUnwanted(folder, opened)) continue
      this.#byFolder.delete(folder)
      opened.retire()
    }
  }

  /** Closes what was used longest ago and nobody holds; never the one used last, which would be opened again at once. */
  makeRoom(): void {
    if (!this.#isFull) return
    let others = this.#byFolder.size - 1
    this.retire((_, { isIdle }) => others-- > 0 && isIdle && this.#isFull)
  }

  get #isFull(): boolean {
    const { bytes, descriptors } = this.#usage
    return bytes > this.#bounds.maxBytes || descriptors > this.#bounds.maxDescriptors
  }
}
