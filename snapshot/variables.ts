// The environment variables of Galley's own, and what is said of others that look like them.
import { nearest } from './nearest.ts'

export const variables = [
  'GALLEY_BRANCH',
  'GALLEY_CACHE',
  'GALLEY_CLIENT_RATE_LIMIT',
  'GALLEY_FALLBACK_LIMIT',
  'GALLEY_HOOKS',
  'GALLEY_HOOK_SECRET',
  'GALLEY_INDEXNOW',
  'GALLEY_INDEXNOW_ENDPOINT',
  'GALLEY_KEYS',
  'GALLEY_MAX_CONNECTIONS',
  'GALLEY_MAX_CONNECTIONS_PER_ADDRESS',
  'GALLEY_NAMESPACE',
  'GALLEY_RATE_LIMIT',
  'GALLEY_SHARE_SECRET',
  // Read by the sites in examples/, which may run in the same environment.
  'GALLEY_URL',
]

/** Other variables that are read, which somebody may expect to begin with `GALLEY_`. */
const others = ['BASE_URL', 'CDN_MAX_AGE', 'PORT', 'REDIS_URL', 'SOURCE_DATE_EPOCH', 'TRUSTED_IP_HEADER']

const prefix = 'GALLEY_'

/** Returns a sentence about each variable that looks like one of Galley's own and is none, so that nobody reads it. */
export function unknownVariables(env: NodeJS.ProcessEnv): string[] {
  const byEnd = new Map([...variables, ...others].map((name) => [name.replace(prefix, ''), name]))
  const set = Object.keys(env).filter((name) => name.startsWith(prefix) && env[name]?.trim())
  const unknown = set.filter((name) => !variables.includes(name))
  return unknown.map((name) => {
    const guess = nearest(name.replace(prefix, ''), byEnd.keys())
    const hint = guess ? `Did you mean "${byEnd.get(guess)}"?` : `Known variables: ${variables.join(', ')}.`
    return `${name} is set, but Galley has no such variable. ${hint}`
  })
}
