// Windows that several processes share, counted by @upstash/ratelimit in Upstash or in any Redis.
import type { Shared } from '../backend.ts'
import { type Bucket, type Count, type Counts, isAdmitted, type Store } from '../decision.ts'
import { type Limits, perTier, type Tier } from '../limits.ts'
import type { StoreClock } from './clock.ts'
import { AnswerError, Counter, TimeError } from './counter.ts'
import { type Connection, Scripts } from './scripts.ts'

/**
 * What is silent for so many times as long as anyone waits for an answer may lead nowhere any more. Not at the deadline
 * itself: a process that was held up would drop answers that have come in meanwhile. Over before the store is probed.
 */
const silences = 3

/** How often one request is told the store's time: once where the clock is wrong, again where the answer was slow. */
const maxTries = 3

export interface RemoteOptions {
  limits: Limits
  /** Milliseconds after which nobody waits for an answer any more. */
  patience: number
  clock: StoreClock
}

/** A shared store of all tiers that are on. */
export class Remote implements Store {
  readonly #clock: StoreClock
  readonly #open: () => Promise<Opened>
  #opened: Promise<Opened> | undefined

  constructor(shared: Shared, options: RemoteOptions) {
    this.#clock = options.clock
    this.#open = () => open(shared, options)
  }

  /** Imports what the backend needs, and nothing of the others; connects nothing. Never rejects. */
  async load(): Promise<void> {
    this.#opened ??= this.#open()
    await this.#opened.catch(() => {
      this.#opened = undefined
    })
  }

  /** Asks one window after the other. May reject, and may never answer. */
  async take(buckets: readonly Bucket[]): Promise<Counts> {
    this.#opened ??= this.#open()
    const { counters } = await this.#opened
    const counts: Count[] = []
    for (const { tier, id } of buckets) {
      const counter = counters[tier]!
      // Behind one that refuses, it is only of interest what a client is to be told.
      const way = isAdmitted(counts) ? 'take' : 'look'
      counts.push(await this.#byClock((now) => counter[way](id, now)))
    }
    const refusing = counts.findIndex(({ allowed }) => !allowed)
    if (refusing > 0) await refund(counters, buckets.slice(0, refusing), counts)
    return counts
  }

  /** Asks by the time that the store has told, or may have. */
  async #byClock<T>(question: (now: number) => Promise<T>): Promise<T> {
    const clock = this.#clock
    const before = clock.offset
    let offset = before
    for (let tries = 0; tries < maxTries; tries++) {
      const asked = clock.ask()
      try {
        const answer = await question(asked.own + offset)
        if (offset !== before || !clock.isKnown) clock.adopt(offset)
        return answer
      } catch (error) {
        if (!(error instanceof TimeError)) throw error
        offset = clock.measure(error.time, asked, offset)
      }
    }
    throw new AnswerError('no time that stays')
  }

  async close(): Promise<void> {
    const opened = await this.#opened?.catch(() => undefined)
    opened?.close()
  }
}

type Counters = Record<Tier, Counter | null>

interface Opened {
  counters: Counters
  close(): void
}

async function open(shared: Shared, { limits, patience, clock }: RemoteOptions): Promise<Opened> {
  const [{ Ratelimit: Library }, connection] = await Promise.all([
    import('@upstash/ratelimit'),
    connect(shared, silences * patience),
  ])
  const scripts = new Scripts(connection)
  const counters = perTier(limits, (limit, tier) => {
    const prefix = `${shared.prefix}:${tier}`
    return new Counter({ Library, scripts, prefix, limit, tolerance: clock.tolerance })
  })
  return { counters, close: () => connection.close() }
}

async function connect(shared: Shared, silence: number): Promise<Connection> {
  if (shared.backend === 'redis') return (await import('./redis.ts')).connectRedis(shared.url, silence)
  return (await import('./upstash.ts')).connectUpstash(shared, silence)
}

async function refund(counters: Counters, buckets: readonly Bucket[], counts: Counts): Promise<void> {
  await Promise.all(buckets.map(({ tier, id }, i) => counters[tier]!.refund(id, counts[i]!.windowEnd)))
}
