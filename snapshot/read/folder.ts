// A workspace's folder on disk: its manifest, and its files, checked against it and read whole, in parts or by record. Holds
// the descriptors of files that are read in parts.
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { type Columns, unpackColumns } from '../format/columns.ts'
import {
  checksum,
  type FileSeal,
  FORMAT,
  type FragmentIndexFile,
  type FragmentName,
  hashOf,
  type Manifest,
  manifestFile,
  separatorBytes,
} from '../format/format.ts'
import { TOKENIZER } from '../search/tokenize.ts'
import type { PostNumber } from '../types.ts'
import { asSnapshotError, isExhaustion, reading, SnapshotError } from './error.ts'

/** What all open folders use together, and callbacks about them. */
export interface Usage {
  /** Of files that were read whole. */
  bytes: number
  descriptors: number
  /** Called whenever either grows. */
  grown?: () => void
  /** Called with the name of a folder in which a file is missing or wrong. */
  failed?: (hash: string) => void
}

/** Called between slices of work, with the cost of the last one in steps of a few nanoseconds. */
export type Pause = (steps: number) => Promise<void> | undefined

/** How much of a file is read before others get a turn, and how much counts as a step. */
const sliceBytes = 2 ** 20
const bytesPerStep = 8

export class Folder {
  readonly path: string
  readonly manifest: Manifest
  /** Something was missing or wrong; the folder has to be reopened. */
  failed = false
  readonly #descriptors = new Map<string, number>()
  /** Read by `load`, and not returned by `read` yet. */
  readonly #loaded = new Map<string, Buffer>()
  /** Names of files that were read whole, and are held by whoever read them. */
  readonly #whole = new Set<string>()
  readonly #usage: Usage
  #bytes = 0
  #closed = false

  /** @throws {SnapshotError} unless the folder matches `hash`, is this workspace's, and its files have the right lengths */
  constructor(dir: string, workspace: string, hash: string, usage: Usage = { bytes: 0, descriptors: 0 }) {
    this.path = join(dir, hash)
    this.#usage = usage
    this.manifest = readManifest(this.path, workspace, hash)
    for (const name of Object.keys(this.manifest.files)) {
      this.#checkLength(name, this.#reading(name, (path) => statSync(path)).size)
    }
  }

  /** A whole file, checked. */
  read(name: string): Buffer {
    this.#mustBeOpen()
    const loaded = this.#loaded.get(name)
    if (loaded) {
      this.#loaded.delete(name)
      return loaded
    }
    const bytes = this.#reading(name, (path) => readFileSync(path))
    this.#checkLength(name, bytes.byteLength)
    if (checksum(bytes) !== this.#sealOf(name).crc32) throw this.fail(name, 'its checksum is wrong')
    this.#keep(name, bytes)
    return bytes
  }

  /** Reads a file in slices, so that `read` can return it at once. */
  async load(name: string, pause: Pause): Promise<void> {
    this.#mustBeOpen()
    if (this.#whole.has(name)) return
    const seal = this.#sealOf(name)
    const bytes = Buffer.allocUnsafeSlow(seal.bytes)
    const descriptor = this.#reading(name, (path) => openSync(path, 'r'))
    let crc32 = 0
    try {
      for (let at = 0; at < bytes.length; ) {
        const length = Math.min(sliceBytes, bytes.length - at)
        const read = this.#reading(name, () => readSync(descriptor, bytes, at, length, at))
        if (read === 0) this.#checkLength(name, at)
        crc32 = checksum(bytes.subarray(at, at + read), crc32)
        at += read
        await pause(read / bytesPerStep)
      }
    } finally {
      closeSync(descriptor)
    }
    if (crc32 !== seal.crc32) throw this.fail(name, 'its checksum is wrong')
    this.#mustBeOpen()
    this.#keep(name, bytes)
    this.#loaded.set(name, bytes)
  }

  #keep(name: string, bytes: Buffer): void {
    this.#whole.add(name)
    this.#bytes += bytes.byteLength
    this.#usage.bytes += bytes.byteLength
    this.#usage.grown?.()
  }

  readJson<T>(name: string): T {
    const bytes = this.read(name)
    return this.#reading(name, () => JSON.parse(bytes.toString()))
  }

  readColumns<C extends Columns>(name: string): C {
    const bytes = this.read(name)
    return this.#reading(name, () => unpackColumns<C>(bytes))
  }

  /** Opens a file for `readAt`; the caller has to check what is read. */
  open(name: string): void {
    this.#mustBeOpen()
    if (this.#descriptors.has(name)) return
    this.#descriptors.set(
      name,
      this.#reading(name, (path) => openSync(path, 'r')),
    )
    this.#usage.descriptors++
    this.#usage.grown?.()
  }

  /** @param length bytes from `position` on, all within the file */
  readAt(name: string, position: number, length: number): Buffer {
    this.open(name)
    const bytes = Buffer.allocUnsafeSlow(length)
    const descriptor = this.#descriptors.get(name)!
    const read = this.#reading(name, () => readSync(descriptor, bytes, 0, length, position))
    if (read !== length) throw this.fail(name, `it ends ${length - read} bytes too early`)
    return bytes
  }

  /** Like `readAt`, for a file not worth keeping open. */
  readOnce(name: string, position: number, length: number): Buffer {
    this.#mustBeOpen()
    const bytes = Buffer.allocUnsafeSlow(length)
    const read = this.#reading(name, (path) => {
      const descriptor = openSync(path, 'r')
      try {
        return readSync(descriptor, bytes, 0, length, position)
      } finally {
        closeSync(descriptor)
      }
    })
    if (read !== length) throw this.fail(name, `it ends ${length - read} bytes too early`)
    return bytes
  }

  /** An error for damage that a caller finds in what it has read. */
  fail(name: string, what: string): SnapshotError {
    this.#recordFailure()
    return new SnapshotError(`${join(this.path, name)}: ${what}`)
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    for (const descriptor of this.#descriptors.values()) closeSync(descriptor)
    this.#usage.descriptors -= this.#descriptors.size
    this.#usage.bytes -= this.#bytes
  }

  #mustBeOpen(): void {
    if (this.#closed) throw new SnapshotError(`${this.path}: it is closed`)
  }

  #reading<T>(name: string, read: (path: string) => T): T {
    // Not `join`, which takes a tenth as long as a read.
    const path = this.path + sep + name
    try {
      return read(path)
    } catch (error) {
      if (!isExhaustion(error)) this.#recordFailure()
      throw asSnapshotError(path, error)
    }
  }

  #recordFailure(): void {
    this.failed = true
    this.#usage.failed?.(basename(this.path))
  }

  #sealOf(name: string): FileSeal {
    const seal = this.manifest.files[name]
    if (seal === undefined) throw this.fail(manifestFile, `it does not list ${name}`)
    return seal
  }

  #checkLength(name: string, length: number): void {
    const { bytes } = this.#sealOf(name)
    if (length !== bytes) throw this.fail(name, `it has ${length} bytes and should have ${bytes}`)
  }
}

