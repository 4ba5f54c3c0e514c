// What clients are told, over every store: the headers of replies, while only the clock is the test's own.
import { describe, expect, test, vi } from 'vitest'
import type { Backend } from '../../api/_app/limit/backend.ts'
import { contractLimits, type Limits } from '../../api/_app/limit/limits.ts'
import { site } from '../contract/site.ts'
import { withoutRedis } from '../redis.ts'
import { type Limited, limited } from './limited.ts'
import { patient as deadline, midnight, startStores, stillClock } from './stores.ts'

const demo = site()
const hour = 3_600_000
const second = { workspace: { requests: 20, window: 1_000 }, fallback: { requests: 5, window: 1_000 } }

const stores = startStores()

stillClock()

describe.each<Backend>(['memory', 'upstash', 'redis'])('an app that counts in %s', (backend) => {
  describe.skipIf(backend !== 'memory' && withoutRedis)('', () => {
    /** Two processes, as far as they can share: with memory there is but one. */
    async function open(limits: Limits): Promise<[Limited, Limited]> {
      await stores.redis?.client.flushall()
      const backing = stores.backing(backend, 'galley:replies')
      const one = limited(demo, backing, limits, deadline)
      return [one, backend === 'memory' ? one : limited(demo, backing, limits, deadline)]
    }

    /** @returns how many were admitted, and the first refusal */
    async function drain({ get }: Limited, target?: string) {
      for (let admitted = 0; ; admitted++) {
        const answer = await get(target)
        if (answer.status === 429) return { admitted, refused: answer }
        expect(answer.headers['X-RateLimit-Remaining']).toBe(String(19 - admitted))
      }
    }

    test('keeps the promise of its reset, at whatever phase it was drained', async () => {
      const [one, other] = await open(second)
      for (let phase = 0, turn = 1; phase < 1_000; phase += 199, turn++) {
        vi.setSystemTime(midnight + turn * hour + phase)
        const { admitted, refused } = await drain(one)
        expect([phase, admitted]).toEqual([phase, 20])
        const reset = Number(refused.headers['X-RateLimit-Reset']) * 1_000
        const wait = Number(refused.headers['Retry-After']) * 1_000
        expect(Math.ceil((Date.now() + wait) / 1_000) * 1_000).toBeGreaterThanOrEqual(reset)
        expect(refused.headers['X-RateLimit-Remaining']).toBe('0')
        vi.setSystemTime(reset)
        expect([phase, (await other.get()).status]).toEqual([phase, 200])
      }
    })

    test('has the headers of its count on replies of every kind', async () => {
      const [{ get }] = await open(contractLimits)
      const targets = [
        '/v1/demo/posts',
        '/v1/demo/posts?limit=0',
        '/v1/demo/nope',
        '/v1/demo/posts/',
        '/v1/nope/posts',
        '/',
      ]
      const told = []
      for (const target of targets) {
        const { status, headers } = await get(target)
        told.push([status, headers['X-RateLimit-Limit'], headers['X-RateLimit-Remaining']])
      }
      expect(told).toEqual([
        [200, '200', '199'],
        [400, '200', '198'],
        [404, '200', '197'],
        [308, '200', '196'],
        [404, '10', '9'],
        [200, '10', '8'],
      ])
    })

    test('counts a 304, and says so', async () => {
      const [{ get }] = await open(contractLimits)
      const { headers } = await get()
      const again = await get(undefined, { 'if-none-match': headers.ETag! })
      expect([again.status, again.headers['X-RateLimit-Remaining']]).toEqual([304, '198'])
    })

    test('admits twice the limit across a boundary at the worst', async () => {
      const [one, other] = await open(second)
      vi.setSystemTime(midnight + 999)
      expect((await drain(one)).admitted).toBe(20)
      vi.setSystemTime(midnight + 1_999)
      expect((await drain(one)).admitted).toBe(20)
      expect((await other.get()).status).toBe(429)
    })

    test('goes on through a clock that steps back 15 s and forward an hour', async () => {
      const [one] = await open(second)
      for (const step of [0, hour, -15_000, 0, hour, -hour, hour]) {
        vi.setSystemTime(Date.now() + step)
        let admitted = 0
        while ((await one.get()).status === 200) admitted++
        expect(admitted).toBeLessThanOrEqual(20)
      }
    })
  })
})
