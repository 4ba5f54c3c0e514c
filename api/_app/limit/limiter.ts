// The limiter as the app sees it: one question a request, an answer that never fails.
import type { Limit, Limits, Tier } from './limits.ts'
import { MemoryStore } from './memory.ts'
import type { Count } from './store.ts'

/** Which store answers, as `/status` names it. */
export type Backend = 'memory'

export interface Decision {
  allowed: boolean
  /** Requests the window admits. */
  limit: number
  /** Requests left after this one. */
  remaining: number
  /** When a request is certain to be admitted if nobody else spends the quota; ms since the epoch. */
  reset: number
}

export interface Limiter {
  readonly backend: Backend
  /** Counts one request. Never rejects; `null` where the tier is off. */
  check(tier: Tier, id: string): Promise<Decision | null>
}

/**
 * A limiter that counts in this process.
 * @param options.now the clock, in ms since the epoch
 */
export function createLimiter(options: { limits: Limits; now?: () => number }): Limiter {
  const { limits, now = Date.now } = options
  const stores = new Map<Tier, MemoryStore>()
  for (const tier of ['workspace', 'fallback'] as const) {
    const limit = limits[tier]
    if (limit !== null) stores.set(tier, new MemoryStore(limit))
  }
  return {
    backend: 'memory',
    async check(tier, id) {
      const limit = limits[tier]
      const store = stores.get(tier)
      return limit === null || store === undefined ? null : decide(limit, store.take(id, now()))
    },
  }
}

/** At its end a full window still weighs 100 %; one place frees every window/requests ms after that. */
function decide(limit: Limit, count: Count): Decision {
  const reset = count.windowEnd + limit.window / limit.requests
  return { allowed: count.allowed, limit: limit.requests, remaining: count.remaining, reset }
}