/** Loads a file once, however many callers there are; a failure is not cached. */
export function loader(folder: Folder, name: string): (pause: Pause) => Promise<void> {
  let loading: Promise<void> | undefined
  return (pause) => {
    loading ??= folder.load(name, pause).catch((error) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

/**
 * @param path the workspace's folder
 * @throws {SnapshotError} unless the folder is named after its manifest, and is this workspace's
 */
export function readManifest(path: string, workspace: string, hash: string): Manifest {
  const file = join(path, manifestFile)
  const bytes = reading(file, () => readFileSync(file))
  if (hashOf(bytes) !== hash) throw new SnapshotError(`${file}: it does not match the folder's name`)
  const manifest: Manifest = reading(file, () => JSON.parse(bytes.toString()))
  if (manifest.format !== FORMAT || manifest.tokenizer !== TOKENIZER) {
    throw new SnapshotError(`${file}: its format is not the one this version reads; run galley build again`)
  }
  if (manifest.folder !== workspace) {
    throw new SnapshotError(`${file}: it belongs to the workspace ${manifest.folder}, not to ${workspace}`)
  }
  return manifest
}

/** A file of records, one per post, by post number. */
export interface Fragments {
  /** The length of a record in bytes. */
  length(number: PostNumber): number
  /**
   * The records from `from` up to, not including, `to`, in one read.
   * @throws {SnapshotError} when one of them is damaged
   */
  read(from: PostNumber, to: PostNumber): Uint8Array[]
}

/** Reads its index, and opens the file, when the first record is needed. */
export class FragmentFile implements Fragments {
  readonly #folder: Folder
  readonly #name: FragmentName
  #index: FragmentIndexFile | undefined

  constructor(folder: Folder, name: FragmentName) {
    this.#folder = folder
    this.#name = name
  }

  length(number: PostNumber): number {
    return lengthIn(this.#open(), number)
  }

  read(from: PostNumber, to: PostNumber): Uint8Array[] {
    const index = this.#open()
    if (from >= to) return []
    const first = index.starts[from]!
    const file = `${this.#name}.json`
    const bytes = this.#folder.readAt(file, first, index.starts[to]! - separatorBytes - first)
    const records: Uint8Array[] = []
    for (let number = from; number < to; number++) {
      const start = index.starts[number]! - first
      const record = bytes.subarray(start, start + lengthIn(index, number))
      if (checksum(record) !== index.crc32[number]) {
        throw this.#folder.fail(file, `the checksum of record ${number} is wrong`)
      }
      records.push(record)
    }
    return records
  }

  #open(): FragmentIndexFile {
    if (this.#index) return this.#index
    const index = this.#folder.readColumns<FragmentIndexFile>(`${this.#name}.index.bin`)
    this.#folder.open(`${this.#name}.json`)
    this.#index = index
    return index
  }
}

function lengthIn({ starts }: FragmentIndexFile, number: PostNumber): number {
  return starts[number + 1]! - starts[number]! - separatorBytes
}
