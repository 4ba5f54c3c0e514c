// Reads current.json: which workspaces there are, and which key opens which.
import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { compareCodePoints } from '../../packages/search/basics/order.ts'
import { OtherFormatError, reading, SnapshotError } from '../folder/error.ts'
import { readWhole } from '../format/disk.ts'
import * as format from '../format/format.ts'
import { isObject } from '../objects.ts'
import { tried } from '../tried.ts'

export interface Current extends Pick<format.CurrentFile, 'builtAt' | 'preview'> {
  /** A hash over all workspaces' folders and hashes. */
  hash: string
  /** Says that a build of another format has been here since, which set this one aside. */
  successor?: OtherFormatError
  /** The number of workspaces, without their collections. */
  count: number
  /** The workspaces and their collections by folder in `content/`, in the order of code points. */
  workspaces: ReadonlyMap<string, format.WorkspaceEntry>
  /** The folder that each key opens. */
  folders: ReadonlyMap<string, string>
}

/**
 * @param dir the folder of snapshots
 * @throws {SnapshotError} when there is no current.json of this format, and none was set aside
 */
export function readCurrent(dir: string): Current {
  const path = join(dir, format.currentFile)
  try {
    return currentAt(path)
  } catch (error) {
    if (!(error instanceof OtherFormatError)) throw error
    const aside = tried(() => currentAt(join(dir, format.asideFile(format.FORMAT))))
    // A build of this format may have replaced both meanwhile.
    return aside ? { ...aside, successor: error } : currentAt(path)
  }
}

function currentAt(path: string): Current {
  return currentOf(
    reading(path, () => JSON.parse(readText(path))),
    path,
  )
}

/**
 * @param path where it was read
 * @param remedy what to do about an earlier format
 * @throws {SnapshotError} when it is no current.json of this format
 */
export function currentOf(parsed: unknown, path: string, remedy = 'run galley build again'): Current {
  if (!isObject(parsed) || typeof parsed.format !== 'number')
    throw damaged(path, 'is not a list of workspaces')
  const { format: found } = parsed
  if (found !== format.FORMAT) {
    const what = `has format ${found}, but this version reads format ${format.FORMAT}`
    throw new OtherFormatError(`${path} ${what}; ${found > format.FORMAT ? 'upgrade this server' : remedy}`)
  }
  if (!isCurrent(parsed)) throw damaged(path, 'is not a list of workspaces')
  if (format.currentChecksum(parsed) !== parsed.crc32) throw damaged(path, 'has the wrong checksum')
  const { builtAt, preview } = parsed
  const entries = Object.entries(parsed.workspaces).sort(([a], [b]) => compareCodePoints(a, b))
  return {
    hash: format.hashOf(entries.map(([folder, { hash }]) => `${folder}\t${hash}\n`).join('')),
    builtAt,
    preview,
    count: entries.filter(([name]) => !name.includes('/')).length,
    workspaces: new Map(entries),
    folders: new Map(entries.flatMap(([folder, { keys }]) => keys.map((key) => [key, folder]))),
  }
}

/** Returns what `readCurrent` does, but `undefined` if it cannot be read. */
export function currentIn(dir: string): Current | undefined {
  return tried(() => readCurrent(dir))
}

/**
 * Identifies the file that current.json is: a rename gives the name to another file, so no clock is needed. `undefined` if
 * it cannot be determined.
 */
export function currentIdentity(dir: string): string | undefined {
  return tried(() => {
    const { ino, mtimeNs, ctimeNs, size } = statSync(join(dir, format.currentFile), { bigint: true })
    return `${ino} ${mtimeNs} ${ctimeNs} ${size}`
  })
}

function readText(path: string): string {
  try {
    return readWhole(path).toString()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error
    throw new SnapshotError(`there is no snapshot in ${dirname(path)}`, { cause: error })
  }
}

function damaged(path: string, what: string): SnapshotError {
  return new SnapshotError(`${path} ${what}`)
}

function isCurrent(value: Record<string, unknown>): value is Record<string, unknown> & format.CurrentFile {
  const { builtAt, preview, workspaces } = value
  return (
    isTextOrNull(builtAt) &&
    isTextOrNull(preview) &&
    isObject(workspaces) &&
    Object.values(workspaces).every(isEntry)
  )
}

function isEntry(value: unknown): boolean {
  if (!isObject(value) || !isHash(value.hash)) return false
  const { keys, searchIndex } = value
  return (
    Array.isArray(keys) &&
    keys.every((key) => typeof key === 'string') &&
    isObject(searchIndex) &&
    (typeof searchIndex.missing === 'string' || isHash(searchIndex.hash))
  )
}

function isHash(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{32}$/.test(value)
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string'
}
