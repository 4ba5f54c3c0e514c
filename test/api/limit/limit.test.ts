// The limiter's parts: windows, configuration, and client addresses.
import { describe, expect, test } from 'vitest'
import { clientAddress } from '../../../api/_app/http/request.ts'
import { type Count, decide } from '../../../api/_app/limit/decision.ts'
import { createLimiter } from '../../../api/_app/limit/limiter.ts'
import { contractLimits, limitsFromEnvironment } from '../../../api/_app/limit/limits.ts'
import { MemoryStore } from '../../../api/_app/limit/memory.ts'

const second = 1_000
const limit = { requests: 200, window: 10 * second }

/** A store whose clock the test controls. */
function store() {
  const clock = { now: 0 }
  return { clock, store: new MemoryStore(limit, () => clock.now) }
}

function drain(store: MemoryStore, id: string): number {
  let admitted = 0
  while (store.take(id).allowed) admitted++
  return admitted
}

describe('the sliding window', () => {
  test('admits exactly its limit in one window, and counts down to 0', () => {
    const { clock, store: one } = store()
    clock.now = 5 * second
    const remaining = Array.from({ length: 200 }, () => one.take('a').remaining)
    expect(remaining).toEqual(Array.from({ length: 200 }, (_, i) => 199 - i))
    expect(one.take('a')).toEqual({ allowed: false, remaining: 0, windowEnd: 10 * second })
    expect(one.take('b').allowed).toBe(true)
  })

  test.each([
    [9, 10, 0],
    [9, 15, 100],
    // 400 pass across a boundary at most: 200 at the end of one window, 200 at the end of the next.
    [9.999, 19.999, 200],
    [9, 31, 200],
    [85, 70, 200],
  ])('drained at second %d, admits at second %d another %d', (first, then, admitted) => {
    const { clock, store: one } = store()
    clock.now = first * second
    expect(drain(one, 'a')).toBe(200)
    clock.now = then * second
    expect(drain(one, 'a')).toBe(admitted)
  })

  test('has a place again for what is given back, in this window and the one before', () => {
    const { clock, store: one } = store()
    drain(one, 'a')
    one.refund('a', 10 * second)
    expect(drain(one, 'a')).toBe(1)
    clock.now = 10 * second
    expect(drain(one, 'a')).toBe(0)
    one.refund('a', 10 * second)
    expect(drain(one, 'a')).toBe(1)
    one.refund('b', 10 * second)
    one.refund('a', 0)
    expect(drain(one, 'a')).toBe(0)
  })

  test('keeps 100,000 ids of a window at most, however many are invented', () => {
    const { clock, store: one } = store()
    for (let i = 0; i < 100_000; i++) one.take(`id ${i}`)
    expect(one.size).toBe(100_000)
    expect(one.take('id 5').remaining).toBe(198)
    one.take('another')
    expect([one.size, one.take('id 5').remaining]).toEqual([1, 199])
    clock.now = 25 * second
    one.take('a')
    expect(one.size).toBe(1)
  })
})

