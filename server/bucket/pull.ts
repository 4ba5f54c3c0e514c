// Copies the snapshot that a pointer names to a folder as builds write it, beside the one that is there, and makes it the current one.
import { existsSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { makeFolder } from '../../snapshot/format/disk.ts'
import { sha256 } from '../../snapshot/format/format.ts'
import { type Current, currentIn, currentOf } from '../../snapshot/read/current.ts'
import { isRunning, nameOf, titleOf } from '../../snapshot/write/process.ts'
import { makeCurrent } from '../../snapshot/write/write.ts'
import { BucketError } from './error.ts'
import { unpacked } from './pack.ts'
import { objectsOf, type PointedObject, type Pointer, pagesIn } from './pointer.ts'
import { inParallel, type S3Bucket } from './s3.ts'

export interface PullOptions {
  /** Takes a snapshot with drafts, too. */
  drafts: boolean
  /** What is there, but damaged: names in `data`, and paths below `public`. */
  damaged: ReadonlySet<string>
  /** What is still being read, if it is not what current.json names. */
  served?: Current | undefined
  /** Puts what is complete in its place: `dist/data` may have to be locked for it. */
  whilePlacing?: (work: () => void) => void
}

const PUSH_AGAIN = 'run galley build and galley push with this version'
const incomingPrefix = 'incoming-'

/** A folder in `dist` for what is not complete yet. */
export class Incoming {
  readonly folder: string
  /** Paths and digests of what is complete in it. */
  readonly done = new Set<string>()

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

/**
 * @param dist the folder with `data` and `public`
 * @throws {BucketError} if it cannot be copied whole: what was there before is then as it was
 */
export async function pull(
  bucket: S3Bucket,
  pointer: Pointer,
  dist: string,
  incoming: Incoming,
  options: PullOptions,
) {
  const { drafts, damaged, served, whilePlacing = (work) => work() } = options
  const { preview } = currentOf(pointer.current, 'the snapshot in the bucket', PUSH_AGAIN)
  if (preview !== null && !drafts)
    throw new BucketError(
      `the bucket has a preview of ${preview}, with drafts, which is served only with --drafts`,
    )
  const missing = objectsOf(pointer).filter((one) => !isThere(dist, one, damaged))
  await inParallel(missing, async (one) => {
    const name = `${one.path} ${one.digest}`
    if (!incoming.done.has(name)) await (one.isPack ? copyFolder : copyFile)(bucket, one, incoming.folder)
    incoming.done.add(name)
  })
  const data = join(dist, 'data')
  whilePlacing(() => {
    makeFolder(data)
    // Of a preview, nothing stays once there is a snapshot without drafts.
    const before = [currentIn(data), served].filter(
      (one) => one && (preview !== null || one.preview === null),
    )
    const kept = before.flatMap((one) => [...one!.workspaces.values()])
    for (const { path } of missing) if (!isInFolder(path)) place(dist, incoming.folder, path)
    const media = { into: join(dist, 'public/media') }
    const how = { isTransient: true, keepPrevious: true, media, held: incoming.folder }
    makeCurrent(data, pointer.current, kept, how)
    const isNamed = (name: string) => Object.hasOwn(pointer.files, `public/${name}`)
    for (const name of pagesIn(join(dist, 'public'))) if (!isNamed(name)) rmSync(join(dist, 'public', name))
  })
  for (const name of readdirSync(incoming.folder)) await rm(join(incoming.folder, name), { recursive: true })
  incoming.done.clear()
}

/** `data/<hash>/content.html.deflated`: comes with its folder. */
function isInFolder(path: string): boolean {
  return /^data\/[^/]+\/./.test(path)
}

/** As far as its name, or that of its folder, tells. Pages have none, and are short. */
function isThere(
  dist: string,
  { path, bytes, digest }: PointedObject,
  damaged: ReadonlySet<string>,
): boolean {
  const [folder = '', ...rest] = path.split('/')
  // Files of a workspace come with its folder.
  const name = folder === 'data' ? rest[0]! : rest.join('/')
  if (damaged.has(name)) return false
  const place = join(dist, folder, name)
  const found = statSync(place, { throwIfNoEntry: false })
  if (!found || found.isDirectory()) return found !== undefined
  return found.size === bytes && (digest.length < 64 || sha256(readFileSync(place)) === digest)
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
  for (const [name, bytes] of unpacked(await readFile(join(into, path))))
    await writeFile(join(into, pack.path, name), bytes)
  await rm(join(into, path))
}

/** What is there is damaged. */
function place(dist: string, folder: string, path: string): void {
  const [from, to] = [join(folder, path), join(dist, path)]
  makeFolder(dirname(to))
  if (existsSync(to)) renameSync(to, join(folder, `replaced-${basename(path)}`))
  renameSync(from, to)
}
