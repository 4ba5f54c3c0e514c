// What a limiter decides on one request.
import type { Backend } from './backend.ts'
import type { Limit, Limits } from './limits.ts'
import type { Spend } from './spend.ts'
import type { Count, Counts } from './store.ts'

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

type By = Pick<Decision, 'now' | 'source'>

/** A client is told of the window that refused its request, else of the one that leaves least. */
export function decide(limits: Limits, spends: readonly Spend[], counts: Counts, by: By): Decision {
  let told = decisionOf(limits[spends[0]!.tier]!, counts[0]!, by)
  for (let i = 1; i < spends.length; i++) {
    const other = decisionOf(limits[spends[i]!.tier]!, counts[i]!, by)
    if (!outweighs(told, other)) told = other
  }
  return told
}

function decisionOf(
  { requests, window }: Limit,
  { allowed, remaining, windowEnd }: Count,
  { now, source }: By,
): Decision {
  // At its end a full window still weighs 100 %; one place frees every window/requests ms after that.
  const reset = windowEnd + window / requests
  return { allowed, limit: requests, remaining, reset, now, source }
}

/** Of two that refuse, or leave as much, the one that does so for longer. */
function outweighs(one: Decision, other: Decision): boolean {
  if (one.allowed !== other.allowed) return !one.allowed
  if (one.allowed && one.remaining !== other.remaining) return one.remaining < other.remaining
  return one.reset > other.reset
}
