// The number of requests that each tier admits in its sliding window: the contract's numbers, or the operator's.

/** A workspace, a client outside any workspace, and a client of a workspace. */
export type Tier = 'workspace' | 'fallback' | 'client'

/** `requests` in any sliding window of `window` milliseconds. */
export interface Limit {
  requests: number
  window: number
}

/** `null` if a tier is off, as the client tier is by default. */
export type Limits = Readonly<Record<'workspace' | 'fallback', Limit | null> & { client?: Limit | null }>

/** Makes something from each tier's limit; `null` stays if a tier is off. */
export function perTier<T>(limits: Limits, make: (limit: Limit, tier: Tier) => T): Record<Tier, T | null> {
  const of = (tier: Tier) => (limits[tier] ? make(limits[tier], tier) : null)
  return { workspace: of('workspace'), fallback: of('fallback'), client: of('client') }
}

export const contractLimits = {
  workspace: { requests: 200, window: 10_000 },
  fallback: { requests: 10, window: 10_000 },
  client: null,
} satisfies Limits

const variables = {
  workspace: 'GALLEY_RATE_LIMIT',
  fallback: 'GALLEY_FALLBACK_LIMIT',
  client: 'GALLEY_CLIENT_RATE_LIMIT',
} as const
const units: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/**
 * The limits an environment sets: `GALLEY_RATE_LIMIT` and its siblings, such as `500/10s`, or `off`.
 * @throws {Error} that names the variable and what to write
 */
export function limitsFromEnvironment(env: NodeJS.ProcessEnv): Limits {
  const of = (tier: Tier) => limitOf(tier, env)
  return { workspace: of('workspace'), fallback: of('fallback'), client: of('client') }
}

function limitOf(tier: Tier, env: NodeJS.ProcessEnv): Limit | null {
  const name = variables[tier]
  const text = env[name]?.trim()
  if (text === undefined || text === '') return contractLimits[tier]
  if (text === 'off') return null
  const [, requests, count, unit] = /^([1-9]\d{0,8})\/([1-9]\d{0,5})(ms|s|m|h)$/.exec(text) ?? []
  if (requests === undefined || count === undefined || unit === undefined) {
    throw new Error(`${name} "${text}" is not a limit; write requests per window such as 200/10s, or off.`)
  }
  return { requests: Number(requests), window: Number(count) * units[unit]! }
}
