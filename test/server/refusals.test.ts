// Requests that never reach the app, or reach it in an odd form: the socket part of the contract.
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { bulkWorkspace } from '../support/bulk.ts'
import { testServer } from '../support/server.ts'
import { type Received, repliesIn, talk } from '../support/talk.ts'

const here = testServer([bulkWorkspace('demo', 3, (number) => `<p>${number}</p>`)])

async function say(...writes: string[]): Promise<Received[]> {
  const { bytes, end } = await talk(here.running.url, writes)
  expect(end).toBe('closed')
  return repliesIn(bytes)
}

const last = 'GET /status HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'

function expectError(reply: Received | undefined, status: number, error: string): void {
  expect(reply?.status).toBe(status)
  expect(reply?.whole).toBe(true)
  const { message, ...body } = JSON.parse(reply!.text)
  expect(body).toEqual({ error, details: { message, statusCode: status } })
  expect(reply!.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': expect.stringContaining('X-RateLimit-Limit'),
    date: expect.stringMatching(/GMT$/),
  })
}

describe('what the parser refuses', () => {
  test.each([
    ['garbage', '\x16\x03\x01 hello\r\n\r\n'],
    ['a preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost: a\r\nodd\r\n\r\n'],
    [
      'two ways to tell a length',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
  ])('%s is a 400 in the format of every error, and the connection is closed', async (_, text) => {
    const [reply, ...more] = await say(text)
    expectError(reply, 400, 'Bad request')
    expect(reply!.headers.connection).toBe('close')
    expect(more).toEqual([])
  })

  test('raw UTF-8 in a target is a 400, or a 404 if the parser of an older Node accepts it', async () => {
    const [reply, ...more] = await say(
      'GET /v1/demo/post/größe HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    )
    if (reply!.status === 404) expectError(reply, 404, 'Post not found')
    else expectError(reply, 400, 'Bad request')
    expect(more).toEqual([])
  })

  test.each([
    ['no Host', ''],
    ['two of them', 'Host: a\r\nHost: b\r\n'],
  ])('HTTP/1.1 with %s is a 400', async (_, host) => {
    const [reply] = await say(`GET /status HTTP/1.1\r\n${host}\r\n`, last)
    expectError(reply, 400, 'Bad request')
  })

  test.each([200_000, 5_000_000])(
    'headers of %i bytes are a 431 that arrives although the client is still sending',
    async (length) => {
      const [reply, ...more] = await say(`GET / HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(length)}\r\n\r\n`)
      expectError(reply, 431, 'Request headers too large')
      expect(more).toEqual([])
    },
  )

  test('headers of more than 16 KB are a 431, and a little less are none', async () => {
    const request = (length: number) =>
      `GET /status HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX: ${'y'.repeat(length)}\r\n\r\n`
    const [fine] = await say(request(16_000))
    expect(fine!.status).toBe(200)
    const [refused] = await say(request(17_000))
    expectError(refused, 431, 'Request headers too large')
  })

  test.each([8_192, 16_000, 100_000])('a target of more than %i bytes is a 414', async (length) => {
    const [reply] = await say(`GET /${'x'.repeat(length)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
    expectError(reply, 414, 'URI too long')
  })

  test.each(['UNSUBSCRIBE', 'M-SEARCH'])('it is with %s, too', async (method) => {
    const [reply] = await say(
      `${method} /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    )
    expectError(reply, 414, 'URI too long')
  })

  test('a target of 8,192 bytes is not too long', async () => {
    const [reply] = await say(`GET /${'x'.repeat(8_191)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
    expectError(reply, 404, 'Not found')
  })

  test('garbage after a good request is answered after it, never inside its body', async () => {
    const good = 'GET /v1/demo/posts HTTP/1.1\r\nHost: a\r\n\r\n'
    const [first, second, ...more] = await say(`${good}${good}\x00garbage`)
    expect(JSON.parse(first!.text).posts.map(({ slug }: { slug: string }) => slug)).toHaveLength(3)
    expect(second!.text).toBe(first!.text)
    expectError(more[0], 400, 'Bad request')
    expect(more).toHaveLength(1)
  })
})

describe('odd but valid requests', () => {
  test('pipelined requests are answered in order', async () => {
    const targets = Array.from({ length: 50 }, (_, i) => `/v1/demo/post/post-${i % 4}?select=slug`)
    const requests = targets.map((target) => `GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`)
    const replies = await say(requests.join('') + last)
    const slugs = replies.slice(0, -1).map(({ text }) => JSON.parse(text).post?.slug ?? 'none')
    expect(slugs).toEqual(targets.map((_, i) => (i % 4 === 3 ? 'none' : `post-${i % 4}`)))
  })

  test('a connection may send two at once as often as it likes', async () => {
    const { hostname, port } = new URL(here.running.url)
    const socket = connect(Number(port), hostname)
    let [text, isOpen, wake] = ['', true, () => {}]
    socket.setEncoding('latin1').on('data', (more) => {
      text += more
      wake()
    })
    socket
      .on('error', () => {})
      .on('close', () => {
        isOpen = false
        wake()
      })
    const replies = () => text.split('HTTP/1.1 200 ').length - 1
    for (let sent = 2; sent <= 202 && isOpen; sent += 2) {
      socket.write('HEAD /status HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2))
      while (replies() < sent && isOpen) await new Promise<void>((resolve) => (wake = resolve))
    }
    socket.destroy()
    expect(replies()).toBe(202)
  })

  test('a request that arrives byte by byte is a request', async () => {
    const [reply] = await say(...last)
    expect(reply!.status).toBe(200)
  })

  test.each([
    ['a length', 'Content-Length: 11\r\n\r\nhello world'],
    ['chunks', 'Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n'],
    ['an expectation', 'Expect: 100-continue\r\nContent-Length: 5\r\n\r\nhello'],
  ])('a body with %s is skipped, and the next request is answered', async (_, rest) => {
    const replies = await say(`POST /v1/demo/posts HTTP/1.1\r\nHost: a\r\n${rest}${last}`)
    expect(replies.map(({ status }) => status)).toEqual([405, 200])
    expect(replies[0]!.headers.allow).toBe('GET, HEAD, OPTIONS')
  })

  test('a body of a megabyte is skipped', async () => {
    const head = 'POST /v1/demo/posts HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n'
    const replies = await say(head, 'x'.repeat(1_000_000), last)
    expect(replies.map(({ status }) => status)).toEqual([405, 200])
  })

  test('an unknown expectation is ignored', async () => {
    const [reply] = await say('GET /status HTTP/1.1\r\nHost: a\r\nExpect: cake\r\nConnection: close\r\n\r\n')
    expect(reply!.status).toBe(200)
  })

  test.each(['websocket', 'h2c'])('a request to upgrade to %s is ignored', async (protocol) => {
    const [reply] = await say(
      `GET /status HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: ${protocol}\r\n\r\n`,
    )
    expect(reply!.status).toBe(200)
  })

  test('CONNECT is a 405, not a tunnel', async () => {
    const [reply, ...more] = await say('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\nhello')
    expectError(reply, 405, 'Method not allowed')
    expect(more).toEqual([])
  })

  test('OPTIONS * is a preflight', async () => {
    const [reply] = await say('OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    expect(reply).toMatchObject({ status: 204, text: '' })
    expect(reply!.headers['access-control-allow-methods']).toBe('GET, HEAD, OPTIONS')
  })

  test('a full URL as the target is routed by its path, and redirects stay on this host', async () => {
    const [reply] = await say(
      'GET http://evil.example/demo/posts/?page=1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    )
    expect([reply!.status, reply!.headers.location]).toEqual([308, '/v1/demo/posts?page=1'])
  })

  test('a URL in the query is not taken for the target', async () => {
    const [reply] = await say(
      'GET /v1/demo/post/post-1?select=slug&from=https://a.example/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    )
    expect([reply!.status, JSON.parse(reply!.text).post]).toEqual([200, { slug: 'post-1' }])
  })

  test('HTTP/1.0 is answered, and the connection ends', async () => {
    const [reply] = await say('GET /v1/demo/posts HTTP/1.0\r\n\r\n')
    expect(JSON.parse(reply!.text).pagination.totalItems).toBe(3)
    expect(reply!.headers['transfer-encoding']).toBeUndefined()
  })
})
