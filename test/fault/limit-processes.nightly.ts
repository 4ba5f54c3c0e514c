// Several processes that share a store: what they admit together, even while the store is down.
import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Limit } from '../../api/_app/limit/limits.ts'
import { seeded } from '../bench/words.ts'
import { type Bridge, startBridge } from '../support/bridge.ts'
import { files } from '../support/fixture.ts'
import { type RedisServer, startRedis, withoutRedis } from '../support/redis.ts'
import { type Workspace, workspace } from '../support/workspace.ts'
import { expectPromise } from './limited.ts'
import { type ServerProcess, startServer } from './process.ts'

const processes = 4
const second = { requests: 40, window: 1_000 }
/** How much longer a busy machine may take, in ms. */
const patience = 4_000
/** How long a request waits for a store, in ms: long enough for a busy machine, so that late answers do not distort counts. */
const deadline = 20_000
const agent = new Agent({ keepAlive: true, maxSockets: 20 })

interface ProcessReply {
  status: number
  headers: Record<string, string>
  /** Which process answered. */
  by: number
  /** When it had answered; ms since the epoch. */
  to: number
}

function ask(url: string, by: number, target = '/v1/demo/tags'): Promise<ProcessReply> {
  return new Promise((resolve, reject) => {
    get(url + target, { agent }, (response) => {
      response.resume().once('end', () => {
        const headers: Record<string, string> = {}
        for (let i = 0; i < response.rawHeaders.length; i += 2) {
          headers[response.rawHeaders[i]!] = response.rawHeaders[i + 1]!
        }
        resolve({ status: response.statusCode!, headers, by, to: Date.now() })
      })
    }).once('error', reject)
  })
}

function admitted(replies: ProcessReply[]): ProcessReply[] {
  return replies.filter(({ status }) => status !== 429)
}

/** Waits until that long after a window of the clock has begun. */
async function phase(window: number, after: number): Promise<void> {
  await pause(window - ((Date.now() - after) % window))
}

