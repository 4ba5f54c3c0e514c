// Sharing a Redis: other projects are not affected at all, other processes share one quota.
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import { contractLimits, type Limits } from '../../api/_app/limit/limits.ts'
import { startRedis, withoutRedis } from '../support/redis.ts'
import { patient as deadline, midnight, startStores, stillClock, anyClock as tolerance } from './stores.ts'

const hour = 3_600_000

describe.skipIf(withoutRedis).each(['upstash', 'redis'] as const)('over %s', (backend) => {
  const stores = startStores()

  stillClock()

  beforeEach(async () => {
    await stores.redis.client.flushall()
  })

  /** A limiter of a process of its own. @returns whether it admits one more request to the same workspace */
  function asking(limits: Limits, prefix = 'galley:shared'): () => Promise<boolean> {
    const limiter = createLimiter({ limits, deadline, tolerance, backing: stores.backing(backend, prefix) })
    onTestFinished(() => limiter.close())
    return async () => (await limiter.check('workspace', 'demo'))!.allowed
  }

  async function drain(ask: () => Promise<boolean>, requests: number): Promise<void> {
    const admitted = await Promise.all(Array.from({ length: requests }, ask))
    expect(admitted).toEqual(Array(requests).fill(true))
  }

  /** Runs of the script, which looks at two counters each time. */
  async function runs(): Promise<number> {
    const stats = await stores.redis.client.info('commandstats')
    return Number(/cmdstat_get:calls=(\d+),/.exec(stats)?.[1]) / 2
  }

  test('two prefixes do not affect each other', async () => {
    const [one, other] = [asking(contractLimits, 'galley:one'), asking(contractLimits, 'galley:other')]
    await drain(one, 200)
    expect(await one()).toBe(false)
    await drain(other, 200)
  })

  test('a refusal by the store is reused for 50 ms', async () => {
    const [one, other] = [asking(contractLimits), asking(contractLimits)]
    await drain(one, 200)
    await stores.redis.client.config('RESETSTAT')
    for (let i = 0; i < 100; i++) {
      vi.setSystemTime(midnight + i)
      expect(await other()).toBe(false)
    }
    expect(await runs()).toBe(2)
  })

  test('a refusal by the store is not counted anywhere, and takes up no later quota', async () => {
    const limits = { workspace: { requests: 10, window: hour }, fallback: null }
    const [one, other] = [asking(limits), asking(limits)]
    await drain(one, 10)
    vi.setSystemTime(midnight + 1.05 * hour)
    await drain(one, 1)
    for (let seconds = 0; seconds < 30; seconds++) {
      vi.setSystemTime(midnight + 1.05 * hour + seconds * 1_000)
      expect(await other()).toBe(false)
    }
    vi.setSystemTime(midnight + 1.1 * hour + 1)
    expect(await other()).toBe(true)
  })
})

test.skipIf(withoutRedis)(
  'a limiter that is closed leaves no connection, which would keep a process alive',
  async () => {
    const redis = await startRedis()
    onTestFinished(() => redis.stop())
    const connections = async () =>
      Number(/connected_clients:(\d+)/.exec(await redis.client.info('clients'))?.[1])
    const alone = await connections()
    const backing = { backend: 'redis', url: redis.url, prefix: 'galley:closed' } as const
    const limiter = createLimiter({ limits: contractLimits, deadline, tolerance, backing })
    await limiter.check('workspace', 'demo')
    expect(await connections()).toBe(alone + 1)
    await limiter.close()
    await expect.poll(connections).toBe(alone)
  },
)
