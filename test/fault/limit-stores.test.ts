// One suite for all stores: this process's memory, Upstash's REST protocol, and an ordinary Redis over TCP. Only the
// clock is the test's own.
import { Ratelimit } from '@upstash/ratelimit'
import { Redis } from '@upstash/redis'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Backend, Backing, Shared } from '../../api/_app/limit/backend.ts'
import { StoreClock } from '../../api/_app/limit/clock.ts'
import { createLimiter, type Limiter } from '../../api/_app/limit/limiter.ts'
import { contractLimits, type Limits, type Tier } from '../../api/_app/limit/limits.ts'
import { LocalStore } from '../../api/_app/limit/local.ts'
import { Remote } from '../../api/_app/limit/remote.ts'
import { spendsOf } from '../../api/_app/limit/spend.ts'
import type { Count, Counts } from '../../api/_app/limit/store.ts'
import { type Random, seeded } from '../bench/words.ts'
import { withoutRedis } from '../redis.ts'
import { patient as deadline, midnight, startStores, stillClock, anyClock as tolerance } from './stores.ts'

/** The contract's limits stand in one test; these are quicker to drain. */
const second = { workspace: { requests: 20, window: 1_000 }, fallback: { requests: 5, window: 1_000 } }

const stores = startStores()
let prefixes = 0

stillClock()

function backing(backend: Backend): Backing {
  return stores.backing(backend, `galley:test:${prefixes++}`)
}

describe.each<Backend>(['memory', 'upstash', 'redis'])('a limiter over %s', (backend) => {
  describe.skipIf(backend !== 'memory' && withoutRedis)('and its store', () => {
    let limits: Limits
    let limiter: Limiter
    /** Shares the store and nothing else, as another process does; with memory there is none. */
    let other: Limiter

    function open(own: Limits = contractLimits): void {
      limits = own
      const options = {
        limits,
        deadline,
        tolerance,
        backing: backing(backend),
        log: (line: string) => expect.unreachable(line),
      }
      limiter = createLimiter(options)
      other = backend === 'memory' ? limiter : createLimiter(options)
    }

    afterEach(() => Promise.all([limiter.close(), other.close()]))

    /** Asks once more than the limit has it, all at once. @returns what was left after each that was admitted */
    async function drain(id: string, tier: Tier = 'workspace'): Promise<number[]> {
      const asked = Array.from({ length: limits[tier]!.requests + 1 }, () => limiter.check(tier, id))
      const admitted = (await Promise.all(asked)).filter((decision) => decision!.allowed)
      return admitted.map((decision) => decision!.remaining)
    }

    test('admits exactly its limit in one window, counts down to 0, and says when to come back', async () => {
      open()
      vi.setSystemTime(midnight + 5_000)
      expect(await drain('a')).toEqual(Array.from({ length: 200 }, (_, i) => 199 - i))
      const refused = { allowed: false, limit: 200, remaining: 0, reset: midnight + 10_050 }
      expect(await limiter.check('workspace', 'a')).toMatchObject(refused)
      expect(await other.check('workspace', 'a')).toMatchObject(refused)
    })

    test('counts ids and tiers apart', async () => {
      open(second)
      await drain('a')
      expect(await drain('b')).toHaveLength(20)
      expect(await drain('a', 'fallback')).toHaveLength(5)
    })

    test('weighs the window before by what is left of it', async () => {
      open(second)
      vi.setSystemTime(midnight + 900)
      await drain('a')
      vi.setSystemTime(midnight + 1_500)
      expect(await drain('a')).toHaveLength(10)
    })

    test.each([
      { requests: 200, window: 10_000, step: 4_487 },
      { requests: 10, window: 10_000, step: 271 },
      { requests: 7, window: 1_000, step: 29 },
    ])('drained at any phase, keeps the promise of its reset: $requests in $window ms', async (one) => {
      const { requests, window, step } = one
      open({ workspace: { requests, window }, fallback: null })
      for (let phase = 0; phase < window; phase += step) {
        vi.setSystemTime(midnight + phase)
        const id = `phase ${phase}`
        await drain(id)
        const refused = await other.check('workspace', id)
        expect([phase, refused!.allowed]).toEqual([phase, false])
        vi.setSystemTime(Math.ceil(refused!.reset / 1_000) * 1_000)
        expect([phase, (await other.check('workspace', id))!.allowed]).toEqual([phase, true])
      }
    })
  })
})

