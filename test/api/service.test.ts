// Outside any workspace: GET /, GET /status, and the static files that the app itself does not serve.
import { describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { scheduled } from '../support/fixture.ts'
import { routes } from '../support/routes.ts'
import { site } from '../support/site.ts'

const { app, get } = site({ env: { SOURCE_DATE_EPOCH: '1780000000' } })

describe('GET /', () => {
  test('says what answers and where the documentation is', async () => {
    const { status, json } = await ask(app(), 'GET', '/')
    expect(status).toBe(200)
    expect(json).toEqual({
      name: 'Galley',
      links: { docs: '/docs', status: '/status', openapi: '/openapi.json' },
    })
  })

  test('is the same with a query, and without a path', async () => {
    const { text } = await ask(app(), 'GET', '/')
    for (const target of ['/?', '/?x=1', 'http://host.example', '/.', '/v1/..']) {
      expect((await ask(app(), 'GET', target)).text).toBe(text)
    }
  })
})

describe('GET /status', () => {
  test('says that all is well, and since when', async () => {
    const { status, json } = await ask(app(), 'GET', '/status')
    expect(status).toBe(200)
    expect(json).toEqual({
      status: 'ok',
      snapshot: expect.stringMatching(/^[0-9a-f]{32}$/),
      builtAt: '2026-05-28T20:26:40.000Z',
      workspaces: 3,
      limiter: 'memory',
      limiterDegraded: false,
      preview: null,
    })
  })

  test('names no key', async () => {
    expect((await ask(app(), 'GET', '/status')).text).not.toMatch(/demo|loose|empty/)
  })

  test('does not change as scheduled posts go live', async () => {
    const later = await ask(app({ now: () => scheduled }), 'GET', '/status')
    expect(later.text).toBe((await ask(app(), 'GET', '/status')).text)
  })
})

describe('a build without drafts', () => {
  test('names no branch on any reply', async () => {
    for (const path of [...routes, '/posts/nope', '/posts?limit=0']) {
      const { headers } = await get(path)
      expect(headers).not.toHaveProperty('X-Galley-Preview')
      expect(headers).not.toHaveProperty('X-Robots-Tag')
    }
    expect((await ask(app(), 'GET', '/status')).headers).not.toHaveProperty('X-Galley-Preview')
  })
})

describe('a static file that is not there', () => {
  test.each(['/openapi.json', '/docs', '/docs/', '/media', '/media/x.png'])(
    '%s is not found',
    async (target) => {
      const { status, json } = await ask(app(), 'GET', target)
      expect([status, json.error]).toEqual([404, 'Not found'])
    },
  )
})
