// Outside any workspace: GET /, GET /status, and the static files that the app itself does not serve.
import { describe, expect, test } from 'vitest'
import { Admission } from '../../api/_app/admission/admission.ts'
import { type App, createApp } from '../../api/_app/app.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import { contractLimits } from '../../api/_app/limit/limits.ts'
import { openSnapshots } from '../../snapshot/read/snapshots.ts'
import { ask } from '../support/ask.ts'
import { scheduled } from '../support/fixture.ts'
import { routes } from '../support/routes.ts'
import { site } from '../support/site.ts'

const { app, get } = site({ env: { SOURCE_DATE_EPOCH: '1780000000' } })
const preview = site({ drafts: true, env: { VERCEL_ENV: 'preview', SOURCE_DATE_EPOCH: '1780000000' } })

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

test('GET /status says when costly work is stuck', async () => {
  const admission = new Admission({ slots: 1, stuckAfter: 50 })
  const asked = { method: 'GET', target: '/', header: () => undefined, address: undefined }
  const end = [1, 2].map(() => {
    let release = () => {}
    void admission.run({ ...asked }, () => new Promise<void>((resolve) => (release = resolve)))
    return () => release()
  })
  const statusNow = async () => (await ask(app({ admission }), 'GET', '/status')).json
  expect((await statusNow()).stuck).toBeUndefined()
  await expect.poll(async () => (await statusNow()).stuck).toBe(true)
  end[0]!()
  await expect.poll(async () => (await statusNow()).stuck).toBeUndefined()
  end[1]!()
})

describe('GET / of a browser', () => {
  const chrome =
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7'

  test.each([
    chrome,
    'text/html',
    'TEXT/HTML;q=0.1',
    '*/*;q=0.9, text/html;level=1',
    'application/json;q=0.5,text/html',
  ])('leads to the reference: %s', async (accept) => {
    for (const [method, target] of [
      ['GET', '/'],
      ['GET', '/?x=1'],
      ['HEAD', '/'],
    ] as const) {
      const { status, headers, text } = await ask(app(), method, target, { accept, 'if-none-match': '*' })
      expect([status, headers.Location, headers.Vary, text]).toEqual([
        302,
        '/docs/',
        'Accept, Accept-Encoding',
        '',
      ])
    }
  })

  test.each([
    undefined,
    '',
    '*/*',
    'text/*',
    'application/json',
    'application/json, text/plain, */*',
    'application/json, text/html',
    'text/html;q=0.5, application/json',
    'text/html;q=0',
    'text/html-x, xtext/html, application/xhtml+xml',
    'nonsense ;,;= text/html x',
  ])('is that of a program unless HTML is named and preferred: %s', async (accept) => {
    const { text, headers } = await ask(app(), 'GET', '/')
    const other = await ask(app(), 'GET', '/', accept === undefined ? {} : { accept })
    expect([other.status, other.text, other.headers.ETag]).toEqual([200, text, headers.ETag])
    expect(other.headers.Vary).toBe('Accept, Accept-Encoding')
  })

  test('says on a 304, too, that Accept matters', async () => {
    const { headers } = await ask(app(), 'GET', '/')
    for (const tag of [headers.ETag!, `W/${headers.ETag}`]) {
      const again = await ask(app(), 'GET', '/', { 'if-none-match': tag, 'accept-encoding': 'gzip' })
      expect([again.status, again.headers.Vary]).toEqual([304, 'Accept, Accept-Encoding'])
    }
  })

  test('is counted, and takes no other method', async () => {
    const limited = app({ limits: { ...contractLimits, fallback: { requests: 1, window: 10_000 } } })
    const browser = { accept: 'text/html' }
    expect((await ask(limited, 'GET', '/', browser)).headers['X-RateLimit-Remaining']).toBe('0')
    expect((await ask(limited, 'GET', '/', browser)).status).toBe(429)
    expect((await ask(app(), 'POST', '/', browser)).status).toBe(405)
  })

  test('is the desk in dev and where there are drafts, and the reference where nothing can be read', async () => {
    const at = async (one: App) => (await ask(one, 'GET', '/', { accept: chrome })).headers.Location
    expect(await at(app({ hasDesk: true }))).toBe('/docs/desk/')
    expect(await at(preview.app())).toBe('/docs/desk/')
    const unreadable = openSnapshots('/nowhere/to/be/found')
    const limiter = createLimiter({ limits: contractLimits })
    expect(await at(createApp({ snapshots: unreadable, limiter, now: Date.now, log: () => {} }))).toBe(
      '/docs/',
    )
  })

  test('is found at / only', async () => {
    for (const path of ['/status', '/v1/demo/posts', '/nothing', '/v1']) {
      expect((await ask(app(), 'GET', path, { accept: chrome })).headers['Content-Type']).toMatch('json')
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
