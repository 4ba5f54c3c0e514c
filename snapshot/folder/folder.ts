// A workspace's folder on disk: its manifest, and its files, checked against it and read whole or in parts. Holds the descriptors
// of files that are read in parts.
import { closeSync, readSync, statSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { type Columns, unpackColumns } from '../../packages/search/basics/columns.ts'
import { lazy } from '../../packages/search/basics/lazy.ts'
import { ownMemory } from '../../packages/search/basics/lru.ts'
import type { Pause } from '../../packages/search/basics/pause.ts'
import { openFile } from '../format/disk.ts'
import * as format from '../format/format.ts'
import { asSnapshotError, isExhaustion, SnapshotError } from './error.ts'
import { inflatePiecesSync } from './inflate.ts'
import { readDeflated, readManifest } from './manifest.ts'

/** The resources that all open folders use together, and callbacks about them. */
export interface Usage {
  /** The bytes of files that were read whole. */
  bytes: number
  descriptors: number
  /** Called whenever either number grows. */
  grown?: () => void
  /** Called with the name of a folder in which a file is missing or wrong. */
  failed?: (hash: string) => void
}

/** The place where a file lies: a file of its own on disk, or a part of another. */
interface FilePlace extends format.FilePart {
  file: string
}

function placesIn(
  sealed: Record<string, format.FileSeal>,
  parts: Record<string, format.FilePart>,
): Record<string, FilePlace> {
  const places: Record<string, FilePlace> = {}
  for (const [name, { bytes, crc32 }] of Object.entries(sealed))
    places[name] = { file: name, at: 0, stored: bytes, bytes, crc32 }
  for (const [name, part] of Object.entries(parts)) places[name] = { file: format.joinedFile, ...part }
  return places
}

function isDeflated({ stored, bytes }: FilePlace): boolean {
  return stored < bytes
}

/** The bytes of a file that are read before others get a turn, and the bytes that count as a step. */
const sliceBytes = 2 ** 20
const bytesPerStep = 8

export class Folder {
  readonly path: string
  readonly manifest: format.Manifest
  readonly deflated: format.DeflatedEntries
  /** Every file but those that seal them. */
  readonly sealed: Record<string, format.FileSeal>
  /** The files that can be read, those within others included. */
  readonly files: Readonly<Record<string, FilePlace>>
  /** Something was missing or wrong; the folder has to be reopened. */
  failed = false
  readonly #descriptors = new Map<string, number>()
  /** The files that `load` has read, and `read` has not returned yet. */
  readonly #loaded = new Map<string, Buffer>()
  /** The files that are stored deflated, as they are inflated: none is long, and each is inflated once. */
  readonly #inflated = new Map<string, Buffer>()
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
    this.deflated = readDeflated(this.path)
    this.sealed = { ...this.manifest.files, ...this.deflated.files }
    this.files = placesIn(this.sealed, this.deflated.parts)
    for (const name of Object.keys(this.sealed)) {
      this.#checkLength(name, this.#reading(name, (path) => statSync(path)).size)
    }
  }

  /** Returns a whole file, checked. */
  read(name: string): Buffer {
    this.#mustBeOpen()
    const loaded = this.#loaded.get(name)
    if (loaded) {
      this.#loaded.delete(name)
      return loaded
    }
    const place = this.#placeOf(name)
    if (isDeflated(place)) return this.#inflate(name, place)
    return this.#checked(name, this.readOnce(name, 0, place.bytes))
  }

  /** Reads a file in slices, so that `read` can return it at once. */
  async load(name: string, pause: Pause): Promise<void> {
    this.#mustBeOpen()
    if (this.#whole.has(name)) return
    const seal = this.#placeOf(name)
    if (isDeflated(seal)) {
      this.#inflate(name, seal)
      return
    }
    const bytes = Buffer.allocUnsafeSlow(seal.bytes)
    const descriptor = this.#reading(name, openFile)
    let crc32 = 0
    try {
      for (let at = 0; at < bytes.length; ) {
        const length = Math.min(sliceBytes, bytes.length - at)
        const read = this.#reading(name, () => readSync(descriptor, bytes, at, length, seal.at + at))
        if (read === 0) this.#checkLength(name, at)
        crc32 = format.checksum(bytes.subarray(at, at + read), crc32)
        at += read
        await pause(read / bytesPerStep)
      }
    } finally {
      closeSync(descriptor)
    }
    if (crc32 !== seal.crc32) throw this.fail(name, 'its checksum is wrong')
    this.#mustBeOpen()
    this.#keepWhole(name, bytes)
    this.#loaded.set(name, bytes)
  }

  /** Returns a file that is stored deflated; its bytes must not be changed. */
  #inflate(name: string, { stored, bytes }: FilePlace): Buffer {
    const known = this.#inflated.get(name)
    if (known) return known
    const deflated = this.#readStored(name, 0, stored)
    let inflated: Buffer
    try {
      inflated = ownMemory(inflatePiecesSync(deflated, bytes))
    } catch {
      // Each way in which damaged bytes do not inflate has a message of its own.
      throw this.fail(name, 'its checksum is wrong')
    }
    this.#inflated.set(name, this.#checked(name, inflated))
    return inflated
  }

  #checked(name: string, bytes: Buffer): Buffer {
    if (format.checksum(bytes) !== this.#placeOf(name).crc32) throw this.fail(name, 'its checksum is wrong')
    this.#keepWhole(name, bytes)
    return bytes
  }

  #keepWhole(name: string, bytes: Buffer): void {
    this.#whole.add(name)
    this.keep(bytes)
  }

  /** Counts bytes that the caller keeps for as long as the folder is open. */
  keep(bytes: Buffer): void {
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
    const place = this.#placeOf(name)
    if (isDeflated(place) || this.#descriptors.has(place.file)) return
    const { file } = place
    this.#descriptors.set(file, this.#reading(name, openFile))
    this.#usage.descriptors++
    this.#usage.grown?.()
  }

  /** Makes the function that reads the index of a file, and opens that, once. */
  opening<Index extends object>(name: string, readIndex: () => Index): () => Index {
    return lazy(() => {
      const index = readIndex()
      this.open(name)
      return index
    })
  }

  /** @param length bytes from `position` on, all within the file @returns bytes that must not be changed */
  readAt(name: string, position: number, length: number): Buffer {
    this.open(name)
    const place = this.#placeOf(name)
    if (isDeflated(place)) return this.#inflate(name, place).subarray(position, position + length)
    const { file, at } = place
    const bytes = Buffer.allocUnsafeSlow(length)
    const descriptor = this.#descriptors.get(file)!
    const read = this.#reading(name, () => readSync(descriptor, bytes, 0, length, at + position))
    if (read !== length) throw this.fail(name, `it ends ${length - read} bytes too early`)
    return bytes
  }

  /** Reads as `readAt` does, from a file not worth keeping open. */
  readOnce(name: string, position: number, length: number): Buffer {
    this.#mustBeOpen()
    const place = this.#placeOf(name)
    if (isDeflated(place)) return this.readAt(name, position, length)
    return this.#readStored(name, position, length)
  }

  /** @param position in the file as it is stored */
  #readStored(name: string, position: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafeSlow(length)
    const { at } = this.#placeOf(name)
    const read = this.#reading(name, (path) => {
      const descriptor = openFile(path)
      try {
        return readSync(descriptor, bytes, 0, length, at + position)
      } finally {
        closeSync(descriptor)
      }
    })
    if (read !== length) throw this.fail(name, `it ends ${length - read} bytes too early`)
    return bytes
  }

  /** Returns an error for damage that a caller finds in what it has read. */
  fail(name: string, what: string): SnapshotError {
    this.#recordFailure()
    const { file = name } = this.files[name] ?? {}
    const within = file === name ? '' : ` (${name})`
    return new SnapshotError(`${join(this.path, file)}${within}: ${what}`)
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
    // `join` would take a tenth as long as a read.
    const path = this.path + sep + this.#placeOf(name).file
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

  #placeOf(name: string): FilePlace {
    const seal = this.files[name]
    if (seal === undefined) throw this.fail(format.manifestFile, `it does not list ${name}`)
    return seal
  }

  #checkLength(name: string, length: number): void {
    const { bytes } = this.#placeOf(name)
    if (length !== bytes) throw this.fail(name, `it has ${length} bytes and should have ${bytes}`)
  }
}
