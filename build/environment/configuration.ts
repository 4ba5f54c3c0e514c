/** A mistake in flags or the environment rather than in content: the command line exits with 2. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError'
}

/** Returns what `read` returns. @throws {ConfigurationError} that says what it throws, after `what` if that is given */
export function configured<T>(read: () => T, what = ''): T {
  try {
    return read()
  } catch (error) {
    throw new ConfigurationError(what + (error as Error).message)
  }
}
