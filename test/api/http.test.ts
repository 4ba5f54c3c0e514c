// What headers say, and what failures become: the functions that no workspace is needed for.
import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { typeOf } from '../../api/_app/http/content-type.ts'
import { failure, HttpError } from '../../api/_app/http/error.ts'
import { onClose, writeReply } from '../../api/_app/http/node.ts'
import { headOf, matchesTag } from '../../api/_app/http/reply.ts'
import {
  asksForPage,
  checkTrustedHeader,
  clientAddress,
  networkOf,
  weightsOf,
} from '../../api/_app/http/request.ts'
import { withFailuresLogged } from '../../api/_app/http/stream.ts'
import { SnapshotError } from '../../snapshot/folder/error.ts'

test.each([
  ['gzip', { gzip: 1 }],
  ['GZip ; Q=0.5 , br;q=0', { gzip: 0.5, br: 0 }],
  ['a;x=1;q=0.25;y', { a: 0.25 }],
  ['a;q=1.0, b;q=0., c;q=0.125', { a: 1, b: 0, c: 0.125 }],
  // What is no weight counts as none given.
  ['a;q=2, b;q=0.1234, c;q=.5, d;q=, e;q=0 1, f;xq=0, g;q=0x, h;q=01', 'abcdefgh'],
  ['', { '': 1 }],
])('the weights of %j are %j', (header, weights) => {
  const expected =
    typeof weights === 'string' ? Object.fromEntries([...weights].map((name) => [name, 1])) : weights
  expect(Object.fromEntries(weightsOf(header))).toEqual(expected)
})

test.each([
  ['text/html', true],
  ['text/html;q=0.1', true],
  ['text/html, application/json;q=0.9', true],
  ['text/html;q=0.9, application/json;q=0.9', false],
  ['text/html;q=0', false],
  ['application/json', false],
  [undefined, false],
])('whoever accepts %j asks for a page: %j', (accept, isPage) => {
  expect(asksForPage({ header: (name) => (name === 'accept' ? accept : undefined) })).toBe(isPage)
})

