// Writes a snapshot: it is complete or absent. First media, workspace folders and search indexes, each named by its contents, then
// current.json, which alone decides what is served; then what is no longer named is removed.
import { existsSync, mkdirSync, readdirSync, rm, rmSync } from 'node:fs'
import { join } from 'node:path'
import { compareCodePoints } from '../../packages/search/basics/order.ts'
import { makeFolder } from '../format/disk.ts'
import * as format from '../format/format.ts'
import { flush, rename, replaceFile } from '../format/sealed-file.ts'
import { currentIn } from '../read/current.ts'
import { searchIndexDamages } from '../read/search-index.ts'
import type { BuiltSearchIndex, BuiltWorkspace } from '../types.ts'
import { Heartbeat } from './heartbeat.ts'
import { IntactFolders } from './intact.ts'
import { whileLocked } from './lock.ts'
import { type MediaToWrite, pruneMedia, writeMedia } from './media.ts'
import { namesSetAside, setAside } from './other-formats.ts'
import { type PackDeps, packWorkspace } from './pack.ts'
import { requireNoProduction } from './production.ts'
import { knownFolder } from './same.ts'

export interface SnapshotToWrite extends PackDeps {
  workspaces: readonly BuiltWorkspace[]
  /** ISO 8601, or null if the build was not given a time. */
  builtAt: string | null
  /** The branch, on a build with drafts. */
  preview: string | null
  /** Keeps what the previous current.json names, and the last of each other format, for servers that still read it; but not a preview that a published one replaces. */
  keepPrevious: boolean
  /** Allows a preview to replace only previews. */
  keepProduction?: boolean
  /** The files posts use; without it, media are left alone. */
  media?: MediaToWrite
  /** Nothing is lost if the machine stops: it would be made again. An author who saves in `dev` does not wait for the disk. */
  isTransient?: boolean | undefined
  /** Some workspaces of the snapshot are probably as they were: it pays to find out before they are packed. */
  isPartlySame?: boolean | undefined
  /** Called as soon as the snapshot is the current one. */
  onCurrent?: (() => void) | undefined
  /** Called with what somebody who waits should know: which process holds the lock, and what cannot be removed. */
  onNote?: ((note: string) => void) | undefined
}

/**
 * Writes a snapshot and makes it the current one.
 * @param dir the folder of snapshots, `dist/data`; created if missing
 * @returns each workspace's hash by folder
 * @throws {ProductionInPlace} if that would replace what is to be kept
 * @throws {LockError} if another process writes there
 */
export function writeSnapshot(
  dir: string,
  snapshot: SnapshotToWrite,
): { hashes: ReadonlyMap<string, string> } {
  makeFolder(dir)
  const { onNote, memo } = snapshot
  const heartbeat = memo?.memory?.of(Heartbeat)
  return whileLocked(dir, (held) => written(dir, { ...snapshot, held }), { onNote, heartbeat })
}

function written(dir: string, snapshot: SnapshotToWrite & WriterDeps) {
  if (snapshot.keepProduction && snapshot.preview !== null) requireNoProduction(dir)
  const replaced = currentIn(dir)
  const endsPreview = snapshot.preview === null && typeof replaced?.preview === 'string'
  const previous = snapshot.keepPrevious && !endsPreview ? [...(replaced?.workspaces.values() ?? [])] : []
  // A file that cannot be removed is reported when that is tried again.
  removing(snapshot.held, (attempt) => remove(dir, isTemporary, attempt))
  if (snapshot.media) writeMedia(snapshot.media, snapshot.memo?.values)
  const workspaces = [...snapshot.workspaces].sort((a, b) => compareCodePoints(a.folder, b.folder))
  const written = new Map(
    workspaces.map((workspace) => [workspace.folder, entryOf(dir, workspace, snapshot)]),
  )
  settling(snapshot)(dir)
  const entries: format.CurrentEntries = {
    builtAt: snapshot.builtAt,
    preview: snapshot.preview,
    workspaces: Object.fromEntries(written),
  }
  const current: format.CurrentFile = {
    format: format.FORMAT,
    ...entries,
    crc32: format.currentChecksum(entries),
  }
  const failure = makeCurrent(dir, current, previous, snapshot)
  // Windows does not remove files that are open; the next build removes what is left.
  const what = endsPreview ? 'the preview that it replaces' : 'what is no longer used'
  if (failure && (endsPreview || process.platform !== 'win32'))
    snapshot.onNote?.(
      `The snapshot is published, but part of ${what} cannot be removed: ${failure.message}. Remove it as the user that owns it.`,
    )
  return { hashes: new Map([...written].map(([folder, { hash }]) => [folder, hash])) }
}

/**
 * Makes `current` the current snapshot. What it names is complete in `dir`.
 * @param kept what else is not removed
 * @param held a folder for files that are not complete, on the same file system
 * @returns what could not be removed
 */
export function makeCurrent(
  dir: string,
  current: format.CurrentFile,
  kept: readonly format.WorkspaceEntry[],
  snapshot: Pick<SnapshotToWrite, 'isTransient' | 'keepPrevious' | 'onCurrent'> & {
    held: string
    media?: MediaFolder
  },
): Error | undefined {
  const settle = settling(snapshot)
  const text = `${JSON.stringify(current, null, 2)}\n`
  if (snapshot.keepPrevious) setAside(dir, join(snapshot.held, temporary.aside), settle)
  replaceFile(join(dir, format.currentFile), join(snapshot.held, temporary.current), text, settle)
  return removing(snapshot.held, (attempt) => {
    attempt(() => settle(dir))
    snapshot.onCurrent?.()
    attempt(() => {
      const others = namesSetAside(
        dir,
        (isPreview) => snapshot.keepPrevious && !(isPreview && current.preview === null),
      )
      const own = [...kept, ...Object.values(current.workspaces)].flatMap(format.namesOf)
      removeUnnamed(dir, new Set([...own, ...others]), snapshot, attempt)
    })
  })
}

