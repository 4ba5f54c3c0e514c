// The windows of one tier in a shared store, counted by @upstash/ratelimit at a given time. The library uses this process's
// clock, so the `redis` it is handed corrects the time before a script runs, and checks the reply before the library sees
// it.
import type { Ratelimit } from '@upstash/ratelimit'
import type { Count } from '../decision.ts'
import type { Limit } from '../limits.ts'
import { type Scripts, timeIn } from './scripts.ts'

interface CounterOptions {
  Library: typeof Ratelimit
  scripts: Scripts
  /** Prefix of its keys. */
  prefix: string
  limit: Limit
  /** The number of ms by which a time may differ from the store's. */
  tolerance: number
}

type Window = ReturnType<ReturnType<typeof Ratelimit.slidingWindow>>
type LibraryContext = Parameters<Window['limit']>[0]

const anyTime = Number.MAX_SAFE_INTEGER
const { NEGATIVE_INFINITY, POSITIVE_INFINITY } = Number

/** Its calls may reject, with a TimeError among others, or never settle. */
export class Counter {
  readonly #options: CounterOptions
  readonly #window: Window

  constructor(options: CounterOptions) {
    const { Library, limit } = options
    this.#options = options
    this.#window = Library.slidingWindow(limit.requests, `${limit.window} ms`)()
  }

  /** Counts one request if the window has room for it. */
  async take(id: string, now: number): Promise<Count> {
    const { limit } = this.#options
    const context = this.#contextOf(now, { least: -1, most: limit.requests - 1 })
    const { success, remaining } = await this.#window.limit(context, this.#keyOf(id))
    return { allowed: success, remaining, windowEnd: this.#endAt(now) }
  }

  /** Returns the result of `take` without counting. */
  async peek(id: string, now: number): Promise<Count> {
    const { requests } = this.#options.limit
    // Negative if the limit has been lowered.
    const context = this.#contextOf(now, { least: NEGATIVE_INFINITY, most: requests })
    const { remaining } = await this.#window.getRemaining(context, this.#keyOf(id))
    return { allowed: remaining > 0, remaining: Math.max(0, remaining - 1), windowEnd: this.#endAt(now) }
  }

  /** Undoes a request counted in the window that ends at `windowEnd`, whatever the time is now. */
  async refund(id: string, windowEnd: number): Promise<void> {
    const any = { least: NEGATIVE_INFINITY, most: POSITIVE_INFINITY }
    const context = this.#contextOf(windowEnd - 1, any, anyTime)
    await this.#window.limit(context, this.#keyOf(id), -1)
  }

  /**
   * The library's context: its `redis` replaces this process's time with that of the call.
   * @param tolerance how many ms it may differ from the store's
   */
  #contextOf(now: number, remaining: Remaining, tolerance = this.#options.tolerance): LibraryContext {
    const { scripts, prefix, limit } = this.#options
    const atTime = (run: Scripts['byHash']) => async (script: string, keys: string[], args: number[]) => {
      const call = shifted({ keys, args }, now)
      const reply = await run(script, call.keys, [...call.args, tolerance])
      const time = timeIn(reply)
      if (time !== undefined) throw new TimeError(time)
      checkReply(reply, limit, remaining)
      return reply
    }
    const commands = { evalsha: atTime(scripts.byHash), eval: atTime(scripts.byText) }
    return { redis: commands as unknown as LibraryContext['redis'], prefix }
  }

  #keyOf(id: string): string {
    return `${this.#options.prefix}:${id}`
  }

  /** Replaces the library's `reset`, which goes by its own clock. */
  #endAt(now: number): number {
    const { window } = this.#options.limit
    return (Math.floor(now / window) + 1) * window
  }
}

/** The store's time differs from the one it was given, so it has done nothing. */
export class TimeError extends Error {
  override name = 'TimeError'
  readonly time: number

  constructor(time: number) {
    super('the store has a different time')
    this.time = time
  }
}

/** A call of the library to a script of its sliding window: with the keys of the current window and the previous one. */
export interface Call {
  keys: string[]
  /** The limit, the time, the window, and for a script that counts, the increment. */
  args: number[]
}

export class LibraryError extends Error {
  override name = 'LibraryError'
}

/**
 * Moves a call that the library made for this process's time to another time.
 * @throws {LibraryError} if the call does not have the expected form, and the time it would count at is unknown
 */
export function shifted({ keys, args }: Call, now: number): Call {
  const [requests, theirs, window, ...others] = args as [number, number, number]
  const [from, to] = [Math.floor(theirs / window), Math.floor(now / window)]
  const moved = keys.map((key, i) => {
    const number = `:${from - i}`
    if (!key.endsWith(number))
      throw new LibraryError('@upstash/ratelimit does not call its scripts as expected')
    return `${key.slice(0, -number.length)}:${to - i}`
  })
  return { keys: moved, args: [requests, now, window, ...others] }
}

/** An answer that no working store gives. It counts as a failure, never as a refusal or a NaN in a header. */
export class AnswerError extends Error {
  override name = 'AnswerError'
}

/** The range that an answer's `remaining` may be in. */
interface Remaining {
  least: number
  most: number
}

/**
 * A script replies `[remaining, limit]`, with -1 for a refused request; the library would take any other negative
 * number for a refusal too.
 * @throws {AnswerError}
 */
export function checkReply(reply: unknown, { requests }: Limit, { least, most }: Remaining): void {
  const [remaining, limit] = Array.isArray(reply) ? reply : []
  const isReply = Array.isArray(reply) && reply.length === 2 && limit === requests
  const isInRange = Number.isInteger(remaining) && remaining >= least && remaining <= most
  if (!isReply || !isInRange) throw new AnswerError('not a reply from the script')
}
