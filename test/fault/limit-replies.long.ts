// What clients are told, over every store: the headers of replies; only the clock is the test's own.
import { describe, expect, test, vi } from 'vitest'
import type { Backend } from '../../api/_app/limit/backend.ts'
import { contractLimits, type Limits } from '../../api/_app/limit/limits.ts'
import type { Answer } from '../support/ask.ts'
import { withoutRedis } from '../support/redis.ts'
import { site } from '../support/site.ts'
import { type Limited, limited } from './limited.ts'
import { patient as deadline, midnight, startStores, stillClock } from './stores.ts'

const demo = site()
const hour = 3_600_000
const day = 24 * hour
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

    /** Parts of a window. */
    const moments = [0, 0.45, 0.777, 0.9999].flatMap((phase) =>
      [0, 0.333, 1].map((gap) => [phase, gap] as const),
    )
    // A slot frees up half a second or two seconds after the end of a full window.
    const slow = { workspace: { requests: 8, window: 4_000 }, fallback: { requests: 5, window: 10_000 } }

    test.each([
      ['a workspace', '/v1/demo/categories', slow.workspace],
      ['everything else', '/nope', slow.fallback],
    ])(
      'keeps the promise of the reset, whenever the limit of %s was used up',
      { tags: 'nightly' },
      async (_, target, limit) => {
        const [one, other] = await open(slow)
        const resetOf = ({ headers }: Answer) => Number(headers['X-RateLimit-Reset']) * 1_000
        for (const [turn, [phase, gap]] of moments.entries()) {
          // A day of its own for each promise: that of the refusal, and that of the first reply after a pause.
          for (const promise of ['late', 'early']) {
            const start = midnight + (2 * turn + (promise === 'late' ? 1 : 2)) * day
            vi.setSystemTime(start + phase * limit.window)
            // Some of it may be in the previous window, which is weighted by what is left of it.
            for (let i = 0; i < limit.requests / 2; i++) await one.get(target)
            vi.setSystemTime(start + (phase + gap) * limit.window)
            const early = await one.get(target)
            let refused = early
            while (refused.status !== 429) refused = await one.get(target)
            expect(refused.headers['X-RateLimit-Remaining']).toBe('0')
            const wait = Number(refused.headers['Retry-After'])
            expect(wait).toBeGreaterThanOrEqual(1)
            expect(Math.floor(Date.now() / 1_000 + wait) * 1_000).toBe(resetOf(refused))
            vi.setSystemTime(resetOf(promise === 'late' ? refused : early))
            expect([phase, gap, promise, (await other.get(target)).status]).not.toContain(429)
          }
        }
      },
    )

    test('has the headers of its limit on replies of every kind', async () => {
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

    test('admits at most twice the limit across a boundary', async () => {
      const [one, other] = await open(second)
      vi.setSystemTime(midnight + 999)
      expect((await drain(one)).admitted).toBe(20)
      vi.setSystemTime(midnight + 1_999)
      expect((await drain(one)).admitted).toBe(20)
      expect((await other.get()).status).toBe(429)
    })

    test('survives a clock that steps back 15 s and forward an hour', async () => {
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
