// One suite for all stores: this process's memory, Upstash's REST protocol, and an ordinary Redis over TCP. Only the
// clock is the test's own.
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Backend, Backing } from '../../api/_app/limit/backend.ts'
import { createLimiter, type Limiter } from '../../api/_app/limit/limiter.ts'
import { contractLimits, type Limits, type Tier } from '../../api/_app/limit/limits.ts'
import { MemoryStore } from '../../api/_app/limit/memory.ts'
import { Remote } from '../../api/_app/limit/remote.ts'
import type { Count } from '../../api/_app/limit/store.ts'
import { seeded } from '../bench/words.ts'
import { withoutRedis } from '../redis.ts'
import { patient as deadline, midnight, startStores, stillClock } from './stores.ts'

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

describe.skipIf(withoutRedis)('the real script', () => {
  test('decides 10,000 random requests as the memory store does', async () => {
    const limit = { requests: 20, window: 1_000 }
    const shared = backing('redis')
    if (shared.backend === 'memory') return
    const remote = new Remote(shared, { workspace: limit, fallback: null }, deadline)
    const memory = new MemoryStore(limit, Date.now)
    const random = seeded(16)
    let refused = 0
    let asked: Promise<Count>[] = []
    let expected: Count[] = []
    const compare = async () => {
      expect(await Promise.all(asked)).toEqual(expected)
      asked = []
      expected = []
    }
    for (let step = 0; step < 10_000; step++) {
      // Mostly bursts, now and then a pause that skips windows.
      if (random() < 0.3) {
        await compare()
        vi.setSystemTime(Date.now() + Math.floor(random() * (random() < 0.02 ? 3_000 : 60)))
      }
      const id = `id ${Math.floor(random() * 3)}`
      const own = memory.take(id)
      expected.push(own)
      asked.push(remote.take('workspace', id))
      if (!own.allowed) refused++
    }
    await compare()
    expect(refused).toBeGreaterThan(1_000)
    await remote.close()
  })

  test('is run by its hash once Redis has it, and runs three commands for a request', async () => {
    const limiter = createLimiter({ limits: contractLimits, deadline, backing: backing('redis') })
    await limiter.check('workspace', 'a')
    await stores.redis.client.config('RESETSTAT')
    for (let i = 0; i < 100; i++) await limiter.check('workspace', 'a')
    const calls = await stores.redis.client.info('commandstats')
    expect(calls).toMatch(/cmdstat_evalsha:calls=100,/)
    expect(calls).toMatch(/cmdstat_get:calls=200,/)
    expect(calls).toMatch(/cmdstat_incrby:calls=100,/)
    expect(calls).not.toMatch(/cmdstat_(eval|pexpire|set|select|info|hello|client):/)
    await limiter.close()
  })
})
