// Pointers of earlier snapshots: to go back to one, and to remove what none of them names.
import { BucketError } from './error.ts'
import * as pointers from './pointer.ts'
import { inParallel, type ListedObject, type S3Bucket } from './s3.ts'

/** What is younger may belong to a push that has not ended, in ms. */
const youngMs = 3_600_000

/**
 * Makes servers follow the snapshot that was pushed before the one that they follow now.
 * @returns when that was pushed, in ms since the epoch
 * @throws {BucketError} if there is none, or something of it is gone
 */
export async function rollBack(bucket: S3Bucket): Promise<number> {
  const now = await pointers.followed(bucket)
  const { pointers: all } = await pointers.pointersIn(bucket)
  const before = all.find(({ pushedAt }) => now && pushedAt < now.pointer.pushedAt)
  const { pointer } = (before && (await pointers.followed(bucket, before.key))) ?? {}
  if (!now || !pointer) throw new BucketError('There is no earlier snapshot in the bucket.')
  if ((await pointers.missingIn(bucket, pointers.objectsOf(pointer))).length > 0)
    throw new BucketError(
      'Part of the earlier snapshot is gone. Check out what it was built of, and push that.',
    )
  await pointers.follow(bucket, pointer, now.tag)
  return pointer.pushedAt
}

/**
 * Removes what is older than an hour, and named neither by one of the last pointers, nor by a younger one, nor by that which servers
 * follow.
 * @param keep how many of the last pointers
 * @param media another bucket with media
 * @returns how many objects were removed, and their bytes
 */
export async function prune(bucket: S3Bucket, keep: number, media: S3Bucket | undefined) {
  const { pointers: all, now } = await pointers.pointersIn(bucket)
  const isOld = ({ modifiedAt }: ListedObject) => modifiedAt < now - youngMs
  const { pointer: current } = (await pointers.followed(bucket)) ?? {}
  if (!current) throw new BucketError('Nothing has been pushed there yet.')
  const useless = all.slice(keep).filter((one) => isOld(one) && one.pushedAt !== current.pushedAt)
  const named = new Set(pointers.objectsOf(current).map(({ key }) => key))
  await inParallel(
    all.filter((one) => !useless.includes(one)),
    async ({ key }) => {
      const { pointer } = (await pointers.followed(bucket, key)) ?? {}
      if (!pointer) throw new BucketError('A pointer is gone. Somebody else may be pruning.')
      for (const one of pointers.objectsOf(pointer)) named.add(one.key)
    },
  )
  const removed: ListedObject[] = []
  const remove = async (from: S3Bucket, objects: readonly ListedObject[]) => {
    await inParallel(objects, ({ key }) => from.remove(key))
    removed.push(...objects)
  }
  const removeIn = async (from: S3Bucket, folder: string) =>
    remove(
      from,
      (await from.list(folder)).objects.filter((one) => isOld(one) && !named.has(one.key)),
    )
  // First pointers: one whose objects are gone would be of no use.
  await remove(bucket, useless)
  await removeIn(bucket, pointers.objectsFolder)
  await removeIn(bucket, pointers.mediaFolder)
  if (media) await removeIn(media, pointers.mediaFolder)
  return { objects: removed.length, bytes: removed.reduce((sum, { bytes }) => sum + bytes, 0) }
}
