// galley bucket pull
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { BucketError } from '../../server/bucket/error.ts'
import { fetchPointer } from '../../server/bucket/pointer.ts'
import { Incoming, pull } from '../../server/bucket/pull.ts'
import { describeSnapshot } from '../../server/reload.ts'
import { makeFolder } from '../../snapshot/format/disk.ts'
import { readCurrent } from '../../snapshot/read/current.ts'
import { whileLocked } from '../../snapshot/write/lock.ts'
import { SUCCESS } from '../cli/command.ts'
import { commandOf } from '../cli/flags.ts'
import { printMessage } from '../terminal/print.ts'
import { bucketAt } from './bucket.ts'

export const command = commandOf('pull', ['BUCKET'], async (values, { env, stderr }, [address]) => {
  const { dir = 'dist', drafts, quiet } = values
  const dist = String(dir)
  const data = join(dist, 'data')
  const bucket = await bucketAt(address, env)
  const found = await fetchPointer(bucket)
  if (!found) throw new BucketError('Nothing has been pushed there yet. Run galley bucket push.')
  const incoming = new Incoming(dist)
  makeFolder(data)
  const whilePlacing = (work: () => void) =>
    whileLocked(data, work, { onNote: (note) => printMessage(stderr, note) })
  const options = { drafts: Boolean(drafts), whilePlacing }
  await pull(bucket, found.pointer, dist, incoming, options).finally(() =>
    rmSync(incoming.folder, { recursive: true }),
  )
  if (!quiet) printMessage(stderr, `${dist} has ${describeSnapshot(readCurrent(data))}.`)
  return SUCCESS
})
