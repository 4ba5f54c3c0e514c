// Rate limits: what is counted, for whom, what the headers promise, and what a 429 says.
import { describe, expect, test } from 'vitest'
import type { App } from '../../api/_app/app.ts'
import { ask } from '../support/ask.ts'
import { now } from '../support/fixture.ts'
import { routes } from '../support/routes.ts'
import { site } from '../support/site.ts'

const { app } = site()

const names = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']

async function remaining(one: App, target: string, method = 'GET', headers = {}, address?: string) {
  const answer = await ask(one, method, target, headers, address)
  return Number(answer.headers['X-RateLimit-Remaining'])
}

async function drain(one: App, target: string): Promise<void> {
  for (let status = 200; status !== 429; ) status = (await ask(one, 'GET', target)).status
}

describe('a workspace', () => {
  test('admits 200 requests in 10 seconds and counts them down', async () => {
    const one = app()
    for (let left = 199; left >= 0; left--) {
      const { status, headers } = await ask(one, 'GET', '/v1/demo/posts?limit=1&select=slug')
      expect(status).toBe(200)
      expect(headers).toMatchObject({ 'X-RateLimit-Limit': '200', 'X-RateLimit-Remaining': String(left) })
    }
    expect((await ask(one, 'GET', '/v1/demo/posts')).status).toBe(429)
  })

  test('is charged for everything under its keys, whatever the answer', async () => {
    const one = app()
    const requests: [string, string, Record<string, string>?][] = [
      ...routes.map((path): [string, string] => ['GET', `/v1/demo${path}`]),
      ['HEAD', '/v1/demo/posts'],
      ['GET', '/v1/demo_next/posts'],
      ['GET', '/v1/demo/posts', { 'if-none-match': '*' }],
      ['GET', '/v1/demo/posts?limit=0'],
      ['GET', '/v1/demo/posts?page=9'],
      ['GET', '/v1/demo/posts?snapshot=other'],
      ['GET', '/v1/demo/posts/nope'],
      ['GET', '/v1/demo/posts/old-name'],
      ['GET', '/v1/demo/posts/'],
      ['GET', '/v1/demo/nope'],
      ['GET', '/v1/demo/posts/%'],
      ['GET', '/v1/demo//posts'],
      ['GET', '/v1/demo'],
      ['POST', '/v1/demo/posts'],
      ['GET', '/demo/posts'],
      ['GET', '/demo/v1/posts'],
      ['GET', '/demo/nope'],
      ['GET', '/demo'],
    ]
    for (const [i, [method, target, headers]] of requests.entries()) {
      expect([target, await remaining(one, target, method, headers)]).toEqual([target, 199 - i])
    }
  })

  test('is charged alike by every client and every key', async () => {
    const one = app()
    expect(await remaining(one, '/v1/demo/posts', 'GET', {}, '192.0.2.1')).toBe(199)
    expect(await remaining(one, '/v1/demo/posts', 'GET', {}, '2001:db8::1')).toBe(198)
    expect(await remaining(one, '/v1/demo_next/tags', 'GET', {}, undefined)).toBe(197)
  })

  test('over its limit affects nobody else', async () => {
    const one = app()
    await drain(one, '/v1/demo/posts?limit=1')
    expect((await ask(one, 'GET', '/v1/demo_next/posts')).status).toBe(429)
    expect(await remaining(one, '/v1/loose/posts')).toBe(199)
    expect(await remaining(one, '/')).toBe(9)
    expect((await ask(one, 'GET', '/status')).status).toBe(200)
  })
})

