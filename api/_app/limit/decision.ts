// What a limiter decides on one request.
import type { Backend } from './backend.ts'
import type { Limits } from './limits.ts'
import type { Spend } from './spend.ts'
import type { Counts } from './store.ts'

export interface Decision {
  allowed: boolean
  /** Requests the window admits. */
  limit: number
  /** Requests left after this one. */
  remaining: number
  /** When a request is certain to be admitted if nobody else spends the quota; ms since the epoch. */
  reset: number
  /** The time now by the clock that `reset` goes by. */
  now: number
  /** Who decided: the shared store, or this process's memory. */
  source: Backend
}

/** A client is told of the window that refused its request, else of the one that leaves least. */
export function decide(
  limits: Limits,
  spends: readonly Spend[],
  counts: Counts,
  by: Pick<Decision, 'now' | 'source'>,
): Decision {
  const decisions = spends.map(({ tier }, i): Decision => {
    const { requests, window } = limits[tier]!
    const { allowed, remaining, windowEnd } = counts[i]!
    // At its end a full window still weighs 100 %; one place frees every window/requests ms after that.
    return { allowed, limit: requests, remaining, reset: windowEnd + window / requests, ...by }
  })
  return decisions.reduce((one, other) => (outweighs(one, other) ? one : other))
}

/** Of two that refuse, or leave as much, the one that does so for longer. */
function outweighs(one: Decision, other: Decision): boolean {
  if (one.allowed !== other.allowed) return !one.allowed
  if (one.allowed && one.remaining !== other.remaining) return one.remaining < other.remaining
  return one.reset > other.reset
}
