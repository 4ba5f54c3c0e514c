// Rate limits as a matter of configuration: a command that cannot read them refuses to start.
import { limitsFromEnvironment } from '../api/_app/limit/limits.ts'
import { ConfigurationError } from '../build/configuration.ts'

/** @throws {ConfigurationError} that names the variable and what to write */
export function checkRateLimits(env: NodeJS.ProcessEnv): void {
  try {
    limitsFromEnvironment(env)
  } catch (error) {
    throw new ConfigurationError((error as Error).message)
  }
}
