// Writes a snapshot: it is complete or absent. First media, workspace folders and search indexes, each named by its contents, then
// current.json, which alone decides what is served; then what is no longer named is removed.
import { existsSync, mkdirSync, readdirSync, rm, rmSync } from 'node:fs'
import { join } from 'node:path'
import { compressor } from '../format/deflate.ts'
import {
  type CurrentEntries,
  type CurrentFile,
  contentNames,
  currentChecksum,
  currentFile,
  FORMAT,
  namesOf,
  type WorkspaceEntry,
} from '../format/format.ts'
import { compareCodePoints } from '../format/order.ts'
import { flush, rename, replaceFile } from '../format/sealed-file.ts'
import { currentIn } from '../read/current.ts'
import { readDeflated } from '../read/manifest.ts'
import { openingDamages, verifyWorkspace } from '../read/verify.ts'
import type { BuiltWorkspace } from '../types.ts'
import { whileLocked } from './lock.ts'
import { type MediaToWrite, pruneMedia, writeMedia } from './media.ts'
import { type PackMeans, packWorkspace } from './pack.ts'
import { requireNoProduction } from './preview.ts'
import { PackedBefore } from './same.ts'
import { writeSearchIndex } from './search-index.ts'

export interface SnapshotToWrite extends PackMeans {
  workspaces: readonly BuiltWorkspace[]
  /** ISO 8601, or null if the build was not given a time. */
  builtAt: string | null
  /** The branch, on a build with drafts. */
  preview: string | null
  /** Keeps what the previous current.json names, for servers that still read it; but not a preview that a published one replaces. */
  keepPrevious: boolean
  /** Allows a preview to replace only previews. */
  keepProduction?: boolean
  /** The files posts use; without it, media are left alone. */
  media?: MediaToWrite
  /** Nothing is lost if the machine stops: it would be made again. Waiting for the disk takes longer than a small snapshot. */
  isTransient?: boolean | undefined
  /** Some of its workspaces are probably as they were: it pays to find out before they are packed. */
  isPartlySame?: boolean | undefined
  /** Called as soon as it is the current one. */
  onCurrent?: (() => void) | undefined
}

/**
 * Writes a snapshot and makes it the current one.
 * @param dir the folder of snapshots, `dist/data`; created if missing
 * @returns each workspace's hash by folder
 * @throws {ProductionInPlace} if that would replace what is to be kept
 */
export function writeSnapshot(
  dir: string,
  snapshot: SnapshotToWrite,
): { hashes: ReadonlyMap<string, string> } {
  mkdirSync(dir, { recursive: true })
  return whileLocked(dir, () =>
    orNothing(dir, () => {
      if (snapshot.keepProduction && snapshot.preview !== null) requireNoProduction(dir)
      const replaced = currentIn(dir)
      const endsPreview = snapshot.preview === null && typeof replaced?.preview === 'string'
      const previous = snapshot.keepPrevious && !endsPreview ? [...(replaced?.workspaces.values() ?? [])] : []
      remove(dir, isTemporary)
      if (snapshot.media) writeMedia(snapshot.media, snapshot.kept)
      const workspaces = [...snapshot.workspaces].sort((a, b) => compareCodePoints(a.folder, b.folder))
      const written = new Map(
        workspaces.map((workspace) => [workspace.folder, entryOf(dir, workspace, snapshot)]),
      )
      const settle = settling(snapshot)
      settle(dir)
      const entries: CurrentEntries = {
        builtAt: snapshot.builtAt,
        preview: snapshot.preview,
        workspaces: Object.fromEntries(written),
      }
      const current: CurrentFile = { format: FORMAT, ...entries, crc32: currentChecksum(entries) }
      const text = `${JSON.stringify(current, null, 2)}\n`
      replaceFile(join(dir, currentFile), join(dir, temporary.current), text, settle)
      settle(dir)
      snapshot.onCurrent?.()
      const kept = [...previous, ...written.values()]
      const removal = () => removeUnnamed(dir, kept, snapshot)
      if (endsPreview) removal()
      else removeIfClosed(removal)
      return { hashes: new Map([...written].map(([folder, { hash }]) => [folder, hash])) }
    }),
  )
}

/** A disk may be full: nothing that is half written stays on it. */
function orNothing<T>(dir: string, write: () => T): T {
  try {
    return write()
  } catch (error) {
    try {
      remove(dir, isTemporary)
    } catch {}
    throw error
  }
}

