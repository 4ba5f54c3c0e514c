// The function counts in a real Redis, over TCP and over Upstash's REST protocol: it contains what it imports for that.
import assert from 'node:assert/strict'
import { startBridge } from '../support/bridge.ts'
import type { Checks } from '../support/checks.ts'
import { startRedis, withoutRedis } from '../support/redis.ts'
import { type Running, withFunction } from './function.ts'
import { ask } from './wire.ts'

export async function checkStores({ check }: Checks, folder: string): Promise<void> {
  await check('with half a store in the environment it says so once, and counts in memory', () =>
    withFunction(folder, { UPSTASH_REDIS_REST_URL: 'https://x.upstash.io' }, async (running) => {
      assert.deepEqual(await statusOf(running), ['memory', false])
      assert.equal(running.log().match(/UPSTASH_REDIS_REST_TOKEN is missing/g)?.length, 1)
    }),
  )
  await check('with a store that is not there it answers, and says so in its status', () =>
    withFunction(folder, { REDIS_URL: 'redis://127.0.0.1:1' }, async (running) => {
      for (let i = 0; i < 3; i++) await ask(running.port, counted)
      assert.deepEqual(await statusOf(running), ['redis', true])
      assert.equal(running.log().match(/Redis is failing \(ECONNREFUSED\)/g)?.length, 1)
    }),
  )
  if (withoutRedis) return
  const redis = await startRedis()
  const bridge = await startBridge(redis.url)
  const stores = {
    redis: { REDIS_URL: redis.url },
    upstash: { KV_REST_API_URL: bridge.url, KV_REST_API_TOKEN: bridge.token },
  }
  for (const [backend, env] of Object.entries(stores)) {
    await check(`it counts by ${backend} where the environment says so`, () =>
      withFunction(folder, env, async (running) => {
        await redis.client.flushall()
        const { status, headers } = await ask(running.port, counted)
        assert.deepEqual([status, headers['x-ratelimit-remaining']], [200, '199'])
        assert.deepEqual(await statusOf(running), [backend, false])
        const keys = await redis.client.keys('*')
        assert.match(keys.join(), /^galley:default:production:workspace:small:\d+$/)
      }),
    )
  }
  await bridge.stop()
  await redis.stop()
}

const counted = { name: 'counted', target: '/v1/small/posts?limit=1' }

async function statusOf({ port }: Running): Promise<[string, boolean]> {
  const { body } = await ask(port, { name: 'status', target: '/status' })
  const { limiter, limiterDegraded } = JSON.parse(body.toString())
  return [limiter, limiterDegraded]
}
