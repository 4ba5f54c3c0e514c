// Copies a snapshot to a bucket: first what is missing there, then a pointer by its time, then the pointer that servers follow.
import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { reading, SnapshotError } from '../../snapshot/folder/error.ts'
import { readDeflated, readManifest } from '../../snapshot/folder/manifest.ts'
import { typeOf } from '../../snapshot/format/content-type.ts'
import { readWhole } from '../../snapshot/format/disk.ts'
import * as format from '../../snapshot/format/format.ts'
import { chunksOfFile } from '../../snapshot/format/sealed-file.ts'
import { currentOf } from '../../snapshot/read/current.ts'
import { verifyWorkspace } from '../../snapshot/read/verify.ts'
import { mediaOf } from '../../snapshot/write/media.ts'
import { BucketError } from './error.ts'
import { packed } from './pack.ts'
import * as pointers from './pointer.ts'
import { inParallel, type S3Bucket } from './s3.ts'

export interface PushOptions {
  /** Another bucket, which gets the media, too. */
  media?: S3Bucket | undefined
  /** Copies objects that seem to be there, too. */
  all?: boolean
}

/** Bytes, by S3. */
const MAX_UPLOAD = 5 * 2 ** 30

/**
 * @param dist the folder that a build wrote
 * @returns what had to be uploaded, the snapshot, and whether servers had another one before
 * @throws {BucketError} if everybody can read the bucket, it has a published snapshot where this one has drafts, or it was changed
 * meanwhile
 * @throws {SnapshotError} if the snapshot is damaged
 */
export async function push(dist: string, bucket: S3Bucket, { media, all = false }: PushOptions = {}) {
  const before = await pointers.fetchPointer(bucket)
  const [latest] = (await pointers.pointersIn(bucket)).pointers
  const entries = entriesOf(dist, Math.max(Date.now(), (latest?.pushedAt ?? 0) + 1))
  if (entries.current.preview !== null && before?.pointer.current.preview === null)
    throw new BucketError(PRODUCTION_IN_PLACE)
  await requireClosed(bucket)
  const wanted = pointers.objectsOf(entries)
  const workspaces = new Map(
    Object.entries(entries.current.workspaces).map(([name, { hash }]) => [hash, name]),
  )
  const send = (to: S3Bucket, objects: pointers.PointedObject[]) =>
    complete(to, objects, all, (one) => upload(to, dist, one, workspaces.get(basename(one.path))))
  const sent = await send(bucket, wanted)
  if (media)
    sent.push(
      ...(await send(
        media,
        wanted.filter(({ key }) => key.startsWith(pointers.mediaFolder)),
      )),
    )
  const isNew = !before || !pointers.isSame(entries, before.pointer)
  if (isNew) await pointers.putPointer(bucket, pointers.pointerOf(entries), before?.tag)
  const bytes = sent.reduce((sum, one) => sum + one.bytes, 0)
  return { objects: sent.length, bytes, isNew, current: entries.current }
}

const PRODUCTION_IN_PLACE =
  'The bucket has a snapshot without drafts there, and one with drafts must not replace it. Push it to another prefix.'

/** Pointers name keys, and folders have posts before their time. */
async function requireClosed(bucket: S3Bucket): Promise<void> {
  const note = Buffer.from(
    'galley bucket push asks for this file without credentials, to see that nobody gets it.\n',
  )
  await bucket.put('closed.txt', note, { bytes: note.length, digest: format.sha256(note) }, {})
  if (await bucket.isOpen('closed.txt'))
    throw new BucketError(
      'The bucket answers without credentials, and it would have keys and posts before their time. Make it private; media may go to a public one with --media.',
    )
}

/** @throws {SnapshotError} */
function entriesOf(dist: string, pushedAt: number): pointers.PointerEntries {
  const data = join(dist, 'data')
  if (!existsSync(join(data, format.currentFile)))
    throw new BucketError(`There is no snapshot in ${dist}. Run galley build first.`)
  const path = join(data, format.currentFile)
  const current: format.CurrentFile = reading(path, () => JSON.parse(readWhole(path).toString()))
  // A snapshot that another version has set aside is not pushed.
  currentOf(current, path)
  const packs: pointers.PointerEntries['packs'] = {}
  const files: pointers.PointerEntries['files'] = {}
  for (const [workspace, { hash, searchIndex }] of Object.entries(current.workspaces)) {
    const folder = join(data, hash)
    const seals = { ...readManifest(folder, workspace, hash).files, ...readDeflated(folder).files }
    const { pack, large } = packed(folder)
    packs[hash] = { bytes: pack.length, digest: format.sha256(pack) }
    for (const name of large)
      files[`data/${hash}/${name}`] = { bytes: seals[name]!.bytes, digest: seals[name]!.sha256 }
    if ('hash' in searchIndex)
      files[`data/${format.searchIndexName(searchIndex.hash)}`] = {
        bytes: searchIndex.bytes,
        digest: searchIndex.hash,
      }
    for (const name of mediaOf(data, workspace, hash).keys()) {
      const { size } = statSync(join(dist, 'public/media', name))
      files[`public/media/${name}`] = { bytes: size, digest: name.split('.').at(-2)! }
    }
  }
  for (const name of ['openapi.json', ...pointers.pagesIn(join(dist, 'public'))]) {
    const bytes = readWhole(join(dist, 'public', name))
    files[`public/${name}`] = { bytes: bytes.length, digest: format.sha256(bytes) }
  }
  return { pushedAt, current, packs, files }
}

/** Sends what is missing, each object once. What was there must still be there at the end: somebody may be pruning. */
async function complete(
  bucket: S3Bucket,
  wanted: readonly pointers.PointedObject[],
  all: boolean,
  send: (one: pointers.PointedObject) => Promise<unknown>,
) {
  const sent = new Map<string, pointers.PointedObject>()
  for (let isFirst = true; ; isFirst = false) {
    const missing = isFirst && all ? wanted : await pointers.missingIn(bucket, wanted)
    const distinct = new Map(missing.filter(({ key }) => !sent.has(key)).map((one) => [one.key, one]))
    if (distinct.size === 0) return [...sent.values()]
    for (const [key, one] of distinct) sent.set(key, one)
    await inParallel(distinct.values(), send)
  }
}

/** @throws {SnapshotError} unless what is on the disk is what its seal says */
async function upload(
  bucket: S3Bucket,
  dist: string,
  { key, path, bytes, digest, isPack }: pointers.PointedObject,
  workspace = '',
) {
  const place = join(dist, path)
  const [damage] = isPack ? verifyWorkspace(dirname(place), workspace, basename(place)) : []
  if (damage !== undefined) throw new SnapshotError(damage)
  if (bytes > MAX_UPLOAD)
    throw new BucketError('A file has more than 5 GB, which S3 takes in no single upload.')
  const body = isPack ? packed(place).pack : place
  const sha256 = createHash('sha256')
  for (const chunk of typeof body === 'string' ? chunksOfFile(body) : [body]) sha256.update(chunk)
  const found = sha256.digest('hex')
  if (!found.startsWith(digest)) throw new SnapshotError(`${place}: its sha256 is wrong`)
  await bucket.put(key, body, { bytes, digest: found }, { 'Content-Type': typeOf(path) })
}
