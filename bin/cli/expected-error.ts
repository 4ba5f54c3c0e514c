// Errors that are not a bug of Galley: only their message is printed, without a stack trace.
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { BucketError } from '../../server/bucket/error.ts'
import { SnapshotError } from '../../snapshot/folder/error.ts'
import { LockError } from '../../snapshot/write/lock.ts'
import { ChangedFile } from '../../snapshot/write/media.ts'
import { ProductionInPlace } from '../../snapshot/write/production.ts'

const expected = [ConfigurationError, BucketError, ChangedFile, LockError, ProductionInPlace, SnapshotError]

/** Wrong usage or configuration, or trouble on the machine: a full disk, a missing permission, a file that changes. */
export function isExpectedError(error: unknown): error is Error {
  return expected.some((kind) => error instanceof kind) || isSystemError(error)
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error
}
