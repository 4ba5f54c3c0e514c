// galley bucket prune
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { prune } from '../../server/bucket/history.ts'
import { SUCCESS } from '../cli/command.ts'
import { commandOf } from '../cli/flags.ts'
import { printMessage } from '../terminal/print.ts'
import { amountOf, bucketAt } from './bucket.ts'

export const command = commandOf('prune', ['BUCKET'], async (values, { env, stderr }, [address]) => {
  const { keep, media, quiet } = values
  const mistake = keep === undefined ? '--keep is missing' : `--keep "${keep}" is not a number of snapshots`
  if (!/^[1-9]\d{0,5}$/.test(String(keep)))
    throw new ConfigurationError(`${mistake}. Write how many snapshots stay, 1 or more: --keep 10.`)
  const other = media === undefined ? undefined : await bucketAt(media, env)
  const removed = await prune(await bucketAt(address, env), Number(keep), other)
  const young = removed.isAll ? '' : ' What else is of no use is younger than an hour: prune again then.'
  if (!quiet) printMessage(stderr, `${amountOf(removed)} removed.${young}`)
  return SUCCESS
})
