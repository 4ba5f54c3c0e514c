// The windows of one tier in a shared store, counted by @upstash/ratelimit at a time that is given. The library goes by the
// clock of this process, so it is in the `redis` it is handed that the time is put right before a script is run, and the
// reply looked at before the library does.
import type { Ratelimit } from '@upstash/ratelimit'
import type { Count } from '../decision.ts'
import type { Limit } from '../limits.ts'
import { type Scripts, timeIn } from './scripts.ts'

export interface CounterOptions {
  Library: typeof Ratelimit
  scripts: Scripts
  /** Of its keys. */
  prefix: string
  limit: Limit
  /** By how many ms a time may differ from the store's. */
  tolerance: number
}

type Window = ReturnType<ReturnType<typeof Ratelimit.slidingWindow>>

const anyTime = Number.MAX_SAFE_INTEGER
const { NEGATIVE_INFINITY, POSITIVE_INFINITY } = Number

/** What it is asked may reject, with a TimeError among others, and may never answer. */
export class Counter {
  readonly #options: CounterOptions
  readonly #window: Window

  constructor(options: CounterOptions) {
    const { Library, limit } = options
    this.#options = options
    this.#window = Library.slidingWindow(limit.requests, `${limit.window} ms`)()
  }

  /** Counts one request, if the window has room for it. */
  async take(id: string, now: number): Promise<Count> {
    const { limit } = this.#options
    const context = this.#contextOf({ now, remaining: { least: -1, most: limit.requests - 1 } })
    const answered = await this.#window.limit(context, this.#keyOf(id))
    checkAnswered(answered, limit)
    return { allowed: answered.success, remaining: answered.remaining, windowEnd: this.#endAt(now) }
  }

  /** What `take` would tell. */
  async look(id: string, now: number): Promise<Count> {
    const { requests } = this.#options.limit
    // Below nothing where the limit has been lowered.
    const context = this.#contextOf({ now, remaining: { least: NEGATIVE_INFINITY, most: requests } })
    const { remaining } = await this.#window.getRemaining(context, this.#keyOf(id))
    return { allowed: remaining > 0, remaining: Math.max(0, remaining - 1), windowEnd: this.#endAt(now) }
  }

  /** Takes one request back that was counted in the window which ends at `windowEnd`, whatever the time is now. */
  async refund(id: string, windowEnd: number): Promise<void> {
    const remaining = { least: NEGATIVE_INFINITY, most: POSITIVE_INFINITY }
    const context = this.#contextOf({ now: windowEnd - 1, tolerance: anyTime, remaining })
    await this.#window.limit(context, this.#keyOf(id), -1)
  }

  /** What the library asks by: its `redis` puts the time of the question in the place of this process's. */
  #contextOf(question: Pick<Question, 'now' | 'remaining'> & Partial<Question>) {
    const { scripts, prefix, limit, tolerance } = this.#options
    return { redis: redisFor({ limit, tolerance, ...question }, scripts), prefix }
  }

  #keyOf(id: string): string {
    return `${this.#options.prefix}:${id}`
  }

  /** The library's `reset` is by its own clock. */
  #endAt(now: number): number {
    const { window } = this.#options.limit
    return (Math.floor(now / window) + 1) * window
  }
}

interface Question {
  limit: Limit
  /** By what time it is asked, and by how much that may differ from the store's, in ms. */
  now: number
  tolerance: number
  remaining: Remaining
}

/** The store's time is another than that by which it was asked, so it has done nothing. */
export class TimeError extends Error {
  override name = 'TimeError'
  readonly time: number

  constructor(time: number) {
    super('another time')
    this.time = time
  }
}

function redisFor(
  { limit, now, tolerance, remaining }: Question,
  scripts: Scripts,
): Parameters<Window['limit']>[0]['redis'] {
  const asking = (run: Scripts['byHash']) => async (script: string, keys: string[], args: number[]) => {
    const call = shifted({ keys, args }, now)
    const reply = await run(script, call.keys, [...call.args, tolerance])
    const time = timeIn(reply)
    if (time !== undefined) throw new TimeError(time)
    checkReply(reply, limit, remaining)
    return reply
  }
  const ways = {
    evalsha: asking((...call) => scripts.byHash(...call)),
    eval: asking((...call) => scripts.byText(...call)),
  }
  return ways as unknown as Parameters<Window['limit']>[0]['redis']
}

/** How the library calls a script of its sliding window: with the keys of the present window and the one before. */
export interface Call {
  keys: string[]
  /** Requests, the time, the window, and what is to be counted where anything is. */
  args: number[]
}

export class LibraryError extends Error {
  override name = 'LibraryError'
}

/**
 * What the library has made of this process's clock, made of another time.
 * @throws {LibraryError} where the call is another, and by which time it would count is unknown
 */
export function shifted({ keys, args }: Call, now: number): Call {
  const [requests, theirs, window, ...others] = args as [number, number, number]
  const [from, to] = [Math.floor(theirs / window), Math.floor(now / window)]
  const moved = keys.map((key, i) => {
    const number = `:${from - i}`
    if (!key.endsWith(number)) throw new LibraryError('@upstash/ratelimit calls its scripts otherwise')
    return `${key.slice(0, -number.length)}:${to - i}`
  })
  return { keys: moved, args: [requests, now, window, ...others] }
}

/** What a shared store may not answer: a failure of the store, never a refusal and never a NaN in a header. */
export class AnswerError extends Error {
  override name = 'AnswerError'
}

/** What may be left of a window, by its answer. */
interface Remaining {
  least: number
  most: number
}

/** What the library makes of a script's reply. */
export interface Answered {
  success: boolean
  limit: number
  remaining: number
  reason?: unknown
}

/**
 * A script replies `[remaining, limit]`, with -1 for a request it refused; the library would take any other negative
 * number for a refusal, too.
 * @throws {AnswerError}
 */
export function checkReply(reply: unknown, { requests }: Limit, { least, most }: Remaining): void {
  const [remaining, limit] = Array.isArray(reply) ? reply : []
  const isReply = Array.isArray(reply) && reply.length === 2 && limit === requests
  if (!isReply || !isBetween(remaining, least, most)) throw new AnswerError('no reply of the script')
}

/** @throws {AnswerError} where the library decides something that no script has */
export function checkAnswered(answered: Answered, { requests }: Limit): void {
  const { success, limit, remaining, reason } = answered
  const isWhole = typeof success === 'boolean' && limit === requests && isBetween(remaining, 0, requests)
  if (!isWhole || reason !== undefined) throw new AnswerError('no decision')
}

function isBetween(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most
}
