// A workspace's folder on disk: its manifest, and its files read against it. Holds the descriptors of files that are
// read in parts.
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { reading, SnapshotError } from './error.ts'
import { checksum, FORMAT, hashOf, type Manifest, manifestFile } from './format.ts'
import { TOKENIZER } from './search/tokenize.ts'

/** What open folders take together. */
export interface Usage {
  /** Of the files that were read whole. */
  bytes: number
  descriptors: number
}

export class Folder {
  readonly path: string
  readonly manifest: Manifest
  readonly #descriptors = new Map<string, number>()
  readonly #usage: Usage
  #bytes = 0
  #closed = false

  /** @throws {SnapshotError} unless the folder holds what `hash` names, for this workspace */
  constructor(dir: string, workspace: string, hash: string, usage: Usage = { bytes: 0, descriptors: 0 }) {
    this.path = join(dir, hash)
    this.manifest = readManifest(this.path, workspace, hash)
    this.#usage = usage
  }

  /** A whole file, checked. */
  read(name: string): Buffer {
    const path = join(this.path, name)
    const bytes = reading(path, () => readFileSync(path))
    const { bytes: expected, crc32 } = this.#sealOf(name)
    if (bytes.byteLength !== expected) throw wrongLength(path, bytes.byteLength, expected)
    if (checksum(bytes) !== crc32) throw new SnapshotError(`${path}: its checksum is wrong`)
    this.#bytes += bytes.byteLength
    this.#usage.bytes += bytes.byteLength
    return bytes
  }

  readJson<T>(name: string): T {
    const bytes = this.read(name)
    return reading(join(this.path, name), () => JSON.parse(bytes.toString()))
  }

  /** Opens a file that `readAt` reads in parts, and checks its length; what is read must be checked by the caller. */
  open(name: string): void {
    if (this.#descriptors.has(name)) return
    if (this.#closed) throw new SnapshotError(`${this.path}: it is closed`)
    const path = join(this.path, name)
    const descriptor = reading(path, () => openSync(path, 'r'))
    const { size } = fstatSync(descriptor)
    const { bytes: expected } = this.#sealOf(name)
    if (size !== expected) {
      closeSync(descriptor)
      throw wrongLength(path, size, expected)
    }
    this.#descriptors.set(name, descriptor)
    this.#usage.descriptors++
  }

  /** @param length bytes from `position` on, all of them within the file */
  readAt(name: string, position: number, length: number): Buffer {
    this.open(name)
    const path = join(this.path, name)
    const bytes = Buffer.allocUnsafeSlow(length)
    const read = reading(path, () => readSync(this.#descriptors.get(name)!, bytes, 0, length, position))
    if (read !== length) throw wrongLength(path, position + read, position + length)
    return bytes
  }

  close(): void {
    for (const descriptor of this.#descriptors.values()) closeSync(descriptor)
    this.#usage.descriptors -= this.#descriptors.size
    this.#usage.bytes -= this.#bytes
    this.#descriptors.clear()
    this.#bytes = 0
    this.#closed = true
  }

  #sealOf(name: string) {
    const seal = this.manifest.files[name]
    if (seal === undefined) throw new SnapshotError(`${this.path}: the manifest names no ${name}`)
    return seal
  }
}

function readManifest(path: string, workspace: string, hash: string): Manifest {
  const place = join(path, manifestFile)
  const bytes = reading(place, () => readFileSync(place))
  if (hashOf(bytes) !== hash) throw new SnapshotError(`${place}: it is not what the folder's name stands for`)
  const manifest: Manifest = reading(place, () => JSON.parse(bytes.toString()))
  if (manifest.format !== FORMAT || manifest.tokenizer !== TOKENIZER) {
    throw new SnapshotError(`${place}: it has another format than this program reads; run galley build again`)
  }
  if (manifest.folder !== workspace) {
    throw new SnapshotError(`${place}: it belongs to the workspace ${manifest.folder}, not to ${workspace}`)
  }
  return manifest
}

function wrongLength(path: string, length: number, expected: number): SnapshotError {
  return new SnapshotError(`${path}: it has ${length} bytes and should have ${expected}`)
}
