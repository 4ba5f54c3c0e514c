// What one request is counted for, what its windows tell of it, and what is decided and said of that.
import { HttpError } from '../http/error.ts'
import { clientId } from '../http/request.ts'
import type { Backend } from './backend.ts'
import type { Limit, Limits, Tier } from './limits.ts'

/** The limiter as the app sees it: one question a request, an answer that never fails. */
export interface Limiter {
  readonly backend: Backend
  /** The backend fails, and this process decides alone. */
  readonly degraded: boolean
  /**
   * Counts one request. Never rejects, never hangs; `null` where the tier is off.
   * @param address the client's, for a limit of each client's own within a workspace
   */
  check(tier: Tier, id: string, address?: string): Promise<Decision | null>
  /** Lets go of connections. */
  close(): Promise<void>
}

/** What a request is counted in: the window of an id. */
export interface Bucket {
  tier: Tier
  id: string
}

/**
 * Those of a request, in the order in which they are asked; none where the tier is off.
 * @param address the client's, which counts below a workspace where each of its clients has a limit, too
 */
export function bucketsOf(limits: Limits, tier: Tier, id: string, address: string | undefined): Bucket[] {
  const buckets: Bucket[] = limits[tier] ? [{ tier, id }] : []
  if (tier === 'workspace' && limits.client) {
    buckets.unshift({ tier: 'client', id: `${id}:${clientId(address)}` })
  }
  return buckets
}

/** What a window tells of one request. */
export interface Count {
  allowed: boolean
  remaining: number
  /** The end of the clock-aligned window, in ms since the epoch. */
  windowEnd: number
}

/** Of each window in turn. Where one of them refuses, none has counted the request. */
export type Counts = readonly Count[]

export function isAdmitted(counts: Counts): boolean {
  return counts.every(({ allowed }) => allowed)
}

/** Sliding windows of several tiers. */
export interface Store {
  /** Counts one request, if every window has room for it; a store that is elsewhere may reject, or never answer. */
  take(buckets: readonly Bucket[]): Counts | Promise<Counts>
}

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
export function decide(limits: Limits, buckets: readonly Bucket[], counts: Counts, by: By): Decision {
  let told = decisionOf(limits[buckets[0]!.tier]!, counts[0]!, by)
  for (let i = 1; i < buckets.length; i++) {
    const other = decisionOf(limits[buckets[i]!.tier]!, counts[i]!, by)
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

/** The three headers of every counted response; the reset is a whole Unix second. */
export function limitHeaders(decision: Decision): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(decision.limit),
    'X-RateLimit-Remaining': String(decision.remaining),
    'X-RateLimit-Reset': String(resetSecond(decision)),
  }
}

/** Retry-After counts to the very second of X-RateLimit-Reset. */
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