describe('configured limits', () => {
  test('are the contract numbers unless the environment says otherwise', () => {
    expect(limitsFromEnvironment({})).toEqual(contractLimits)
    expect(contractLimits).toEqual({
      workspace: { requests: 200, window: 10_000 },
      fallback: { requests: 10, window: 10_000 },
      client: null,
    })
    expect(limitsFromEnvironment({ GALLEY_RATE_LIMIT: '500/10s', GALLEY_FALLBACK_LIMIT: 'off' })).toEqual({
      workspace: { requests: 500, window: 10_000 },
      fallback: null,
      client: null,
    })
    expect(limitsFromEnvironment({ GALLEY_CLIENT_RATE_LIMIT: '50/10s' })).toEqual({
      ...contractLimits,
      client: { requests: 50, window: 10_000 },
    })
  })

  test.each([
    ['250ms', 250],
    ['1s', 1_000],
    ['2m', 120_000],
    ['1h', 3_600_000],
    ['999999s', 999_999_000],
  ])('have a window of %s', (text, window) => {
    expect(limitsFromEnvironment({ GALLEY_RATE_LIMIT: ` 999999999/${text} ` }).workspace).toEqual({
      requests: 999_999_999,
      window,
    })
  })

  test.each([
    '500',
    '0/10s',
    '10/0s',
    '10 per second',
    '-1/1s',
    '1.5/1s',
    '/10s',
    '5/',
    '5/10',
    '5/10d',
    '5/10sx',
    'x5/10s',
    'OFF',
  ])('refuse %j and say what to write', (text) => {
    for (const name of ['GALLEY_RATE_LIMIT', 'GALLEY_FALLBACK_LIMIT', 'GALLEY_CLIENT_RATE_LIMIT']) {
      expect(() => limitsFromEnvironment({ [name]: text })).toThrow(new RegExp(`${name} .*200/10s`))
    }
  })

  test('that are blank are those of the contract', () => {
    expect(limitsFromEnvironment({ GALLEY_RATE_LIMIT: ' ', GALLEY_CLIENT_RATE_LIMIT: '' })).toEqual(
      contractLimits,
    )
  })

  test('that are off count nothing', async () => {
    const limiter = createLimiter({ limits: { workspace: null, fallback: null } })
    expect(await limiter.check('workspace', 'w')).toBeNull()
  })
})

describe('of two windows', () => {
  const limits = {
    workspace: { requests: 10, window: 1_000 },
    fallback: null,
    client: { requests: 4, window: 2_000 },
  }
  const buckets = [
    { tier: 'client', id: 'c' },
    { tier: 'workspace', id: 'w' },
  ] as const
  const origin = { now: 0, source: 'redis' } as const

  test.each<[client: Count, workspace: Count, tighter: 'client' | 'workspace']>([
    [
      { allowed: true, remaining: 2, windowEnd: 5_000 },
      { allowed: true, remaining: 3, windowEnd: 9_000 },
      'client',
    ],
    [
      { allowed: true, remaining: 3, windowEnd: 9_000 },
      { allowed: true, remaining: 2, windowEnd: 5_000 },
      'workspace',
    ],
    [
      { allowed: true, remaining: 2, windowEnd: 5_000 },
      { allowed: true, remaining: 2, windowEnd: 4_000 },
      'client',
    ],
    [
      { allowed: true, remaining: 2, windowEnd: 5_000 },
      { allowed: true, remaining: 2, windowEnd: 5_000 },
      'client',
    ],
    [
      { allowed: true, remaining: 2, windowEnd: 5_000 },
      { allowed: true, remaining: 2, windowEnd: 6_000 },
      'workspace',
    ],
    [
      { allowed: false, remaining: 0, windowEnd: 5_000 },
      { allowed: true, remaining: 0, windowEnd: 9_000 },
      'client',
    ],
    [
      { allowed: true, remaining: 0, windowEnd: 9_000 },
      { allowed: false, remaining: 0, windowEnd: 5_000 },
      'workspace',
    ],
    [
      { allowed: false, remaining: 0, windowEnd: 5_000 },
      { allowed: false, remaining: 0, windowEnd: 4_000 },
      'client',
    ],
    [
      { allowed: false, remaining: 0, windowEnd: 5_000 },
      { allowed: false, remaining: 0, windowEnd: 6_000 },
      'workspace',
    ],
  ])('%j and %j, a client is told of that of the %s', (client, workspace, tighter) => {
    const { allowed, remaining, windowEnd } = tighter === 'client' ? client : workspace
    const { requests, window } = limits[tighter]
    expect(decide(limits, buckets, [client, workspace], origin)).toEqual({
      allowed,
      limit: requests,
      remaining,
      reset: windowEnd + window / requests,
      ...origin,
    })
  })
})

describe('a client', () => {
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
