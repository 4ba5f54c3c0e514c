// Copies the snapshot that a pointer names to a folder as builds write it, beside the one that is there, and makes it the current one.
import { existsSync, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { makeFolder, readWhole } from '../../snapshot/format/disk.ts'
import { currentFile, namesOf } from '../../snapshot/format/format.ts'
import { type Current, currentIn, currentOf } from '../../snapshot/read/current.ts'
import { tried } from '../../snapshot/tried.ts'
import { isRunning, nameOf, titleOf } from '../../snapshot/write/process.ts'
import { makeCurrent } from '../../snapshot/write/write.ts'
import { missingIn, placeOf } from './copies.ts'
import { BucketError } from './error.ts'
import { unpacked } from './pack.ts'
import { isSame, type PointedObject, type Pointer, pagesIn } from './pointer.ts'
import { inParallel, type S3Bucket } from './s3.ts'

export interface PullOptions {
  /** Takes a snapshot with drafts, too. */
  drafts: boolean
  /** Damage that was found before, to which new damage is added: names in `data`, and paths below `public`. */
  damaged?: Set<string>
  /** The snapshot being read, which its reader verifies. */
  served?: Current | undefined
  /** Puts what is complete in its place: `dist/data` may have to be locked for it. */
  whilePlacing?: (work: () => void) => void
}

const incomingPrefix = 'incoming-'

/** A folder in `dist` for files that are not complete yet. */
export class Incoming {
  readonly folder: string
  /** Paths and digests of what is complete in it. */
  readonly done = new Set<string>()
  /** The pointer that was made current last. */
  placed: Pointer | undefined

  /** Removes what earlier processes have left. @throws {BucketError} if one of them is still running */
  constructor(dist: string) {
    makeFolder(dist, 0o700)
    for (const name of readdirSync(dist).filter((one) => one.startsWith(incomingPrefix))) {
      const owner = name.slice(incomingPrefix.length)
      if (isRunning(owner))
        throw new BucketError(`${titleOf(owner)} copies to ${dist}. Give each its own folder.`)
      rmSync(join(dist, name), { recursive: true, force: true })
    }
    this.folder = join(dist, incomingPrefix + nameOf(process.pid))
    makeFolder(this.folder)
  }
}

/** Folders name keys and have posts before their time. @throws {BucketError} if somebody else can read or replace it */
export function requirePrivate(dist: string): void {
  makeFolder(dist, 0o700)
  const found = lstatSync(resolve(dist))
  if (found.isSymbolicLink()) throw new BucketError(`${dist} is a link. Name the folder itself.`)
  if (process.platform === 'win32') return
  if (found.uid !== process.getuid!())
    throw new BucketError(`${dist} belongs to another user. Name another folder.`)
  if (found.mode & 0o077) throw new BucketError(`Other users can read ${dist}. Run chmod 700 ${dist}.`)
}

/** @throws {SnapshotError} if this version cannot read what the bucket names */
export function pointedCurrent({ current }: Pointer): Current {
  return currentOf(
    current,
    'the snapshot in the bucket',
    'run galley build and galley bucket push with this version',
  )
}

/**
 * Verifies a snapshot before it becomes current; if it is being read already, only the files that have changed since.
 * @param dist the folder with `data` and `public`
 * @returns how many objects had to be copied; `undefined` if everything was in order
 * @throws {BucketError} if the snapshot cannot be copied whole: the folder then stays as it was
 */
export async function pull(
  bucket: S3Bucket,
  pointer: Pointer,
  dist: string,
  incoming: Incoming,
  options: PullOptions,
): Promise<number | undefined> {
  const { drafts, damaged = new Set(), served, whilePlacing = (work) => work() } = options
  const { preview } = pointedCurrent(pointer)
  // Everybody may read why a server does not follow: that does not name the branch.
  if (preview !== null && !drafts)
    throw new BucketError('the bucket has a preview, with drafts, which is served only with --drafts')
  const data = join(dist, 'data')
  const read = new Set([...(served?.workspaces.values() ?? [])].flatMap(namesOf))
  const missing = await missingIn(dist, pointer, read, damaged)
  const current = tried(() => JSON.parse(readWhole(join(data, currentFile)).toString()))
  const isCurrent = JSON.stringify(current) === JSON.stringify(pointer.current)
  const isPlaced = incoming.placed !== undefined && isSame(incoming.placed, pointer)
  if (isCurrent && isPlaced && missing.length === 0 && damaged.size === 0) return undefined
  makeFolder(incoming.folder)
  await inParallel(missing, async (one) => {
    const name = `${one.path} ${one.digest}`
    const isDone = incoming.done.has(name) && existsSync(join(incoming.folder, one.path))
    if (!isDone) await (one.isPack ? copyFolder : copyFile)(bucket, one, incoming.folder)
    incoming.done.add(name)
  })
  whilePlacing(() => {
    makeFolder(data)
    // A preview leaves nothing behind once there is a snapshot without drafts.
    const before = [currentIn(data), served].filter(
      (one) => one && (preview !== null || one.preview === null),
    )
    const kept = before.flatMap((one) => [...one!.workspaces.values()])
    for (const { path } of missing) if (placeOf(path) === path) place(dist, incoming.folder, path)
    const media = { into: join(dist, 'public/media') }
    const how = { isTransient: true, keepPrevious: true, media, held: incoming.folder }
    makeCurrent(data, pointer.current, kept, how)
    const isNamed = (name: string) => Object.hasOwn(pointer.files, `public/${name}`)
    for (const name of pagesIn(join(dist, 'public'))) if (!isNamed(name)) rmSync(join(dist, 'public', name))
  })
  incoming.placed = pointer
  for (const name of readdirSync(incoming.folder)) await rm(join(incoming.folder, name), { recursive: true })
  incoming.done.clear()
  return missing.length
}

async function copyFile(
  bucket: S3Bucket,
  { key, path, ...seal }: PointedObject,
  into: string,
): Promise<void> {
  const place = join(into, path)
  await mkdir(dirname(place), { recursive: true })
  await bucket.save(key, seal, place)
}

async function copyFolder(bucket: S3Bucket, pack: PointedObject, into: string): Promise<void> {
  const path = `${pack.path}.pack`
  await copyFile(bucket, { ...pack, path }, into)
  await mkdir(join(into, pack.path), { recursive: true })
  for (const [name, bytes] of unpacked(readWhole(join(into, path))))
    await writeFile(join(into, pack.path, name), bytes, { flag: 'wx' })
  await rm(join(into, path))
}

/** Puts a file in its place, where there is a damaged one or none. */
function place(dist: string, folder: string, path: string): void {
  const [from, to, away] = [join(folder, path), join(dist, path), join(folder, `replaced-${basename(path)}`)]
  makeFolder(dirname(to))
  rmSync(away, { recursive: true, force: true })
  if (lstatSync(to, { throwIfNoEntry: false })) renameSync(to, away)
  renameSync(from, to)
}
