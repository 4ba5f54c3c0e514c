// galley bucket push
import { push } from '../../server/bucket/push.ts'
import { SUCCESS } from '../cli/command.ts'
import { commandOf } from '../cli/flags.ts'
import { distFolder } from '../cli/project.ts'
import { printMessage } from '../terminal/print.ts'
import { amountOf, bucketAt, snapshotOf } from './bucket.ts'

export const command = commandOf('push', ['BUCKET'], async (values, { env, stderr }, [address]) => {
  const bucket = await bucketAt(address, env)
  const media = values.media === undefined ? undefined : await bucketAt(values.media, env)
  const pushed = await push(distFolder(values), bucket, { media, all: Boolean(values.all) })
  const snapshot = snapshotOf(pushed.current)
  const what = pushed.isNew ? `Servers get ${snapshot} now` : `Servers had ${snapshot} before`
  if (!values.quiet) printMessage(stderr, `${what}. ${amountOf(pushed)} had to be uploaded.`)
  return SUCCESS
})
