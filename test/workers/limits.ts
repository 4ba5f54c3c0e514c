// Limits: Upstash counts for all isolates, each request asks it by itself, and a store that is down keeps nobody waiting for long.
import assert from 'node:assert/strict'
import { startBridge } from '../support/bridge.ts'
import type { Checks } from '../support/checks.ts'
import { startRedis, withoutRedis } from '../support/redis.ts'
import type { Running } from '../vercel/function.ts'
import { ask } from '../vercel/wire.ts'
import { startWorker } from './miniflare.ts'

const limit = 5
const env = { GALLEY_RATE_LIMIT: `${limit}/1h`, GALLEY_FALLBACK_LIMIT: '2/1h' }
const counted = { name: 'counted', target: '/v1/small/posts?limit=1' }

export async function checkLimits({ check }: Checks, folder: string): Promise<void> {
  await check(
    'clients are told apart by the address that the platform sees, and by nothing that they say',
    () =>
      withWorker(folder, env, async ({ port }) => {
        const of = async (header: string, address: string) =>
          (await ask(port, { name: address, target: '/none', headers: { [header]: address } })).status
        assert.deepEqual(
          [
            await of('CF-Connecting-IP', '203.0.113.1'),
            await of('CF-Connecting-IP', '203.0.113.1'),
            await of('CF-Connecting-IP', '203.0.113.1'),
            await of('CF-Connecting-IP', '203.0.113.2'),
          ],
          [404, 404, 429, 404],
        )
      }),
  )
  await check('with REDIS_URL it answers, counts for itself, and says so', () =>
    withWorker(folder, { REDIS_URL: 'redis://127.0.0.1:1' }, async (worker) => {
      for (let n = 0; n < 3; n++) assert.equal((await ask(worker.port, counted)).status, 200)
      assert.deepEqual(await statusOf(worker), ['redis', true])
      assert.match(worker.log(), /Redis is failing/)
    }),
  )
  if (withoutRedis) return
  const redis = await startRedis()
  const bridge = await startBridge(redis.url)
  const upstash = { UPSTASH_REDIS_REST_URL: bridge.url, UPSTASH_REDIS_REST_TOKEN: bridge.token }
  try {
    await check('two isolates count together in Upstash, however many ask at once', async () => {
      // An isolate that waits too long for the store decides alone, which two that start on a busy machine do, too.
      for (let tries = 3, isExact = false; !isExact; tries--) {
        await redis.client.flushall()
        const { statuses, limiters } = await askedOfTwo(folder, { ...env, ...upstash })
        const admitted = statuses.filter((status) => status === 200).length
        assert.equal(statuses.filter((status) => status === 429).length, statuses.length - admitted)
        isExact =
          admitted === limit &&
          limiters.every(([limiter, isDegraded]) => limiter === 'upstash' && !isDegraded)
        assert.ok(
          isExact || tries > 1,
          `${limiters} admitted ${admitted} requests, where the limit is ${limit}`,
        )
      }
    })
    await check('while Upstash is down each isolate counts for itself, until it is back', () =>
      withWorker(folder, { ...upstash, GALLEY_RATE_LIMIT: '100000000/1h' }, async (worker) => {
        bridge.instead = (_, response) => response.writeHead(500).end('{"error":"out"}')
        for (let n = 0; n < 4; n++) assert.equal((await ask(worker.port, counted)).status, 200)
        assert.deepEqual(await statusOf(worker), ['upstash', true])
        bridge.instead = undefined
        const deadline = Date.now() + 30_000
        while ((await statusOf(worker))[1]) {
          assert.ok(Date.now() < deadline, 'it has not noticed that the store is back')
          assert.equal((await ask(worker.port, counted)).status, 200)
        }
        assert.match(worker.log(), /Upstash is failing.*\n(?:.*\n)*.*Upstash is back/)
      }),
    )
  } finally {
    await bridge.stop()
    await redis.stop()
  }
}

/** Asks two new isolates 20 requests at once, after each has asked the store for something else. */
async function askedOfTwo(folder: string, env: Record<string, string>) {
  const result = { statuses: [] as number[], limiters: [] as [string, boolean][] }
  await withWorker(folder, env, (one) =>
    withWorker(folder, env, async (other) => {
      for (const { port } of [one, other]) await ask(port, { name: 'not counted with them', target: '/none' })
      const asked = Array.from({ length: 20 }, (_, n) => ask((n % 2 ? one : other).port, counted))
      result.statuses = (await Promise.all(asked)).map(({ status }) => status)
      result.limiters = [await statusOf(one), await statusOf(other)]
    }),
  )
  return result
}

async function withWorker(
  folder: string,
  env: Record<string, string>,
  use: (running: Running) => Promise<void>,
): Promise<void> {
  const running = await startWorker(folder, env)
  try {
    await use(running)
  } finally {
    await running.stop()
  }
}

async function statusOf({ port }: Running): Promise<[string, boolean]> {
  const { body } = await ask(port, { name: 'status', target: '/status' })
  const { limiter, limiterDegraded } = JSON.parse(body.toString())
  return [limiter, limiterDegraded]
}
