// When a process uses the store's clock: what can be known about two clocks when answers take time.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { StoreClock } from '../../../api/_app/limit/shared-store/clock.ts'

function clock() {
  const own = { now: 1_000_000, elapsed: 0 }
  const log: string[] = []
  const one = new StoreClock({
    backend: 'redis',
    now: () => own.now,
    elapsed: () => own.elapsed,
    tolerance: 1_000,
    log: (line) => log.push(line),
  })
  /** The store replies after `took` ms with its time, `ahead` ms ahead of ours; no clock is set in between. */
  function tell(took: number, ahead: number): number {
    const sent = one.sentNow()
    own.now += took
    own.elapsed += took
    return one.measure(own.now + ahead, sent, one.offset)
  }
  return { one, own, log, tell }
}

test.each([
  [10, 0],
  [10, 1_000],
  [10, -1_010],
  // The store may have read its clock at once and the answer was slow, or the request was.
  [5_000, 0],
  [5_000, -6_000],
  [5_000, 1_000],
])('an answer after %d ms that is %d ms ahead proves nothing', (took, ahead) => {
  expect(clock().tell(took, ahead)).toBe(0)
})

test.each([
  [10, 1_001],
  [10, -1_011],
  [10, -300_000],
  [5_000, 1_001],
  [5_000, -6_001],
])('an answer after %d ms that is %d ms ahead proves another clock', (took, ahead) => {
  const offset = clock().tell(took, ahead)
  // Between request and answer.
  expect(Math.abs(offset - (ahead + took / 2))).toBeLessThanOrEqual(1)
})

test('what is adopted is gone by, said when it begins and when it ends, and not in between', () => {
  const { one, own, log } = clock()
  one.adopt(10_000)
  expect(one.now()).toBe(own.now + 10_000)
  one.adopt(-300_000)
  one.adopt(-299_000)
  expect(one.now()).toBe(own.now - 299_000)
  expect(log).toEqual([
    "rate limits: this machine's clock is 10.0 s behind Redis's clock, which is used for counting",
  ])
  one.adopt(1_001)
  expect(log).toHaveLength(1)
  one.adopt(-1_000)
  expect(log).toHaveLength(2)
  // Once more, in the documented words.
  one.adopt(-300_000)
  const guide = readFileSync(new URL('../../../docs/rate-limits.md', import.meta.url), 'utf8')
  expect(guide).toContain(`\n${log[2]}\n`)
  expect(log[1]).toBe("rate limits: this machine's clock agrees with Redis's clock again")
})
