// What those leave each other who share a Redis: other projects everything, other processes what is not spent.
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import { contractLimits, type Limits } from '../../api/_app/limit/limits.ts'
import { type Bridge, startBridge } from '../bridge.ts'
import { type RedisServer, startRedis, withoutRedis } from '../redis.ts'

/** The beginning of a window of an hour. */
const midnight = Date.UTC(2026, 10, 20)
const hour = 3_600_000
/** One that no busy machine will miss, in ms. */
const deadline = 20_000

describe.skipIf(withoutRedis).each(['upstash', 'redis'] as const)('over %s', (backend) => {
  let redis: RedisServer
  let bridge: Bridge

  beforeAll(async () => {
    redis = await startRedis()
    bridge = await startBridge(redis.url)
  })

  afterAll(async () => {
    await bridge.stop()
    await redis.stop()
  })

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: midnight })
    await redis.client.flushall()
  })

  afterEach(() => {
    vi.useRealTimers()
  })

  /** A limiter of a process of its own. @returns whether it admits one more request to the same workspace */
  function asking(limits: Limits, prefix = 'galley:shared'): () => Promise<boolean> {
    const { url, token } = backend === 'redis' ? { url: redis.url, token: '' } : bridge
    const limiter = createLimiter({ limits, deadline, backing: { backend, url, token, prefix } })
    onTestFinished(() => limiter.close())
    return async () => (await limiter.check('workspace', 'demo'))!.allowed
  }

  async function drain(ask: () => Promise<boolean>, requests: number): Promise<void> {
    const admitted = await Promise.all(Array.from({ length: requests }, ask))
    expect(admitted).toEqual(Array(requests).fill(true))
  }

  /** Runs of the script, which looks at two counters each time. */
  async function runs(): Promise<number> {
    const stats = await redis.client.info('commandstats')
    return Number(/cmdstat_get:calls=(\d+),/.exec(stats)?.[1]) / 2
  }

  test('two prefixes spend nothing of each other', async () => {
    const [one, other] = [asking(contractLimits, 'galley:one'), asking(contractLimits, 'galley:other')]
    await drain(one, 200)
    expect(await one()).toBe(false)
    await drain(other, 200)
  })

  test('a refusal of the store is not asked for again for 50 ms', async () => {
    const [one, other] = [asking(contractLimits), asking(contractLimits)]
    await drain(one, 200)
    await redis.client.config('RESETSTAT')
    for (let i = 0; i < 100; i++) {
      vi.setSystemTime(midnight + i)
      expect(await other()).toBe(false)
    }
    expect(await runs()).toBe(2)
  })

  test('a refusal of the store is counted nowhere, and spends nothing of what will be free', async () => {
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
