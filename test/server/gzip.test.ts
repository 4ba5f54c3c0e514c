// Compression: only for clients that ask for it, with the same content.
import { createHook } from 'node:async_hooks'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { acceptsGzip, Gzip } from '../../api/_app/gzip/bodies.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { testServer } from '../support/server.ts'
import { type Received, repliesIn, talk } from '../support/talk.ts'

const here = testServer([bulkWorkspace('demo', 60, (number) => `<p>Post ${number}</p>`.repeat(2_000))], {
  'openapi.json': JSON.stringify({ text: 'x'.repeat(5_000) }),
  'docs/index.html': 'y'.repeat(5_000),
})

const page = '/v1/demo/posts'
const stream = '/v1/demo/posts?limit=all'

/** The reply as it arrives. */
async function bytesOf(target: string, headers: Record<string, string>, method = 'GET'): Promise<Buffer> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = `${method} ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${lines.join('')}\r\n`
  return (await talk(here.running.url, [request])).bytes
}

async function ask(target: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Received> {
  return repliesIn(await bytesOf(target, headers, method))[0]!
}

const gzip = { 'Accept-Encoding': 'gzip' }

describe.each([
  ['a page', page, 'Accept-Encoding'],
  ['a stream', stream, 'Accept-Encoding'],
  // As on Vercel, whose network decides about it.
  ['a published JSON file', '/openapi.json', undefined],
])('%s', (_, target, vary) => {
  test('is gzipped for clients that accept it, with the same content and a tag of its own', async () => {
    const [plain, packed] = [await ask(target), await ask(target, gzip)]
    expect(packed.whole).toBe(true)
    expect(packed.text).toBe(plain.text)
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(packed.headers.vary).toBe('Accept-Encoding')
    expect(packed.headers.etag).toBe(`W/${plain.headers.etag}`)
    if (packed.headers['content-length'] !== undefined)
      expect(Number(packed.headers['content-length'])).toBeLessThan(
        Number(plain.headers['content-length']) / 4,
      )
  })

  test.each(['identity', 'br, deflate', 'gzip;q=0', 'gzip;q=0.3, identity'])(
    'is sent uncompressed to a client that says %s',
    async (accepted) => {
      const [plain, asked] = [await ask(target), await ask(target, { 'Accept-Encoding': accepted })]
      const { date: _one, ...headers } = plain.headers
      const { date: _other, ...others } = asked.headers
      expect(others).toEqual(headers)
      expect(headers.vary).toBe(vary)
      expect(asked.text).toBe(plain.text)
    },
  )

  test('is not sent again, whichever of its tags the client has', async () => {
    const { etag } = (await ask(target)).headers
    const weak = await ask(target, { ...gzip, 'If-None-Match': `W/${etag}` })
    const strong = await ask(target, { 'If-None-Match': etag! })
    const both = await ask(target, { ...gzip, 'If-None-Match': etag! })
    expect([weak.status, weak.headers.etag, weak.headers.vary]).toEqual([304, `W/${etag}`, 'Accept-Encoding'])
    for (const { status, headers } of [strong, both]) {
      expect([status, headers.etag, headers.vary]).toEqual([304, etag, vary])
    }
  })

  test('has the headers of its GET for a HEAD', async () => {
    const [whole, head] = [await ask(target, gzip), await ask(target, gzip, 'HEAD')]
    const { date: _one, 'transfer-encoding': _chunked, ...headers } = whole.headers
    const { date: _other, ...others } = head.headers
    expect(others).toEqual(headers)
    expect(head.text).toBe('')
  })
})

test('what fifty clients request at once is gzipped only once', async () => {
  const target = `${page}?page=2&select=slug,title,authors,tags`
  const [replies, count] = await compressionsOf(() =>
    Promise.all(Array.from({ length: 50 }, () => bytesOf(target, gzip))),
  )
  const texts = replies.map((bytes) => repliesIn(bytes)[0]!.text)
  expect(new Set(texts)).toEqual(new Set([(await ask(target)).text]))
  expect(count).toBe(1)
  expect((await compressionsOf(() => bytesOf(target, gzip)))[1]).toBe(0)
})

/** How many compressors the server, which is in this process, creates during the work. */
async function compressionsOf<T>(work: () => Promise<T>): Promise<[result: T, count: number]> {
  let count = 0
  const hook = createHook({
    init(_id, type) {
      if (type === 'ZLIB') count++
    },
  }).enable()
  try {
    return [await work(), count]
  } finally {
    hook.disable()
  }
}

test.each([['/v1/demo/categories'], ['/status'], ['/v1/none/posts'], ['/docs'], ['/v1/demo/posts/']])(
  '%s is too small, an error, a redirect or not JSON, and is not gzipped',
  async (target) => {
    const { headers } = await ask(target, gzip)
    expect(headers['content-encoding']).toBeUndefined()
  },
)

test.each([
  [undefined, false],
  ['', false],
  ['gzip', true],
  ['GZIP', true],
  ['x-gzip', true],
  ['gzip, deflate, br, zstd', true],
  ['br;q=1.0, gzip;q=0.8, *;q=0.1', true],
  ['*', true],
  ['*;q=0', false],
  ['gzip;q=0', false],
  ['gzip;q=0.000', false],
  ['gzip; q=0.5', true],
  ['gzip;q=0.5, identity;q=1', false],
  ['identity;q=0, gzip;q=0.1', true],
  ['gzip;q=much', true],
  ['deflate', false],
  ['gzipped', false],
])('Accept-Encoding %j accepts gzip: %s', (header, expected) => {
  expect(acceptsGzip({ header: () => header })).toBe(expected)
})

const body = (i: number) => Buffer.alloc(10_000, `body ${i} `)

test('what would be too much together is not gzipped, and afterwards there is room again', async () => {
  const gzip = new Gzip(100_000)
  const packed = await Promise.all(Array.from({ length: 30 }, (_, i) => gzip.pack(body(i))))
  for (const [i, bytes] of packed.entries()) {
    if (i < 10) expect(gunzipSync(bytes!).equals(body(i))).toBe(true)
    else expect(bytes).toBeUndefined()
  }
  expect(await gzip.pack(body(30))).toBeDefined()
})

test('a body larger than the bound is gzipped alone', async () => {
  const gzip = new Gzip(1_000)
  const [first, second] = await Promise.all([gzip.pack(body(0)), gzip.pack(body(1))])
  expect([first === undefined, second === undefined]).toEqual([false, true])
})
