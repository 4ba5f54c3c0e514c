// Keeps a folder as a bucket says: looks every few seconds, and serves what was there before for as long as something is wrong.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { servedSnapshot } from '../../api/_app/routes/service.ts'
import { currentIn } from '../../snapshot/read/current.ts'
import type { Snapshots } from '../../snapshot/read/snapshots.ts'
import { BucketError } from './error.ts'
import { pointerKey, readPointer } from './pointer.ts'
import { type Incoming, pull } from './pull.ts'
import type { S3Bucket } from './s3.ts'

export interface FollowOptions {
  bucket: S3Bucket
  /** The folder with `data` and `public`, which nobody else writes to. */
  dist: string
  incoming: Incoming
  /** How often it looks, in ms. */
  every: number
  /** When the bucket was last found to be in order, in ms since the epoch. */
  looked: { at?: number }
}

export interface FollowContext {
  snapshots: Snapshots
  drafts: boolean
  log(line: string): void
  /** Resolves when what has been copied is served or refused. */
  take(): Promise<void>
}

/** Many servers do not all look at once. */
const jitter = 0.2
/** How often it looks while the bucket fails, in ms. */
const longestWait = 60_000

/** Begins at once. */
export function startFollowing(
  { bucket, dist, incoming, every, looked }: FollowOptions,
  context: FollowContext,
) {
  const { snapshots, drafts, log, take } = context
  let [tag, wait, hasFailed, isClosed] = ['', every, false, false]
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<void> = Promise.resolve()

  async function copy(): Promise<void> {
    const { damaged } = snapshots
    // What is damaged here is copied again.
    const found = await bucket.get(pointerKey, damaged.size > 0 ? '' : tag)
    if (found === undefined) throw new BucketError('nothing has been pushed there yet')
    if (found === 304) return
    const served = servedSnapshot(snapshots)
    await pull(bucket, readPointer(found.text), dist, incoming, { drafts, damaged, served })
    tag = found.tag
    await take()
  }

  async function tryToCopy(): Promise<void> {
    if (isClosed) return
    try {
      await copy()
      if (hasFailed) log('bucket: all is well again')
      hasFailed = false
      looked.at = Date.now()
      wait = every
    } catch (error) {
      if (isClosed) return
      const meanwhile = currentIn(join(dist, 'data')) ? 'what is here is served' : 'requests are answered 503'
      if (!hasFailed) log(`bucket: ${reasonOf(error)}; ${meanwhile} until it is well again`)
      hasFailed = true
      wait = Math.max(every, Math.min(2 * wait, longestWait))
    }
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
      rmSync(incoming.folder, { recursive: true, force: true })
    },
  }
}

/** What the system says names a path, which is nobody's business. */
function reasonOf(error: unknown): string {
  const { code, syscall, message } = error as NodeJS.ErrnoException
  if (!syscall) return message
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? `the disk is full (${code})`
    : `its folder cannot be written (${code})`
}
