// Errors whose message is all there is to say: the stack trace of any other tells what is wrong with Galley.
import { ConfigurationError } from '../build/configuration.ts'
import { ChangedFile } from '../snapshot/media.ts'
import { ProductionInPlace } from '../snapshot/preview.ts'

const explained = [ConfigurationError, ChangedFile, ProductionInPlace]

/** Wrong usage or configuration, or the machine's matter: a full disk, a missing right, a file that changes. */
export function isExplained(error: unknown): error is Error {
  return explained.some((kind) => error instanceof kind) || isSystemError(error)
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error
}
