// Sliding windows in this process's memory, with the arithmetic of @upstash/ratelimit's slidingWindow script: two
// counters aligned to the clock, the previous one weighed by what is left of it. Refused requests are not counted.
import type { Limit } from './limits.ts'
import type { Count } from './store.ts'

export class MemoryStore {
  readonly #limit: Limit
  /** Number of the window that `#current` counts: floor(ms since the epoch / window). */
  #window = Number.NEGATIVE_INFINITY
  #current = new Map<string, number>()
  #previous = new Map<string, number>()

  constructor(limit: Limit) {
    this.#limit = limit
  }

  /** Counts one request of `id` at `now` (ms since the epoch), if the window has room for it. */
  take(id: string, now: number): Count {
    const { requests, window } = this.#limit
    const number = Math.floor(now / window)
    this.#turnTo(number)
    const elapsed = (now % window) / window
    const before = Math.floor((1 - elapsed) * (this.#previous.get(id) ?? 0))
    const counted = this.#current.get(id) ?? 0
    const windowEnd = (number + 1) * window
    if (before + counted >= requests) return { allowed: false, remaining: 0, windowEnd }
    this.#current.set(id, counted + 1)
    return { allowed: true, remaining: Math.max(0, requests - before - counted - 1), windowEnd }
  }

  /** Counters live for two windows and then go all at once. A clock that was set back starts afresh. */
  #turnTo(number: number): void {
    if (number === this.#window) return
    this.#previous = number === this.#window + 1 ? this.#current : new Map()
    this.#current = new Map()
    this.#window = number
  }
}
