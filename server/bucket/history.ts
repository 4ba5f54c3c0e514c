// Pointers of earlier snapshots: to go back to one, and to remove what none of them names.
import { BucketError } from './error.ts'
import * as pointers from './pointer.ts'
import { inParallel, type ListedObject, type S3Bucket } from './s3.ts'

/** Objects younger than this, in ms, may belong to a push that is still running. */
const youngMs = 3_600_000
const NOTHING = 'Nothing has been pushed there yet.'

/**
 * Makes servers follow what was pushed before the snapshot that they follow now.
 * @throws {BucketError} if there is nothing else, or something of it is gone
 */
export async function rollBack(bucket: S3Bucket): Promise<pointers.Pointer> {
  const now = await pointers.fetchPointer(bucket)
  if (!now) throw new BucketError(NOTHING)
  for (const { key, pushedAt } of (await pointers.pointersIn(bucket)).pointers) {
    const { pointer } = (pushedAt < now.pointer.pushedAt && (await pointers.fetchPointer(bucket, key))) || {}
    // After a rollback, the same snapshot may have been pushed again.
    if (!pointer || pointers.isSame(pointer, now.pointer)) continue
    if ((await pointers.missingIn(bucket, pointers.objectsOf(pointer))).length > 0)
      throw new BucketError(
        'Part of the earlier snapshot is gone. Check out what it was built of, and push that.',
      )
    await pointers.putPointer(bucket, pointer, now.tag)
    return pointer
  }
  throw new BucketError('There is no earlier snapshot in the bucket.')
}

/**
 * Removes what is older than an hour, and named neither by one of the last pointers, nor by a younger one, nor by that which servers
 * follow.
 * @param keep how many of the last pointers
 * @param media another bucket with media
 * @returns how many objects were removed, and their bytes; and whether that was all that is of no use, rather than too young
 */
export async function prune(bucket: S3Bucket, keep: number, media: S3Bucket | undefined) {
  const { pointers: all, now } = await pointers.pointersIn(bucket)
  let isAll = true
  const oldOf = <One extends ListedObject>(useless: One[]) => {
    const old = useless.filter(({ modifiedAt }) => modifiedAt < now - youngMs)
    isAll &&= old.length === useless.length
    return old
  }
  const { pointer: current } = (await pointers.fetchPointer(bucket)) ?? {}
  if (!current) throw new BucketError(NOTHING)
  const useless = oldOf(all.slice(keep).filter((one) => one.pushedAt !== current.pushedAt))
  const named = new Set(pointers.objectsOf(current).map(({ key }) => key))
  await inParallel(
    all.filter((one) => !useless.includes(one)),
    async ({ key }) => {
      const { pointer } = (await pointers.fetchPointer(bucket, key)) ?? {}
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
    remove(from, oldOf((await from.list(folder)).objects.filter((one) => !named.has(one.key))))
  // First pointers: one whose objects are gone would be of no use.
  await remove(bucket, useless)
  await removeIn(bucket, pointers.objectsFolder)
  await removeIn(bucket, pointers.mediaFolder)
  if (media) await removeIn(media, pointers.mediaFolder)
  return { objects: removed.length, bytes: removed.reduce((sum, { bytes }) => sum + bytes, 0), isAll }
}
