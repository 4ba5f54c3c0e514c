// Static files beside the API: what is published is served, and nothing else can be reached.
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { contractLimits } from '../../api/_app/limit/limits.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { openFiles } from '../support/open-files.ts'
import { testServer } from '../support/server.ts'
import { json, repliesIn, talk } from '../support/talk.ts'

/** It lists more than exists, and something that is not a file. */
const demo = {
  ...bulkWorkspace('demo', 1, () => ''),
  media: [
    ...['cover-1a2b.png', 'größe 1.svg', 'unknown.xyz', 'large.bin', 'none.png', 'inside.png', 'loop.png'],
    ...['folder', 'out.txt', 'above', '.hidden', '..', 'index.html', '.', '', 'demo/cover-1a2b.png'],
  ],
}

const here = testServer(
  [demo],
  {
    'openapi.json': `{"openapi":"3.1.0","info":"${'x'.repeat(2_000)}"}`,
    'docs/index.html': '<!doctype html><title>Galley</title>',
    'docs/style.css': 'p { color: red }',
    'docs/main.js': 'let x',
    'docs/icon.svg': '<svg/>',
    'media/cover-1a2b.png': 'a picture',
    'media/größe 1.svg': '<svg/>',
    'media/unknown.xyz': 'bytes',
    'media/unlisted.png': 'of another build',
    'docs/other.html': 'of no build',
    'media/.hidden/file.txt': 'hidden',
    'v1/demo/posts': 'not the API',
    status: 'not the API',
    'favicon.ico': 'not published',
    '../secret.txt': 'secret',
  },
  { env: {}, drafts: true },
)
const large = randomBytes(3_000_000)
const fallback = contractLimits.fallback!.requests

beforeAll(() => {
  const media = join(here.dist, 'public/media')
  writeFileSync(join(media, 'large.bin'), large)
  mkdirSync(join(media, 'folder'))
  symlinkSync('../../secret.txt', join(media, 'out.txt'))
  symlinkSync('../..', join(media, 'above'))
  symlinkSync('cover-1a2b.png', join(media, 'inside.png'))
  symlinkSync('loop.png', join(media, 'loop.png'))
})

const get = (path: string, init?: RequestInit) => fetch(here.running.url + path, init)

