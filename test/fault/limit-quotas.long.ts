// A limit for each client within a workspace, over every store: one client cannot take the quota of all.
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { App } from '../../api/_app/app.ts'
import type { Backend, Backing } from '../../api/_app/limit/backend.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import { type Limits, limitsFromEnvironment } from '../../api/_app/limit/limits.ts'
import { ask } from '../support/ask.ts'
import { freePort, withoutRedis } from '../support/redis.ts'
import { site } from '../support/site.ts'
import { expectPromise, limited } from './limited.ts'
import { patient as deadline, midnight, startStores, stillClock } from './stores.ts'

const demo = site()
const limits = limitsFromEnvironment({ GALLEY_RATE_LIMIT: '20/10s', GALLEY_CLIENT_RATE_LIMIT: '5/10s' })
const [ada, bo, cy] = ['192.0.2.1', '192.0.2.2', '2001:db8::1']

const stores = startStores()
let prefixes = 0

stillClock()

/** @returns the status, what the window admits, and what is left of it */
async function told(app: App, address: string | undefined, target = '/v1/demo/tags') {
  const { status, headers } = await app({ method: 'GET', target, header: () => undefined, address })
  expectPromise({ status, headers })
  return [status, Number(headers['X-RateLimit-Limit']), Number(headers['X-RateLimit-Remaining'])]
}

async function drain(app: App, address: string | undefined, target?: string): Promise<number> {
  for (let admitted = 0; ; admitted++) if ((await told(app, address, target))[0] === 429) return admitted
}

describe.each<Backend>(['memory', 'upstash', 'redis'])('over %s', (backend) => {
  describe.skipIf(backend !== 'memory' && withoutRedis)('', () => {
    /** Two processes, as far as they can share: with memory there is but one. */
    function open(own: Limits = limits): [App, App] {
      const backing = stores.backing(backend, `galley:quotas:${prefixes++}`)
      const one = limited(demo, backing, own, deadline).app
      return [one, backend === 'memory' ? one : limited(demo, backing, own, deadline).app]
    }

    test('a client that takes all it can leaves the rest for the others', async () => {
      const [one, other] = open()
      expect(await drain(one, ada)).toBe(5)
      expect(await told(other, ada)).toEqual([429, 5, 0])
      for (const address of [bo, cy]) expect(await drain(other, address)).toBe(5)
      // What was refused has cost the workspace nothing.
      expect(await drain(one, undefined)).toBe(5)
      expect(await told(one, '192.0.2.9')).toEqual([429, 20, 0])
    })

    test('the headers are those of the limit with less left, or if both refuse, of the one that does so for longer', async () => {
      const [one, other] = open()
      expect(await told(one, ada)).toEqual([200, 5, 4])
      for (const address of [bo, cy, '192.0.2.4']) await drain(other, address)
      // 16 are spent.
      expect(await told(other, '192.0.2.5')).toEqual([200, 20, 3])
      expect(await told(other, ada)).toEqual([200, 20, 2])
      expect(await told(one, ada)).toEqual([200, 20, 1])
      expect(await told(one, ada)).toEqual([200, 20, 0])
      // The client has one request left.
      expect(await told(one, ada)).toEqual([429, 20, 0])
      // One of its slots takes two seconds to free up, one of the workspace's half a second.
      expect(await told(other, bo)).toEqual([429, 5, 0])
    })

    test('a client that two limits refuse is told when both will admit it', async () => {
      const [one, other] = open({ ...limits, client: { requests: 5, window: 60_000 } })
      for (const address of [bo, cy, '192.0.2.4', ada]) await drain(other, address)
      const { headers } = await ask(other, 'GET', '/v1/demo/tags', {}, ada)
      expect(headers).toMatchObject({ 'X-RateLimit-Limit': '5', 'Retry-After': '72' })
      vi.setSystemTime(midnight + 72_000)
      expect(await told(one, ada)).toEqual([200, 5, 0])
    })

    test('what the workspace refuses costs the client nothing', async () => {
      const [one, other] = open()
      for (const address of [bo, cy, '192.0.2.4']) await drain(one, address)
      for (const address of ['192.0.2.5', '192.0.2.6', '192.0.2.7', '192.0.2.8', '192.0.2.9']) {
        expect((await told(other, address))[0]).toBe(200)
      }
      for (let i = 0; i < 10; i++) expect(await told(i % 2 ? one : other, ada)).toEqual([429, 20, 0])
      // Eleven of the workspace's slots are free, and all of the client's.
      vi.setSystemTime(midnight + 15_001)
      expect(await drain(other, ada)).toBe(5)
    })

    test('counts a client separately in each workspace, and IPv6 by its /64', async () => {
      const [one, other] = open()
      expect(await drain(one, ada)).toBe(5)
      expect(await told(one, ada, '/v1/loose/tags')).toEqual([200, 5, 4])
      expect(await told(one, cy)).toEqual([200, 5, 4])
      expect(await told(other, '2001:db8::ffff')).toEqual([200, 5, 3])
      expect(await told(other, '::ffff:192.0.2.1')).toEqual([429, 5, 0])
      // Requests outside any workspace are counted as usual.
      expect(await told(one, ada, '/')).toEqual([200, 10, 9])
    })

    test('counts clients without a readable address as one', async () => {
      const [one, other] = open()
      expect(await told(one, undefined)).toEqual([200, 5, 4])
      expect(await told(other, 'nonsense')).toEqual([200, 5, 3])
    })

    test('applies even if the workspace itself has no limit', async () => {
      const [one, other] = open({ ...limits, workspace: null })
      for (const address of [ada, bo, cy, '192.0.2.4', '192.0.2.5']) {
        expect(await drain(one, address)).toBe(5)
        expect(await told(other, address)).toEqual([429, 5, 0])
      }
    })

    test('keeps the promise of its reset', async () => {
      const [one, other] = open()
      for (let turn = 1, phase = 0; phase < 10_000; phase += 1_999, turn++) {
        vi.setSystemTime(midnight + turn * 3_600_000 + phase)
        expect(await drain(one, ada)).toBe(5)
        const { headers } = await ask(one, 'GET', '/v1/demo/tags', {}, ada)
        vi.setSystemTime(Number(headers['X-RateLimit-Reset']) * 1_000)
        expect((await told(other, ada))[0]).toBe(200)
      }
    })
  })
})

