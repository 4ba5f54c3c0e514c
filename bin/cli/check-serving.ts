// Validates the variables of whatever will serve. Builds do this, too: a deployment has no other moment for it.

import { cdnMaxAgeFromEnvironment } from '../../api/_app/http/cdn.ts'
import { checkTrustedHeader } from '../../api/_app/http/request.ts'
import { shareSecretsFromEnvironment } from '../../api/_app/http/share-token.ts'
import { backingFromEnvironment } from '../../api/_app/limit/backend.ts'
import { limitsFromEnvironment } from '../../api/_app/limit/limits.ts'
import { configured } from '../../build/environment/configuration.ts'
import { connectionsFromEnvironment } from '../../server/connections.ts'

/** @throws {ConfigurationError} naming the variable and what to write */
export function checkServing(env: NodeJS.ProcessEnv): void {
  configured(() => {
    limitsFromEnvironment(env)
    backingFromEnvironment(env)
    checkTrustedHeader(env)
    connectionsFromEnvironment(env)
    cdnMaxAgeFromEnvironment(env)
    shareSecretsFromEnvironment(env)
  })
}