/** Sent as it is in the request line: `fetch` would resolve dots. */
async function getRaw(target: string, method = 'GET') {
  const { bytes } = await talk(here.running.url, [
    `${method} ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
  ])
  return repliesIn(bytes)[0]!
}

describe('a published file', () => {
  const revalidated = 'public, max-age=0, must-revalidate'
  const immutable = 'public, max-age=31536000, immutable'

  test.each([
    ['/openapi.json', 'application/json; charset=utf-8', revalidated],
    ['/docs', 'text/html; charset=utf-8', revalidated],
    ['/docs/', 'text/html; charset=utf-8', revalidated],
    ['/docs/index.html', 'text/html; charset=utf-8', revalidated],
    ['/docs/style.css', 'text/css; charset=utf-8', revalidated],
    ['/docs/main.js?v=1', 'text/javascript; charset=utf-8', revalidated],
    ['/docs/icon.svg', 'image/svg+xml', revalidated],
    ['/media/cover-1a2b.png', 'image/png', immutable],
    ['/media/gr%C3%B6%C3%9Fe%201.svg', 'image/svg+xml', immutable],
    ['/media/unknown.xyz', 'application/octet-stream', immutable],
    ['/media/inside.png', 'image/png', immutable],
    ['/media/%63over-1a2b.png?v=1', 'image/png', immutable],
  ])('%s is answered to any origin and counts for no limit', async (path, type, caching) => {
    const answer = await get(path, { headers: { 'Accept-Encoding': 'identity' } })
    expect(answer.status).toBe(200)
    expect((await answer.text()).length).toBe(Number(answer.headers.get('content-length')))
    expect(answer.headers.get('content-type')).toBe(type)
    expect(answer.headers.get('cache-control')).toBe(caching)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('x-ratelimit-limit')).toBeNull()
  })

  test('has the headers that vercel.json has for it', async () => {
    const { headers } = JSON.parse(readFileSync(new URL('../../vercel.json', import.meta.url), 'utf8'))
    const media = headers.filter(({ source }: { source: string }) => source.includes('media'))
    const answer = await get('/media/gr%C3%B6%C3%9Fe%201.svg')
    // If two set the same header, the later wins.
    const set = new Map<string, string>(
      media.flatMap((rule: { headers: { key: string; value: string }[] }) =>
        rule.headers.map(({ key, value }) => [key, value]),
      ),
    )
    for (const [key, value] of set) expect([key, answer.headers.get(key)]).toEqual([key, value])
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect((await get('/openapi.json')).headers.get('content-security-policy')).toBeNull()
  })

  test.each(['/docs', '/docs/', '/docs/index.html', '/docs/style.css', '/docs/main.js', '/docs/icon.svg'])(
    '%s may load and run only what is beside it',
    async (path) => {
      const { headers } = await get(path)
      const policy = headers.get('content-security-policy')!.split('; ')
      expect(policy).toContain("default-src 'none'")
      const others = ['none', 'self', 'script'].map((word) => `'${word}'`)
      for (const rule of policy) expect(others, rule).toContain(rule.split(' ').slice(1).join(' '))
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
    },
  )

  test('is kept from search engines on a build with drafts, and only there', async () => {
    const robots = async () => (await get('/media/cover-1a2b.png')).headers.get('x-robots-tag')
    expect(await robots()).toBeNull()
    here.publish([demo], 'drafts')
    await here.running.look()
    expect(await robots()).toBe('noindex, nofollow')
    here.publish([demo])
    await here.running.look()
    expect(await robots()).toBeNull()
  })

  test('is served more often than any limit admits', async () => {
    for (let i = 0; i < fallback + 5; i++) expect((await get('/docs')).status).toBe(200)
  })

  test('is not sent again to a client that has it', async () => {
    const etag = (await get('/openapi.json')).headers.get('etag')!
    const again = await get('/openapi.json', { headers: { 'If-None-Match': etag } })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
  })

  test('that is replaced by one of the same length has another tag', async () => {
    const before = (await get('/media/unknown.xyz')).headers.get('etag')
    const file = join(here.dist, 'public/media/unknown.xyz')
    writeFileSync(`${file}.new`, 'BYTES')
    renameSync(`${file}.new`, file)
    const after = await get('/media/unknown.xyz')
    expect(await after.text()).toBe('BYTES')
    expect(after.headers.get('etag')).not.toBe(before)
  })

  test('has the same headers for HEAD, and no body', async () => {
    for (const path of ['/docs', '/media/large.bin']) {
      const [whole, head] = [await getRaw(path), await getRaw(path, 'HEAD')]
      const { date: _one, ...headers } = whole.headers
      const { date: _other, ...others } = head.headers
      expect([head.status, others, head.text]).toEqual([200, headers, ''])
    }
  })

  test('takes no other method', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const answer = await get('/openapi.json', { method })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
      expect((await json(answer)).error).toBe('Method not allowed')
    }
    expect((await get('/media/large.bin', { method: 'OPTIONS' })).status).toBe(204)
  })

  test('of some megabytes arrives whole', async () => {
    const body = Buffer.from(await (await get('/media/large.bin')).arrayBuffer())
    expect(body.equals(large)).toBe(true)
  })

  test.runIf(process.platform === 'linux')(
    'is closed however its reader ends',
    { tags: 'nightly' },
    async () => {
      await Promise.all(
        Array.from({ length: 20 }, async (_, i) => {
          const cancel = new AbortController()
          const answer = await get('/media/large.bin', { signal: cancel.signal })
          if (i % 2 === 0) cancel.abort()
          await answer.arrayBuffer().catch(() => {})
        }),
      )
      await expect.poll(() => openFiles(join(here.dist, 'public'))).toEqual([])
    },
  )
})

describe('nothing else is reached', () => {
  test.each([
    '/media',
    '/media/',
    '/media/folder',
    '/media/folder/',
    '/media/none.png',
    '/media//cover-1a2b.png',
    '/media/cover-1a2b.png/',
    '/media/out.txt',
    '/media/unlisted.png',
    '/docs/other.html',
    '/docs/index.html/',
    '/media/above/secret.txt',
    '/media/loop.png',
    '/media/.hidden/file.txt',
    '/media/../favicon.ico',
    '/media/../../secret.txt',
    '/media/%2e%2e/%2e%2e/secret.txt',
    '/media/..%2f..%2fsecret.txt',
    '/media/..%5c..%5csecret.txt',
    '/media\\..\\..\\secret.txt',
    '/media/%2Fetc%2Fpasswd',
    '/media//etc/passwd',
    '/media/demo%2Fcover-1a2b.png',
    '/media/cover-1a2b.png%00',
    '/media/%FF.png',
    '/media/%',
    `/media/${'x'.repeat(300)}.png`,
    '/openapi.json/',
    '/openapi.json/x',
    '/docs/none.html',
    '/docs/reply.js',
    '/docs/main.js/',
    '/docs/%2e%2e/secret.txt',
    '/docs/desk/',
    '/docs/tsconfig.json',
    '/Docs',
    '/favicon.ico',
    '/dist/data/current.json',
    '/../data/current.json',
  ])("%s is the API's 404", async (target) => {
    const answer = await getRaw(target)
    const error = answer.status === 429 ? 'Too many requests' : 'Not found'
    expect(JSON.parse(answer.text).error).toBe(error)
    expect(answer.text).not.toMatch(/secret|hidden|root:|another|no build/)
  })

  test.each(['/docs/none.html', '/docs/a/b', '/docs/main.js/'])(
    '%s has the policy of pages',
    async (path) => {
      const [page, missing] = [await get('/docs/'), await get(path)]
      for (const name of ['Content-Security-Policy', 'Referrer-Policy', 'X-Content-Type-Options']) {
        expect(missing.headers.get(name), name).toBe(page.headers.get(name))
      }
      expect(missing.headers.get('Cache-Control')).toBe('no-store')
    },
  )

  test("a file at one of the API's paths is never served", async () => {
    expect((await json(await get('/status'))).status).toBe('ok')
    expect((await json(await get('/v1/demo/posts'))).posts).toHaveLength(1)
  })
})
