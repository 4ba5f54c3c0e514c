// Windows shared by several processes, counted by @upstash/ratelimit in Upstash or in any Redis.
import type { SharedStore, StoreOptions } from '../backend.ts'
import { type Bucket, type Count, type Counts, isAdmitted } from '../decision.ts'
import { perTier, type Tier } from '../limits.ts'
import type { StoreClock } from './clock.ts'
import { AnswerError, Counter, TimeError } from './counter.ts'
import { type Connection, scriptsOn } from './scripts.ts'

/**
 * A connection that is silent for this many deadlines is considered dead. One would be too few: a process that was held up would
 * drop answers that have arrived in the meantime. The silence is over before the store is probed.
 */
const deadlinesOfSilence = 3

/** The number of tries for one request: again with the store's time if the clock is off, and again if that answer was slow. */
const maxTries = 3

interface RemoteOptions extends Pick<StoreOptions, 'limits' | 'deadline'> {
  clock: StoreClock
}

/** A shared store for all tiers that are on. */
export class Remote {
  readonly #clock: StoreClock
  readonly #open: () => Promise<Opened>
  #opened: Promise<Opened> | undefined

  constructor(store: SharedStore, options: RemoteOptions) {
    this.#clock = options.clock
    this.#open = () => open(store, options)
  }

  /** Imports only what this backend needs; opens no connection. Never rejects. */
  async load(): Promise<void> {
    this.#opened ??= this.#open()
    await this.#opened.catch(() => {
      this.#opened = undefined
    })
  }

  /** Counts one request if every window has room for it: asks one after the other. May reject, or never settle. */
  async take(buckets: readonly Bucket[]): Promise<Counts> {
    this.#opened ??= this.#open()
    const { counters } = await this.#opened
    const counts: Count[] = []
    for (const { tier, id } of buckets) {
      const counter = counters[tier]!
      // Once a window has refused, the others are only asked for the figures that the client is told.
      const method = isAdmitted(counts) ? 'take' : 'peek'
      counts.push(await this.#withStoreTime((now) => counter[method](id, now)))
    }
    const refusing = counts.findIndex(({ allowed }) => !allowed)
    if (refusing > 0) {
      const counted = buckets.slice(0, refusing)
      await Promise.all(counted.map(({ tier, id }, i) => counters[tier]!.refund(id, counts[i]!.windowEnd)))
    }
    return counts
  }

  /** Calls with the store's time as far as it is known, and again with the time that the store returns. */
  async #withStoreTime<T>(call: (now: number) => Promise<T>): Promise<T> {
    const clock = this.#clock
    const before = clock.offset
    let offset = before
    for (let tries = 0; tries < maxTries; tries++) {
      const sent = clock.sentNow()
      try {
        const answer = await call(sent.own + offset)
        if (offset !== before || !clock.isKnown) clock.adopt(offset)
        return answer
      } catch (error) {
        if (!(error instanceof TimeError)) throw error
        offset = clock.measure(error.time, sent, offset)
      }
    }
    throw new AnswerError('the time keeps changing')
  }

  async close(): Promise<void> {
    const opened = await this.#opened?.catch(() => undefined)
    opened?.close()
  }
}

interface Opened {
  counters: Record<Tier, Counter | null>
  close(): void
}

async function open(store: SharedStore, { limits, deadline, clock }: RemoteOptions): Promise<Opened> {
  const [{ Ratelimit: Library }, connection] = await Promise.all([
    import('@upstash/ratelimit'),
    connect(store, deadlinesOfSilence * deadline),
  ])
  const scripts = scriptsOn(connection)
  const counters = perTier(limits, (limit, tier) => {
    const prefix = `${store.prefix}:${tier}`
    return new Counter({ Library, scripts, prefix, limit, tolerance: clock.tolerance })
  })
  return { counters, close: () => connection.close() }
}

/** @param timeout ms after which a connection that is silent is considered dead */
export async function connect(store: SharedStore, timeout: number): Promise<Connection> {
  if (store.backend === 'redis') return (await import('./redis.ts')).connectRedis(store.url, timeout)
  return (await import('./upstash.ts')).connectUpstash(store.url, store.token, timeout)
}
