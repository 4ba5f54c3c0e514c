// How many connections a server accepts, and what happens to those that do not read.
import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type ConnectionLimits,
  connectionsFromEnvironment,
  isPrivate,
  limitConnections,
  shortageOf,
  withinDescriptors,
} from '../../server/connections.ts'
import { createHttpServer } from '../../server/http-server.ts'
import { listen } from '../../server/listen.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { testServer, unlimited } from '../support/server.ts'
import { repliesIn, talk } from '../support/talk.ts'

const sockets: Socket[] = []
const servers: Server[] = []

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) server.close()
})

/** What answers a request that never arrives as a whole. Servers look for such only every two seconds: it is sent first. */
let late: ReturnType<typeof talk>
const waiting = createHttpServer({ handle: () => {}, lastReply: () => undefined })
beforeAll(async () => {
  Object.assign(waiting, { headersTimeout: 1, requestTimeout: 1 })
  late = talk(await listen(waiting, 0, '127.0.0.1'), ['GET / HTTP/1.1\r\nHost: a\r\n'])
})
afterAll(() => new Promise((resolve) => waiting.close(resolve)))

async function open(url: string): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) })
  sockets.push(socket.on('error', () => {}))
  await once(socket, 'connect')
  return socket
}

test('an error of a server that listens is not taken for one of its start', () => {
  expect(waiting.listenerCount('error')).toBe(0)
})

const request = 'GET /status HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'

