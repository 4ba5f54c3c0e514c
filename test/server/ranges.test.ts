// Parts of published files: which bytes are sent, and what is said about those that do not exist (RFC 9110 14).
import { randomBytes } from 'node:crypto'
import { truncateSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { MEDIA } from '../../build/discover/media-type.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { openFiles } from '../support/open-files.ts'
import { testServer } from '../support/server.ts'
import { repliesIn, talk } from '../support/talk.ts'
import { complaintsAbout } from '../support/validate.ts'

const endings = [...MEDIA.image, ...MEDIA.other]
const large = randomBytes(200_000)
const digits = '0123456789'

const here = testServer([bulkWorkspace('demo', 1, () => '')], {
  'media/digits.mp4': digits,
  'media/empty.mp3': '',
  'media/large.webm': '',
  'media/cut.webm': '',
  'openapi.json': JSON.stringify({ text: 'x'.repeat(5_000) }),
  ...Object.fromEntries(endings.map((ending) => [`media/of-type.${ending}`, ending])),
})

beforeAll(() => {
  writeFileSync(join(here.dist, 'public/media/large.webm'), large)
  writeFileSync(join(here.dist, 'public/media/cut.webm'), Buffer.alloc(30_000_000))
})

type Headers = Record<string, string>

const get = (path: string, headers: Headers = {}, method = 'GET') =>
  fetch(here.running.url + path, { method, headers: { 'Accept-Encoding': 'gzip', ...headers } })

async function part(name: string, range: string, headers: Headers = {}) {
  const answer = await get(`/media/${name}`, { Range: range, ...headers })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const { status } = answer
  return { status, range: answer.headers.get('content-range'), bytes, headers: answer.headers }
}

const tagOf = async (name: string) => (await get(`/media/${name}`, {}, 'HEAD')).headers.get('etag')!

describe('of a file with ten bytes', () => {
  test.each([
    ['bytes=0-', '0123456789', 'bytes 0-9/10'],
    ['bytes=0-0', '0', 'bytes 0-0/10'],
    ['bytes=0-1', '01', 'bytes 0-1/10'],
    ['bytes=3-5', '345', 'bytes 3-5/10'],
    ['bytes=9-', '9', 'bytes 9-9/10'],
    ['bytes=7-10', '789', 'bytes 7-9/10'],
    ['bytes=7-99999999999999999999999', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-10', '0123456789', 'bytes 0-9/10'],
    ['bytes=-11', '0123456789', 'bytes 0-9/10'],
    ['bytes=-99999999999999999999999', '0123456789', 'bytes 0-9/10'],
    ['BYTES=000-0001', '01', 'bytes 0-1/10'],
    ['bytes=, 3-5 ,', '345', 'bytes 3-5/10'],
  ])('%s is %j', async (range, text, place) => {
    const found = await part('digits.mp4', range)
    expect([found.status, found.bytes.toString(), found.range]).toEqual([206, text, place])
    expect(found.headers.get('content-length')).toBe(String(text.length))
  })

  test.each(['bytes=10-', 'bytes=10-20', 'bytes=99999999999999999999999-', 'bytes=-0'])(
    '%s is none of them',
    async (range) => {
      const { status, range: place, bytes, headers } = await part('digits.mp4', range)
      expect([status, place]).toEqual([416, 'bytes */10'])
      expect(JSON.parse(bytes.toString()).error).toBe('Range not satisfiable')
      expect(headers.get('cache-control')).toBe('no-store')
    },
  )

  test.each([
    'bytes=0-1,3-4',
    'bytes=0-1, 99-',
    'bytes=5-3',
    'bytes=-',
    'bytes=',
    'bytes',
    'bytes=a-b',
    'bytes=--3',
    'bytes=-3-',
    'bytes=1.5-2',
    'bytes=0x1-2',
    'bytes= 1 - 2',
    'seconds=0-1',
    '0-1',
  ])('%s is answered with all of them', async (range) => {
    const { status, range: place, bytes } = await part('digits.mp4', range)
    expect([status, place, bytes.toString()]).toEqual([200, null, digits])
  })
})

test('a part of a large file has exactly the bytes at its position', async () => {
  const place = fc.oneof(fc.nat(large.length + 5), fc.nat(20_000))
  await fc.assert(
    fc.asyncProperty(place, fc.option(place), async (first, last) => {
      const { status, range, bytes } = await part('large.webm', `bytes=${first}-${last ?? ''}`)
      const isNone = last !== null && last < first
      const expected = isNone ? large : large.subarray(first, (last ?? large.length) + 1)
      if (expected.length === 0) {
        expect([status, range]).toEqual([416, `bytes */${large.length}`])
        return
      }
      expect(bytes.equals(expected)).toBe(true)
      const end = first + expected.length - 1
      expect([status, range]).toEqual(isNone ? [200, null] : [206, `bytes ${first}-${end}/${large.length}`])
    }),
    { numRuns: 100 },
  )
})

test('an empty file has no ranges, except that the last n bytes are all of it', async () => {
  for (const range of ['bytes=0-', 'bytes=0-0', 'bytes=-0']) {
    expect(await part('empty.mp3', range)).toMatchObject({ status: 416, range: 'bytes */0' })
  }
  for (const range of ['bytes=-5', 'bytes=-']) {
    expect(await part('empty.mp3', range)).toMatchObject({ status: 200, range: null, bytes: Buffer.alloc(0) })
  }
})

describe('a part', () => {
  test('is sent if If-Range names the tag of the file, otherwise the whole file', async () => {
    const tag = await tagOf('digits.mp4')
    expect(await part('digits.mp4', 'bytes=3-5', { 'If-Range': tag })).toMatchObject({ status: 206 })
    const others = [`W/${tag}`, '"other"', `${tag}, ${tag}`, '*', '', new Date().toUTCString()]
    for (const other of others) {
      const { status, bytes } = await part('digits.mp4', 'bytes=30-', { 'If-Range': other })
      expect([other, status, bytes.toString()]).toEqual([other, 200, digits])
    }
  })

  test('is not sent to a client that has the whole file', async () => {
    const tag = await tagOf('digits.mp4')
    for (const range of ['bytes=3-5', 'bytes=30-']) {
      const found = await part('digits.mp4', range, { 'If-None-Match': tag, 'If-Range': '"other"' })
      expect([found.status, found.range, found.bytes.length]).toEqual([304, null, 0])
    }
  })

  test('has every header that the whole file has', async () => {
    const asked = [{}, { Range: 'bytes=1-2' }]
    const [whole, some] = await Promise.all(asked.map((headers) => get('/media/of-type.svg', headers)))
    const { date: _one, 'content-length': _length, ...ofWhole } = Object.fromEntries(whole!.headers)
    expect([whole!.status, some!.status]).toEqual([200, 206])
    expect(Object.fromEntries(some!.headers)).toMatchObject(ofWhole)
    expect(ofWhole['content-security-policy']).toContain('sandbox')
    expect(ofWhole['x-content-type-options']).toBe('nosniff')
    expect(ofWhole['accept-ranges']).toBe('bytes')
    expect(ofWhole['access-control-expose-headers']).toContain('Content-Range')
  })

  test('does not apply to HEAD, which is answered as for the whole file', async () => {
    for (const range of ['bytes=3-5', 'bytes=30-']) {
      const { status, headers } = await get('/media/digits.mp4', { Range: range }, 'HEAD')
      expect([status, headers.get('content-length'), headers.get('content-range')]).toEqual([200, '10', null])
    }
  })

  test('is not supported for other files than media, so that they can be compressed', async () => {
    const answer = await get('/openapi.json', { Range: 'bytes=3-5' })
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, 'gzip'])
    expect(answer.headers.get('accept-ranges')).toBeNull()
  })

  test('of a file that no snapshot lists is not found', async () => {
    writeFileSync(join(here.dist, 'public/media/unlisted.mp4'), digits)
    expect((await part('unlisted.mp4', 'bytes=0-1')).status).toBe(404)
  })

  test('works with HTTP/1.0 as well', async () => {
    const request = 'GET /media/digits.mp4 HTTP/1.0\r\nRange: bytes=3-5\r\n\r\n'
    const [reply] = repliesIn((await talk(here.running.url, [request])).bytes)
    expect(reply).toMatchObject({ status: 206, text: '345', whole: true })
    expect(reply!.headers).toMatchObject({ 'content-length': '3', 'content-range': 'bytes 3-5/10' })
  })

  test('requested after another on one connection is the right one', async () => {
    const request = (range: string, end = '') =>
      `GET /media/digits.mp4 HTTP/1.1\r\nHost: a\r\nRange: ${range}\r\n${end}\r\n`
    const { bytes } = await talk(here.running.url, [
      request('bytes=0-2') + request('bytes=40-') + request('bytes=-2', 'Connection: close\r\n'),
    ])
    expect(repliesIn(bytes).map(({ status }) => status)).toEqual([206, 416, 206])
    expect(repliesIn(bytes).map(({ text }) => text)).toEqual(['012', expect.stringContaining('10'), '89'])
  })

  test('of a file that is truncated in the meantime is cut off as well', async () => {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(here.running.url).port) })
    socket.write('GET /media/cut.webm HTTP/1.1\r\nHost: a\r\nRange: bytes=1000-29999998\r\n\r\n')
    await new Promise((resolve) => socket.once('readable', resolve))
    truncateSync(join(here.dist, 'public/media/cut.webm'), 2_000)
    const reading = async () => {
      let length = 0
      for await (const chunk of socket) length += chunk.length
      return length
    }
    await expect(reading()).rejects.toThrow('ECONNRESET')
  })
})

