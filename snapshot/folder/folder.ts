// A workspace's folder on disk: its manifest, and its files, checked against it and read whole, in parts or by record. Holds
// the descriptors of files that are read in parts.
import { closeSync, readSync, statSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { constants, inflateRaw, inflateRawSync, type ZlibOptions } from 'node:zlib'
import { type Columns, unpackColumns } from '../../packages/search/basics/columns.ts'
import { lazy } from '../../packages/search/basics/lazy.ts'
import type { Pause } from '../../packages/search/basics/pause.ts'
import { openFile } from '../format/disk.ts'
import * as format from '../format/format.ts'
import type { PostNumber } from '../types.ts'
import { asSnapshotError, isExhaustion, SnapshotError } from './error.ts'
import { readDeflated, readManifest } from './manifest.ts'

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

/** Where a file lies, within itself or another. */
interface FilePlace extends format.FilePart {
  file: string
}

function placesIn({ files, parts }: format.FileSeals, joined: string): Record<string, FilePlace> {
  const own = Object.entries(files).map(([name, seal]) => [name, { ...seal, file: name, at: 0 }] as const)
  const within = Object.entries(parts).map(([name, part]) => [name, { ...part, file: joined }] as const)
  return Object.fromEntries([...own, ...within])
}

/** How much of a file is read before others get a turn, and how much counts as a step. */
const sliceBytes = 2 ** 20
const bytesPerStep = 8

export class Folder {
  readonly path: string
  readonly manifest: format.Manifest
  readonly deflated: format.DeflatedEntries
  /** Every file but those that seal them. */
  readonly sealed: Record<string, format.FileSeal>
  /** What can be read: files, and those within them. */
  readonly files: Readonly<Record<string, FilePlace>>
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
    this.deflated = readDeflated(this.path)
    this.sealed = { ...this.manifest.files, ...this.deflated.files }
    this.files = {
      ...placesIn(this.manifest, format.joinedFiles.lasting),
      ...placesIn(this.deflated, format.joinedFiles.deflated),
    }
    for (const name of Object.keys(this.sealed)) {
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
    const seal = this.#placeOf(name)
    const bytes = this.readOnce(name, 0, seal.bytes)
    if (format.checksum(bytes) !== seal.crc32) throw this.fail(name, 'its checksum is wrong')
    this.#keepWhole(name, bytes)
    return bytes
  }

  /** Reads a file in slices, so that `read` can return it at once. */
  async load(name: string, pause: Pause): Promise<void> {
    this.#mustBeOpen()
    if (this.#whole.has(name)) return
    const seal = this.#placeOf(name)
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
    const { file } = this.#placeOf(name)
    if (this.#descriptors.has(file)) return
    this.#descriptors.set(file, this.#reading(name, openFile))
    this.#usage.descriptors++
    this.#usage.grown?.()
  }

  /** @param length bytes from `position` on, all within the file */
  readAt(name: string, position: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafeSlow(length)
    this.open(name)
    const { file, at } = this.#placeOf(name)
    const descriptor = this.#descriptors.get(file)!
    const read = this.#reading(name, () => readSync(descriptor, bytes, 0, length, at + position))
    if (read !== length) throw this.fail(name, `it ends ${length - read} bytes too early`)
    return bytes
  }

  /** Like `readAt`, for a file not worth keeping open. */
  readOnce(name: string, position: number, length: number): Buffer {
    this.#mustBeOpen()
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

  /** An error for damage that a caller finds in what it has read. */
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
    // Not `join`, which takes a tenth as long as a read.
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

/** A file of records, one per post, by post number. It is opened when the first record is needed. */
export class Records {
  readonly #folder: Folder
  readonly #name: string
  readonly #index: () => format.RecordIndexFile

  /** @param readIndex called when the first record is needed */
  constructor(folder: Folder, name: string, readIndex: () => format.RecordIndexFile) {
    this.#folder = folder
    this.#name = name
    this.#index = openedBy(readIndex, folder, name)
  }

  /** The length of a record in bytes. */
  length(number: PostNumber): number {
    return lengthIn(this.#index(), number)
  }

  /**
   * The records from `from` up to, not including, `to`, in one read.
   * @throws {SnapshotError} when one of them is damaged
   */
  read(from: PostNumber, to: PostNumber): Buffer[] {
    const index = this.#index()
    if (from >= to) return []
    const first = index.starts[from]!
    const length = index.starts[to]! - format.separatorBytes - first
    const bytes = this.#folder.readAt(this.#name, first, length)
    const records: Buffer[] = []
    for (let number = from; number < to; number++) {
      const start = index.starts[number]! - first
      const record = bytes.subarray(start, start + lengthIn(index, number))
      if (format.checksum(record) !== index.crc32[number]) {
        throw this.#folder.fail(this.#name, `the checksum of record ${number} is wrong`)
      }
      records.push(record)
    }
    return records
  }
}

/** Reads the index of a file, and opens that, once. */
function openedBy<Index extends object>(readIndex: () => Index, folder: Folder, name: string): () => Index {
  return lazy(() => {
    const index = readIndex()
    folder.open(name)
    return index
  })
}

function lengthIn({ starts }: format.RecordIndexFile, number: PostNumber): number {
  return starts[number + 1]! - starts[number]! - format.separatorBytes
}

/** What a post contains in one of its forms, as it is stored. */
export interface Piece {
  /** Raw deflate that ends with a full flush. */
  deflated: Uint8Array
  /** Of what it inflates to, in bytes. */
  length: number
  crc32: number
}

/** Posts' contents in one form, each of them a JSON string, by post number. */
export interface Contents {
  /** In bytes, inflated. */
  length(number: PostNumber): number
  /** In bytes, deflated. */
  storedLength(number: PostNumber): number
  /** Nothing of it is left out. */
  isWhole(number: PostNumber): boolean
  /**
   * Those from `from` up to, not including, `to`, in one read.
   * @throws {SnapshotError} when one of them is damaged
   */
  pieces(from: PostNumber, to: PostNumber): Piece[]
  /**
   * Any of them, inflated: adjacent ones are read together.
   * @throws {SnapshotError} when one of them is damaged
   */
  read(numbers: readonly PostNumber[]): Promise<Buffer[]>
  /**
   * At least the first `most` bytes of one of them, or all of it, inflated on this thread.
   * @throws {SnapshotError} when it is damaged
   */
  beginning(number: PostNumber, most: number): Buffer
}

export class PieceFile implements Contents {
  readonly #folder: Folder
  readonly #file: string
  readonly #index: () => format.PieceIndexFile

  constructor(folder: Folder, name: format.ContentName) {
    const { pieces, index } = format.contentFiles(name)
    this.#folder = folder
    this.#file = pieces
    this.#index = openedBy(() => folder.readColumns<format.PieceIndexFile>(index), folder, pieces)
  }

  length = (number: PostNumber): number => this.#index().lengths[number]!

  storedLength = (number: PostNumber): number => {
    const { starts } = this.#index()
    return starts[number + 1]! - starts[number]!
  }

  isWhole = (): boolean => true

  pieces(from: PostNumber, to: PostNumber): Piece[] {
    if (from >= to) return []
    const { starts, storedCrc32, lengths, crc32 } = this.#index()
    const first = starts[from]!
    const bytes = this.#folder.readAt(this.#file, first, starts[to]! - first)
    const pieces: Piece[] = []
    for (let number = from; number < to; number++) {
      const deflated = bytes.subarray(starts[number]! - first, starts[number + 1]! - first)
      if (format.checksum(deflated) !== storedCrc32[number]) {
        throw this.#folder.fail(this.#file, `the checksum of piece ${number} is wrong`)
      }
      pieces.push({ deflated, length: lengths[number]!, crc32: crc32[number]! })
    }
    return pieces
  }

  async read(numbers: readonly PostNumber[]): Promise<Buffer[]> {
    if (numbers.length === 0) return []
    const { lengths } = this.#index()
    const stored: Uint8Array[] = []
    for (let first = 0; first < numbers.length; ) {
      let end = first + 1
      while (numbers[end] === numbers[end - 1]! + 1) end++
      for (const { deflated } of this.pieces(numbers[first]!, numbers[end - 1]! + 1)) stored.push(deflated)
      first = end
    }
    const total = numbers.reduce((sum, number) => sum + lengths[number]!, 0)
    // To start inflating takes as long as a short post.
    const bytes = await inflatePieces(Buffer.concat(stored), total).catch((error) => {
      throw this.#damaged(numbers[0]!, error)
    })
    let at = 0
    return numbers.map((number) => {
      const start = at
      at += lengths[number]!
      return bytes.subarray(start, at)
    })
  }

  beginning(number: PostNumber, most: number): Buffer {
    const { lengths } = this.#index()
    const [stored] = this.pieces(number, number + 1)
    try {
      return inflateBeginningSync(stored!.deflated, lengths[number]!, most)
    } catch (error) {
      throw this.#damaged(number, error)
    }
  }

  #damaged(number: PostNumber, error: unknown): SnapshotError {
    const reason = error instanceof Error ? error.message : String(error)
    return this.#folder.fail(this.#file, `from piece ${number} on, ${reason}`)
  }
}

/** More than this is inflated on another thread, or everybody else would have to wait. */
const maxOnThisThread = 256 * 1024

/**
 * @param pieces one or more, one after the other
 * @param length what they inflate to, in bytes
 * @throws {Error} unless that is their length; not much more than that is ever held
 */
async function inflatePieces(pieces: Uint8Array, length: number): Promise<Buffer> {
  if (length <= maxOnThisThread) return inflatePiecesSync(pieces, length)
  return ofLength(await inflateOnPool(pieces, optionsFor(length)), length)
}

/** Not by `promisify`: to import `node:util` takes up to two milliseconds of a function's start. */
function inflateOnPool(pieces: Uint8Array, options: ZlibOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    inflateRaw(pieces, options, (error, inflated) => (error ? reject(error) : resolve(inflated)))
  })
}

/** Like `inflatePieces`, on this thread. */
export function inflatePiecesSync(pieces: Uint8Array, length: number): Buffer {
  return ofLength(inflateRawSync(pieces, optionsFor(length)), length)
}

/** What is read of a piece first, besides its share: its Huffman codes come first, and beginnings are compressed less. */
const leastRead = 1_024

/**
 * At least the first `most` bytes of what a piece inflates to, or all of it. Reads no more of the piece than it needs to.
 * @throws {Error} if it inflates to far more than `length` bytes, which are never held
 */
function inflateBeginningSync(piece: Uint8Array, length: number, most: number): Buffer {
  const share = Math.ceil((1.25 * most * piece.length) / length)
  for (let end = leastRead + share; end < piece.length; end *= 2) {
    const beginning = inflateRawSync(piece.subarray(0, end), optionsFor(length, 2 * most))
    if (beginning.length >= most) return beginning
  }
  return inflatePiecesSync(piece, length)
}

/** Cloudflare's workerd does not begin a chunk, of 40 KB whatever is asked for, unless there is room for all of it. */
const spare = 64 * 1024

/** @param expected how much is likely to come, in bytes */
function optionsFor(length: number, expected = length): ZlibOptions {
  // In a chunk of exactly this length, zlib could not tell whether there is more.
  const chunkSize = Math.max(constants.Z_MIN_CHUNK, Math.min(length, expected) + 1)
  return { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: length + spare, chunkSize }
}

function ofLength(inflated: Buffer, length: number): Buffer {
  if (inflated.length === length) return inflated
  throw new Error(`it inflates to ${inflated.length} bytes and should to ${length}`)
}
