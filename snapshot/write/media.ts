// Copies the files that posts use to the folder that is served. Each is complete from the moment it has its name.
import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder, readWhole } from '../format/disk.ts'
import { type FileSeal, mediaFile, sha256 } from '../format/format.ts'
import { chunksOfFile, flush, rename, SealedFile } from '../format/sealed-file.ts'
import { readCurrent } from '../read/current.ts'
import { reading, SnapshotError } from '../read/error.ts'
import { readManifest } from '../read/manifest.ts'

export interface MediaToWrite {
  /** The served folder, `dist/public/media`. */
  into: string
  /** Paths of files by target name, which contains the first 16 digits of the SHA-256 of the file's bytes. */
  sources: ReadonlyMap<string, string>
}

/** Existing files are kept: a name identifies its bytes. */
export function writeMedia({ into, sources }: MediaToWrite): void {
  if (sources.size === 0) return
  makeFolder(into)
  // Of its own: whoever has lost the lock meanwhile must not name what another is writing.
  const copied = join(into, `${temporary}-${randomUUID()}`)
  for (const [name, source] of sources) {
    const { size } = statSync(source, { throwIfNoEntry: false }) ?? {}
    if (size === undefined) throw new ChangedFile(source)
    if (statSync(join(into, name), { throwIfNoEntry: false })?.size === size) continue
    try {
      // The name is checked against what was written, since the source may have changed.
      const { sha256 } = copy(source, copied)
      if (!isNamedAfter(name, sha256)) throw new ChangedFile(source)
      flush(copied)
      rename(copied, join(into, name))
    } finally {
      rmSync(copied, { force: true })
    }
  }
  flush(into)
}

function copy(source: string, target: string): FileSeal {
  const file = new SealedFile(target)
  for (const piece of chunksOfFile(source)) file.write(piece)
  return file.close()
}

/** The digits come before the extension, after the author's name for it. */
function isNamedAfter(name: string, sha256: string): boolean {
  return name.split('.').at(-2) === sha256.slice(0, 16)
}

function sha256Of(path: string): string {
  const hash = createHash('sha256')
  for (const piece of chunksOfFile(path)) hash.update(piece)
  return hash.digest('hex')
}

/**
 * Checks the media that the current snapshot of `dir` names, as far as its workspaces' folders can be read.
 * @returns what is wrong with them, one line each; none if all are intact
 */
export function verifyMedia(dir: string, into: string): string[] {
  const folders = [...readCurrent(dir).workspaces.values()].map(({ hash }) => join(dir, hash))
  return [...new Set(folders.flatMap(namesIn))].flatMap((name) => {
    const path = join(into, name)
    try {
      return isNamedAfter(name, sha256Of(path))
        ? []
        : [`${path}: its contents do not match its name; remove it`]
    } catch (error) {
      return [`${path}: ${error instanceof Error ? error.message : error}`]
    }
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

/** `cover.3f9a1c52e08d7b64.jpg`, as builds name media. */
export function isMediaName(name: string): boolean {
  return /^(?:[a-z0-9-]+\.)?[0-9a-f]{16}\.[a-z0-9]+$/.test(name)
}

/** Removes media written by builds that no workspace folder names. */
export function pruneMedia(
  into: string,
  folders: readonly string[],
  attempt: (removal: () => void) => void = (removal) => removal(),
): void {
  const named = new Set(folders.flatMap(namesIn))
  for (const name of entriesOf(into)) {
    const isOwn = isMediaName(name) || name.startsWith(temporary)
    if (isOwn && !named.has(name)) attempt(() => rmSync(join(into, name), { force: true }))
  }
}

/**
 * The media names that a workspace folder lists.
 * @throws {SnapshotError}
 */
export function mediaOf(dir: string, workspace: string, hash: string): readonly string[] {
  const path = join(dir, hash, mediaFile)
  const { files } = readManifest(join(dir, hash), workspace, hash)
  const bytes = reading(path, () => readWhole(path))
  if (sha256(bytes) !== files[mediaFile]?.sha256) throw new SnapshotError(`${path}: its sha256 is wrong`)
  return JSON.parse(bytes.toString())
}

function namesIn(folder: string): string[] {
  try {
    return JSON.parse(readWhole(join(folder, mediaFile)).toString())
  } catch {
    // Damaged, or from an earlier version.
    return []
  }
}

function entriesOf(folder: string): string[] {
  return statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder) : []
}
