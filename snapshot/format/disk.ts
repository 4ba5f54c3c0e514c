// Functions that fail at once where the system would wait or go on without end: a pipe in place of a file, to which nobody may ever
// write, a device, a file far larger than any of ours, a folder that cannot be made.
import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'

/** The flags for reading: opening a pipe waits for no writer. Windows has no such flag, and no such pipes. */
export const READING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** Bytes of a file that is read whole: current.json has some 400 for each workspace. */
const MAX_WHOLE = 2 ** 25

/** @returns the descriptor @throws {Error} of the system, or like one of it if there is no regular file */
export function openFile(path: string): number {
  const descriptor = openSync(path, READING)
  if (fstatSync(descriptor).isFile()) return descriptor
  closeSync(descriptor)
  throw failure('EINVAL', 'open', path, 'it is not a file, but a folder, a pipe or a device')
}

/** Reads all of a file. @param most bytes that it may have @throws {Error} like `openFile` */
export function readWhole(path: string, most = MAX_WHOLE): Buffer {
  const descriptor = openFile(path)
  try {
    const { size } = fstatSync(descriptor)
    if (size > most)
      throw failure('EFBIG', 'read', path, `it has ${size} bytes, and at most ${most} are read`)
    return readFileSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Writes all of it. */
export function writeAt(file: number, bytes: Uint8Array, position: number): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at, position + at)
}

/** @returns whether the file had enough to fill all of it */
export function readAt(file: number, into: Uint8Array, position: number): boolean {
  for (let at = 0; at < into.length; ) {
    const count = readSync(file, into, at, into.length - at, position + at)
    if (count === 0) return false
    at += count
  }
  return true
}

/** Makes a folder, and those around it, unless it is there. Node's `recursive` tries for ever below /proc, which says that it is missing. */
export function makeFolder(path: string, mode?: number): void {
  const around = dirname(resolve(path))
  if (around !== resolve(path) && !statSync(around, { throwIfNoEntry: false })) makeFolder(around, mode)
  try {
    mkdirSync(path, mode)
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

function failure(code: string, syscall: string, path: string, what: string): Error {
  return Object.assign(new Error(`${code}: ${what}, ${syscall} '${path}'`), { code, syscall, path })
}
