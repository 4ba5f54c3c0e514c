// galley bucket rollback
import { rollBack } from '../../server/bucket/history.ts'
import { SUCCESS } from '../cli/command.ts'
import { commandOf } from '../cli/flags.ts'
import { printMessage } from '../terminal/print.ts'
import { bucketAt, snapshotOf } from './bucket.ts'

export const command = commandOf('rollback', ['BUCKET'], async ({ quiet }, { env, stderr }, [address]) => {
  const { current, pushedAt } = await rollBack(await bucketAt(address, env))
  const snapshot = snapshotOf(current)
  const note = `Servers go back to ${snapshot}, pushed at ${new Date(pushedAt).toISOString()}, until the next push.`
  if (!quiet) printMessage(stderr, note)
  return SUCCESS
})