describe('connections', () => {
  const log: string[] = []
  async function limited(limits: Partial<ConnectionLimits>): Promise<string> {
    const server = createHttpServer({
      handle: (_, response) => response.end('{}'),
      lastReply: () => undefined,
    })
    servers.push(server)
    log.length = 0
    const all = { total: 1_000, perAddress: 1_000, isShared: () => false, ...limits }
    limitConnections(server, all, (line) => log.push(line))
    return listen(server, 0, '127.0.0.1')
  }

  test('beyond the limit of one address get a 503 before any request, until one of them ends', async () => {
    const url = await limited({ perAddress: 3 })
    const held = await Promise.all([open(url), open(url), open(url)])
    for (const writes of [[], [request], [request, request]]) {
      const { bytes } = await talk(url, writes)
      const replies = repliesIn(bytes)
      expect(replies.map(({ status }) => status)).toEqual([503])
      expect(JSON.parse(replies[0]!.text)).toMatchObject({
        error: 'Busy',
        message: 'This address has too many connections open; close some.',
        details: { statusCode: 503 },
      })
      expect(replies[0]!.headers).toMatchObject({ connection: 'close', 'access-control-allow-origin': '*' })
      expect(Number(replies[0]!.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect(new Set(log).size).toBe(1)
    held[0]!.destroy()
    await expect.poll(async () => repliesIn((await talk(url, [request])).bytes)[0]!.status).toBe(200)
  })

  test('that are refused are closed a second later if their clients do not close them', async () => {
    const url = await limited({ perAddress: 1 })
    await open(url)
    const count = () =>
      new Promise<number>((resolve) => servers.at(-1)!.getConnections((_, found) => resolve(found)))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const polite = connect(Number(new URL(url).port), '127.0.0.1')
      await once(polite.resume(), 'close')
      // A poll of vitest's would let the time pass.
      for (let turns = 0; turns < 1_000 && vi.getTimerCount() > 0; turns++) await new Promise(setImmediate)
      expect([await count(), vi.getTimerCount()]).toEqual([1, 0])
      const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), allowHalfOpen: true })
      sockets.push(socket)
      await once(socket.resume(), 'end')
      vi.advanceTimersByTime(999)
      expect([await count(), vi.getTimerCount()]).toEqual([2, 1])
      vi.advanceTimersByTime(1)
    } finally {
      vi.useRealTimers()
    }
    await expect.poll(count).toBe(1)
  })

  test('from an address that many clients may share are not counted', async () => {
    const url = await limited({ perAddress: 1, isShared: () => true })
    await Promise.all([open(url), open(url), open(url)])
    expect(repliesIn((await talk(url, [request])).bytes)[0]!.status).toBe(200)
  })

  test('beyond the total limit are closed', async () => {
    const url = await limited({ total: 2 })
    await Promise.all([open(url), open(url)])
    expect((await talk(url, [])).bytes).toHaveLength(0)
    expect(log).toEqual(['connections: 2 are open (GALLEY_MAX_CONNECTIONS); new ones are closed'])
  })

  test.each([
    ...['10.0.0.0', '10.255.255.255', '127.0.0.1', '127.255.255.255'].map((one) => [one, true] as const),
    ...['172.16.0.0', '172.31.255.255', '192.168.0.0', '192.168.255.255'].map((one) => [one, true] as const),
    ...['100.64.0.0', '100.127.255.255', '169.254.0.0', '169.254.255.255'].map((one) => [one, true] as const),
    ...['fc00:0:0:0::/64', 'fdff:1:2:3::/64', 'fe80:0:0:0::/64', 'febf:0:0:0::/64', '0:0:0:0::/64'].map(
      (one) => [one, true] as const,
    ),
    ...['8.8.8.8', '9.255.255.255', '11.0.0.0', '126.0.0.1', '128.0.0.1'].map((one) => [one, false] as const),
    ...['172.15.255.255', '172.32.0.1', '192.167.0.1', '192.169.0.1'].map((one) => [one, false] as const),
    ...['100.63.255.255', '100.128.0.0', '169.253.0.1', '169.255.0.1'].map((one) => [one, false] as const),
    ...['2001:db8:1:2::/64', 'fbff:0:0:0::/64', 'fe00:0:0:0::/64', 'fec0:0:0:0::/64', '0:0:0:1::/64'].map(
      (one) => [one, false] as const,
    ),
  ])('from %s count as private: %s', (network, expected) => {
    expect(isPrivate(network)).toBe(expected)
  })

  test('are limited as the environment says, and behind a trusted proxy not by address', () => {
    const usual = connectionsFromEnvironment({})
    expect([usual.total, usual.perAddress, usual.isShared('8.8.8.8')]).toEqual([10_000, 256, false])
    const set = connectionsFromEnvironment({
      GALLEY_MAX_CONNECTIONS: ' 20 ',
      GALLEY_MAX_CONNECTIONS_PER_ADDRESS: 'off',
      TRUSTED_IP_HEADER: 'X-Real-IP',
    })
    expect([set.total, set.perAddress, set.isShared('8.8.8.8')]).toEqual([20, Number.POSITIVE_INFINITY, true])
  })

  test.each([
    ['off', 64, 32, 'ulimit -n 64'],
    ['off', undefined, Number.POSITIVE_INFINITY, undefined],
    ['20', 64, 20, undefined],
    ['10000', 1_024, 512, 'ulimit -n 1024'],
    ['10000', 11_000, 9_000, 'ulimit -n 11000'],
    ['10000', 12_000, 10_000, undefined],
  ])('allowed as %s are, of %j descriptors, %d because of %s', (text, descriptors, total, bound) => {
    const limits = connectionsFromEnvironment({ GALLEY_MAX_CONNECTIONS: text })
    const within = withinDescriptors(limits, descriptors)
    expect([within.total, within.bound]).toEqual([total, bound])
  })

  test.each([
    ['20', 64, undefined],
    ['10000', 12_000, undefined],
    ['10000', 11_999, 9_999],
    ['off', undefined, undefined],
    ['off', 64, 32],
    ['10000', 1_024, 512],
  ])('allowed as %s of %j descriptors are said to be too many: %s', (text, descriptors, most) => {
    const said = shortageOf(connectionsFromEnvironment({ GALLEY_MAX_CONNECTIONS: text }), descriptors)
    const expected =
      most &&
      `connections: at most ${most} can be open, since this process may have ${descriptors} files open; raise that (ulimit -n, LimitNOFILE) or lower GALLEY_MAX_CONNECTIONS`
    expect(said).toBe(expected)
  })

  test.each(['0', '-1', '1e3', 'many', '12345678'])('cannot be %j', (text) => {
    for (const name of ['GALLEY_MAX_CONNECTIONS', 'GALLEY_MAX_CONNECTIONS_PER_ADDRESS']) {
      expect(() => connectionsFromEnvironment({ [name]: text })).toThrow(`${name} "${text}" is not a number`)
    }
  })
})