describe.skipIf(withoutRedis)('the script', () => {
  const limit = { requests: 20, window: 1_000 }

  function remoteOf(limits: Limits): Remote {
    const shared = backing('redis') as Shared
    const { backend } = shared
    const log = (line: string) => expect.unreachable(line)
    const clock = new StoreClock({ backend, now: Date.now, tolerance, log })
    const remote = new Remote(shared, { limits, patience: deadline, clock })
    onTestFinished(() => remote.close())
    return remote
  }

  /** So many random requests, mostly in bursts, now and then with a pause that skips windows. */
  async function compare<T>(
    steps: number,
    random: Random,
    ask: () => { asked: Promise<T>; expected: T | Promise<T> },
  ): Promise<T[]> {
    const all: T[] = []
    let burst: ReturnType<typeof ask>[] = []
    const settle = async () => {
      const expected = await Promise.all(burst.map((one) => one.expected))
      expect(await Promise.all(burst.map(({ asked }) => asked))).toEqual(expected)
      all.push(...expected)
      burst = []
    }
    for (let step = 0; step < steps; step++) {
      if (random() < 0.3) {
        await settle()
        vi.setSystemTime(Date.now() + Math.floor(random() * (random() < 0.02 ? 3_000 : 60)))
      }
      burst.push(ask())
    }
    await settle()
    return all
  }

  test.each([
    ['one window', { workspace: limit, fallback: null }],
    ['two', { workspace: limit, fallback: null, client: { requests: 4, window: 700 } }],
  ])('decides 10,000 random requests for %s as the memory store does', async (_, limits) => {
    const [remote, memory] = [remoteOf(limits), new LocalStore(limits, Date.now)]
    const random = seeded(16)
    const decided = await compare<Counts>(10_000, random, () => {
      const address = `192.0.2.${Math.floor(random() * 4)}`
      const spends = spendsOf(limits, 'workspace', `id ${Math.floor(random() * 3)}`, address)
      return { asked: remote.take(spends), expected: memory.take(spends) }
    })
    for (const window of 'client' in limits ? [0, 1] : [0]) {
      expect(decided.filter((counts) => !counts[window]!.allowed).length).toBeGreaterThan(500)
    }
  })

  test('decides 3,000 random requests as that of @upstash/ratelimit does', async () => {
    const remote = remoteOf({ workspace: limit, fallback: null })
    const library = new Ratelimit({
      redis: new Redis({ url: stores.bridge.url, token: stores.bridge.token, enableTelemetry: false }),
      prefix: 'library',
      limiter: Ratelimit.slidingWindow(limit.requests, `${limit.window} ms`),
      ephemeralCache: false,
      timeout: 0,
    })
    const random = seeded(17)
    await compare<Count>(3_000, random, () => {
      const id = `id ${Math.floor(random() * 3)}`
      return {
        asked: remote.take([{ tier: 'workspace', id }]).then(([count]) => count!),
        expected: library
          .limit(id)
          .then(({ success, remaining, reset }) => ({ allowed: success, remaining, windowEnd: reset })),
      }
    })
  })

  test.each([
    ['one window', contractLimits, 100],
    ['two', { ...contractLimits, client: { requests: 150, window: 10_000 } }, 200],
  ])(
    'is run by its hash once Redis has it, once a request, with few commands for %s',
    async (_, limits, counted) => {
      const limiter = createLimiter({ limits, deadline, tolerance, backing: backing('redis') })
      onTestFinished(() => limiter.close())
      await limiter.check('workspace', 'a', '192.0.2.1')
      await stores.redis.client.config('RESETSTAT')
      for (let i = 0; i < 100; i++) await limiter.check('workspace', 'a', '192.0.2.1')
      const stats = await stores.redis.client.info('commandstats')
      const calls = [...stats.matchAll(/cmdstat_(\S+?):calls=(\d+),/g)].map(([, name, calls]) => [
        name,
        Number(calls),
      ])
      expect(Object.fromEntries(calls.filter(([name]) => name !== 'config|resetstat'))).toEqual({
        evalsha: 100,
        time: 100,
        mget: 100,
        incr: counted,
      })
    },
  )
})
