// HEAD, OPTIONS, unsupported methods, and what every response says to other origins.
import { describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { routes } from '../support/routes.ts'
import { site } from '../support/site.ts'

const { app } = site()

const canonical = [...routes.map((path) => `/v1/demo${path}`), '/', '/status']
const others = [
  '/v1/demo/posts?limit=8&page=2&select=slug',
  '/v1/demo/posts?limit=all&format=text',
  '/v1/demo/posts?limit=0',
  '/v1/demo/posts?page=9',
  '/v1/demo/posts?snapshot=other',
  '/v1/demo/posts/nope',
  '/v1/demo/posts/old-name',
  '/v1/demo/nope',
  '/v1/nokey/posts',
  '/demo/posts/',
  '/nope',
  '//',
  '/openapi.json',
  '/docs',
  '/media/x.png',
  `/v1/demo/posts?${'x'.repeat(8192)}`,
]

describe('HEAD', () => {
  test.each([...canonical, ...others])('of %s is GET without a body', async (target) => {
    const get = await ask(app(), 'GET', target)
    const head = await ask(app(), 'HEAD', target)
    expect(head.status).toBe(get.status)
    expect(head.headers).toEqual(get.headers)
    expect(head.text).toBe('')
  })

  test('of an unchanged list is a 304 like GET', async () => {
    const { headers } = await ask(app(), 'HEAD', '/v1/demo/posts')
    const again = await ask(app(), 'HEAD', '/v1/demo/posts', { 'if-none-match': headers.ETag! })
    expect(again.status).toBe(304)
  })
})

describe('OPTIONS', () => {
  test.each([...canonical, ...others.slice(0, -1), '*'])(
    'of %s is 204, whether or not it exists',
    async (target) => {
      const preflight = { origin: 'https://blog.example', 'access-control-request-method': 'GET' }
      const { status, headers, text } = await ask(app(), 'OPTIONS', target, preflight)
      expect([status, text]).toEqual([204, ''])
      expect(headers).toMatchObject({
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
        'Access-Control-Allow-Headers': 'Authorization, Content-Type, If-None-Match',
        'Access-Control-Max-Age': '86400',
      })
    },
  )
})

describe('another method', () => {
  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'CONNECT', 'PROPFIND', 'get'])(
    '%s is a 405 on every route',
    async (method) => {
      for (const target of canonical) {
        const { status, headers, json } = await ask(app(), method, target)
        expect([target, status, json.error]).toEqual([target, 405, 'Method not allowed'])
        expect(headers.Allow).toBe('GET, HEAD, OPTIONS')
      }
    },
  )
})

describe('another origin', () => {
  const exposed = [
    'ETag',
    'Link',
    'Retry-After',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
    'X-Snapshot-Id',
    'X-Search-Corrected',
    'X-Search-Omitted',
    'X-Search-Partial',
    'X-Ignored-Parameters',
    'X-Galley-Preview',
  ]
  test.each(['GET', 'HEAD', 'OPTIONS', 'POST'])('may read every response to %s', async (method) => {
    for (const target of [...canonical, ...others]) {
      const { headers } = await ask(app(), method, target, { origin: 'https://blog.example' })
      expect(headers['Access-Control-Allow-Origin']).toBe('*')
      const names = headers['Access-Control-Expose-Headers']?.split(', ')
      expect(names).toEqual(exposed)
    }
  })

  test('may read a 304 and a 429', async () => {
    const one = app({ limits: { workspace: { requests: 1, window: 10_000 }, fallback: null } })
    const unchanged = await ask(one, 'GET', '/v1/demo/posts', { 'if-none-match': '*' })
    const refused = await ask(one, 'GET', '/v1/demo/posts')
    expect([unchanged.status, refused.status]).toEqual([304, 429])
    for (const { headers } of [unchanged, refused]) expect(headers['Access-Control-Allow-Origin']).toBe('*')
  })

  test('gets the same with and without Authorization', async () => {
    for (const target of canonical) {
      const plain = await ask(app(), 'GET', target)
      const keyed = await ask(app(), 'GET', target, { authorization: 'Bearer nonsense' })
      expect(keyed).toEqual(plain)
    }
  })
})
