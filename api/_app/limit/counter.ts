// The windows of one tier in a shared store, counted by @upstash/ratelimit at a time that is given.
import type { Ratelimit } from '@upstash/ratelimit'
import { checkAnswered } from './answer.ts'
import type { Limit } from './limits.ts'
import { type Question, redisFor } from './question.ts'
import type { Scripts } from './scripts.ts'
import type { Count } from './store.ts'

export interface CounterOptions {
  Library: typeof Ratelimit
  scripts: Scripts
  /** Of its keys. */
  prefix: string
  limit: Limit
  /** By how many ms a time may differ from the store's. */
  tolerance: number
}

const anyTime = Number.MAX_SAFE_INTEGER
const { NEGATIVE_INFINITY, POSITIVE_INFINITY } = Number

/** What it is asked may reject, with a TimeError among others, and may never answer. */
export class Counter {
  readonly #options: CounterOptions
  readonly #limiter: ReturnType<typeof Ratelimit.slidingWindow>

  constructor(options: CounterOptions) {
    const { Library, limit } = options
    this.#options = options
    this.#limiter = Library.slidingWindow(limit.requests, `${limit.window} ms`)
  }

  /** Counts one request, if the window has room for it. */
  async take(id: string, now: number): Promise<Count> {
    const { limit } = this.#options
    const library = this.#asked({ now, bounds: { least: -1, most: limit.requests - 1 } })
    const answered = await library.limit(id)
    checkAnswered(answered, limit)
    return { allowed: answered.success, remaining: answered.remaining, windowEnd: this.#endAt(now) }
  }

  /** What `take` would tell. */
  async look(id: string, now: number): Promise<Count> {
    const { requests } = this.#options.limit
    // Below nothing where the limit has been lowered.
    const library = this.#asked({ now, bounds: { least: NEGATIVE_INFINITY, most: requests } })
    const { remaining } = await library.getRemaining(id)
    return { allowed: remaining > 0, remaining: Math.max(0, remaining - 1), windowEnd: this.#endAt(now) }
  }

  /** Takes one request back that was counted in the window which ends at `windowEnd`, whatever the time is now. */
  async giveBack(id: string, windowEnd: number): Promise<void> {
    const bounds = { least: NEGATIVE_INFINITY, most: POSITIVE_INFINITY }
    const library = this.#asked({ now: windowEnd - 1, tolerance: anyTime, bounds })
    await library.limit(id, { rate: -1 })
  }

  /** A library for one question: what it is asked by is its `redis`. */
  #asked(question: Pick<Question, 'now' | 'bounds'> & Partial<Question>): Ratelimit {
    const { Library, scripts, prefix, limit, tolerance } = this.#options
    return new Library({
      redis: redisFor({ limit, tolerance, ...question }, scripts),
      prefix,
      limiter: this.#limiter,
      // Its own would refuse a key until the end of the window, and let requests pass once time runs out.
      ephemeralCache: false,
      timeout: 0,
      // The one's keys never expire, the other calls out to the internet.
      analytics: false,
      enableProtection: false,
      enableTelemetry: false,
    })
  }

  /** The library's `reset` is by its own clock. */
  #endAt(now: number): number {
    const { window } = this.#options.limit
    return (Math.floor(now / window) + 1) * window
  }
}
