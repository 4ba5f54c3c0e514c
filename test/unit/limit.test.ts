// The limiter's own parts: windows, configuration, and whose request it is.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clientAddress, clientId, networkOf } from '../../api/_app/limit/address.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import { contractLimits, limitsFromEnvironment } from '../../api/_app/limit/limits.ts'
import { MemoryStore } from '../../api/_app/limit/memory.ts'

const second = 1_000
const limit = { requests: 200, window: 10 * second }

function drain(store: MemoryStore, id: string, now: number): number {
  let admitted = 0
  while (store.take(id, now).allowed) admitted++
  return admitted
}

describe('the sliding window', () => {
  test('admits exactly its limit in one window, and counts down to 0', () => {
    const store = new MemoryStore(limit)
    const remaining = Array.from({ length: 200 }, () => store.take('a', 5 * second).remaining)
    expect(remaining).toEqual(Array.from({ length: 200 }, (_, i) => 199 - i))
    expect(store.take('a', 5 * second)).toEqual({ allowed: false, remaining: 0, windowEnd: 10 * second })
    expect(store.take('b', 5 * second).allowed).toBe(true)
  })

  test('weighs the previous window by what is left of it', () => {
    const store = new MemoryStore(limit)
    expect(drain(store, 'a', 9 * second)).toBe(200)
    expect(drain(store, 'a', 10 * second)).toBe(0)
    expect(drain(store, 'a', 15 * second)).toBe(100)
  })

  test('lets 400 pass at most across a boundary: the end of one window and the end of the next', () => {
    const store = new MemoryStore(limit)
    expect(drain(store, 'a', 10 * second - 1)).toBe(200)
    expect(drain(store, 'a', 20 * second - 1)).toBe(200)
  })

  test('forgets a key after two windows and survives a clock that steps back', () => {
    const store = new MemoryStore(limit)
    drain(store, 'a', 100 * second)
    expect(store.take('a', 85 * second).allowed).toBe(true)
    expect(drain(store, 'a', 3_700 * second)).toBe(200)
  })

  test('drained at any phase, admits a request at the second that X-RateLimit-Reset names', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 59_999 }),
        fc.integer({ min: 0, max: 9_999 }),
        async (start, gap) => {
          let now = 1_700_000_000_000 + start
          const limiter = createLimiter({ limits: { workspace: limit, fallback: null }, now: () => now })
          for (let i = 0; i < 120; i++) await limiter.check('workspace', 'w')
          now += gap
          let decision = await limiter.check('workspace', 'w')
          while (decision?.allowed) decision = await limiter.check('workspace', 'w')
          now = Math.ceil(decision!.reset / 1000) * 1000
          expect((await limiter.check('workspace', 'w'))?.allowed).toBe(true)
        },
      ),
      { numRuns: 100 },
    )
  })
})

describe('configured limits', () => {
  test('are the contract numbers unless the environment says otherwise', () => {
    expect(limitsFromEnvironment({})).toEqual(contractLimits)
    expect(limitsFromEnvironment({ GALLEY_RATE_LIMIT: '500/10s', GALLEY_FALLBACK_LIMIT: 'off' })).toEqual({
      workspace: { requests: 500, window: 10_000 },
      fallback: null,
    })
  })

  test.each(['500', '0/10s', '10/0s', '10 per second', '-1/1s', '1.5/1s'])(
    'refuse %j and say what to write',
    (text) => {
      expect(() => limitsFromEnvironment({ GALLEY_RATE_LIMIT: text })).toThrow(/GALLEY_RATE_LIMIT.*200\/10s/)
    },
  )

  test('that are off count nothing', async () => {
    const limiter = createLimiter({ limits: { workspace: null, fallback: null } })
    expect(await limiter.check('workspace', 'w')).toBeNull()
  })
})

describe('a client', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:8080', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['nonsense', undefined],
    ['', undefined],
  ])('with address %j is counted as %j', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  test('is one key for all addresses of a /64, and never the address itself', () => {
    expect(clientId('2001:db8::1')).toBe(clientId('2001:db8::ffff'))
    expect(clientId('203.0.113.7')).not.toContain('203')
    expect(clientId('nonsense')).toBe(clientId(undefined))
  })

  test('is told by the platform on Vercel, by the socket elsewhere, by a trusted header where one is named', () => {
    const headers: Record<string, string> = {
      'x-real-ip': '198.51.100.1',
      'x-forwarded-for': '1.1.1.1, 198.51.100.2',
    }
    const header = (name: string) => headers[name]
    expect(clientAddress(header, '10.0.0.1', {})).toBe('10.0.0.1')
    expect(clientAddress(header, '10.0.0.1', { VERCEL: '1' })).toBe('198.51.100.1')
    expect(clientAddress(header, '10.0.0.1', { TRUSTED_IP_HEADER: 'X-Forwarded-For' })).toBe('198.51.100.2')
  })
})
