// galley rollback
import { rollBack } from '../../server/bucket/history.ts'
import { SUCCESS } from '../cli/command.ts'
import { commandOf } from '../cli/flags.ts'
import { printMessage } from '../terminal/print.ts'
import { bucketAt } from './bucket.ts'

export const command = commandOf('rollback', ['BUCKET'], async ({ quiet }, { env, stderr }, [address]) => {
  const time = await rollBack(await bucketAt(address, env))
  const note = `Servers get the snapshot again that was pushed at ${new Date(time).toISOString()}, until the next push.`
  if (!quiet) printMessage(stderr, note)
  return SUCCESS
})
