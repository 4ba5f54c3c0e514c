// Whom a limit counts, whatever clients claim, over a real Redis: made-up keys, spoofed addresses, previews, neighbours.
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { App } from '../../api/_app/app.ts'
import { clientAddress, clientId } from '../../api/_app/http/request.ts'
import { backingFromEnvironment } from '../../api/_app/limit/backend.ts'
import { contractLimits } from '../../api/_app/limit/limits.ts'
import { withoutRedis } from '../support/redis.ts'
import { site } from '../support/site.ts'
import { expectPromise, limited } from './limited.ts'
import { patient as deadline, midnight, startStores, stillClock } from './stores.ts'

const demo = site()

const counted = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']

async function statusOf(app: App, target: string, address = '192.0.2.1'): Promise<number> {
  const { status, headers } = await app({ method: 'GET', target, header: () => undefined, address })
  // Not by `expect`, which takes longer than the request.
  const isWhole = counted.every((name) => /^\d+$/.test(headers[name] ?? ''))
  if (status >= 500 || !isWhole) expectPromise({ status, headers })
  return status
}

function counts(statuses: number[]): Record<number, number> {
  const found: Record<number, number> = {}
  for (const status of statuses) found[status] = (found[status] ?? 0) + 1
  return found
}

describe.skipIf(withoutRedis)('over a real Redis', () => {
  const stores = startStores()
  let environment: NodeJS.ProcessEnv

  stillClock()

  beforeAll(() => {
    environment = { REDIS_URL: stores.redis.url, VERCEL_PROJECT_PRODUCTION_URL: 'blog.example' }
  })

  beforeEach(async () => {
    await stores.redis.client.flushall()
  })

  function app(env: NodeJS.ProcessEnv = {}) {
    const backing = backingFromEnvironment({ ...environment, ...env })
    return limited(demo, backing, contractLimits, deadline)
  }

  test('10,000 made-up keys from one client are refused after ten, and leave next to nothing in Redis', async () => {
    const one = app()
    const statuses = []
    for (let i = 0; i < 10_000; i++) {
      vi.setSystemTime(midnight + 8_000 + i / 2)
      statuses.push(await statusOf(one.app, `/v1/invented_${i}/posts`))
    }
    // Ten in the previous window, and three as they lose weight.
    expect(counts(statuses)).toEqual({ 404: 13, 429: 9_987 })
    const keys = await stores.redis.client.keys('*')
    expect(keys.length).toBeLessThanOrEqual(3)
    for (const key of keys) expect(key).toMatch(/^galley:blog\.example:production:fallback:[\w-]{22}:\d+$/)
    for (const key of keys) expect(await stores.redis.client.pttl(key)).toBeGreaterThan(0)
  })

  test('65,536 addresses of one /64 are one client', async () => {
    const one = app()
    const addresses = Array.from({ length: 65_536 }, (_, i) => `2001:db8:1:2:${i.toString(16)}::1`)
    expect(new Set(addresses.map(clientId)).size).toBe(1)
    const statuses = []
    for (const address of addresses.slice(-1_000)) statuses.push(await statusOf(one.app, '/nope', address))
    expect(counts(statuses)).toEqual({ 404: 10, 429: 990 })
    expect(await stores.redis.client.dbsize()).toBe(1)
  })

  test('an exhausted preview and a workspace over its limit cost nobody else anything', async () => {
    const [preview, production] = [app({ VERCEL_ENV: 'preview' }), app({ VERCEL_ENV: 'production' })]
    for (const one of [preview, production]) {
      while ((await statusOf(one.app, '/v1/demo/tags')) === 200);
      expect(await statusOf(production.app, '/v1/loose/tags')).toBe(200)
      expect(await statusOf(production.app, '/')).toBe(200)
      if (one === preview) expect(await statusOf(production.app, '/v1/demo/tags')).toBe(200)
    }
    const elsewhere = app({ VERCEL_PROJECT_PRODUCTION_URL: 'other.example', VERCEL_ENV: 'production' })
    expect(await statusOf(elsewhere.app, '/v1/demo/tags')).toBe(200)
    const named = app({ GALLEY_NAMESPACE: 'staging', VERCEL_ENV: 'production' })
    expect(await statusOf(named.app, '/v1/demo/tags')).toBe(200)
  })
})

/** What a client sends, and the address it is counted by; the socket's own is 198.51.100.1. */
const spoofing: [title: string, env: NodeJS.ProcessEnv, headers: Record<string, string>, counted: string][] =
  [
    ['X-Forwarded-For, with nothing before us', {}, { 'x-forwarded-for': '1.1.1.1' }, '198.51.100.1'],
    ['X-Real-IP, with nothing before us', {}, { 'x-real-ip': '1.1.1.1' }, '198.51.100.1'],
    ['Forwarded, with nothing before us', {}, { forwarded: 'for=1.1.1.1' }, '198.51.100.1'],
    ['CF-Connecting-IP, with nothing before us', {}, { 'cf-connecting-ip': '1.1.1.1' }, '198.51.100.1'],
    ['True-Client-IP, with nothing before us', {}, { 'true-client-ip': '1.1.1.1' }, '198.51.100.1'],
    ['X-Vercel-Forwarded-For, elsewhere', {}, { 'x-vercel-forwarded-for': '1.1.1.1' }, '198.51.100.1'],
    [
      'a longer list than the proxy adds',
      { TRUSTED_IP_HEADER: 'X-Forwarded-For' },
      { 'x-forwarded-for': '1.1.1.1, 2.2.2.2, 203.0.113.7' },
      '203.0.113.7',
    ],
    [
      'another header than the trusted one',
      { TRUSTED_IP_HEADER: 'X-Real-IP' },
      { 'x-forwarded-for': '1.1.1.1', 'x-real-ip': '203.0.113.7' },
      '203.0.113.7',
    ],
    ['no trusted header at all', { TRUSTED_IP_HEADER: 'X-Real-IP' }, {}, '198.51.100.1'],
    ['an empty trusted header', { TRUSTED_IP_HEADER: 'X-Real-IP' }, { 'x-real-ip': ' , ' }, '198.51.100.1'],
    [
      'Forwarded on Vercel',
      { VERCEL: '1' },
      { forwarded: 'for=1.1.1.1', 'x-real-ip': '203.0.113.7' },
      '203.0.113.7',
    ],
    [
      'X-Forwarded-For on Vercel, which also states X-Real-IP',
      { VERCEL: '1' },
      { 'x-forwarded-for': '1.1.1.1', 'x-real-ip': '203.0.113.7' },
      '203.0.113.7',
    ],
  ]

describe('a client that claims another address', () => {
  test.each(spoofing)('by %s, is still counted', (_, env, headers, counted) => {
    const address = clientAddress((name) => headers[name], '198.51.100.1', env)
    expect(clientId(address)).toBe(clientId(counted))
  })
})