describe.skipIf(withoutRedis)('over redis', () => {
  test('a refused client is not looked up again for a while, and nobody waits for it', async () => {
    const backing = stores.backing('redis', `galley:quotas:${prefixes++}`)
    const [one, other] = [limited(demo, backing, limits, deadline), limited(demo, backing, limits, deadline)]
    await drain(one.app, ada)
    await stores.redis.client.config('RESETSTAT')
    for (let i = 0; i < 20; i++) expect((await told(other.app, ada))[0]).toBe(429)
    const stats = await stores.redis.client.info('commandstats')
    // From the client's window, and what the workspace would say.
    expect(stats).toMatch(/cmdstat_evalsha:calls=2,/)
    expect((await told(other.app, bo))[0]).toBe(200)
  })

  test('counts for clients no more than the workspace admits', async () => {
    const prefix = `galley:quotas:${prefixes++}`
    const { app } = limited(demo, stores.backing('redis', prefix), limits, deadline)
    for (let i = 0; i < 200; i++) await told(app, `198.51.100.${i}`)
    const keys = await stores.redis.client.keys(`${prefix}:*`)
    expect(keys.length).toBe(21)
    // An address is never stored.
    for (const key of keys)
      expect(key.slice(prefix.length)).toMatch(/^:(workspace:demo|client:demo:[\w-]{22}):\d+$/)
    for (const key of keys) expect(await stores.redis.client.pttl(key)).toBeGreaterThan(0)
  })
})

test.each(['upstash', 'redis'] as const)('applies in each process while %s is down', async (backend) => {
  const port = await freePort()
  const backing: Backing =
    backend === 'upstash'
      ? { backend, url: `http://127.0.0.1:${port}`, token: 'secret', prefix: 'galley:test' }
      : { backend, url: `redis://127.0.0.1:${port}`, prefix: 'galley:test' }
  const { app, limiter } = limited(demo, backing, limits)
  for (const address of [ada, bo, cy]) expect(await drain(app, address)).toBe(5)
  expect(limiter.degraded).toBe(true)
  expect(await told(app, ada)).toEqual([429, 5, 0])
  expect(await told(app, '192.0.2.4')).toEqual([200, 5, 4])
  expect(await told(app, '192.0.2.5')).toEqual([200, 20, 3])
})

test('is off by default', async () => {
  const limiter = createLimiter({ limits: limitsFromEnvironment({}) })
  onTestFinished(() => limiter.close())
  for (let left = 199; left >= 0; left--) {
    expect(await limiter.check('workspace', 'demo', ada)).toMatchObject({ limit: 200, remaining: left })
  }
})
