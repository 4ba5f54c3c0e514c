// Processes whose clocks differ, over a real Redis with the machine's clock: they share one limit, and what they tell their
// clients holds by the true time.
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Backend } from '../../api/_app/limit/backend.ts'
import type { Decision, Limiter } from '../../api/_app/limit/decision.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import type { Limits } from '../../api/_app/limit/limits.ts'
import { ask } from '../support/ask.ts'
import { startImpostor } from '../support/impostor.ts'
import { withoutRedis } from '../support/redis.ts'
import { site } from '../support/site.ts'
import { expectPromise } from './limited.ts'
import { patient as deadline, startStores } from './stores.ts'

const demo = site()
const limit = { requests: 20, window: 10_000 }
const limitsOfAll: Limits = { workspace: limit, fallback: null }
/** How long one slot takes to free up after the end of its window, in ms. */
const place = limit.window / limit.requests
const seconds = [0, 10, -10, 300, -300, 2.5, -2.5]

interface LimiterProcess {
  limiter: Limiter
  log: string[]
  /** How many ms its clock is ahead. */
  ahead: number
  now: () => number
}

/** Clocks that differ by no more than this, in ms, count as equal. */
const slack = 1_000

/** How many windows sufficiently correct clocks may have been in meanwhile. */
function windowsIn(begun: number, ended: number): number {
  return Math.floor((ended + slack) / limit.window) - Math.floor((begun - slack) / limit.window) + 1
}

function differs(way: 'ahead of' | 'behind', name: string) {
  return expect.stringMatching(
    new RegExp(
      `^rate limits: this machine's clock is [\\d.]+ s ${way} ${name}'s clock, which is used for counting$`,
    ),
  )
}

describe.skipIf(withoutRedis).each<[Backend, string]>([
  ['upstash', 'Upstash'],
  ['redis', 'Redis'],
])('over %s', (backend, name) => {
  const stores = startStores()

  beforeEach(async () => {
    await stores.redis.client.flushall()
  })

  function start(ahead: number, limits = limitsOfAll): LimiterProcess {
    const log: string[] = []
    const one = { ahead, log, now: () => Date.now() + one.ahead } as LimiterProcess
    const backing = stores.backing(backend, 'galley:clocks')
    one.limiter = createLimiter({ limits, backing, deadline, now: one.now, log: (line) => log.push(line) })
    onTestFinished(() => one.limiter.close())
    return one
  }

  /** Each asks so many times at once. @returns what was admitted, and in how many windows of the true time it was asked */
  async function rush(processes: LimiterProcess[], times: number) {
    const begun = Date.now()
    const asking = processes.flatMap(({ limiter }) =>
      Array.from({ length: times }, () => limiter.check('workspace', 'demo')),
    )
    const decisions = (await Promise.all(asking)).map((decision) => decision!)
    const ended = Date.now()
    const windows = windowsIn(begun, ended)
    expectTrue(decisions, begun, ended)
    return { admitted: decisions.filter(({ allowed }) => allowed).length, windows, decisions }
  }

  /** All were decided by the store, for windows in which they were asked. */
  function expectTrue(decisions: Decision[], begun: number, ended: number): void {
    for (const { source, reset, now } of decisions) {
      expect(source === backend || source === 'memory').toBe(true)
      expect(reset).toBeGreaterThan(begun - slack)
      // While a request is on its way, a clock that is ahead comes to look right.
      const latest = ended + slack + (ended - begun)
      expect(reset).toBeLessThanOrEqual(latest + limit.window + place)
      expect(now).toBeGreaterThanOrEqual(begun - slack)
      expect(now).toBeLessThanOrEqual(latest)
    }
  }

  test('processes whose clocks are up to five minutes off admit no more than the limit together', async () => {
    const processes = seconds.map((ahead) => start(ahead * 1_000))
    const { admitted, windows } = await rush(processes, 25)
    expect(admitted).toBeGreaterThanOrEqual(limit.requests)
    expect(admitted).toBeLessThanOrEqual(limit.requests * windows)
    for (const [i, { log }] of processes.entries()) {
      const ahead = seconds[i]!
      expect(log).toEqual(ahead === 0 ? [] : [differs(ahead > 0 ? 'ahead of' : 'behind', name)])
    }
  })

  test('and so they do when a clock is set while they run', async () => {
    const [one, other] = [start(0), start(0)]
    const begun = Date.now()
    let admitted = 0
    for (const ahead of [0, 10_000, -300_000, 3_600_000, 0]) {
      one.ahead = ahead
      admitted += (await rush([one, other], 10)).admitted
    }
    const windows = windowsIn(begun, Date.now())
    expect(admitted).toBeGreaterThanOrEqual(limit.requests)
    expect(admitted).toBeLessThanOrEqual(limit.requests * windows)
    expect(one.log).toEqual([
      differs('ahead of', name),
      `rate limits: this machine's clock agrees with ${name}'s clock again`,
    ])
    expect(other.log).toEqual([])
  })

  test('and count as much for their clients as for the workspace, if each has a share', async () => {
    const shares = { ...limitsOfAll, client: { requests: 6, window: limit.window } }
    const processes = seconds.map((ahead) => start(ahead * 1_000, shares))
    const begun = Date.now()
    const asking = processes.flatMap(({ limiter }, i) =>
      Array.from({ length: 25 }, (_, j) => limiter.check('workspace', 'demo', `192.0.2.${(i + j) % 5}`)),
    )
    const decisions = (await Promise.all(asking)).map((decision) => decision!)
    const ended = Date.now()
    expectTrue(decisions, begun, ended)
    const admitted = decisions.filter(({ allowed }) => allowed).length
    expect(admitted).toBeGreaterThanOrEqual(limit.requests)
    expect(admitted).toBeLessThanOrEqual(limit.requests * windowsIn(begun, ended))
    for (const tier of ['workspace', 'client']) {
      const keys = await stores.redis.client.keys(`galley:clocks:${tier}:*`)
      const counted = (await stores.redis.client.mget(keys)).map(Number)
      expect([tier, counted.reduce((one, other) => one + other, 0)]).toEqual([tier, admitted])
    }
  })

  test.each([300_000, -300_000])(
    'the windows are those of the store if the machine is %d ms ahead',
    async (ahead) => {
      const begun = Date.now()
      const limiter = createLimiter({
        limits: limitsOfAll,
        deadline,
        backing: stores.backing(backend, 'galley:clocks'),
        log: () => {},
      })
      onTestFinished(() => limiter.close())
      onTestFinished(() => void vi.useRealTimers())
      vi.useFakeTimers({ toFake: ['Date'], now: begun + ahead })
      for (let i = 0; i < 5; i++) await limiter.check('workspace', 'demo')
      vi.useRealTimers()
      const ended = Date.now()
      const keys = await stores.redis.client.keys('galley:clocks:*')
      expect(keys.length).toBeGreaterThan(0)
      for (const key of keys) {
        const number = Number(key.split(':').at(-1))
        expect(number).toBeGreaterThanOrEqual(Math.floor((begun - slack) / limit.window))
        expect(number).toBeLessThanOrEqual(Math.floor((ended + slack) / limit.window))
      }
    },
  )

  test("a process that knows the store's time asks no more often than any other", async () => {
    const one = start(300_000)
    await rush([one], 1)
    await stores.redis.client.config('RESETSTAT')
    await rush([one], 15)
    const stats = await stores.redis.client.info('commandstats')
    expect(stats).toMatch(/cmdstat_evalsha:calls=15,/)
    expect(stats).not.toMatch(/cmdstat_eval:/)
  })

  test.each([300, -300])(
    'a client refused by a process %d s ahead is told when to come back',
    async (ahead) => {
      const one = start(ahead * 1_000)
      const app = demo.app({ limiter: one.limiter, now: one.now })
      let answer = await ask(app, 'GET', '/v1/demo/tags')
      while (answer.status === 200) answer = await ask(app, 'GET', '/v1/demo/tags')
      expectPromise(answer)
      const [wait, reset] = ['Retry-After', 'X-RateLimit-Reset'].map((name) => Number(answer.headers[name]))
      expect(wait).toBeLessThanOrEqual((limit.window + place) / 1_000 + 1)
      expect(Math.abs(Date.now() / 1_000 + wait! - reset!)).toBeLessThanOrEqual(2)
    },
  )
})

