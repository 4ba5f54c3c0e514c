// Windows in this process's memory.
import type { Bucket, Count, Counts, Limiter } from './decision.ts'
import { bucketsOf, decide, isAdmitted } from './decision.ts'
import { type Limit, type Limits, perTier, type Tier } from './limits.ts'

/** @param now the clock, in ms since the epoch */
export function createInMemory(limits: Limits, now: () => number): Limiter {
  const windows = new LocalStore(limits, now)
  return {
    backend: 'memory',
    degraded: false,
    async check(tier, id, address) {
      const buckets = bucketsOf(limits, tier, id, address)
      if (buckets.length === 0) return null
      return decide(limits, buckets, windows.take(buckets), { now: now(), source: 'memory' })
    },
    async close() {},
  }
}

/** The windows of all tiers. */
export class LocalStore {
  readonly #windows: Record<Tier, MemoryStore | null>

  /** @param now the clock, in ms since the epoch */
  constructor(limits: Limits, now: () => number) {
    this.#windows = perTier(limits, (limit) => new MemoryStore(limit, now))
  }

  /** Counts one request if every window has room for it. */
  take(buckets: readonly Bucket[]): Counts {
    const counts = buckets.map(({ tier, id }) => this.#windows[tier]!.take(id))
    if (!isAdmitted(counts)) this.refund(buckets, counts)
    return counts
  }

  /** Undoes the counting of one request. @param counts what `take` returned for it */
  refund(buckets: readonly Bucket[], counts: Counts): void {
    for (const [i, { allowed, windowEnd }] of counts.entries()) {
      const { tier, id } = buckets[i]!
      if (allowed) this.#windows[tier]!.refund(id, windowEnd)
    }
  }
}

/** Ids counted in one window; beyond it counting starts over, or somebody with a million addresses could fill memory. */
const maxIds = 100_000

/**
 * Sliding windows of one tier, with the arithmetic of @upstash/ratelimit's slidingWindow script: two counters aligned to
 * the clock, the previous one weighted by how much of it the window still covers. Refused requests are not counted.
 */
export class MemoryStore {
  readonly #limit: Limit
  readonly #now: () => number
  /** Number of the window that `#current` counts: floor(ms since the epoch / window). */
  #window = Number.NEGATIVE_INFINITY
  #current = new Map<string, number>()
  #previous = new Map<string, number>()

  /** @param now the clock, in ms since the epoch */
  constructor(limit: Limit, now: () => number) {
    this.#limit = limit
    this.#now = now
  }

  /** Ids held in memory. */
  get size(): number {
    return this.#current.size + this.#previous.size
  }

  /** Counts one request if the window has room for it. */
  take(id: string): Count {
    const { requests, window } = this.#limit
    const now = this.#now()
    const number = Math.floor(now / window)
    this.#turnTo(number)
    const elapsed = (now % window) / window
    const before = Math.floor((1 - elapsed) * (this.#previous.get(id) ?? 0))
    const counted = this.#current.get(id) ?? 0
    const windowEnd = (number + 1) * window
    if (before + counted >= requests) return { allowed: false, remaining: 0, windowEnd }
    if (this.#current.size >= maxIds && counted === 0) this.#current.clear()
    this.#current.set(id, counted + 1)
    return { allowed: true, remaining: Math.max(0, requests - before - counted - 1), windowEnd }
  }

  /** Undoes a request counted in the window that ends at `windowEnd`. */
  refund(id: string, windowEnd: number): void {
    const windowsAgo = this.#window + 1 - windowEnd / this.#limit.window
    const counters = windowsAgo === 0 ? this.#current : windowsAgo === 1 ? this.#previous : undefined
    const counted = counters?.get(id)
    if (counted) counters!.set(id, counted - 1)
  }

  /** Counters live for two windows and are then dropped all at once. If the clock is set back, counting starts over. */
  #turnTo(number: number): void {
    if (number === this.#window) return
    this.#previous = number === this.#window + 1 ? this.#current : new Map()
    this.#current = new Map()
    this.#window = number
  }
}
