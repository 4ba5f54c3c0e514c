// The environment variables of Galley's own, by which every reader names them.
import { nearest } from './nearest.ts'

export const variables = {
  branch: 'GALLEY_BRANCH',
  cache: 'GALLEY_CACHE',
  clientRateLimit: 'GALLEY_CLIENT_RATE_LIMIT',
  fallbackLimit: 'GALLEY_FALLBACK_LIMIT',
  hooks: 'GALLEY_HOOKS',
  hookSecret: 'GALLEY_HOOK_SECRET',
  keys: 'GALLEY_KEYS',
  maxConnections: 'GALLEY_MAX_CONNECTIONS',
  maxConnectionsPerAddress: 'GALLEY_MAX_CONNECTIONS_PER_ADDRESS',
  namespace: 'GALLEY_NAMESPACE',
  rateLimit: 'GALLEY_RATE_LIMIT',
  /** Read by the sites in examples/, which may run in the same environment. */
  url: 'GALLEY_URL',
} as const

/** Others that are read, of which somebody may think that they begin like those above. */
const others = ['BASE_URL', 'CDN_MAX_AGE', 'PORT', 'REDIS_URL', 'SOURCE_DATE_EPOCH', 'TRUSTED_IP_HEADER']

const prefix = 'GALLEY_'

/** A sentence about each variable that looks like one of Galley's own and is none, so that nobody reads it. */
export function unknownVariables(env: NodeJS.ProcessEnv): string[] {
  const known: string[] = Object.values(variables)
  const byEnd = new Map([...known, ...others].map((name) => [name.replace(prefix, ''), name]))
  const isUnknown = (name: string) => name.startsWith(prefix) && env[name]?.trim() && !known.includes(name)
  return Object.keys(env)
    .filter(isUnknown)
    .map((name) => {
      const guess = nearest(name.replace(prefix, ''), byEnd.keys())
      const hint = guess ? `Did you mean "${byEnd.get(guess)}"?` : `Known variables: ${known.join(', ')}.`
      return `${name} is set, but Galley has no such variable. ${hint}`
    })
}
