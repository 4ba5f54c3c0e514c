// What docs/rate-limits.md promises, through `galley serve`: its example waits out a limit, its log
// lines and its status are those of a real outage, and half a store is refused.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Running, serve } from '../../server/index.ts'
import { galley, galleyHere, ran, urlOf } from '../support/command.ts'
import { freePort, type RedisServer, startRedis, withoutRedis } from '../support/redis.ts'
import { makePages, postFile, type Workspace, workspace } from '../support/workspace.ts'

const guide = readFileSync(new URL('../../docs/rate-limits.md', import.meta.url), 'utf8')

let place: Workspace

beforeAll(async () => {
  place = await workspace({ 'demo/posts/hello.md': postFile() })
  await place.build()
})

afterAll(() => place.remove())

function serving(env: NodeJS.ProcessEnv, log: string[], now = Date.now): Promise<Running> {
  const say = (line: string) => log.push(line)
  return serve({ data: `${place.out}/data`, port: 0, host: '127.0.0.1', env, log: say, info: () => {}, now })
}

type Patiently = (url: string) => Promise<Response>

test.concurrent('a client that does what the document says gets through after being refused', async () => {
  const [, code] = /^```js\n([^`]*?async function patiently\(.*?)^```$/ms.exec(guide)!
  const started = Date.UTC(2026, 0, 1)
  let time = started
  const pause = (done: () => void, milliseconds: number) => {
    time += milliseconds
    setImmediate(done)
  }
  const patiently: Patiently = new Function('setTimeout', `${code}; return patiently`)(pause)
  const { url, close } = await serving({ GALLEY_RATE_LIMIT: '5/1s' }, [], () => time)
  const posts = `${url}/v1/demo/posts`
  while ((await fetch(posts)).status === 200);
  expect((await patiently(posts)).status).toBe(200)
  expect(time).toBeGreaterThan(started)
  await close()
})

describe.concurrent('an operator', () => {
  test('learns of a failing store from one line and the status, and clients notice nothing', async () => {
    const log: string[] = []
    // An hour is not likely to end during the test.
    const env = { REDIS_URL: `redis://:secret@127.0.0.1:${await freePort()}`, GALLEY_RATE_LIMIT: '200/1h' }
    const { url, close } = await serving(env, log)
    for (let i = 0; i < 10; i++) {
      const { status, headers } = await fetch(`${url}/v1/demo/posts`)
      expect([status, headers.get('x-ratelimit-remaining')]).toEqual([200, String(199 - i)])
    }
    const [line] = /^rate limits: Redis is failing .*$/m.exec(guide)!
    expect(log).toEqual([line])
    expect(await (await fetch(`${url}/status`)).json()).toMatchObject({
      limiter: 'redis',
      limiterDegraded: true,
    })
    await close()
  })
})

describe.concurrent('the command line', () => {
  const half = { UPSTASH_REDIS_REST_URL: 'https://x.upstash.io' }

  test.each(['build', 'serve', 'dev'])('refuses %s with half a store', async (command) => {
    const folders = command === 'serve' ? ['--dir', place.out] : ['--content', place.dir, '--out', place.out]
    expect(await ran([command, ...folders], half)).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'galley: UPSTASH_REDIS_REST_TOKEN is missing: UPSTASH_REDIS_REST_URL is set, and neither works without the other. Set both.\n',
    })
  })

  describe.skipIf(withoutRedis)('with a Redis', () => {
    let redis: RedisServer

    beforeAll(async () => {
      redis = await startRedis(['--requirepass', 'secret'])
    })

    afterAll(() => redis.stop())

    test('says in its first line that it counts there, counts there, and ends at once', async () => {
      const env = { REDIS_URL: redis.url.replace('//', '//:secret@') }
      const started = galley(['serve', '--dir', place.out, '--port', '0'], env)
      const url = await urlOf(started)
      expect((await fetch(`${url}/v1/demo/posts`)).status).toBe(200)
      expect(await (await fetch(`${url}/status`)).json()).toMatchObject({
        limiter: 'redis',
        limiterDegraded: false,
      })
      started.process.kill('SIGINT')
      expect(await started.ended).toBe(130)
      expect(started.stdout()).toMatch(/limits are counted in Redis\n$/)
      expect(started.stdout() + started.stderr()).not.toContain('secret')
    })

    test("uses up none of production's quota while somebody writes", { tags: 'nightly' }, async () => {
      const env = { REDIS_URL: redis.url.replace('//', '//:secret@'), GALLEY_NAMESPACE: 'written' }
      makePages(join(place.out, 'dev'))
      const started = galleyHere(
        ['dev', '--content', place.dir, '--out', join(place.out, 'dev'), '--port', '0'],
        env,
      )
      expect((await fetch(`${await urlOf(started)}/v1/demo/posts`)).status).toBe(200)
      expect(await started.stop()).toBe(0)
      const client = redis.client.duplicate({ password: 'secret' })
      const keys = await client.keys('galley:written:*')
      client.disconnect()
      expect(keys).not.toEqual([])
      expect(keys.filter((key) => !key.startsWith('galley:written:development:'))).toEqual([])
    })
  })
})
