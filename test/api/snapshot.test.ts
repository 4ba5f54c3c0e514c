// X-Snapshot-Id, and snapshot=, which asks for exactly that one.
import { describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { scheduled } from '../support/fixture.ts'
import { routes, withParameter } from '../support/routes.ts'
import { site } from '../support/site.ts'

const { app, get } = site()

describe('the snapshot id', () => {
  test('is the same on every route and ends in the number of visible posts', async () => {
    const ids = await Promise.all(routes.map(async (path) => (await get(path)).headers['X-Snapshot-Id']))
    expect(new Set(ids).size).toBe(1)
    expect(ids[0]).toMatch(/^[0-9a-f]{32}\.20$/)
  })

  test('is of one workspace', async () => {
    const { headers } = await ask(app(), 'GET', '/v1/loose/posts')
    expect(headers['X-Snapshot-Id']).toMatch(/\.2$/)
    expect(headers['X-Snapshot-Id']?.slice(0, 32)).not.toBe(
      (await get('/posts')).headers['X-Snapshot-Id']?.slice(0, 32),
    )
  })

  test.each([...routes, '/posts?limit=2&page=3'])('requested on %s gives the same or a 409', async (path) => {
    const plain = await get(path)
    const id = plain.headers['X-Snapshot-Id']!
    expect((await get(withParameter(path, `snapshot=${id}`))).text).toBe(plain.text)
    for (const other of ['nonsense', id.toUpperCase(), `${id}0`, id.replace(/\d+$/, '19'), id.slice(0, 32)]) {
      const { status, json, headers } = await get(withParameter(path, `snapshot=${other}`))
      expect([other, status, json.error]).toEqual([other, 409, 'Snapshot changed'])
      expect([headers['X-Snapshot-Id'], json.details.snapshot]).toEqual([id, id])
    }
  })

  test('requested notices a scheduled post', async () => {
    const clock = { now: scheduled - 1 }
    const one = app({ now: () => clock.now })
    const { headers } = await ask(one, 'GET', '/v1/demo/posts?limit=5')
    const next = `/v1/demo/posts?limit=5&page=2&snapshot=${headers['X-Snapshot-Id']}`
    expect((await ask(one, 'GET', next)).status).toBe(200)
    clock.now++
    expect((await ask(one, 'GET', next)).status).toBe(409)
  })
})
