// Copies the files that posts use to the folder that is served. Each is complete from the moment it has its name.
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, rmSync, type Stats, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { reading, SnapshotError } from '../folder/error.ts'
import { readManifest } from '../folder/manifest.ts'
import { makeFolder, readWhole } from '../format/disk.ts'
import { mediaFile, mediaSealsFile, sha256 } from '../format/format.ts'
import { chunksOfFile, factsOf, flush, rename, SealedFile } from '../format/sealed-file.ts'
import { readCurrent } from '../read/current.ts'
import { tried } from '../tried.ts'
import type { PiecesSeal } from '../types.ts'
import type { MemoValues } from './memo.ts'

export interface MediaToWrite {
  /** The served folder, `dist/public/media`. */
  into: string
  /** Paths of files by target name, which contains the first 16 digits of the SHA-256 of the file's bytes. */
  sources: ReadonlyMap<string, string>
}

/**
 * Keeps existing files whose contents match their names.
 * @param memo which of them have been read, as long as the system says the same of them
 */
export function writeMedia({ into, sources }: MediaToWrite, memo: MemoValues | undefined): void {
  if (sources.size === 0) return
  makeFolder(into)
  // The copy has a name of its own: a build that has lost the lock meanwhile must not name what another is writing.
  const copied = join(into, `${temporary}-${randomUUID()}`)
  for (const [name, source] of sources) {
    const { size } = statSync(source, { throwIfNoEntry: false }) ?? {}
    if (size === undefined) throw new ChangedFile(source)
    const target = join(into, name)
    let stats = statSync(target, { throwIfNoEntry: false })
    if (stats?.size === size && memo?.has('media', keyOf(target, stats))) continue
    if (stats?.size !== size || damageOf(target) !== undefined) {
      replace(target, copied, source)
      stats = statSync(target)
    }
    memo?.set('media', keyOf(target, stats), new Uint8Array(0))
  }
  flush(into)
}

/** @throws {ChangedFile} */
function replace(target: string, copied: string, source: string): void {
  try {
    const file = new SealedFile(copied)
    for (const piece of chunksOfFile(source)) file.write(piece)
    // The name is checked against what was written, since the source may have changed.
    if (!isNamedAfter(basename(target), file.close().sha256)) throw new ChangedFile(source)
    flush(copied)
    rename(copied, target)
  } finally {
    rmSync(copied, { force: true })
  }
}

/** Tells whether a name has these digits before the extension, after the author's name for it. */
function isNamedAfter(name: string, sha256: string): boolean {
  return name.split('.').at(-2) === sha256.slice(0, 16)
}

/** Stands for a file as long as it is the same. */
function keyOf(path: string, stats: Stats): string {
  return sha256(`${path} ${factsOf(stats)}`).slice(0, 32)
}

function damageOf(path: string): string | undefined {
  const hash = createHash('sha256')
  try {
    for (const piece of chunksOfFile(path)) hash.update(piece)
    if (isNamedAfter(basename(path), hash.digest('hex'))) return undefined
    return 'its contents do not match its name; remove it'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/**
 * Checks the media that the current snapshot of `dir` names, as far as its workspaces' folders can be read.
 * @returns what is wrong with them, one line each; none if all are intact
 */
export function verifyMedia(dir: string, into: string): string[] {
  const folders = [...readCurrent(dir).workspaces.values()].map(({ hash }) => join(dir, hash))
  return [...new Set(folders.flatMap((folder) => namesIn(folder) ?? []))].flatMap((name) => {
    const path = join(into, name)
    const damage = damageOf(path)
    return damage === undefined ? [] : [`${path}: ${damage}`]
  })
}

/** A file was saved while it was being read; the next build will have it. */
export class ChangedFile extends Error {
  readonly path: string

  constructor(path: string) {
    super(`${path} changed while it was being read. Build again.`)
    this.path = path
  }
}

const temporary = '.tmp-media'

/** Tells whether a name is one that builds give to media: `cover.3f9a1c52e08d7b64.jpg`. */
export function isMediaName(name: string): boolean {
  return /^(?:[a-z0-9-]+\.)?[0-9a-f]{16}\.[a-z0-9]+$/.test(name)
}

/** Removes media written by builds that no workspace folder names; none while it cannot be read what one of them does. */
export function pruneMedia(
  into: string,
  folders: readonly string[],
  attempt: (removal: () => void) => void = (removal) => removal(),
): void {
  const lists = folders.filter((folder) => existsSync(folder)).map(namesIn)
  if (lists.includes(undefined)) return
  const named = new Set(lists.flat())
  for (const name of existsSync(into) ? readdirSync(into) : []) {
    const isOwn = isMediaName(name) || name.startsWith(temporary)
    if (isOwn && !named.has(name)) attempt(() => rmSync(join(into, name), { force: true }))
  }
}

/**
 * Returns the media names that a workspace folder lists, with their seals: `null` in a folder that an earlier version wrote.
 * @throws {SnapshotError}
 */
export function mediaOf(
  dir: string,
  workspace: string,
  hash: string,
): ReadonlyMap<string, PiecesSeal | null> {
  const { files } = readManifest(join(dir, hash), workspace, hash)
  const read = (name: string) => {
    const path = join(dir, hash, name)
    const bytes = reading(path, () => readWhole(path))
    if (sha256(bytes) !== files[name]?.sha256) throw new SnapshotError(`${path}: its sha256 is wrong`)
    return JSON.parse(bytes.toString())
  }
  const names: string[] = read(mediaFile)
  const seals = files[mediaSealsFile] ? read(mediaSealsFile) : {}
  return new Map(names.map((name) => [name, seals[name] ?? null]))
}

/** Returns the names that a folder lists; `undefined` if the list is damaged, or of a format that has them elsewhere. */
function namesIn(folder: string): string[] | undefined {
  const names = tried(() => JSON.parse(readWhole(join(folder, mediaFile)).toString()))
  return Array.isArray(names) ? names : undefined
}
