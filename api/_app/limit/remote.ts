// Windows that several processes share: @upstash/ratelimit's slidingWindow script, run by Upstash or by any Redis.
import type { Redis } from '@upstash/redis'
import { checkReply, countOf } from './answer.ts'
import type { Shared } from './backend.ts'
import { each, type Limit, type Limits, type Tier } from './limits.ts'
import type { Connection } from './scripts.ts'
import type { Count, Store } from './store.ts'

/**
 * What is silent for so many times as long as anyone waits for an answer may lead nowhere any more. Not at the deadline
 * itself: a process that was held up would drop answers that have come in meanwhile. Over before the store is probed.
 */
const silences = 3

/** A shared store of all tiers that are on. */
export class Remote {
  readonly #open: () => Promise<Opened>
  #opened: Promise<Opened> | undefined

  /** @param patience ms after which nobody waits for an answer any more */
  constructor(shared: Shared, limits: Limits, patience: number) {
    this.#open = () => open(shared, limits, patience)
  }

  /** Imports what the backend needs, and nothing of the others; connects nothing. Never rejects. */
  async load(): Promise<void> {
    this.#opened ??= this.#open()
    await this.#opened.catch(() => {
      this.#opened = undefined
    })
  }

  /** May reject, and may never answer. */
  async take(tier: Tier, id: string): Promise<Count> {
    this.#opened ??= this.#open()
    return (await this.#opened).stores[tier]!.take(id)
  }

  async close(): Promise<void> {
    const opened = await this.#opened?.catch(() => undefined)
    opened?.close()
  }
}

interface Opened {
  stores: Record<Tier, Store | null>
  close(): void
}

async function open(shared: Shared, limits: Limits, patience: number): Promise<Opened> {
  const [{ Ratelimit }, { redis, close }] = await Promise.all([
    import('@upstash/ratelimit'),
    connect(shared, patience),
  ])
  const stores = each(limits, (limit, tier): Store => {
    const counter = new Ratelimit({
      redis: checked(redis, limit) as Redis,
      prefix: `${shared.prefix}:${tier}`,
      limiter: Ratelimit.slidingWindow(limit.requests, `${limit.window} ms`),
      // Its own would refuse a key until the end of the window, and let requests pass once time runs out.
      ephemeralCache: false,
      timeout: 0,
      // The one's keys never expire, the other calls out to the internet.
      analytics: false,
      enableProtection: false,
    })
    return { take: async (id) => countOf(await counter.limit(id), limit) }
  })
  return { stores, close }
}

async function connect(shared: Shared, patience: number): Promise<Connection> {
  const silence = silences * patience
  if (shared.backend === 'redis') return (await import('./redis.ts')).connectRedis(shared.url, silence)
  return (await import('./upstash.ts')).connectUpstash(shared, silence)
}

/** Looks at each reply of the script before the library does. */
function checked(redis: Connection['redis'], limit: Limit): Connection['redis'] {
  const check = <T>(reply: T): T => {
    checkReply(reply, limit)
    return reply
  }
  return {
    evalsha: async (...args) => check(await redis.evalsha(...args)) as never,
    eval: async (...args) => check(await redis.eval(...args)) as never,
  }
}
