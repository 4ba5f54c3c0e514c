// What reading a snapshot throws when it is missing, damaged or not this program's: never wrong bytes instead.

export class SnapshotError extends Error {
  override name = 'SnapshotError'
}

/** The file is whole, but of another version of this program. */
export class OtherFormatError extends SnapshotError {
  override name = 'OtherFormatError'
}

/** The process has no descriptor or no memory left, which says nothing of the file. */
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

/** What the file system or a parser has thrown over a file, which is named in it. */
export function asSnapshotError(path: string, error: unknown): SnapshotError {
  if (error instanceof SnapshotError) return error
  return new SnapshotError(`${path}: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  })
}
