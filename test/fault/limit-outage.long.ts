// A store that hangs, is down, or forgets its scripts.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { Backend, Backing } from '../../api/_app/limit/backend.ts'
import { defaultDeadline as deadline } from '../../api/_app/limit/limiter.ts'
import { contractLimits } from '../../api/_app/limit/limits.ts'
import { startImpostor } from '../support/impostor.ts'
import { freePort, withoutRedis } from '../support/redis.ts'
import { site } from '../support/site.ts'
import { limited, recovered, timed } from './limited.ts'
import { patient, startStores } from './stores.ts'

const demo = site()
const prefix = 'galley:test'
const shared = ['upstash', 'redis'] as const
const second = { workspace: { requests: 200, window: 1_000 }, fallback: { requests: 10, window: 1_000 } }

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}

/** Sockets that this process opens to a port during the work. */
async function socketsTo(port: number, work: () => Promise<unknown>): Promise<number> {
  const opened: { socket: { once(name: string, listener: (...args: unknown[]) => void): void } }[] = []
  let count = 0
  const look = (message: unknown) => {
    opened.push(message as (typeof opened)[0])
    ;(message as (typeof opened)[0]).socket.once('connectionAttempt', (_ip, to) => {
      if (to === port) count++
    })
  }
  subscribe('net.client.socket', look)
  await work()
  unsubscribe('net.client.socket', look)
  return count
}

describe.skipIf(withoutRedis).each<Backend>(shared)('%s', (backend) => {
  const stores = startStores()

  test('that hangs delays the first few requests for a moment and no others, until it recovers', async () => {
    const one = limited(demo, stores.backing(backend, prefix), second)
    await one.get()
    // The first connection of a busy machine may take longer than the deadline.
    await recovered(one)
    one.decisions.length = 0
    await stores.redis.signal('SIGSTOP')
    const first = [await timed(one.get), await timed(one.get), await timed(one.get)]
    expect(first[0]).toBeGreaterThanOrEqual(deadline - 1)
    expect(median(first)).toBeLessThan(deadline + 100)
    expect(one.limiter.degraded).toBe(true)
    const then = []
    for (let i = 0; i < 100; i++) then.push(await timed(() => one.limiter.check('workspace', 'demo')))
    expect(median(then)).toBeLessThan(10)
    expect(one.decisions.map(({ source }) => source)).toEqual(['memory', 'memory', 'memory'])
    await stores.redis.signal('SIGCONT')
    await recovered(one)
    expect(one.limiter.degraded).toBe(false)
    expect(one.log).toEqual([
      expect.stringMatching(
        /^rate limits: (Redis|Upstash) is failing \(no answer (within (250|750) ms|in time)\); this process counts alone until it is back$/,
      ),
      expect.stringMatching(/^rate limits: (Redis|Upstash) is back; \d+ requests were decided without it$/),
    ])
    expect(Number(/(\d+) requests/.exec(one.log[1]!)![1])).toBeGreaterThanOrEqual(100)
  })

  test('that forgets its scripts while 25 requests are in progress decides them all, exactly', async () => {
    const limits = { workspace: { requests: 5_000, window: 3_600_000 }, fallback: null }
    const one = limited(demo, stores.backing(backend, 'galley:flushed'), limits, patient)
    for (let round = 0; round < 40; round++) {
      const checks = Array.from({ length: 25 }, () => one.limiter.check('workspace', 'demo'))
      if (round % 3 === 0) checks.push(stores.redis.client.script('FLUSH').then(() => null) as never)
      for (const decision of await Promise.all(checks)) if (decision) one.decisions.push(decision)
    }
    expect(new Set(one.decisions.map(({ source }) => source))).toEqual(new Set([backend]))
    expect(new Set(one.decisions.map(({ remaining }) => remaining)).size).toBe(1_000)
    const [key] = await stores.redis.client.keys('galley:flushed:*')
    expect(await stores.redis.client.get(key!)).toBe('1000')
    expect(one.log).toEqual([])
  })
})

describe.each<Backend>(shared)('%s', (backend) => {
  test('that is down is tried three times, and then costs no sockets', async () => {
    const port = await freePort()
    const backing: Backing =
      backend === 'upstash'
        ? { backend, url: `http://127.0.0.1:${port}`, token: 'secret', prefix }
        : { backend: 'redis', url: `redis://127.0.0.1:${port}`, prefix }
    const one = limited(demo, backing, contractLimits)
    const tried = await socketsTo(port, async () => {
      for (let i = 0; i < 3; i++) await one.get()
    })
    // REST requests are sent twice: an idle connection may have been closed.
    expect(tried).toBe(backend === 'upstash' ? 6 : 3)
    expect(one.limiter.degraded).toBe(true)
    expect(
      await socketsTo(port, async () => {
        for (let i = 0; i < 100; i++) await one.limiter.check('workspace', 'demo')
      }),
    ).toBe(0)
    expect(one.log).toEqual([expect.stringContaining('is failing (ECONNREFUSED); this process counts alone')])
  })
})

test('a dead connection is dropped, and a new one made', async () => {
  let first: Socket | undefined
  let commands = 0
  const impostor = await startImpostor((socket) => {
    first ??= socket
    return socket === first && ++commands > 1 ? '' : '*2\r\n:150\r\n:200\r\n'
  })
  const backing: Backing = { backend: 'redis', url: impostor.url, prefix }
  const one = limited(demo, backing, contractLimits)
  for (let i = 0; i < 4; i++) await one.get()
  expect(one.limiter.degraded).toBe(true)
  await recovered(one)
  expect(one.limiter.degraded).toBe(false)
  await impostor.stop()
})

test('a store that is refused first, and then with a wrong password, is logged with both, once each', async () => {
  const port = await freePort()
  const one = limited(
    demo,
    { backend: 'redis', url: `redis://:secret@127.0.0.1:${port}`, prefix },
    contractLimits,
  )
  for (let i = 0; i < 3; i++) await one.get()
  const impostor = await startImpostor(() => '-WRONGPASS invalid username-password pair\r\n', 0, port)
  const asking = setInterval(() => one.limiter.check('workspace', 'demo'), 20)
  await expect.poll(() => one.log).toHaveLength(2)
  await impostor.stop()
  for (let i = 0; i < 3; i++) await one.get()
  clearInterval(asking)
  expect(one.log).toEqual([
    'rate limits: Redis is failing (ECONNREFUSED); this process counts alone until it is back',
    'rate limits: Redis is still failing, now for another reason (it says WRONGPASS)',
  ])
})
