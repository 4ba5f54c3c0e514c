// One suite for all stores: this process's memory, Upstash's REST protocol, and an ordinary Redis over TCP. Only the
// clock is the test's own.
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Backend, Backing, SharedStore } from '../../api/_app/limit/backend.ts'
import type { Limiter } from '../../api/_app/limit/decision.ts'
import { bucketsOf, isAdmitted } from '../../api/_app/limit/decision.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import { contractLimits, type Limits, type Tier } from '../../api/_app/limit/limits.ts'
import { LocalStore } from '../../api/_app/limit/memory.ts'
import { StoreClock } from '../../api/_app/limit/shared-store/clock.ts'
import { Remote } from '../../api/_app/limit/shared-store/remote.ts'
import { type Random, seeded } from '../bench/words.ts'
import { fixed, tries } from '../property/tries.ts'
import { withoutRedis } from '../support/redis.ts'
import { patient as deadline, midnight, startStores, stillClock, anyClock as tolerance } from './stores.ts'

/** One test uses the contract's limits; these are quicker to use up. */
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

    /** Sends one request more than the limit, all at once. @returns what was left after each that was admitted */
    async function drain(id: string, tier: Tier = 'workspace'): Promise<number[]> {
      const asked = Array.from({ length: limits[tier]!.requests + 1 }, () => limiter.check(tier, id))
      const admitted = (await Promise.all(asked)).filter((decision) => decision!.allowed)
      return admitted.map((decision) => decision!.remaining)
    }

    fixed(
      'admits exactly its limit in one window, counts down to 0, and says when to come back',
      async () => {
        open()
        vi.setSystemTime(midnight + 5_000)
        expect(await drain('a')).toEqual(Array.from({ length: 200 }, (_, i) => 199 - i))
        const refused = { allowed: false, limit: 200, remaining: 0, reset: midnight + 10_050 }
        expect(await limiter.check('workspace', 'a')).toMatchObject(refused)
        expect(await other.check('workspace', 'a')).toMatchObject(refused)
      },
    )

    fixed('counts ids and tiers separately', async () => {
      open(second)
      await drain('a')
      expect(await drain('b')).toHaveLength(20)
      expect(await drain('a', 'fallback')).toHaveLength(5)
    })

    fixed('weights the previous window by what is left of it', async () => {
      open(second)
      vi.setSystemTime(midnight + 900)
      await drain('a')
      vi.setSystemTime(midnight + 1_500)
      expect(await drain('a')).toHaveLength(10)
    })
  })
})

describe.skipIf(withoutRedis)('a real Redis', () => {
  const limit = { requests: 20, window: 1_000 }
  const single: Limits = { workspace: limit, fallback: null }
  const both: Limits = { ...single, client: { requests: 4, window: 700 } }

  function remoteOf(limits: Limits): Remote {
    const store = backing('redis') as SharedStore
    const { backend } = store
    const log = (line: string) => expect.unreachable(line)
    const clock = new StoreClock({ backend, now: Date.now, tolerance, log })
    const remote = new Remote(store, { limits, deadline, clock })
    onTestFinished(() => remote.close())
    return remote
  }

  function randomBuckets(limits: Limits, random: Random) {
    const address = `192.0.2.${Math.floor(random() * 4)}`
    return bucketsOf(limits, 'workspace', `id ${Math.floor(random() * 3)}`, address)
  }

  /** Mostly a moment, now and then a pause that skips windows. */
  function pass(random: Random): void {
    vi.setSystemTime(Date.now() + Math.floor(random() * (random() < 0.02 ? 3_000 : 60)))
  }

  test('decides random requests, mostly in bursts, as the memory store does', async () => {
    const requests = tries(10_000)
    const [remote, memory] = [remoteOf(single), new LocalStore(single, Date.now)]
    const random = seeded(16)
    let refused = 0
    for (let step = 0; step < requests; ) {
      const burst = []
      do burst.push(randomBuckets(single, random))
      while (++step < requests && random() >= 0.3)
      const expected = burst.map((buckets) => memory.take(buckets))
      expect(await Promise.all(burst.map((buckets) => remote.take(buckets)))).toEqual(expected)
      refused += expected.filter((counts) => !isAdmitted(counts)).length
      pass(random)
    }
    expect(refused).toBeGreaterThan(requests / 10)
  })

  test('decides random requests for two windows, one by one, as the memory store does', async () => {
    const requests = tries(5_000)
    const [remote, memory] = [remoteOf(both), new LocalStore(both, Date.now)]
    const random = seeded(17)
    const refused = [0, 0]
    for (let step = 0; step < requests; step++) {
      const buckets = randomBuckets(both, random)
      const expected = memory.take(buckets)
      expect(await remote.take(buckets)).toEqual(expected)
      for (const [i, { allowed }] of expected.entries()) if (!allowed) refused[i]!++
      if (random() < 0.2) pass(random)
    }
    for (const count of refused) expect(count).toBeGreaterThan(requests / 20)
  })

  test('counts in both windows what both have admitted, however many concurrent requests there are', async () => {
    const limits: Limits = { ...single, client: { requests: 8, window: 700 } }
    const [remote, other] = [remoteOf(limits), remoteOf(limits)]
    const random = seeded(18)
    for (let round = 0; round < tries(80); round++) {
      await stores.redis.client.flushall()
      const asked = Array.from({ length: 120 }, () => randomBuckets(limits, random))
      const counts = await Promise.all(asked.map((buckets, i) => (i % 2 ? remote : other).take(buckets)))
      const admitted = asked.filter((_, i) => isAdmitted(counts[i]!)).length
      for (const tier of ['workspace', 'client']) {
        const keys = await stores.redis.client.keys(`*:${tier}:*`)
        const values = (await stores.redis.client.mget(keys)).map(Number)
        expect([tier, values.reduce((one, another) => one + another, 0)]).toEqual([tier, admitted])
        for (const value of values) expect(value).toBeLessThanOrEqual(limits[tier as Tier]!.requests)
      }
    }
  })

  test.each([
    ['one window', contractLimits, 1],
    ['two', { ...contractLimits, client: { requests: 150, window: 10_000 } }, 2],
  ])('runs the script by its hash once it has it, with few commands for %s', async (_, limits, windows) => {
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
      evalsha: 100 * windows,
      time: 100 * windows,
      get: 200 * windows,
      incrby: 100 * windows,
    })
  })
})
