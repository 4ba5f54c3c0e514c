// When a failing store is asked again, which refusals are remembered, and what a process counts itself meanwhile.
import { describe, expect, test } from 'vitest'
import type { Counts } from '../../../api/_app/limit/decision.ts'
import { Breaker } from '../../../api/_app/limit/shared-store/breaker.ts'
import { StoreClock } from '../../../api/_app/limit/shared-store/clock.ts'
import { Guard } from '../../../api/_app/limit/shared-store/guard.ts'
import { SharedWindows } from '../../../api/_app/limit/shared-store/windows.ts'

function breaker(random = 0.5) {
  const clock = { ms: 0 }
  return { clock, breaker: new Breaker({ elapsed: () => clock.ms, random: () => random }) }
}

/** Fails until it opens. */
function fail(one: Breaker): void {
  while (!one.isOpen) one.failed('ask')
}

describe('the breaker', () => {
  test('opens after three failures in a row, and not before', () => {
    const { breaker: one } = breaker()
    one.failed('ask')
    one.failed('ask')
    one.succeeded('ask')
    expect([one.failed('ask'), one.failed('ask'), one.isOpen]).toEqual([false, false, false])
    expect([one.failed('ask'), one.isOpen]).toEqual([true, true])
  })

  test.each([
    [0, 0.8],
    [0.5, 1],
    [1, 1.2],
  ])('with the lot %d waits %d times 1, 2, 4, 5, 5 s between probes', (lot, factor) => {
    const { clock, breaker: one } = breaker(lot)
    fail(one)
    for (const seconds of [1, 2, 4, 5, 5]) {
      clock.ms += seconds * 1_000 * factor - 1
      expect(one.next()).toBe('skip')
      clock.ms += 1
      expect([one.next(), one.next()]).toEqual(['probe', 'skip'])
      one.failed('probe')
    }
  })

  test('closes with a probe that succeeds, and by nothing else', () => {
    const { clock, breaker: one } = breaker()
    fail(one)
    expect([one.succeeded('ask'), one.isOpen]).toEqual([false, true])
    clock.ms = 1_000
    expect(one.next()).toBe('probe')
    expect([one.succeeded('probe'), one.isOpen, one.next()]).toEqual([true, false, 'ask'])
  })

  test('waits as long, whatever answers and fails late of what was asked before it opened', () => {
    const { clock, breaker: one } = breaker()
    fail(one)
    for (const seconds of [1, 2, 4]) {
      expect([one.succeeded('ask'), one.failed('ask'), one.failed('ask')]).toEqual([false, false, false])
      clock.ms += seconds * 1_000 - 1
      expect(one.next()).toBe('skip')
      clock.ms += 1
      expect(one.next()).toBe('probe')
      one.failed('probe')
    }
  })

  test('waits longer for a store that answers probes only', () => {
    const { clock, breaker: one } = breaker()
    for (const seconds of [1, 2, 4]) {
      fail(one)
      clock.ms += seconds * 1_000 - 1
      expect(one.next()).toBe('skip')
      clock.ms += 1
      expect(one.next()).toBe('probe')
      one.succeeded('probe')
    }
  })
})

describe('a process that shares a store', () => {
  const limits = {
    workspace: { requests: 4, window: 1_000 },
    fallback: null,
    client: { requests: 3, window: 1_000 },
  }
  const buckets = [
    { tier: 'client', id: 'c' },
    { tier: 'workspace', id: 'w' },
  ] as const

  function sharing() {
    const time = { now: 10_000 }
    const log: string[] = []
    const options = {
      backend: 'redis',
      log: (line: string) => log.push(line),
      elapsed: () => time.now,
    } as const
    const clock = new StoreClock({ ...options, now: () => time.now, tolerance: 0 })
    const guard = new Guard({ ...options, deadline: 60_000, random: () => 0.5 })
    let asked = 0
    let answer: () => Counts
    const take = async () => {
      asked++
      return answer()
    }
    const windows = new SharedWindows({ backend: 'redis', limits, guard, clock, store: { take } })
    /** What is decided, and how often the store has been asked. */
    const decided = async (next: () => Counts) => {
      answer = next
      const { allowed, limit, remaining, source } = await windows.take(buckets)
      return `${allowed ? 'admitted' : 'refused'} by ${source}, ${remaining} of ${limit}, asked ${asked}`
    }
    return { time, log, clock, decided }
  }

  const windowEnd = 11_000
  const admits = () => [2, 3].map((remaining) => ({ allowed: true, remaining, windowEnd }))
  const refuses = (place: number) => () =>
    admits().map((count, i) => (i === place ? { allowed: false, remaining: 0, windowEnd } : count))
  const fails = () => {
    throw new Error('ECONNREFUSED')
  }

  test.each([
    [0, '0 of 3', '2 of 3', 333],
    [1, '0 of 4', '2 of 3', 249],
  ])(
    'does not ask again at once for what was refused, nor count it: window %d',
    async (place, full, left, life) => {
      const { time, clock, decided } = sharing()
      // Whose clock is right, is not known yet.
      expect(await decided(refuses(place))).toBe(`refused by redis, ${full}, asked 1`)
      expect(await decided(refuses(place))).toBe(`refused by redis, ${full}, asked 2`)
      clock.adopt(0)
      expect(await decided(refuses(place))).toBe(`refused by memory, ${full}, asked 2`)
      time.now += life
      expect(await decided(refuses(place))).toBe(`refused by memory, ${full}, asked 2`)
      time.now += 1
      expect(await decided(fails)).toBe(`admitted by memory, ${left}, asked 3`)
    },
  )

  test('counts alone while the store fails, and says how many requests that were', async () => {
    const { time, log, clock, decided } = sharing()
    clock.adopt(0)
    expect(await decided(admits)).toBe('admitted by redis, 2 of 3, asked 1')
    expect(await decided(fails)).toBe('admitted by memory, 1 of 3, asked 2')
    expect(await decided(fails)).toBe('admitted by memory, 0 of 3, asked 3')
    // What this process refuses, the store would refuse, too.
    expect(await decided(fails)).toBe('refused by memory, 0 of 3, asked 3')
    time.now = 12_000
    expect(await decided(fails)).toBe('admitted by memory, 2 of 3, asked 4')
    for (const left of [1, 0]) expect(await decided(fails)).toBe(`admitted by memory, ${left} of 3, asked 4`)
    expect(await decided(fails)).toBe('refused by memory, 0 of 3, asked 4')
    time.now = 14_000
    expect(await decided(admits)).toBe('admitted by memory, 2 of 3, asked 5')
    await new Promise(setImmediate)
    expect(log.slice(1)).toEqual(['rate limits: Redis is back; 7 requests were decided without it'])
    expect(await decided(admits)).toBe('admitted by redis, 2 of 3, asked 6')
  })
})
