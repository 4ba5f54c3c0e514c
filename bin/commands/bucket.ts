// galley bucket, and what its commands have in common.
import { ConfigurationError, configured } from '../../build/environment/configuration.ts'
import { describeSnapshot } from '../../server/reload.ts'
import type { CurrentFile } from '../../snapshot/format/format.ts'
import { many } from '../../snapshot/printable.ts'
import { currentOf } from '../../snapshot/read/current.ts'
import type { FlagValues } from '../cli/command.ts'
import { commandOf } from '../cli/flags.ts'

export const command = commandOf('bucket', ['COMMAND?'], async () => {
  throw new ConfigurationError(
    'A command comes right after bucket. Write bucket push, pull, rollback or prune.',
  )
})

/** @throws {ConfigurationError} if it is not the address of a bucket, or its credentials are missing */
export async function bucketAt(address: FlagValues[string], env: NodeJS.ProcessEnv) {
  const { S3Bucket } = await import('../../server/bucket/s3.ts')
  return configured(() => new S3Bucket(String(address), env))
}

/** Returns the name of a snapshot with its hash, as `/status` has it. */
export function snapshotOf(current: CurrentFile): string {
  return describeSnapshot(currentOf(current, 'the snapshot'))
}

/** `3 objects (1.2 MB)` */
export function amountOf({ objects, bytes }: { objects: number; bytes: number }): string {
  return `${many(objects, 'object')} (${(bytes / 1e6).toFixed(1)} MB)`
}
