// The function of Vercel, called as the platform calls it.
import { once } from 'node:events'
import { readdirSync, truncateSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createFunction } from '../../api/_app/function.ts'
import { postFile, workspace } from '../support/workspace.ts'

let server: Server

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) })
  vi.stubEnv('VERCEL', '1')
  vi.stubEnv('GALLEY_FALLBACK_LIMIT', '7/1h')
  server = createServer((await import('../../api/index.ts')).default)
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

async function ask(target: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${target}`, {
    method,
    headers,
  })
  return { status: response.status, text: await response.text(), headers: response.headers }
}

async function builtData(): Promise<URL> {
  const place = await workspace({ 'demo/posts/hello.md': postFile({ publishedAt: '2025-05-31' }) })
  onTestFinished(place.remove)
  await place.build()
  return pathToFileURL(`${place.out}/data`)
}

/** Of a function of its own. */
async function urlOfFunction(data: URL): Promise<string> {
  const own = createServer(createFunction({ data })).listen(0, '127.0.0.1')
  onTestFinished(() => void own.close())
  await once(own, 'listening')
  return `http://127.0.0.1:${(own.address() as AddressInfo).port}`
}

describe('the function', () => {
  test('counts a client by the address that the platform provides, as the environment says', async () => {
    const left = async (headers: Record<string, string>) => {
      const answer = await ask('/', headers)
      return answer.headers.get('x-ratelimit-remaining')
    }
    expect(await left({ 'x-real-ip': '203.0.113.1' })).toBe('6')
    expect(await left({ 'x-real-ip': '203.0.113.1', 'x-forwarded-for': '203.0.113.2' })).toBe('5')
    expect(await left({ 'x-forwarded-for': '203.0.113.2, 203.0.113.1' })).toBe('6')
    expect(await left({ 'x-forwarded-for': '203.0.113.1' })).toBe('4')
    expect(await left({})).toBe('6')
  })

  test("answers the request's method and target", async () => {
    const from = { 'x-real-ip': '203.0.113.9' }
    const get = await ask('/?x=1', from)
    expect([get.status, JSON.parse(get.text).name]).toEqual([200, 'Galley'])
    const head = await ask('/', from, 'HEAD')
    expect([head.status, head.text]).toEqual([200, ''])
    expect((await ask('/', { ...from, 'if-none-match': get.headers.get('etag')! })).status).toBe(304)
    expect((await ask('/', from, 'POST')).status).toBe(405)
    expect((await ask('/', from, 'OPTIONS')).status).toBe(204)
    expect((await ask('/docs', from)).status).toBe(404)
  })

  test('keeps what it has answered', async () => {
    const data = await builtData()
    const url = await urlOfFunction(data)
    const list = async (target: string) => {
      const headers = { 'accept-encoding': 'identity' }
      const response = await fetch(`${url}/v1/demo/posts${target}`, { headers })
      return { status: response.status, text: await response.text() }
    }
    const before = await list('')
    expect(before).toEqual({ status: 200, text: expect.stringContaining('hello') })
    const [folder] = readdirSync(data).filter((name) => !name.includes('.'))
    truncateSync(new URL(`${folder}/short.bin`, `${data}/`))
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => said.mockRestore())
    expect(await list('')).toEqual(before)
    expect((await list('?order=asc')).status).toBe(503)
    expect(said.mock.calls.flat()).toEqual([expect.stringContaining('content.html.deflated')])
  })

  test.each([
    ['60', 'public, max-age=0, s-maxage=60, stale-while-revalidate=60', []],
    [
      '1h',
      'public, max-age=0, must-revalidate',
      [expect.stringMatching(/^CDN_MAX_AGE "1h" .* Using the default\.$/)],
    ],
  ])('lets the CDN keep replies as CDN_MAX_AGE %s says', async (age, cacheControl, logged) => {
    const data = await builtData()
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.stubEnv('CDN_MAX_AGE', age)
    const url = await urlOfFunction(data)
    const { status, headers } = await fetch(`${url}/v1/demo/posts`)
    expect([status, headers.get('cache-control')]).toEqual([200, cacheControl])
    expect(headers.has('x-ratelimit-limit')).toBe(logged.length > 0)
    expect(said.mock.calls.flat()).toEqual(logged)
    said.mockRestore()
  })

  test('says which variables it cannot use, and counts as if they were not set', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    const before = process.env.GALLEY_FALLBACK_LIMIT
    vi.stubEnv('GALLEY_FALLBACK_LIMIT', 'few')
    vi.stubEnv('REDIS_URL', 'secret')
    vi.stubEnv('CDN_MAX_AGE', 'off')
    vi.stubEnv('GALLEY_RATELIMIT', '5/1s')
    const url = await urlOfFunction(await builtData())
    vi.stubEnv('GALLEY_RATELIMIT', undefined)
    vi.stubEnv('GALLEY_FALLBACK_LIMIT', before)
    vi.stubEnv('REDIS_URL', undefined)
    const { headers } = await fetch(url)
    const { limiter } = (await (await fetch(`${url}/status`)).json()) as { limiter: string }
    expect([headers.get('x-ratelimit-limit'), limiter]).toEqual(['10', 'memory'])
    expect(said.mock.calls.flat()).toEqual([
      'GALLEY_RATELIMIT is set, but Galley has no such variable. Did you mean "GALLEY_RATE_LIMIT"?',
      'GALLEY_FALLBACK_LIMIT "few" is not a limit; write requests per window such as 200/10s, or off. Using the default.',
      expect.stringMatching(/^REDIS_URL is not the address of a Redis; .* Using the default\.$/),
    ])
    said.mockRestore()
  })
})
