// When a failing store is asked again, and which refusals are remembered.
import { describe, expect, test } from 'vitest'
import { Breaker } from '../../../api/_app/limit/shared/breaker.ts'
import { RefusalCache } from '../../../api/_app/limit/shared/refusal-cache.ts'

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

describe('a refusal', () => {
  const count = { allowed: false, remaining: 0, windowEnd: 10_000 }

  test.each([
    [{ requests: 200, window: 10_000 }, 50],
    [{ requests: 10, window: 10_000 }, 1_000],
    [{ requests: 1, window: 3_600_000 }, 1_000],
  ])('under %j is remembered for %d ms', (limit, life) => {
    const refusals = new RefusalCache(limit)
    refusals.add('a', count, 5_000)
    expect(refusals.find('a', 5_000 + life - 1)).toBe(count)
    expect(refusals.find('b', 5_000)).toBeUndefined()
    expect(refusals.find('a', 5_000 + life)).toBeUndefined()
  })

  test('is one of 10,000 that are remembered at most, however many ids are invented', () => {
    const refusals = new RefusalCache({ requests: 10, window: 10_000 })
    for (let i = 0; i < 25_000; i++) refusals.add(`id ${i}`, count, 5_000)
    const remembered = Array.from({ length: 25_000 }, (_, i) => refusals.find(`id ${i}`, 5_000))
    expect(remembered.filter(Boolean).length).toBeLessThanOrEqual(10_000)
    expect(remembered.at(-1)).toBe(count)
  })

  test('is forgotten when the clock is set back', () => {
    const refusals = new RefusalCache({ requests: 200, window: 10_000 })
    refusals.add('a', count, 50_000)
    expect(refusals.find('a', 35_000)).toBeUndefined()
  })
})