describe('everything else', () => {
  test('admits 10 requests in 10 seconds of one client', async () => {
    const one = app()
    const targets = [
      '/',
      '/nope',
      '/v1/nokey/posts',
      '/nokey/posts',
      '/v1',
      '/v1/',
      '//',
      '/v1/%/posts',
      '/status/',
      '/',
    ]
    for (const [i, target] of targets.entries()) {
      const { headers } = await ask(one, 'GET', target)
      expect(headers).toMatchObject({ 'X-RateLimit-Limit': '10', 'X-RateLimit-Remaining': String(9 - i) })
    }
    for (const target of targets) expect((await ask(one, 'GET', target)).status).toBe(429)
  })

  test.each<[written: string, same: string, other?: string]>([
    ['192.0.2.1', ' 192.0.2.1 ', '192.0.2.2'],
    ['203.0.113.7:1234', '203.0.113.7', '203.0.113.8:1234'],
    ['::ffff:203.0.113.7', '203.0.113.7', '::ffff:203.0.113.8'],
    ['::FFFF:cb00:7107', '203.0.113.7', '::ffff:cb01:7107'],
    ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
    ['::ffff:0:cb00:7107', '::', '203.0.113.7'],
    ['1::ffff:cb00:7107', '1::', '203.0.113.7'],
    ['::1', '::ffff:1:2:3', '1::'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::', '2001:db8:1:3:3:4:5:6'],
    ['2001:DB8:0001:0002::', '2001:db8:1:2:ffff::1', '2001:db8:1:20::'],
    ['2001:db8::1', '2001:db8:0:0:1::', '2001:db8:0:1::1'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::', '[2001:db8:2:2::9]:443'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2::'],
    ['2001:db8:1:2::1%eth0', '2001:db8:1:2::2'],
    ['64:ff9b:1:2:3:4:203.0.113.7', '64:ff9b:1:2::', '64:ff9b:1:3::203.0.113.7'],
    ['1:2:3::203.0.113.7', '1:2:3::', '1:2:3:4::'],
    ...[
      '203.0.113.07',
      '3405803783',
      '0xcb007107',
      '203.0.113',
      '203.0.113.7:',
      'unknown',
      '_hidden',
      '2001:db8:::1',
      'a'.repeat(10_000),
      '',
    ].map((written): [string, string, string] => [written, 'nonsense', '203.0.113.7']),
  ])('of %j is counted with that of %j', async (written, same, other) => {
    const one = app()
    const left = (address?: string) => remaining(one, '/', 'GET', {}, address)
    expect([await left(written), await left(same)]).toEqual([9, 8])
    if (other !== undefined) expect(await left(other)).toBe(9)
  })
})

describe('what is not counted', () => {
  test.each([
    ['GET', '/status'],
    ['HEAD', '/status'],
    ['GET', '/openapi.json'],
    ['GET', '/docs'],
    ['GET', '/docs/index.html'],
    ['GET', '/media/nope.png'],
    ['OPTIONS', '/v1/demo/posts'],
    ['OPTIONS', '/nope'],
    ['GET', `/v1/demo/posts?${'x'.repeat(8192)}`],
  ])('%s %s has no such headers and spends nothing', async (method, target) => {
    const one = app()
    for (let i = 0; i < 12; i++) {
      const { headers } = await ask(one, method, target)
      expect(Object.keys(headers).filter((name) => names.includes(name))).toEqual([])
    }
    expect(await remaining(one, '/v1/demo/posts')).toBe(199)
    expect(await remaining(one, '/')).toBe(9)
  })
})

describe('limits of the operator', () => {
  test('are what the headers state', async () => {
    const one = app({ limits: { workspace: { requests: 2, window: 60_000 }, fallback: null } })
    const { headers } = await ask(one, 'GET', '/v1/demo/posts')
    expect(headers).toMatchObject({ 'X-RateLimit-Limit': '2', 'X-RateLimit-Remaining': '1' })
    expect(Number(headers['X-RateLimit-Reset'])).toBeGreaterThan(now / 1000)
    await ask(one, 'GET', '/v1/demo/posts')
    expect((await ask(one, 'GET', '/v1/demo/posts')).status).toBe(429)
  })

  test('that are off send no headers', async () => {
    const one = app({ limits: { workspace: null, fallback: null } })
    for (const target of ['/', '/v1/demo/posts', '/v1/demo/nope', '/v1/nokey/posts', '/demo/posts']) {
      const { headers } = await ask(one, 'GET', target)
      expect(Object.keys(headers).filter((name) => names.includes(name))).toEqual([])
    }
  })
})
