// A store that answers, but not with a count: each such answer is a failure of the store, not a refusal, and nothing of
// it reaches a client or the log.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Backing } from '../../api/_app/limit/backend.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import { contractLimits } from '../../api/_app/limit/limits.ts'
import { type Bridge, startBridge } from '../support/bridge.ts'
import { startImpostor } from '../support/impostor.ts'
import { freePort, startRedis, withoutRedis } from '../support/redis.ts'
import { site } from '../support/site.ts'
import { limited } from './limited.ts'
import { stillClock } from './stores.ts'

const demo = site()
const prefix = 'galley:test'

stillClock()

/** Five requests: three that find out, and two that need not ask. */
async function expectLocal(backing: Backing, reason: RegExp): Promise<void> {
  const one = limited(demo, backing, contractLimits)
  const answers = []
  for (let i = 0; i < 5; i++) answers.push(await one.get())
  expect(one.decisions.map(({ source, remaining }) => [source, remaining])).toEqual(
    [199, 198, 197, 196, 195].map((left) => ['memory', left]),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(one.limiter.degraded).toBe(true)
  expect(one.log).toEqual([expect.stringMatching(reason)])
  const said = JSON.stringify([one.log, answers])
  for (const secret of [/secret/, /evalsha/i, /redis\.call/, /galley:test/]) expect(said).not.toMatch(secret)
}

describe('Upstash', () => {
  let bridge: Bridge

  beforeAll(async () => {
    // What is behind it does not matter here.
    bridge = await startBridge(`redis://127.0.0.1:${await freePort()}`)
  })

  afterAll(() => bridge.stop())

  const backing = (): Backing => ({ backend: 'upstash', url: bridge.url, token: 'secret', prefix })

  test.each([
    [500, 'text/html', '<html>secret of the proxy</html>', /an invalid answer/],
    [502, 'text/html', '<html>Bad Gateway</html>', /an invalid answer/],
    [401, 'application/json', '{"error":"WRONGPASS invalid token secret"}', /it says WRONGPASS/],
    [429, 'application/json', '{"error":"too many secret requests"}', /an error of type UpstashError/],
    [400, 'application/json', '{"error":"ERR max daily request limit exceeded"}', /its own quota is used up/],
    [200, 'application/json', '[{"error":"LOADING Redis is loading"}]', /it says LOADING/],
    [200, 'application/json', '[{"error":"OOM command not allowed: evalsha secret"}]', /it says OOM/],
  ])('that answers %d %s %j is no longer asked', async (status, type, body, reason) => {
    bridge.instead = (_, response) => response.writeHead(status, { 'Content-Type': type }).end(body)
    await expectLocal(backing(), reason)
  })

  test.each([
    'text',
    '',
    '{}',
    'null',
    '[]',
    '[null]',
    '[{}]',
    '[{"result":null}]',
    '[{"result":"text"}]',
    '[{"result":[]}]',
    '[{"result":[null,null]}]',
    '[{"result":[null,200]}]',
    '[{"result":["NaN",200]}]',
    '[{"result":[NaN,200]}]',
    '[{"result":[1.5,200]}]',
    '[{"result":[-2,200]}]',
    '[{"result":[-200,200]}]',
    '[{"result":[200,200]}]',
    '[{"result":[10,100]}]',
    '[{"result":[-1,100]}]',
    '[{"result":[-1]}]',
    '[{"result":[150,200,200]}]',
    '[{"result":[true,200]}]',
    '[{"result":["time"]}]',
    '[{"result":["time","soon"]}]',
    '[{"result":["time",5]}]',
  ])('that answers %j is no longer asked', async (body) => {
    bridge.instead = (_, response) => response.end(body)
    await expectLocal(backing(), /an invalid answer|an error of type TypeError/)
  })

  test('that cuts every connection is asked twice for each request, and then no longer', async () => {
    let asked = 0
    bridge.instead = (request) => {
      asked++
      request.socket.destroy()
    }
    await expectLocal(backing(), /UND_ERR_SOCKET|ECONNRESET/)
    await expect.poll(() => asked).toBe(6)
  })
})

describe('Redis', () => {
  test('is not asked, nor waited for, where no tier is on', async () => {
    const backing: Backing = { backend: 'redis', url: `redis://127.0.0.1:${await freePort()}`, prefix }
    const log: string[] = []
    const limits = { workspace: null, fallback: null }
    const limiter = createLimiter({ limits, backing, log: (line) => log.push(line) })
    expect(limiter.degraded).toBe(false)
    for (let i = 0; i < 5; i++) expect(await limiter.check('workspace', 'demo', '192.0.2.1')).toBeNull()
    expect([limiter.backend, limiter.degraded, log]).toEqual(['redis', false, []])
    await limiter.close()
  })

  test.each([
    ['-LOADING Redis is loading the dataset in memory\r\n', /it says LOADING/],
    ['-OOM command not allowed when used memory > secret\r\n', /it says OOM/],
    ['-NOAUTH Authentication required.\r\n', /it says NOAUTH/],
    ["-READONLY You can't write against a read only replica.\r\n", /it says READONLY/],
    ['-ERR unknown command secret\r\n', /it says ERR/],
    ['+text\r\n', /an invalid answer/],
    ['$-1\r\n', /an invalid answer/],
    ['*0\r\n', /an invalid answer/],
    ['*2\r\n:-7\r\n:200\r\n', /an invalid answer/],
    ['*2\r\n:7\r\n:100\r\n', /an invalid answer/],
    ['*2\r\n$3\r\nNaN\r\n:200\r\n', /an invalid answer/],
    ['HTTP/1.1 400 secret\r\n\r\n', /an invalid answer/],
  ])('that answers %j is no longer asked', async (bytes, reason) => {
    const impostor = await startImpostor(() => bytes)
    await expectLocal({ backend: 'redis', url: impostor.url, prefix }, reason)
    await impostor.stop()
  })

  test.each([
    ['-ERR no such database\r\n', '*2\r\n:199\r\n:200\r\n'],
    ['-ERR no such database\r\n*2\r\n:199\r\n:200\r\n', ''],
  ])('that counts in a different database from the URL is no longer asked: %j, %j', async (...answers) => {
    const answered = new Map<unknown, number>()
    const impostor = await startImpostor((socket) => {
      const before = answered.get(socket) ?? 0
      answered.set(socket, before + 1)
      return answers[before] ?? answers.at(-1)!
    })
    await expectLocal({ backend: 'redis', url: `${impostor.url}/3`, prefix }, /it says ERR/)
    await impostor.stop()
  })

  test('that cuts every connection is no longer asked', async () => {
    const impostor = await startImpostor((socket) => {
      socket.destroy()
      return ''
    })
    await expectLocal({ backend: 'redis', url: impostor.url, prefix }, /ECONNRESET|EPIPE|an error of type/)
    await impostor.stop()
  })

  describe.skipIf(withoutRedis)('that is real', () => {
    test('and has no memory left is no longer asked', async () => {
      const redis = await startRedis(['--maxmemory', '1'])
      await expectLocal({ backend: 'redis', url: redis.url, prefix }, /it says OOM/)
      await redis.stop()
    })

    test('and wants another password is no longer asked', async () => {
      const redis = await startRedis(['--requirepass', 'another'])
      const url = redis.url.replace('//', '//:secret@')
      await expectLocal({ backend: 'redis', url, prefix }, /it says WRONGPASS/)
      await redis.stop()
    })

    test('and lacks the database that the URL names is no longer asked', async () => {
      const redis = await startRedis()
      await expectLocal({ backend: 'redis', url: `${redis.url}/99`, prefix }, /it says ERR/)
      await redis.stop()
    })

    test('takes user, password and the number of a database from its URL', async () => {
      const redis = await startRedis()
      await redis.client.call('ACL', 'SETUSER', 'galley', 'on', '>s%cret', '~*', '+@all')
      const url = `${redis.url.replace('//', '//galley:s%25cret@')}/3`
      const one = limited(demo, { backend: 'redis', url, prefix }, contractLimits)
      await one.get()
      expect([one.decisions[0]!.source, one.log]).toEqual(['redis', []])
      await redis.client.select(3)
      expect(await redis.client.dbsize()).toBe(1)
      await redis.stop()
    })
  })
})
