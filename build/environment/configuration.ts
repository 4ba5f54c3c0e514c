/** A mistake in flags or the environment rather than in content: the command line exits with 2. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError'
}
