// CDN mode with a real cache: the nginx of docs/cdn.md in front of a server.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { bulkWorkspace } from '../support/bulk.ts'
import { isInstalled } from '../support/program.ts'
import { replaced, startNginx, temporaryFolder } from '../support/proxy.ts'
import { freePort } from '../support/redis.ts'
import { testServer } from '../support/server.ts'

const guide = readFileSync(new URL('../../docs/cdn.md', import.meta.url), 'utf8')
const lines = /^```nginx\n([\s\S]*?)^```$/m.exec(guide)![1]!

const isMissing = !isInstalled('nginx', '-v')
if (isMissing) console.warn('CDN mode is not tried with a cache, since nginx is not installed.')

const posts = (count: number) => [
  bulkWorkspace('demo', count, (number) => `<p>${number} ${'harbour '.repeat(300)}</p>`),
]
const env = { TRUSTED_IP_HEADER: 'X-Real-IP', GALLEY_FALLBACK_LIMIT: 'off' }

/** nginx in front of a server. */
async function cacheBefore(galley: string): Promise<string> {
  const port = await freePort()
  const site = replaced(lines, {
    '127.0.0.1:8080': new URL(galley).host,
    'listen 80': `listen 127.0.0.1:${port}`,
    '/var/cache/nginx/galley': temporaryFolder(),
  })
  return startNginx(site, port)
}

interface Answer {
  status: number
  /** What the cache did. */
  cache: string | null
  text: string
  headers: Headers
}

async function ask(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { 'Accept-Encoding': 'identity', ...headers },
  })
  const { status } = response
  return {
    status,
    cache: response.headers.get('X-Cache'),
    text: await response.text(),
    headers: response.headers,
  }
}

const isCounted = ({ headers }: Answer) => [...headers.keys()].some((name) => name.startsWith('x-ratelimit'))

describe.skipIf(isMissing)('a cache that keeps replies for a day', () => {
  const here = testServer(
    posts(20),
    {},
    { env: { ...env, CDN_MAX_AGE: '86400', GALLEY_RATE_LIMIT: '40/1h' } },
  )

  test('answers in place of Galley, uncounted, until it expires; gzip and identity apart', async () => {
    const url = `${await cacheBefore(here.running.url)}/v1/demo`
    const left = async () =>
      Number((await ask(`${url}/posts?snapshot=`)).headers.get('X-RateLimit-Remaining'))
    const before = await left()
    for (const path of ['/posts', '/posts?query=harbour&limit=2', '/suggest?query=har', '/categories', '']) {
      const first = await ask(url + path)
      const again = await ask(url + path, { Authorization: 'Bearer x', Cookie: 'a=b' })
      expect([path, first.status, first.cache, again.status, again.cache]).toEqual([
        path,
        200,
        'MISS',
        200,
        'HIT',
      ])
      expect([again.text, again.headers.get('ETag')]).toEqual([first.text, first.headers.get('ETag')])
      expect([isCounted(first), isCounted(again)]).toEqual([false, false])
    }
    const packed = await ask(`${url}/posts`, { 'Accept-Encoding': 'gzip' })
    const packedAgain = await ask(`${url}/posts`, { 'Accept-Encoding': 'gzip' })
    const plain = await ask(`${url}/posts`)
    expect([packed.cache, packedAgain.cache, plain.cache]).toEqual(['MISS', 'HIT', 'HIT'])
    expect([packed, packedAgain, plain].map(({ headers }) => headers.get('Content-Encoding'))).toEqual([
      'gzip',
      'gzip',
      null,
    ])
    expect([packed.text, packedAgain.text]).toEqual([plain.text, plain.text])
    const head = await ask(`${url}/posts`, {}, 'HEAD')
    expect([head.cache, head.headers.get('ETag')]).toEqual(['HIT', plain.headers.get('ETag')])
    const known = await ask(`${url}/posts`, { 'If-None-Match': plain.headers.get('ETag')! })
    expect([known.status, known.cache, isCounted(known)]).toEqual([304, 'HIT', false])
    // Five paths, one of them a second time as gzip, and the question itself.
    expect(await left()).toBe(before - 7)
    here.publish(posts(21))
    await here.running.look()
    expect((await ask(`${url}/posts`)).text).toBe(plain.text)
    expect(JSON.parse((await ask(`${url}/posts?snapshot=`)).text).pagination.totalItems).toBe(21)
    here.publish(posts(20))
    await here.running.look()
  })

  test('keeps no error, no redirect, and nothing that was asked for with snapshot=', async () => {
    const root = await cacheBefore(here.running.url)
    const url = `${root}/v1/demo`
    const missing = '/posts/no-such-post'
    for (const path of [
      missing,
      '/posts?limit=0',
      '/posts?snapshot=other',
      '/posts?snapshot=',
      '/posts/',
      '/',
    ]) {
      const [first, again] = [await ask(url + path), await ask(url + path)]
      expect([path, again.status, isCounted(again)]).toEqual([path, first.status, true])
      expect([path, first.cache, again.cache]).toEqual([path, 'MISS', 'MISS'])
    }
    for (const path of ['/status', '/']) expect((await ask(root + path)).cache).toBeNull()
    expect((await ask(`${url}/posts?limit=3`)).cache).toBe('MISS')
    for (let status = 0; status !== 429; )
      status = (await ask(`${url}/posts?limit=1&page=900&snapshot=`)).status
    const refused = await ask(`${url}/posts?limit=4`)
    expect([refused.status, refused.cache]).toEqual([429, 'MISS'])
    expect((await ask(`${url}/posts?limit=3`)).cache).toBe('HIT')
  })
})

describe.skipIf(isMissing)('a cache that keeps replies for a second', () => {
  const here = testServer(posts(20), {}, { env: { ...env, CDN_MAX_AGE: '1', GALLEY_RATE_LIMIT: 'off' } })

  test('validates them, answers with the old one meanwhile, and then has what is published', async () => {
    const url = `${await cacheBefore(here.running.url)}/v1/demo/posts?limit=1`
    const total = ({ text }: Answer) => JSON.parse(text).pagination.totalItems
    expect(total(await ask(url))).toBe(20)
    const seen = new Set<string | null>()
    const until = (reached: (answer: Answer) => boolean) =>
      expect
        .poll(async () => {
          const answer = await ask(url)
          seen.add(answer.cache)
          expect([answer.status, isCounted(answer)]).toEqual([200, false])
          return reached(answer)
        })
        .toBe(true)
    await until(() => [...seen].some((cache) => cache !== 'HIT' && cache !== 'MISS'))
    here.publish(posts(21))
    await here.running.look()
    await until((answer) => total(answer) === 21)
    await until(({ cache }) => cache === 'HIT')
    expect([...seen].every((cache) => /^(?:HIT|STALE|UPDATING|EXPIRED|REVALIDATED)$/.test(cache!))).toBe(true)
  })
})
