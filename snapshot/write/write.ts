// The write side: a snapshot is whole or absent. Media and workspace folders first, each under the name of its own
// bytes, then current.json, which alone decides what is served, then the removal of what nobody names any more.
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  type CurrentEntries,
  type CurrentFile,
  currentChecksum,
  currentFile,
  FORMAT,
} from '../format/format.ts'
import { compareCodePoints } from '../format/order.ts'
import { flush, rename, replaceFile } from '../format/sealed-file.ts'
import { type Current, currentIn } from '../read/current.ts'
import { verifyWorkspace } from '../read/verify.ts'
import type { BuiltWorkspace } from '../types.ts'
import { whileLocked } from './lock.ts'
import { type MediaToWrite, pruneMedia, writeMedia } from './media.ts'
import { packWorkspace } from './pack.ts'
import { requireNoProduction } from './preview.ts'

export interface SnapshotToWrite {
  workspaces: readonly BuiltWorkspace[]
  /** ISO 8601, or null when the build was not told its time. */
  builtAt: string | null
  /** The branch, on a build with drafts. */
  preview: string | null
  /** Keeps what the previous current.json names, for servers that still read it; but no preview behind what is published. */
  keepPrevious: boolean
  /** Lets a preview replace nothing but previews. */
  keepProduction?: boolean
  /** What posts show; nothing is touched where it is left out. */
  media?: MediaToWrite
}

/**
 * Writes a snapshot and makes it the current one.
 * @param dir the folder of snapshots, `dist/data`; made when missing
 * @returns each workspace's hash by folder
 * @throws {ProductionInPlace} when that would replace what is to be kept
 */
export function writeSnapshot(
  dir: string,
  snapshot: SnapshotToWrite,
): { hashes: ReadonlyMap<string, string> } {
  mkdirSync(dir, { recursive: true })
  return whileLocked(dir, () => {
    if (snapshot.keepProduction && snapshot.preview !== null) requireNoProduction(dir)
    const replaced = currentIn(dir)
    const endsPreview = snapshot.preview === null && typeof replaced?.preview === 'string'
    const previous = snapshot.keepPrevious && !endsPreview ? foldersOf(replaced) : []
    remove(dir, isTemporary)
    if (snapshot.media) writeMedia(snapshot.media)
    const workspaces = [...snapshot.workspaces].sort((a, b) => compareCodePoints(a.folder, b.folder))
    const hashes = new Map(workspaces.map((workspace) => [workspace.folder, writeWorkspace(dir, workspace)]))
    flush(dir)
    const entries: CurrentEntries = {
      builtAt: snapshot.builtAt,
      preview: snapshot.preview,
      workspaces: Object.fromEntries(
        workspaces.map(({ folder, keys }) => [folder, { hash: hashes.get(folder)!, keys: [...keys] }]),
      ),
    }
    const current: CurrentFile = { format: FORMAT, ...entries, crc32: currentChecksum(entries) }
    replaceFile(join(dir, currentFile), join(dir, temporary.current), `${JSON.stringify(current, null, 2)}\n`)
    flush(dir)
    const removal = () => removeUnnamed(dir, new Set([...previous, ...hashes.values()]), snapshot.media)
    if (endsPreview) removal()
    else removeUnread(removal)
    return { hashes }
  })
}

/** Removes workspaces and media that are of neither the current nor the previous snapshot. */
function removeUnnamed(dir: string, named: ReadonlySet<string>, media: MediaToWrite | undefined): void {
  remove(dir, (name) => isTemporary(name) || (isFolderName(name) && !named.has(name)))
  const folders = [...named].map((name) => join(dir, name))
  if (media) pruneMedia(media.into, folders)
}

/** An unchanged workspace keeps the folder it has; a damaged one is replaced. */
function writeWorkspace(dir: string, workspace: BuiltWorkspace): string {
  const packed = join(dir, temporary.workspace)
  mkdirSync(packed)
  const hash = packWorkspace(packed, workspace)
  const place = join(dir, hash)
  const known = existsSync(place)
  if (known && verifyWorkspace(dir, workspace.folder, hash).length === 0) {
    rmSync(packed, { recursive: true })
    return hash
  }
  for (const name of readdirSync(packed)) flush(join(packed, name))
  flush(packed)
  const damaged = join(dir, temporary.damaged)
  if (known) rename(place, damaged)
  rename(packed, place)
  rmSync(damaged, { recursive: true, force: true })
  return hash
}

/** Whoever holds the lock is the only one to use these names. */
const temporary = { workspace: '.tmp-workspace', damaged: '.tmp-damaged', current: '.tmp-current' } as const

function isTemporary(name: string): boolean {
  return name.startsWith('.tmp-')
}

function isFolderName(name: string): boolean {
  return /^[0-9a-f]{32}$/.test(name)
}

function remove(dir: string, isUseless: (name: string) => boolean): void {
  for (const name of readdirSync(dir))
    if (isUseless(name)) rmSync(join(dir, name), { recursive: true, force: true })
}

/** Windows removes nothing that somebody reads: what is left is removed by the next build. */
function removeUnread(removal: () => void): void {
  try {
    removal()
  } catch (error) {
    if (process.platform !== 'win32') throw error
  }
}

function foldersOf(current: Current | undefined): string[] {
  return [...(current?.workspaces.values() ?? [])].map(({ hash }) => hash)
}