/** Removes workspaces and media that neither the current nor the previous snapshot names. */
function removeUnnamed(
  dir: string,
  kept: readonly WorkspaceEntry[],
  { media, isTransient }: SnapshotToWrite,
): void {
  const named = new Set(kept.flatMap(namesOf))
  const isUnnamed = (name: string) => isOwnName(name) && !named.has(name)
  remove(dir, isTemporary)
  if (isTransient) removeLater(dir, isUnnamed)
  else remove(dir, isUnnamed)
  const folders = kept.map(({ hash }) => join(dir, hash))
  if (media) pruneMedia(media.into, folders)
}

type WriterMeans = PackMeans & Pick<SnapshotToWrite, 'isTransient' | 'isPartlySame'>

function entryOf(dir: string, workspace: BuiltWorkspace, means: WriterMeans): WorkspaceEntry {
  const { keys, searchIndex = { missing: 'off' } } = workspace
  return {
    hash: writeWorkspace(dir, workspace, means),
    keys: [...keys],
    searchIndex: writeSearchIndex(dir, join(dir, temporary.searchIndex), searchIndex, settling(means)),
  }
}

function settling({ isTransient }: WriterMeans): (path: string) => void {
  return isTransient ? () => {} : flush
}

/** An unchanged workspace keeps its folder; a damaged one is replaced, and one that was deflated otherwise. */
function writeWorkspace(dir: string, workspace: BuiltWorkspace, means: WriterMeans): string {
  const { kept, isPartlySame } = means
  const { intact = new Set<string>() } = kept ?? {}
  const before = kept?.intact && isPartlySame ? new PackedBefore(kept, workspace) : undefined
  const same = before?.find()
  if (same !== undefined && existsSync(join(dir, same)) && isIntact(dir, workspace.folder, same, intact)) {
    for (const _ of workspace.posts) for (const _ of contentNames) means.onContent?.()
    return same
  }
  const packed = join(dir, temporary.workspace)
  mkdirSync(packed)
  const hash = packWorkspace(packed, workspace, { ...means, kept: before ?? kept })
  before?.keep(hash)
  const folder = join(dir, hash)
  const known = existsSync(folder)
  if (known && isIntact(dir, workspace.folder, hash, intact)) {
    rmSync(packed, { recursive: true })
    return hash
  }
  const settle = settling(means)
  for (const name of readdirSync(packed)) settle(join(packed, name))
  settle(packed)
  const damaged = join(dir, temporary.damaged)
  if (known) rename(folder, damaged)
  rename(packed, folder)
  intact.add(folder)
  rmSync(damaged, { recursive: true, force: true })
  return hash
}

/** @param intact what need not be read again, as long as its files are there */
function isIntact(dir: string, workspace: string, hash: string, intact: Set<string>): boolean {
  const folder = join(dir, hash)
  const damages = intact.has(folder) ? openingDamages : verifyWorkspace
  const isGood = damages(dir, workspace, hash).length === 0 && readDeflated(folder).compressor === compressor
  if (isGood) intact.add(folder)
  else intact.delete(folder)
  return isGood
}

/** Used only while the lock is held. */
const temporary = {
  workspace: '.tmp-workspace',
  damaged: '.tmp-damaged',
  searchIndex: '.tmp-search-index',
  current: '.tmp-current',
  removed: '.tmp-removed-',
} as const

function isTemporary(name: string): boolean {
  return name.startsWith('.tmp-')
}

/** As `namesOf` gives them. */
function isOwnName(name: string): boolean {
  return /^[0-9a-f]{32}(?:\.search-index\.json)?$/.test(name)
}

function remove(dir: string, isUseless: (name: string) => boolean): void {
  for (const name of readdirSync(dir))
    if (isUseless(name)) rmSync(join(dir, name), { recursive: true, force: true })
}

/** The names are gone at once. What is left of them if the process ends meanwhile, the next build removes. */
function removeLater(dir: string, isUseless: (name: string) => boolean): void {
  for (const name of readdirSync(dir).filter(isUseless)) {
    const away = join(dir, `${temporary.removed}${name}`)
    rename(join(dir, name), away)
    rm(away, { recursive: true, force: true }, () => {})
  }
}

/** Windows does not remove files that are open; the next build removes what is left. */
function removeIfClosed(removal: () => void): void {
  try {
    removal()
  } catch (error) {
    if (process.platform !== 'win32') throw error
  }
}
