// The snapshots a process serves from: which is current, which workspaces are open, and who still reads them. One of
// the two things that outlive a request.
import { existsSync } from 'node:fs'
import { type Current, readCurrent } from './current.ts'
import { reading, SnapshotError } from './error.ts'
import { Folder, type Usage } from './folder.ts'
import { type OpenWorkspace, openWorkspace } from './read.ts'
import { verifySnapshot } from './verify.ts'

export type { Current } from './current.ts'
export { SnapshotError } from './error.ts'
export type { Fragments } from './fragments.ts'
export type { ListIndex, Lists, OpenWorkspace } from './read.ts'
export type { SearchIndex } from './search/read.ts'

/** Keeps a workspace open: its descriptors are closed when nobody holds one any more. */
export interface Lease {
  workspace: OpenWorkspace
  /** May be called again. */
  release(): void
}

export interface Snapshots {
  /** @throws {SnapshotError} while there is none that can be read; looks again at each call then */
  current(): Current
  /**
   * Opens a workspace of the current snapshot, or shares the open one.
   * @throws {SnapshotError}
   */
  lease(folder: string): Lease
  /**
   * Looks at current.json anew. Unchanged workspaces stay open; replaced ones are closed after their last lease.
   * @throws {SnapshotError} and keeps what it had
   */
  reload(): void
  /** Reads every byte of the current snapshot: what is wrong, a line each. */
  verify(): string[]
  /** Leases that were not given back. */
  readonly leases: number
  close(): void
}

export interface SnapshotsOptions {
  /** Most bytes that opened workspaces hold in memory before idle ones are closed. */
  maxBytes?: number
  /** Most descriptors before idle ones are closed. */
  maxDescriptors?: number
}

/** Columns take some three times the bytes of the files they are parsed from. */
const memoryPerByte = 3

/** @param dir the folder of snapshots, `dist/data` */
export function openSnapshots(dir: string, options: SnapshotsOptions = {}): Snapshots {
  return new SnapshotStore(dir, options)
}

class Opened {
  readonly folder: Folder
  readonly workspace: OpenWorkspace
  /** Not yet given back. */
  leases = 0
  /** No longer to be shared: closed when nobody holds it. */
  retired = false

  constructor(folder: Folder, hash: string) {
    this.folder = folder
    this.workspace = openWorkspace(folder, hash)
  }

  retire(): void {
    this.retired = true
    if (this.leases === 0) this.folder.close()
  }
}

class SnapshotStore implements Snapshots {
  readonly #dir: string
  readonly #maxBytes: number
  readonly #maxDescriptors: number
  /** By folder, the one used longest ago first. */
  readonly #opened = new Map<string, Opened>()
  readonly #usage: Usage = { bytes: 0, descriptors: 0, grown: () => this.#makeRoom() }
  #current: Current | undefined
  leases = 0

  constructor(dir: string, { maxBytes = 512 * 2 ** 20, maxDescriptors = 256 }: SnapshotsOptions) {
    this.#dir = dir
    this.#maxBytes = maxBytes
    this.#maxDescriptors = maxDescriptors
  }

  current(): Current {
    this.#current ??= readCurrent(this.#dir)
    return this.#current
  }

  lease(folder: string): Lease {
    const opened = this.#open(folder)
    opened.leases++
    this.leases++
    let released = false
    const release = () => {
      if (released) return
      released = true
      this.leases--
      opened.leases--
      if (opened.retired && opened.leases === 0) opened.folder.close()
      this.#makeRoom()
    }
    return { workspace: opened.workspace, release }
  }

  reload(): void {
    const current = readCurrent(this.#dir)
    this.#current = current
    for (const [folder, { workspace, folder: place }] of this.#opened) {
      if (place.failed || current.workspaces.get(folder)?.hash !== workspace.hash) this.#retire(folder)
    }
  }

  verify(): string[] {
    return verifySnapshot(this.#dir)
  }

  close(): void {
    for (const folder of [...this.#opened.keys()]) this.#retire(folder)
  }

  #open(folder: string): Opened {
    const known = this.#opened.get(folder)
    if (known?.folder.failed && !existsSync(known.folder.path)) this.#retire(folder)
    const opened = this.#opened.get(folder) ?? this.#openAnew(folder)
    this.#opened.delete(folder)
    this.#opened.set(folder, opened)
    return opened
  }

  #openAnew(folder: string): Opened {
    const hash = this.current().workspaces.get(folder)?.hash
    if (hash === undefined) throw new SnapshotError(`the current snapshot has no workspace ${folder}`)
    try {
      return this.#openFolder(folder, hash)
    } catch (error) {
      if (!this.#isReplaced(folder, hash)) throw error
      this.reload()
      return this.#openAnew(folder)
    }
  }

  #openFolder(folder: string, hash: string): Opened {
    const place = new Folder(this.#dir, folder, hash, this.#usage)
    try {
      return reading(place.path, () => new Opened(place, hash))
    } catch (error) {
      place.close()
      throw error
    }
  }

  /** Builds that follow each other quickly remove what this process has not yet been told to leave. */
  #isReplaced(folder: string, hash: string): boolean {
    try {
      return readCurrent(this.#dir).workspaces.get(folder)?.hash !== hash
    } catch {
      return false
    }
  }

  /** Closes what was used longest ago and nobody holds; never the one used last, which would be opened again at once. */
  #makeRoom(): void {
    let others = this.#opened.size - 1
    for (const [folder, { leases }] of this.#opened) {
      if (!this.#isFull() || others-- === 0) return
      if (leases === 0) this.#retire(folder)
    }
  }

  #isFull(): boolean {
    const { bytes, descriptors } = this.#usage
    return bytes * memoryPerByte > this.#maxBytes || descriptors > this.#maxDescriptors
  }

  #retire(folder: string): void {
    this.#opened.get(folder)?.retire()
    this.#opened.delete(folder)
  }
}