describe('a client that takes nothing of its reply', () => {
  const large = 'x'.repeat(24_000_000)
  const stallTimeout = 60_000
  const here = testServer(
    [bulkWorkspace('large', 160, () => large.slice(0, 100_000))],
    { 'media/movie.bin': large },
    { env: unlimited, stallTimeout },
  )
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => vi.useRealTimers())

  test.each([
    ['a list', '/v1/large/posts?limit=all', 'HTTP/1.1'],
    ['a file', '/media/movie.bin', 'HTTP/1.1'],
    ['a file', '/media/movie.bin', 'HTTP/1.0'],
  ])('is cut off: %s (%s, %s)', async (_, target, version) => {
    const socket = await open(here.running.url)
    const ended = new Promise((resolve) => socket.once('close', resolve))
    socket.write(`GET ${target} ${version}\r\nHost: a\r\n\r\n`)
    await once(socket, 'readable')
    const knock = setInterval(() => {
      vi.advanceTimersByTime(stallTimeout)
      // Even a socket that does not read notices a reset when it writes.
      socket.write('x')
    }, 50)
    await ended
    clearInterval(knock)
    await expect.poll(() => here.running.snapshots.leases).toBe(0)
    expect(socket.bytesRead).toBeLessThan(16_000_000)
  })

  test('but one that reads slowly gets all of it', async () => {
    const socket = await open(here.running.url)
    socket.write('GET /media/movie.bin HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    let bytes = 0
    for await (const chunk of socket) {
      bytes += chunk.length
      // Longer than the timeout in all, and less for what a connection holds.
      vi.advanceTimersByTime((1.5 * stallTimeout * chunk.length) / large.length)
    }
    expect(bytes).toBeGreaterThan(large.length)
  })
})

test('a client has the documented time to send its request, and to send the next', () => {
  const server = createHttpServer({ handle: () => {}, lastReply: () => undefined })
  const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = server
  expect({ headersTimeout, requestTimeout, keepAliveTimeout, timeout }).toEqual({
    ...{ headersTimeout: 10_000, requestTimeout: 30_000 },
    // Longer than the 60 s of load balancers.
    ...{ keepAliveTimeout: 65_000, timeout: 0 },
  })
})

describe('requests on one connection', () => {
  const here = testServer([bulkWorkspace('demo', 3, () => '')])

  test('that wait behind a hundred others close it', async () => {
    const one = 'GET /v1/demo/posts HTTP/1.1\r\nHost: a\r\n\r\n'
    const last = one.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')
    const most = await talk(here.running.url, [one.repeat(100) + last])
    expect([most.end, repliesIn(most.bytes).map(({ status }) => status)]).toEqual([
      'closed',
      Array(101).fill(200),
    ])
    const more = await talk(here.running.url, [one.repeat(101) + last])
    expect(more.bytes.length).toBeLessThan(most.bytes.length)
  })
})

test('a request that does not arrive in time is refused, in words', async () => {
  const { bytes } = await late
  const [reply] = repliesIn(bytes)
  expect([reply!.status, reply!.headers.connection, JSON.parse(reply!.text).message]).toEqual([
    408,
    'close',
    'The request did not arrive in time; send it in one go.',
  ])
})
