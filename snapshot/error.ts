// What reading a snapshot throws when it is missing, damaged or not this program's: never wrong bytes instead.

export class SnapshotError extends Error {
  override name = 'SnapshotError'
}

/** Turns what the file system or a parser throws into a SnapshotError that names the file. */
export function reading<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof SnapshotError) throw error
    throw new SnapshotError(`${path}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
