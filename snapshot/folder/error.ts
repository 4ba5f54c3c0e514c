// Errors of reading a snapshot that is missing, damaged or of another version. Wrong bytes are never returned instead.

export class SnapshotError extends Error {
  override name = 'SnapshotError'
}

/** The file is intact, but from another version of this program. */
export class OtherFormatError extends SnapshotError {}

/** Tells whether the process has run out of descriptors or memory, which says nothing about the file. */
export function isExhaustion(error: unknown): boolean {
  const cause = error instanceof SnapshotError ? error.cause : error
  return exhaustion.has(String((cause as NodeJS.ErrnoException | undefined)?.code))
}

const exhaustion = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN'])

/** Turns what the file system or a parser throws into a SnapshotError that names the file. */
export function reading<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw asSnapshotError(path, error)
  }
}

/** Converts what the file system or a parser threw into an error that names the file. */
export function asSnapshotError(path: string, error: unknown): SnapshotError {
  if (error instanceof SnapshotError) return error
  return new SnapshotError(`${path}: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  })
}