describe.skipIf(withoutRedis)('a Redis', () => {
  const stores = startStores()

  test('whose user may not run TIME counts by the clocks of its processes', async () => {
    await stores.redis.client.call('ACL', 'SETUSER', 'timeless', 'on', '>secret', '~*', '+@all', '-time')
    const url = stores.redis.url.replace('//', '//timeless:secret@')
    const log: string[] = []
    const limiter = createLimiter({
      limits: limitsOfAll,
      deadline,
      backing: { backend: 'redis', url, prefix: 'galley:timeless' },
      now: () => Date.now() + 300_000,
      log: (line) => log.push(line),
    })
    onTestFinished(() => limiter.close())
    const decision = await limiter.check('workspace', 'demo')
    expect([decision!.source, decision!.remaining, log]).toEqual(['redis', 19, []])
    expect(decision!.reset).toBeGreaterThan(Date.now() + 200_000)
  })
})

test('a store that never agrees on the time counts as failing, and its time is not used', async () => {
  let asked = 0
  const impostor = await startImpostor(() => `*2\r\n$4\r\ntime\r\n:${++asked * 100_000}\r\n`)
  const log: string[] = []
  const limiter = createLimiter({
    // No window ends in the middle of it.
    limits: { workspace: { requests: 20, window: 3_600_000 }, fallback: null },
    deadline,
    backing: { backend: 'redis', url: impostor.url, prefix: 'galley:test' },
    log: (line) => log.push(line),
  })
  for (let i = 0; i < 3; i++) {
    const decision = await limiter.check('workspace', 'demo')
    expect(decision).toMatchObject({ source: 'memory', remaining: 19 - i })
    expect(decision!.reset).toBeGreaterThan(Date.now())
  }
  expect(log).toEqual([expect.stringContaining('Redis is failing (an invalid answer)')])
  expect(asked).toBe(9)
  await limiter.close()
  await impostor.stop()
})