describe('the address of a client', () => {
  const socket = '198.51.100.9'
  const vercel = { VERCEL: '1' }
  const trusting = { ...vercel, TRUSTED_IP_HEADER: ' X-Client ' }
  const asked = { 'x-real-ip': ' a , b', 'x-forwarded-for': 'c, d', 'x-client': 'e, f ' }

  test.each<[env: NodeJS.ProcessEnv, headers: Record<string, string>, address: string | undefined]>([
    [{}, asked, socket],
    [{ VERCEL: 'true' }, asked, socket],
    [{ TRUSTED_IP_HEADER: ' ' }, asked, socket],
    [vercel, asked, 'a'],
    [vercel, { ...asked, 'x-real-ip': ' ' }, 'c'],
    [vercel, { 'x-forwarded-for': 'c, d' }, 'c'],
    [vercel, { 'x-real-ip': ' , b', 'x-forwarded-for': '' }, socket],
    [vercel, {}, socket],
    [trusting, asked, 'f'],
    [trusting, { 'x-client': 'e, ' }, socket],
    [trusting, { 'x-real-ip': 'a' }, socket],
  ])('in the environment %j with the headers %j is %j', (env, headers, address) => {
    expect(clientAddress((name) => headers[name], socket, env)).toBe(address)
  })

  test.each([
    ['192.0.2.1', '192.0.2.1'],
    [' 192.0.2.1:80 ', '192.0.2.1'],
    ['192.0.2.1:', undefined],
    ['192.0.2.1:80:80', undefined],
    ['::ffff:192.0.2.255', '192.0.2.255'],
    ['::ffff:255.254.253.252', '255.254.253.252'],
    ['::fffe:192.0.2.1', '0:0:0:0::/64'],
    ['::1:ffff:192.0.2.1', '0:0:0:0::/64'],
    ['0:0:0:1:0:ffff:192.0.2.1', '0:0:0:1::/64'],
    ['[::1]', '0:0:0:0::/64'],
    ['[::1]:', undefined],
    ['[::1]:80x', undefined],
    ['x[::1]:80', undefined],
    ['[]', undefined],
    ['fe80::1%eth0\n', 'fe80:0:0:0::/64'],
    ['[fe80::1%eth0]:80', 'fe80:0:0:0::/64'],
    ['1:2:3:4:5:6:7:8', '1:2:3:4::/64'],
    ['1:2:3:4:5:6:7.8.9.10', '1:2:3:4::/64'],
    ['A:0B:c::d', 'a:b:c:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['1:2:3:4:5:6:7:8:9', undefined],
    ['', undefined],
  ])('%j is of the network %j', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  test.each([undefined, '', 'X-Real-IP', ' cf_connecting-ip9 '])('may be in the header %j', (name) => {
    expect(() => checkTrustedHeader({ TRUSTED_IP_HEADER: name })).not.toThrow()
  })

  test.each(['X Real', ': X', 'X:', 'é', '"X"'])('cannot be in the header %j', (name) => {
    const message = `TRUSTED_IP_HEADER "${name}" is not the name of a header; write one such as X-Real-IP.`
    expect(() => checkTrustedHeader({ TRUSTED_IP_HEADER: name })).toThrow(new Error(message))
  })
})

test.each([
  ['"a"', true],
  ['W/"a"', true],
  [' * ', true],
  ['"b", W/"c" ,"a"', true],
  ['"b""a"', true],
  ['*, "b"', false],
  ['a', false],
  ['"aW/"', false],
  ['"A"', false],
  ['', false],
  [undefined, false],
])('a client that has %j has "a": %j', (header, has) => {
  expect(matchesTag(header, '"a"')).toBe(has)
})

test('the tag of a reply stays what it is', () => {
  const { headers, key, source } = headOf({ id: 'a.1', key: 'b.2' }, '["posts"]', { Link: '<c>' })
  expect(headers).toEqual({
    ETag: '"a.1-sSZnJPsW4MaW4Ozuto2MVD"',
    'Cache-Control': 'public, max-age=0, must-revalidate',
    Vary: 'Accept-Encoding',
    Link: '<c>',
  })
  expect([key, source]).toEqual([`b.2 ${headers.ETag}`, 'b.2'])
})

test('a tag may contain what begins a weak one', () => {
  expect(matchesTag('"xW/y"', '"xW/y"')).toBe(true)
  expect(matchesTag('"xW/y"', '"xy"')).toBe(false)
})

test.each([
  ['a.avif', 'image/avif'],
  ['a.css', 'text/css; charset=utf-8'],
  ['a.gif', 'image/gif'],
  ['index.html', 'text/html; charset=utf-8'],
  ['a.ico', 'image/x-icon'],
  ['a.jpeg', 'image/jpeg'],
  ['/b.c/A.JPG', 'image/jpeg'],
  ['a.js', 'text/javascript; charset=utf-8'],
  ['a.json', 'application/json; charset=utf-8'],
  ['a.mp3', 'audio/mpeg'],
  ['a.mp4', 'video/mp4'],
  ['a.pdf', 'application/pdf'],
  ['a.png', 'image/png'],
  ['a.b.svg', 'image/svg+xml'],
  ['a.vtt', 'text/vtt; charset=utf-8'],
  ['a.webm', 'video/webm'],
  ['a.webp', 'image/webp'],
  ['a.zip', 'application/zip'],
  ['a.exe', 'application/octet-stream'],
  ['png', 'application/octet-stream'],
])('%s is %s', (name, type) => {
  expect(typeOf(name)).toBe(type)
})

describe('what is thrown', () => {
  const exhausted = Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' })
  const unreadable = 'The published content cannot be read at the moment; try again in 10 s.'
  const ours = 'Something went wrong on our side; try again later.'

  test.each<[error: unknown, status: number, label: string, message: string, logged: (string | RegExp)[]]>([
    [new HttpError(418, 'Teapot', 'Use a pot.'), 418, 'Teapot', 'Use a pot.', []],
    [
      new SnapshotError('a is cut'),
      503,
      'Snapshot unavailable',
      unreadable,
      ['snapshot unavailable: a is cut'],
    ],
    [
      exhausted,
      503,
      'Snapshot unavailable',
      unreadable,
      ['out of descriptors or memory: EMFILE: too many open files'],
    ],
    [new TypeError('x'), 500, 'Internal server error', ours, [/^internal error: TypeError: x\n +at /]],
    ['a text', 500, 'Internal server error', ours, ['internal error: a text']],
    [undefined, 500, 'Internal server error', ours, ['internal error: undefined']],
  ])('%s is a %i "%s"', (error, status, label, message, logged) => {
    const lines: string[] = []
    const reply = failure(error, { 'X-Other': 'kept' }, (line) => lines.push(line))
    const text = JSON.stringify({ error: label, message, details: { message, statusCode: status } })
    expect(Buffer.concat(reply.body as Uint8Array[]).toString()).toBe(text)
    expect([reply.status, reply.headers]).toEqual([
      status,
      {
        'X-Other': 'kept',
        'Content-Type': 'application/json; charset=utf-8',
        'Cache-Control': 'no-store',
        'Content-Length': String(text.length),
        ...(status === 503 && { 'Retry-After': '10' }),
      },
    ])
    expect(lines).toEqual(
      logged.map((line) => (typeof line === 'string' ? line : expect.stringMatching(line))),
    )
  })

  test.each([
    [new Error('the disk is gone'), 'reply cut off: the disk is gone'],
    ['a text', 'reply cut off: a text'],
  ])('while a stream is sent is logged, and cuts it off: %s', async (error, line) => {
    const lines: string[] = []
    async function* chunks() {
      yield Buffer.from('a')
      throw error
    }
    const reply = { status: 200, headers: {}, body: { chunks, close: () => {} } }
    const logged = withFailuresLogged(reply, (line) => lines.push(line)).body as typeof reply.body
    const read = logged.chunks()
    expect((await read.next()).value).toEqual(Buffer.from('a'))
    await expect(read.next()).rejects.toBe(error)
    expect(lines).toEqual([line])
  })
})

describe("on Node's response", () => {
  /** What a server answers each request with. */
  async function reading(answer: (response: ServerResponse, method: string) => unknown, method = 'GET') {
    const server = createServer((request, response) => void answer(response, request.method!))
    onTestFinished(() => void server.close())
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const request = get({ host: '127.0.0.1', port, method, agent: false })
    request.on('error', () => {})
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.on('error', () => {})
    return response
  }
  const textOf = async (response: IncomingMessage) => Buffer.concat(await response.toArray()).toString()

  /** A stream that counts how often it is closed. */
  function streamOf(chunks: () => AsyncGenerator<Uint8Array>, stallTimeout?: number) {
    const state = { closed: 0, read: 0 }
    async function* counted() {
      for await (const chunk of chunks()) {
        state.read++
        yield chunk
      }
    }
    const close = () => void state.closed++
    const body = { chunks: counted, close, ...(stallTimeout !== undefined && { stallTimeout }) }
    return { state, reply: { status: 200, headers: { 'X-A': 'b' }, body } }
  }
  async function* endless() {
    for (;;) yield Buffer.alloc(100_000)
  }

  test('a stream comes whole, and is closed', async () => {
    const { state, reply } = streamOf(async function* () {
      for (const part of ['a', 'b', 'c'.repeat(200_000), 'd']) yield Buffer.from(part)
    })
    const response = await reading((to, method) => writeReply(reply, method, to))
    expect([response.statusCode, response.headers['x-a']]).toEqual([200, 'b'])
    expect(await textOf(response)).toBe(`ab${'c'.repeat(200_000)}d`)
    expect(state).toEqual({ closed: 1, read: 4 })
  })

  test('a stream that waits for its reader leaves no listeners', async () => {
    const counts = new Set<string>()
    const response = await reading((to, method) => {
      const { reply } = streamOf(async function* () {
        for (let i = 0; i < 20; i++) {
          counts.add(`${to.listenerCount('drain')} ${to.listenerCount('close')}`)
          yield Buffer.alloc(100_000)
        }
      })
      return writeReply(reply, method, to)
    })
    expect(await textOf(response)).toHaveLength(2_000_000)
    expect(counts.size).toBe(1)
  })

  test.each([
    ['HEAD', 200],
    ['GET', 204],
    ['GET', 304],
  ])('a stream is not read for a %s that is a %i', async (method, status) => {
    const { state, reply } = streamOf(endless)
    const response = await reading((to, method) => writeReply({ ...reply, status }, method, to), method)
    expect([response.statusCode, await textOf(response), state]).toEqual([status, '', { closed: 1, read: 0 }])
  })

  test('pieces come at once', async () => {
    const reply = { status: 200, headers: {}, body: [Buffer.from('a'), Buffer.from('b')] }
    expect(await textOf(await reading((to, method) => writeReply(reply, method, to)))).toBe('ab')
  })

  test('a stream that fails is cut off, and closed', async () => {
    const { state, reply } = streamOf(async function* () {
      yield Buffer.alloc(200_000)
      throw new Error('damaged')
    })
    const response = await reading((to, method) => writeReply(reply, method, to))
    await expect(textOf(response)).rejects.toThrow('aborted')
    await expect.poll(() => state).toEqual({ closed: 1, read: 1 })
  })

  test('a stream ends with its reader, one that is gone as well as one that stalls', async () => {
    const leaving = streamOf(endless)
    const left = await reading((to, method) => writeReply(leaving.reply, method, to))
    left.once('data', () => left.destroy())
    await expect.poll(() => leaving.state.closed).toBe(1)
    const stalling = streamOf(endless, 5)
    await reading((to, method) => writeReply(stalling.reply, method, to))
    await expect.poll(() => stalling.state.closed).toBe(1)
    const gone = streamOf(endless)
    await expect(
      reading((to, method) => {
        to.destroy()
        return writeReply(gone.reply, method, to)
      }),
    ).rejects.toThrow()
    expect(gone.state).toEqual({ closed: 1, read: 1 })
  })

  test('whoever waits is told when the client has gone, once, unless no longer interested', async () => {
    const told: string[] = []
    const response = await reading((to) => {
      onClose(to, () => told.push('first'))
      onClose(to, () => told.push('removed'))()
      to.write('a')
      to.once('close', () => onClose(to, () => told.push('at once'))())
    })
    expect(told).toEqual([])
    response.destroy()
    await expect.poll(() => told).toEqual(['first', 'at once'])
  })
})
