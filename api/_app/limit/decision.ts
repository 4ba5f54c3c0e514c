// What a limiter decides on one request.
import type { Backend } from './backend.ts'
import type { Limit } from './limits.ts'
import type { Count } from './store.ts'

export interface Decision {
  allowed: boolean
  /** Requests the window admits. */
  limit: number
  /** Requests left after this one. */
  remaining: number
  /** When a request is certain to be admitted if nobody else spends the quota; ms since the epoch. */
  reset: number
  /** Who decided: the shared store, or this process's memory. */
  source: Backend
}

/** At its end a full window still weighs 100 %; one place frees every window/requests ms after that. */
export function decide(limit: Limit, { allowed, remaining, windowEnd }: Count, source: Backend): Decision {
  const reset = windowEnd + limit.window / limit.requests
  return { allowed, limit: limit.requests, remaining, reset, source }
}
