// CDN mode: which replies a shared cache may keep, and what is in them. Asked without the check against docs/openapi.yaml, which
// describes the contract, and CDN mode is outside of that.
import { describe, expect, test } from 'vitest'
import type { App } from '../../api/_app/app.ts'
import { cdnMaxAgeFromEnvironment } from '../../api/_app/http/cdn.ts'
import type { Reply } from '../../api/_app/http/reply.ts'
import { readBody } from '../support/body.ts'
import { now, scheduled } from '../support/fixture.ts'
import { routes, withParameter } from '../support/routes.ts'
import { site } from '../support/site.ts'

const { app } = site()
const preview = site({ drafts: true, env: { VERCEL_ENV: 'preview', SOURCE_DATE_EPOCH: String(now / 1000) } })

const shared = 'public, max-age=0, s-maxage=60, stale-while-revalidate=60'
const counted = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']

interface Asked {
  method?: string
  headers?: Record<string, string>
}

async function ask(one: App, target: string, { method = 'GET', headers = {} }: Asked = {}) {
  const reply = await one({ method, target, header: (name) => headers[name], address: '192.0.2.1' })
  return { ...reply, bytes: await readBody(reply, method) }
}

function isCounted({ headers }: Reply): boolean {
  return counted.some((name) => name in headers)
}

const targets = routes.map((path) => `/v1/demo${path}`)

describe('with CDN_MAX_AGE', () => {
  test.each(targets)('a shared cache may keep %s, whoever asks and in either encoding', async (target) => {
    const one = app({ cdnMaxAge: 60 })
    for (const headers of [
      {},
      { 'accept-encoding': 'gzip' },
      { authorization: 'Bearer x' },
      { cookie: 'a=b' },
    ]) {
      const reply = await ask(one, target, { headers })
      expect([reply.status, reply.headers['Cache-Control']]).toEqual([200, shared])
      expect(reply.headers.Vary).toBe('Accept-Encoding')
      expect(isCounted(reply)).toBe(false)
      const head = await ask(one, target, { method: 'HEAD', headers })
      expect([head.headers, head.bytes.length]).toEqual([reply.headers, 0])
      const known = { ...headers, 'if-none-match': reply.headers.ETag! }
      const validated = await ask(one, target, { headers: known })
      expect([validated.status, validated.headers['Cache-Control']]).toEqual([304, shared])
      expect(validated.headers.ETag).toBe(reply.headers.ETag)
      expect(isCounted(validated)).toBe(false)
    }
  })

  test('replies are otherwise what they are without it', async () => {
    const [with60, without] = [app({ cdnMaxAge: 60 }), app()]
    for (const target of targets) {
      const kept = await ask(with60, target)
      const usual = await ask(without, target)
      expect(usual.headers['Cache-Control']).toBe('public, max-age=0, must-revalidate')
      const { 'Cache-Control': _, ...rest } = kept.headers
      expect(usual.headers).toMatchObject(rest)
      expect(Object.keys(usual.headers)).toHaveLength(Object.keys(rest).length + 1 + counted.length)
      expect(kept.bytes.equals(usual.bytes)).toBe(true)
    }
  })

  test.each([
    ['/v1/demo/posts?limit=0', 400],
    ['/v1/demo/posts/nope', 404],
    ['/v1/nobody/posts', 404],
    ['/nope', 404],
    ['/v1/demo/posts?snapshot=other', 409],
    [`/v1/demo/posts?x=${'x'.repeat(8_192)}`, 414],
    ['/v1/demo/posts/', 308],
    ['/v1/demo/posts/old-name', 308],
    ['/', 200],
    ['/status', 200],
  ])('a shared cache may not keep %s', async (target, status) => {
    const reply = await ask(app({ cdnMaxAge: 60 }), target)
    expect(reply.status).toBe(status)
    expect(reply.headers['Cache-Control']).toBe(
      status < 400 ? 'public, max-age=0, must-revalidate' : 'no-store',
    )
    if (status !== 414 && target !== '/status') expect(isCounted(reply)).toBe(true)
  })

  test('nor a method that is refused, nor a request over a limit of the workspace or of the client', async () => {
    const none = { requests: 1, window: 10_000 }
    const many = { requests: 100, window: 10_000 }
    for (const limits of [
      { workspace: none, fallback: none },
      { workspace: many, fallback: many, client: none },
    ]) {
      const one = app({ cdnMaxAge: 60, limits })
      expect((await ask(one, '/v1/demo/posts', { method: 'POST' })).headers['Cache-Control']).toBe('no-store')
      const refused = await ask(one, '/v1/demo/posts')
      expect([refused.status, refused.headers['Cache-Control']]).toEqual([429, 'no-store'])
      expect(isCounted(refused)).toBe(true)
    }
  })

  test.each(['snapshot=ID', 'snapshot=', 'snapshot', 'limit=2&%73napshot=ID', 'snapshot=%20'])(
    'nor a reply that was asked for with %s',
    async (query) => {
      const one = app({ cdnMaxAge: 60 })
      const id = (await ask(one, '/v1/demo/posts')).headers['X-Snapshot-Id']!
      for (const target of targets) {
        const asked = withParameter(target, query.replace('ID', id))
        const reply = await ask(one, asked)
        // The index for browsers has no parameters: what it is given, it ignores.
        expect([asked, reply.status]).toEqual([asked, 200])
        expect(reply.headers['Cache-Control']).toBe('public, max-age=0, must-revalidate')
        expect(isCounted(reply)).toBe(true)
      }
    },
  )

  test('nor a preview', async () => {
    const one = preview.app({ cdnMaxAge: 60 })
    for (const target of targets) {
      const reply = await ask(one, target)
      expect([target, reply.headers['Cache-Control']]).toEqual([target, 'public, max-age=0, must-revalidate'])
    }
  })

  test('the age says nothing of a scheduled post', async () => {
    for (const before of [10_000, 1_000, 1, 0]) {
      const one = app({ cdnMaxAge: 60, now: () => scheduled - before })
      expect((await ask(one, '/v1/demo/posts')).headers['Cache-Control']).toBe(shared)
    }
  })
})

test.each([
  [undefined, undefined],
  ['', undefined],
  [' ', undefined],
  ['off', undefined],
  ['1', 1],
  [' 60 ', 60],
  ['86400', 86_400],
])('CDN_MAX_AGE %j means %j seconds', (text, seconds) => {
  expect(cdnMaxAgeFromEnvironment({ CDN_MAX_AGE: text })).toBe(seconds)
})

test.each(['0', '060', '60s', 'x60', '6 0', '-1', '1.5', '86401', '100000', 'On'])(
  'CDN_MAX_AGE %j is refused',
  (text) => {
    const message = `CDN_MAX_AGE "${text}" is not a number of seconds from 1 to 86400; write one such as 60, or off.`
    expect(() => cdnMaxAgeFromEnvironment({ CDN_MAX_AGE: text })).toThrow(new Error(message))
  },
)