test('every reply to a request for a part is one that the document describes', async () => {
  const tag = await tagOf('digits.mp4')
  const asked: [string, string, Headers][] = [
    ['GET', 'digits.mp4', {}],
    ['HEAD', 'of-type.svg', {}],
    ['GET', 'digits.mp4', { Range: 'bytes=3-5' }],
    ['GET', 'of-type.svg', { Range: 'bytes=-2' }],
    ['GET', 'digits.mp4', { Range: 'bytes=30-' }],
    ['GET', 'digits.mp4', { Range: 'bytes=3-5', 'If-None-Match': tag }],
    ['GET', 'none.mp4', { Range: 'bytes=3-5' }],
  ]
  const statuses: number[] = []
  for (const [method, name, headers] of asked) {
    const answer = await get(`/media/${name}`, headers, method)
    const given = { status: answer.status, headers: Object.fromEntries(answer.headers) }
    statuses.push(answer.status)
    const text = await answer.text()
    expect(complaintsAbout(method, `/media/${name}`, { ...given, text })).toEqual([])
  }
  expect(statuses).toEqual([200, 200, 206, 206, 416, 304, 404])
})

test('every file that a build may publish has the type that its name stands for', async () => {
  const types = await Promise.all(
    endings.map(async (ending) => {
      const { headers } = await get(`/media/of-type.${ending}`)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      return [ending, headers.get('content-type')]
    }),
  )
  const images = ['avif', 'gif', 'jpeg', 'png', 'webp'].map((ending) => [ending, `image/${ending}`])
  expect(Object.fromEntries(types)).toEqual({
    ...Object.fromEntries(images),
    ...{ jpg: 'image/jpeg', svg: 'image/svg+xml', ico: 'image/x-icon' },
    ...{ mp3: 'audio/mpeg', mp4: 'video/mp4', webm: 'video/webm', vtt: 'text/vtt; charset=utf-8' },
    ...{ pdf: 'application/pdf', zip: 'application/zip' },
  })
})

const openPublic = () => openFiles(join(here.dist, 'public'))

describe.runIf(process.platform === 'linux')('no file is left open', () => {
  test.each<[string, string, Headers]>([
    ['not modified', 'GET', { 'If-None-Match': '*' }],
    ['without such a range', 'GET', { Range: 'bytes=999999-' }],
    ['not to be written', 'POST', {}],
    ['a part that is small', 'GET', { Range: 'bytes=5-9' }],
  ])('that is %s', async (_, method, headers) => {
    // Before the reply, since a forgotten handle would be closed by the next garbage collection.
    await (await get('/media/large.webm', headers, method)).arrayBuffer()
    expect(openPublic()).toEqual([])
  })

  test.each<[string, string, Headers]>([
    ['whole', 'GET', {}],
    ['in part', 'GET', { Range: 'bytes=5-' }],
    ['not at all', 'HEAD', { Range: 'bytes=5-' }],
  ])('that is sent %s', async (_, method, headers) => {
    await (await get('/media/large.webm', headers, method)).arrayBuffer()
    await expect.poll(openPublic).toEqual([])
  })
})
