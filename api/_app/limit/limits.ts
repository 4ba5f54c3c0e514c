// How many requests each tier admits in its sliding window: the contract's numbers, or the operator's.

export type Tier = 'workspace' | 'fallback'

/** `requests` in any sliding window of `window` milliseconds. */
export interface Limit {
  requests: number
  window: number
}

/** `null` where the operator turned a tier off. */
export type Limits = Readonly<Record<Tier, Limit | null>>

/** What is made of each tier's limit; `null` stays where a tier is off. */
export function each<T>(limits: Limits, make: (limit: Limit, tier: Tier) => T): Record<Tier, T | null> {
  const of = (tier: Tier) => (limits[tier] === null ? null : make(limits[tier], tier))
  return { workspace: of('workspace'), fallback: of('fallback') }
}

export const contractLimits: Limits = {
  workspace: { requests: 200, window: 10_000 },
  fallback: { requests: 10, window: 10_000 },
}

const variables = { workspace: 'GALLEY_RATE_LIMIT', fallback: 'GALLEY_FALLBACK_LIMIT' } as const
const units: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/**
 * The limits an environment asks for: `GALLEY_RATE_LIMIT` and `GALLEY_FALLBACK_LIMIT`, such as `500/10s`, or `off`.
 * @throws {Error} that names the variable and what to write
 */
export function limitsFromEnvironment(env: NodeJS.ProcessEnv): Limits {
  return { workspace: limitOf('workspace', env), fallback: limitOf('fallback', env) }
}

function limitOf(tier: Tier, env: NodeJS.ProcessEnv): Limit | null {
  const name = variables[tier]
  const text = env[name]?.trim()
  if (text === undefined || text === '') return contractLimits[tier]
  if (text === 'off') return null
  const [, requests, count, unit] = /^([1-9]\d{0,8})\/([1-9]\d{0,5})(ms|s|m|h)$/.exec(text) ?? []
  if (requests === undefined || count === undefined || unit === undefined) {
    throw new Error(`${name} "${text}" is not a limit; write requests and window such as 200/10s, or off.`)
  }
  return { requests: Number(requests), window: Number(count) * units[unit]! }
}
