// Files that are complete once they have their name: written under a temporary name, sealed, flushed to disk, renamed.

import { createHash } from 'node:crypto'
import {
  closeSync,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  writeSync,
} from 'node:fs'
import { crc32 } from 'node:zlib'
import { openFile } from './disk.ts'
import type { FileSeal } from './format.ts'

/** The bytes that are written at once, if they come in small pieces, and those that are read at once. */
const chunkBytes = { written: 1 << 18, read: 1 << 20 } as const
const renamePauseMs = 50

/**
 * Writes a file front to back and computes its seal. Small pieces are joined. A file that cannot be completed is removed: its disk may be full.
 */
export class SealedFile {
  readonly #path: string
  #descriptor: number | undefined
  #chunk: Buffer | undefined
  #used = 0
  readonly #sha256 = createHash('sha256')
  #crc32 = 0
  #bytes = 0

  constructor(path: string) {
    this.#path = path
    this.#descriptor = openSync(path, 'wx')
  }

  write(piece: Uint8Array | string): void {
    const bytes = bytesOf(piece)
    if (this.#used + bytes.byteLength > chunkBytes.written) this.#flush()
    if (bytes.byteLength >= chunkBytes.written) {
      this.#put(bytes)
      return
    }
    this.#chunk ??= Buffer.allocUnsafeSlow(chunkBytes.written)
    this.#chunk.set(bytes, this.#used)
    this.#used += bytes.byteLength
  }

  /** Writes the last piece, with nothing between it and the file. */
  end(piece: Uint8Array | string): FileSeal {
    this.#flush()
    this.#put(bytesOf(piece))
    return this.close()
  }

  close(): FileSeal {
    this.#flush()
    closeSync(this.#descriptor!)
    this.#descriptor = undefined
    return { bytes: this.#bytes, sha256: this.#sha256.digest('hex'), crc32: this.#crc32 }
  }

  /** Removes it, unless it is closed. */
  abandon(): void {
    if (this.#descriptor === undefined) return
    closeSync(this.#descriptor)
    this.#descriptor = undefined
    rmSync(this.#path, { force: true })
  }

  #flush(): void {
    if (this.#chunk && this.#used > 0) this.#put(this.#chunk.subarray(0, this.#used))
    this.#used = 0
  }

  #put(chunk: Uint8Array): void {
    this.#sha256.update(chunk)
    this.#crc32 = crc32(chunk, this.#crc32)
    this.#bytes += chunk.byteLength
    try {
      for (let at = 0; at < chunk.byteLength; ) at += writeSync(this.#descriptor!, chunk, at)
    } catch (error) {
      this.abandon()
      throw error
    }
  }
}

/** @returns the file's seal */
export function writeSealed(path: string, content: Uint8Array | string): FileSeal {
  return new SealedFile(path).end(content)
}

export function bytesOf(content: Uint8Array | string): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : content
}

/**
 * Yields the bytes of a file, however large, in pieces of at most a megabyte. Stops where the file ended when it was opened, even
 * if it grows in the meantime.
 */
export function* chunksOfFile(path: string): Generator<Buffer> {
  const descriptor = openFile(path)
  try {
    let left = fstatSync(descriptor).size
    while (left > 0) {
      const piece = Buffer.allocUnsafe(Math.min(left, chunkBytes.read))
      const read = readSync(descriptor, piece)
      if (read === 0) return
      left -= read
      yield piece.subarray(0, read)
    }
  } finally {
    closeSync(descriptor)
  }
}

/** Returns what the system says of a file, which changes when its bytes are changed. */
export function factsOf({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string {
  return [dev, ino, size, mtimeMs, ctimeMs].join(' ')
}

/** Replaces a file in one step: readers see the old bytes or the new ones. @param temporary on the same file system @param settle called before it has its name */
export function replaceFile(
  path: string,
  temporary: string,
  content: Uint8Array | string,
  settle: (path: string) => void = flush,
): void {
  writeSealed(temporary, content)
  try {
    settle(temporary)
    rename(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/** Renames a file. On Windows a reader or virus scanner may have it open, usually only for a moment. */
export function rename(
  from: string,
  to: string,
  platform: string = process.platform,
  move = renameSync,
): void {
  for (let triesLeft = platform === 'win32' ? 20 : 1; ; ) {
    try {
      move(from, to)
      return
    } catch (error) {
      const isInUse = ['EPERM', 'EACCES', 'EBUSY'].includes(String((error as NodeJS.ErrnoException).code))
      if (!isInUse || --triesLeft === 0) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, renamePauseMs)
    }
  }
}

/** Flushes a file or a folder to disk. Windows cannot open folders, and does not need this for them. */
export function flush(path: string): void {
  let descriptor: number
  try {
    descriptor = openSync(path, 'r+')
  } catch {
    if (process.platform === 'win32') return
    descriptor = openSync(path, 'r')
  }
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