type MediaFolder = Pick<MediaToWrite, 'into'>
type Trying = (work: () => void) => void

/** Returns the first failure: the rest is removed all the same. If the lock is lost, nothing is: it may be the next holder's. */
function removing(held: string, work: (attempt: Trying) => void): Error | undefined {
  let failure: Error | undefined
  const attempt: Trying = (removal) => {
    try {
      if (existsSync(held)) removal()
    } catch (error) {
      failure ??= error as Error
    }
  }
  attempt(() => work(attempt))
  return failure
}

/** Removes workspaces and media that neither the current nor the previous snapshot names, nor one of another format. */
function removeUnnamed(
  dir: string,
  named: ReadonlySet<string>,
  { media, isTransient }: Pick<SnapshotToWrite, 'isTransient'> & { media?: MediaFolder },
  attempt: Trying,
): void {
  const isUnnamed = (name: string) => isOwnName(name) && !named.has(name)
  remove(dir, isTemporary, attempt)
  remove(dir, isUnnamed, attempt, isTransient)
  const folders = [...named].filter((name) => !name.includes('.')).map((name) => join(dir, name))
  if (media) pruneMedia(media.into, folders, attempt)
}

interface WriterDeps extends PackDeps, Pick<SnapshotToWrite, 'isTransient' | 'isPartlySame'> {
  /** The folder for files that are not complete yet: see `whileLocked`. */
  held: string
}

function entryOf(dir: string, workspace: BuiltWorkspace, deps: WriterDeps): format.WorkspaceEntry {
  const { keys, searchIndex = { missing: 'off' } } = workspace
  return {
    hash: writeWorkspace(dir, workspace, deps),
    keys: [...keys],
    searchIndex: writeSearchIndex(dir, searchIndex, deps),
  }
}

/** Writes a file beside the workspaces' folders, named by its contents like them. An existing one is kept unless it is damaged. */
function writeSearchIndex(
  dir: string,
  built: BuiltSearchIndex,
  deps: WriterDeps,
): format.WorkspaceEntry['searchIndex'] {
  if ('missing' in built) return built
  const bytes = Buffer.from(built.json)
  const hash = format.hashOf(bytes)
  const seal: format.SearchIndexSeal = { hash, bytes: 0, crc32: [], posts: built.posts }
  format.addToSeal(seal, bytes)
  const isThere = [...searchIndexDamages(dir, seal)].every((damage) => damage === undefined)
  const path = join(dir, format.searchIndexName(hash))
  if (!isThere) replaceFile(path, join(deps.held, temporary.searchIndex), bytes, settling(deps))
  return seal
}

function settling({ isTransient }: Pick<SnapshotToWrite, 'isTransient'>): (path: string) => void {
  return isTransient ? () => {} : flush
}

/** Writes a workspace. An unchanged one keeps its folder; a damaged one is replaced, and one that was deflated otherwise. */
function writeWorkspace(dir: string, workspace: BuiltWorkspace, deps: WriterDeps): string {
  const { memo, isPartlySame } = deps
  const values = memo?.values
  const known = values && isPartlySame ? knownFolder(values, workspace) : undefined
  const same = known?.find()
  const intact = new IntactFolders(deps)
  if (same !== undefined && existsSync(join(dir, same)) && intact.has(dir, workspace.folder, same)) {
    for (const _ of workspace.posts) for (const _ of format.contentNames) deps.onContent?.()
    return same
  }
  const packed = join(deps.held, temporary.workspace)
  mkdirSync(packed)
  const noted = memo && known && { ...memo, values: known.values }
  const hash = packWorkspace(packed, workspace, { ...deps, memo: noted ?? memo })
  known?.keep(hash)
  const folder = join(dir, hash)
  const isThere = existsSync(folder)
  if (isThere && intact.has(dir, workspace.folder, hash)) {
    rmSync(packed, { recursive: true })
    return hash
  }
  const settle = settling(deps)
  for (const name of readdirSync(packed)) settle(join(packed, name))
  settle(packed)
  const damaged = join(deps.held, temporary.damaged)
  if (isThere) rename(folder, damaged)
  rename(packed, folder)
  intact.add(workspace.folder, folder)
  rmSync(damaged, { recursive: true, force: true })
  return hash
}

/** The names are in the folder that is held, but for what is removed when the lock is held no more. */
const temporary = {
  workspace: '.tmp-workspace',
  damaged: '.tmp-damaged',
  searchIndex: '.tmp-search-index',
  current: '.tmp-current',
  aside: '.tmp-aside',
  removed: '.tmp-removed-',
} as const

function isTemporary(name: string): boolean {
  return name.startsWith('.tmp-')
}

/** Tells whether a name is one of those that `namesOf` gives. */
function isOwnName(name: string): boolean {
  return /^[0-9a-f]{32}(?:\.search-index\.json)?$/.test(name)
}

/** @param isLater only the names are gone at once. What is left of them if the process ends meanwhile, the next build removes */
function remove(dir: string, isUseless: (name: string) => boolean, attempt: Trying, isLater = false): void {
  const all = { recursive: true, force: true }
  for (const name of readdirSync(dir).filter(isUseless)) {
    const [path, away] = [join(dir, name), join(dir, `${temporary.removed}${name}`)]
    attempt(() => (isLater ? rename(path, away) : rmSync(path, all)))
    if (isLater) rm(away, all, () => {})
  }
}
