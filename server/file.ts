// Opens files inside a folder: no path or link leads outside it.
import fs from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { Body } from '../api/_app/http/reply.ts'
import { READING } from '../snapshot/format/disk.ts'
import { pieceBytes } from '../snapshot/format/format.ts'
import { factsOf } from '../snapshot/format/sealed-file.ts'

export interface OpenFile {
  handle: FileHandle
  size: number
  /** Changes whenever the bytes do: a build replaces files and never modifies them. */
  version: string
  /**
   * Resolves to what `factsOf` says of the file when this piece is intact; by default none is checked.
   * @throws {Error} if it is damaged
   */
  check?: (piece: number) => Promise<string>
}

/** Byte offsets in a file; `end` is exclusive. */
export interface ByteRange {
  start: number
  end: number
}

/** The bytes of a file held in memory for a stalled reader; a smaller file is read whole. */
export const chunkBytes = 16 * 1024

/**
 * @param names path segments: not empty, without a leading dot or a separator
 * @returns `undefined` if there is no such file, or a link leads out of the folder
 */
export async function openBelow(root: string, names: readonly string[]): Promise<OpenFile | undefined> {
  // Loaded with the first file: a start should not wait for it.
  const { open, realpath } = fs.promises
  const path = await ifExists(async () => {
    const [folder, file] = await Promise.all([realpath(root), realpath(join(root, ...names))])
    return file.startsWith(folder + sep) ? file : undefined
  })
  const handle = path && (await ifExists(() => open(path, READING)))
  if (!handle) return undefined
  const stats = await handle.stat({ bigint: true })
  if (stats.isFile()) {
    const version = [stats.ino, stats.mtimeNs, stats.size].map((part) => part.toString(36)).join('-')
    return { handle, size: Number(stats.size), version }
  }
  await handle.close()
  return undefined
}

/** Looks up a path from a client; `undefined` if it leads nowhere. */
async function ifExists<T>(look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look()
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'ELOOP', 'EACCES'].includes(code)) return undefined
    throw error
  }
}

/** Returns the bytes of a part of the file; the handle is closed when they have been read or the stream is closed. */
export async function bodyOf(file: OpenFile, part: ByteRange): Promise<Body> {
  // Closing a handle waits for its pending read, and fails only if there is nothing left to close.
  const close = () => void file.handle.close().catch(() => {})
  if (part.end - part.start > chunkBytes) return { chunks: () => chunksOf(file, part), close }
  const pieces: Uint8Array[] = []
  try {
    for await (const chunk of chunksOf(file, part)) pieces.push(chunk)
    return pieces
  } finally {
    await file.handle.close()
  }
}

/** Yields exactly as many bytes as were announced. */
async function* chunksOf({ handle, check }: OpenFile, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
  for (let position = start; position < end; ) {
    const piece = Math.floor(position / pieceBytes)
    const facts = await check?.(piece)
    const room = Math.min(chunkBytes, end - position, (piece + 1) * pieceBytes - position)
    const buffer = Buffer.allocUnsafeSlow(room)
    const { bytesRead } = await handle.read(buffer, 0, room, position)
    // If the file has changed meanwhile, the piece is checked again, and read again.
    if (facts !== undefined && facts !== factsOf(fs.fstatSync(handle.fd))) continue
    if (bytesRead === 0) throw new Error('the file was truncated while it was read')
    yield buffer.subarray(0, bytesRead)
    position += bytesRead
  }
}