// Mostly they wait for the next window, so both are tried at a time, each test by test.
describe.skipIf(withoutRedis).concurrent.each(['redis', 'upstash'] as const)(
  'four processes over %s',
  (backend) => {
    let place: Workspace
    let redis: RedisServer
    let bridge: Bridge
    let servers: ServerProcess[]

    beforeAll(async () => {
      place = await workspace(files)
      await place.build()
    })

    afterAll(() => place.remove())

    beforeEach(async () => {
      redis = await startRedis()
      bridge = await startBridge(redis.url)
      servers = []
    })

    afterEach(async () => {
      const ends = await Promise.allSettled(servers.map((server) => server.stop()))
      await bridge.stop()
      await redis.stop()
      expect(ends.filter(({ status }) => status === 'rejected')).toEqual([])
      const logs = servers.map((server) => server.log())
      expect(logs.join('')).not.toMatch(/unhandled|internal error|secret|evalsha/i)
    })

    /** Each has answered once, so that everything is loaded and connected, in a window of its own. */
    async function start({ requests, window }: Limit): Promise<void> {
      const store =
        backend === 'redis'
          ? { REDIS_URL: redis.url }
          : { UPSTASH_REDIS_REST_URL: bridge.url, UPSTASH_REDIS_REST_TOKEN: bridge.token }
      const env = { ...store, GALLEY_RATE_LIMIT: `${requests}/${window / 1_000}s` }
      const data = `${place.out}/data`
      const starting = Array.from({ length: processes }, () => startServer(data, { env, deadline }))
      servers = await Promise.all(starting)
      await Promise.all(servers.map(({ url }, by) => ask(url, by, '/')))
    }

    /** A number of requests, each to a random process. */
    async function burst(count: number, random: () => number): Promise<ProcessReply[]> {
      const replies = Array.from({ length: count }, () => {
        const by = Math.floor(random() * processes)
        return ask(servers[by]!.url, by)
      })
      return checked(await Promise.all(replies))
    }

    function checked(replies: ProcessReply[]): ProcessReply[] {
      for (const reply of replies) expectPromise(reply)
      return replies
    }

    test.sequential('admit exactly 200 of 1,000 requests in a window', async () => {
      // One that does not end soon: a busy machine takes longer than ten seconds for them.
      const window = [3_600_000, 2_500_000, 7_000_000, 1_100_000].find(
        (one) => one - (Date.now() % one) > 120_000,
      )!
      await start({ requests: 200, window })
      const remaining = admitted(await burst(1_000, seeded(1))).map(({ headers }) => {
        return Number(headers['X-RateLimit-Remaining'])
      })
      expect(remaining.toSorted((a, b) => b - a)).toEqual(Array.from({ length: 200 }, (_, i) => 199 - i))
    })

    test.sequential('follow the arithmetic of the window across a boundary', async () => {
      await start(second)
      const random = seeded(2)
      for (let round = 0; round < 2; round++) {
        await pause(2 * second.window)
        await phase(second.window, 700)
        const replies = await burst(30, random)
        await phase(second.window, 200)
        replies.push(...(await burst(200, random)))
        const [first = 0, ...others] = [...byWindow(replies).keys()].sort()
        const last = Math.max(...admitted(replies).map(({ to }) => to))
        const part = Math.max(0, 1 - (last - (first + 1) * second.window) / second.window)
        const [before = 0, after = 0] = [...byWindow(replies).values()]
        expect(others.length).toBeGreaterThan(0)
        expect(before).toBeLessThanOrEqual(second.requests)
        expect(Math.floor(part * before) + after).toBeLessThanOrEqual(second.requests)
      }
    })

    test.sequential('keep answering when the store dies, and share it again soon after it is back', async () => {
      await start(second)
      const random = seeded(5)
      const replies: ProcessReply[] = []
      let until = Number.POSITIVE_INFINITY
      const clients = Array.from({ length: 8 }, async () => {
        while (Date.now() < until) {
          const by = Math.floor(random() * processes)
          replies.push(await ask(servers[by]!.url, by))
          await pause(Math.floor(random() * 10))
        }
      })
      await pause(1_500)
      await redis.signal('SIGKILL')
      await pause(2_000)
      await redis.again()
      const back = Date.now()
      while (servers.some(({ log }) => !log().includes('is back'))) {
        expect(Date.now() - back).toBeLessThan(6_000 + patience)
        await pause(20)
      }
      until = Date.now() + 2_500
      await Promise.all(clients)
      expect(new Set(checked(replies).map(({ status }) => status))).toEqual(new Set([200, 429]))
      for (const [window, count] of byWindow(replies)) {
        expect([window, count <= processes * second.requests]).toEqual([window, true])
      }
      for (const { log } of servers) {
        const lines = log().match(/^rate limits: .*$/gm) ?? []
        // A connection that is reset, and those that are refused after it, are two causes.
        const others = lines.filter((line) => !/ is still failing, now for another reason \(.+\)$/.test(line))
        expect(lines.length - others.length).toBeLessThanOrEqual(2)
        // Not one more, however many requests there were.
        expect(others).toEqual([
          expect.stringMatching(/ is failing \(.+\); this process counts alone until it is back$/),
          expect.stringMatching(/ is back; \d+ requests were decided without it$/),
        ])
      }
      // All of them share one limit again.
      await pause(2 * second.window)
      for (const count of byWindow(await burst(200, random)).values()) {
        expect(count).toBeLessThanOrEqual(second.requests)
      }
    })
  },
)

/** Requests admitted in each window of the clock, as the reset of each reply tells. */
function byWindow(replies: ProcessReply[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { headers } of admitted(replies)) {
    const number = Number(headers['X-RateLimit-Reset']) - 2
    counts.set(number, (counts.get(number) ?? 0) + 1)
  }
  return counts
}
