// Counting one request: its buckets, what their windows say, the decision, and its headers or 429.
import { HttpError } from '../http/error.ts'
import { clientId } from '../http/request.ts'
import type { Backend } from './backend.ts'
import type { Limits, Tier } from './limits.ts'

/** The limiter as the app sees it: one question per request, and always an answer. */
export interface Limiter {
  readonly backend: Backend
  /** The backend is failing, so this process decides alone. */
  readonly degraded: boolean
  /**
   * Counts one request. Never rejects or hangs; `null` if the tier is off.
   * @param address the client's, for the per-client limit within a workspace
   */
  check(tier: Tier, id: string, address?: string): Promise<Decision | null>
  /** Closes connections. */
  close(): Promise<void>
}

/** The counter of a request: one id's window in a tier. */
export interface Bucket {
  tier: Tier
  id: string
}

/**
 * The buckets of a request, in the order in which they are asked; none if the tier is off.
 * @param address the client's, used if a workspace also limits each client
 */
export function bucketsOf(limits: Limits, tier: Tier, id: string, address: string | undefined): Bucket[] {
  const buckets: Bucket[] = limits[tier] ? [{ tier, id }] : []
  if (tier === 'workspace' && limits.client) {
    buckets.unshift({ tier: 'client', id: `${id}:${clientId(address)}` })
  }
  return buckets
}

/** A window's verdict on one request. */
export interface Count {
  allowed: boolean
  remaining: number
  /** The end of the clock-aligned window, in ms since the epoch. */
  windowEnd: number
}

/** One per bucket, in order. If any refuses, none has counted the request. */
export type Counts = readonly Count[]

export function isAdmitted(counts: Counts): boolean {
  return counts.every(({ allowed }) => allowed)
}

export interface Decision {
  allowed: boolean
  /** Requests the window admits. */
  limit: number
  /** Requests left after this one. */
  remaining: number
  /** The time at which a request is certain to be admitted if nobody else uses the quota; ms since the epoch. */
  reset: number
  /** The time now by the clock that `reset` goes by. */
  now: number
  /** The place of the decision: the shared store, or this process's memory. */
  source: Backend
}

type Origin = Pick<Decision, 'now' | 'source'>

/** Reports the window that refused the request, else the one with the least left. */
export function decide(limits: Limits, buckets: readonly Bucket[], counts: Counts, origin: Origin): Decision {
  const decisions = buckets.map(({ tier }, i): Decision => {
    const { requests: limit, window } = limits[tier]!
    const { allowed, remaining, windowEnd } = counts[i]!
    // At its end a full window still weighs 100 %; after that one slot frees up every window/requests ms.
    return { allowed, limit, remaining, reset: windowEnd + window / limit, ...origin }
  })
  return decisions.reduce((one, other) => (isTighter(one, other) ? one : other))
}

/** Tells which decision is tighter; if both refuse, or leave as much, the one that lasts longer. */
function isTighter(one: Decision, other: Decision): boolean {
  if (one.allowed !== other.allowed) return !one.allowed
  if (one.allowed && one.remaining !== other.remaining) return one.remaining < other.remaining
  return one.reset > other.reset
}

/** The three headers of every counted response; the reset is a whole Unix second. */
export function limitHeaders(decision: Decision): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(decision.limit),
    'X-RateLimit-Remaining': String(decision.remaining),
    'X-RateLimit-Reset': String(resetSecond(decision)),
  }
}

/** Retry-After ends in exactly the second that X-RateLimit-Reset names. */
export function tooManyRequests(decision: Decision): HttpError {
  const second = resetSecond(decision)
  const wait = Math.max(1, Math.ceil(second - decision.now / 1000))
  const when = new Date(second * 1000).toISOString()
  const message = `Too many requests; retry after ${when} (X-RateLimit-Reset), in ${wait} s.`
  return new HttpError(429, 'Too many requests', message, {}, { 'Retry-After': String(wait) })
}

function resetSecond(decision: Decision): number {
  return Math.ceil(decision.reset / 1000)
}
