// Rate limits as a matter of configuration: a command refuses to start with wrong ones, and so does a build, since a
// deployment has no start.
import { checkTrustedHeader } from '../../api/_app/http/request.ts'
import { backingFromEnvironment } from '../../api/_app/limit/backend.ts'
import { limitsFromEnvironment } from '../../api/_app/limit/limits.ts'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { connectionsFromEnvironment } from '../../server/connections.ts'

/** @throws {ConfigurationError} that names the variable and what to write */
export function checkRateLimits(env: NodeJS.ProcessEnv): void {
  try {
    limitsFromEnvironment(env)
    backingFromEnvironment(env)
    checkTrustedHeader(env)
    connectionsFromEnvironment(env)
  } catch (error) {
    throw new ConfigurationError((error as Error).message)
  }
}
