// Keeps a folder as a bucket says: looks every few seconds, and serves what was there before for as long as something is wrong.
import { rmSync } from 'node:fs'
import { Causes } from '../../api/_app/http/causes.ts'
import { isWhole, servedSnapshot } from '../../api/_app/routes/service.ts'
import { many } from '../../snapshot/printable.ts'
import { SnapshotError, type Snapshots } from '../../snapshot/read/snapshots.ts'
import { tried } from '../../snapshot/tried.ts'
import { clearPlaces } from './copies.ts'
import { BucketError } from './error.ts'
import { type fetchPointer, type Pointer, pointerKey, readPointer } from './pointer.ts'
import { type Incoming, pointedCurrent, pull } from './pull.ts'
import type { S3Bucket } from './s3.ts'

export interface FollowOptions {
  bucket: S3Bucket
  /** The folder with `data` and `public`, which nobody else writes to. */
  dist: string
  incoming: Incoming
  /** The interval between looks, in ms. */
  every: number
  /** `at`: when bucket and folder were last in order, in ms since the epoch. `failing`: why they are not now, in words safe to publish. */
  looked: { at?: number; failing?: string | undefined }
}

export interface FollowContext {
  snapshots: Snapshots
  drafts: boolean
  /** ms since the epoch */
  now: () => number
  log(line: string): void
  /** Resolves when what has been copied is served or refused. */
  take(): Promise<void>
}

/** Many servers do not all look at once. */
const jitter = 0.2
/** The longest interval between looks while the bucket fails, in ms. */
const longestWait = 60_000

const all = { recursive: true, force: true }

/** Begins at once. */
export function startFollowing(options: FollowOptions, context: FollowContext) {
  const { bucket, incoming, every, looked } = options
  const { snapshots, now, log } = context
  const causes = new Causes(now)
  let known: Known | undefined
  let [wait, isClosed] = [every, false]
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<void> = Promise.resolve()

  async function tryToCopy(): Promise<void> {
    if (isClosed) return
    try {
      // A snapshot that the bucket named before may be damaged here, even if the bucket does not answer now.
      const [asked] = await Promise.allSettled([ask(bucket, known, log)])
      if (asked.status === 'fulfilled') known = asked.value
      if (known) await copy(known.pointer, options, context)
      if (asked.status === 'rejected') throw asked.reason
      causes.ended(() => log('bucket: all is well again'))
      looked.at = now()
      wait = every
    } catch (error) {
      if (isClosed) return
      // Files that have begun to arrive may be in the way.
      if ((error as NodeJS.ErrnoException).syscall) tried(() => rmSync(incoming.folder, all))
      const cause = reasonOf(error)
      const meanwhile = servedSnapshot(snapshots) ? 'what is here is served' : 'requests are answered 503'
      causes.failed(cause, () => log(`bucket: ${cause}; ${meanwhile} until it is well again`))
      wait = Math.max(every, Math.min(2 * wait, longestWait))
    }
    looked.failing = causes.present
  }

  function look(): Promise<void> {
    clearTimeout(timer)
    turn = turn.then(tryToCopy)
    turn.then(() => {
      clearTimeout(timer)
      if (!isClosed) timer = setTimeout(look, wait * (1 + jitter * (2 * Math.random() - 1))).unref()
    })
    return turn
  }

  void look()
  return {
    /** Looks now. Never rejects. */
    look,
    async close() {
      isClosed = true
      clearTimeout(timer)
      bucket.close()
      await turn
      rmSync(incoming.folder, all)
    },
  }
}

/** The pointer that the bucket names, and its entity tag. */
type Known = NonNullable<Awaited<ReturnType<typeof fetchPointer>>>

/** @throws {BucketError} */
async function ask(bucket: S3Bucket, known: Known | undefined, log: FollowContext['log']): Promise<Known> {
  const found = await bucket.get(pointerKey, known?.tag)
  if (found === undefined) throw new BucketError('nothing has been pushed there yet')
  if (found === 304) {
    if (known) return known
    throw new BucketError('the bucket says that nothing is new to a server that knows nothing')
  }
  const pointer = readPointer(found.text)
  if (known && pointer.pushedAt < known.pointer.pushedAt)
    log(`bucket: it went back to what was pushed before, at ${new Date(pointer.pushedAt).toISOString()}`)
  return { pointer, tag: found.tag }
}

/**
 * Copies what is new, and what is not as it was: once more if that turns out only when it is verified to be served.
 * @throws {BucketError} unless all of it is served then
 */
async function copy(
  pointer: Pointer,
  { bucket, dist, incoming }: FollowOptions,
  { snapshots, drafts, log, take }: FollowContext,
): Promise<void> {
  const { hash } = pointedCurrent(pointer)
  for (let tries = 0; tries < 2; tries++) {
    const served = servedSnapshot(snapshots)
    clearPlaces(dist, incoming.folder)
    // Requests may find more meanwhile, which the next look mends.
    const damaged = new Set(snapshots.damaged)
    const whilePlacing = (work: () => void) => {
      work()
      for (const name of damaged) snapshots.mended.add(name)
    }
    const count = await pull(bucket, pointer, dist, incoming, { drafts, damaged, served, whilePlacing })
    if (count && served?.hash === hash)
      log(`bucket: ${many(count, 'object')} missing or damaged here had to be copied again`)
    await take()
    if (isWhole(snapshots) && snapshots.current().hash === hash) return
  }
  throw new BucketError('what was copied cannot be read whole on this disk')
}

/** Returns a reason that everybody may read: what the system says names a path, and other errors may say anything. */
function reasonOf(error: unknown): string {
  const { code, syscall, message, name } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return `the disk is full (${code})`
  if (syscall) return `its folder cannot be written (${code})`
  return error instanceof BucketError || error instanceof SnapshotError ? message : `an error of type ${name}`
}
