// Errors that are not a fault of Galley: their message says all; any other error comes with its stack trace.
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { ChangedFile } from '../../snapshot/write/media.ts'
import { ProductionInPlace } from '../../snapshot/write/preview.ts'

const expected = [ConfigurationError, ChangedFile, ProductionInPlace]

/** Wrong usage or configuration, or the machine's matter: a full disk, a missing right, a file that changes. */
export function isExpectedError(error: unknown): error is Error {
  return expected.some((kind) => error instanceof kind) || isSystemError(error)
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error
}
