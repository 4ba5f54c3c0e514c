// A store that sends what has no end, or what nobody has asked for: the connection is closed, no more of it is kept than a reply may have,
// and when the store is right again, it counts again.
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Backing } from '../../api/_app/limit/backend.ts'
import { contractLimits } from '../../api/_app/limit/limits.ts'
import { startBridge } from '../support/bridge.ts'
import { startImpostor } from '../support/impostor.ts'
import { freePort } from '../support/redis.ts'
import { site } from '../support/site.ts'
import { type Limited, limited, recovered } from './limited.ts'
import { stillClock } from './stores.ts'

const demo = site()
const prefix = 'galley:test'
/** What the buffers of the system take of each of the connections that are tried, unread by anybody. */
const buffered = 40e6

stillClock()

/** Sends a piece for as long as somebody takes it. */
function sendForEver(to: Writable, piece: string, count: (bytes: number) => void): void {
  const send = () => {
    while (!to.destroyed) {
      count(piece.length)
      if (!to.write(piece)) break
    }
  }
  to.on('drain', send)
  send()
}

/** Counts by itself, and says why once. */
async function expectLocal(one: Limited, reason = /./): Promise<void> {
  for (let i = 0; i < 5; i++) await one.get()
  expect(one.decisions.map(({ source, remaining }) => [source, remaining])).toEqual(
    [199, 198, 197, 196, 195].map((left) => ['memory', left]),
  )
  expect(one.limiter.degraded).toBe(true)
  expect(one.log).toEqual([expect.stringMatching(reason)])
}

describe('Redis', () => {
  /** A store that greets each connection, or answers each command, in its own way. */
  async function startHostile(greet: (socket: Socket) => void, answer: (socket: Socket) => void) {
    const sockets: Socket[] = []
    const closed: Promise<unknown>[] = []
    const server = createServer((socket) => {
      sockets.push(socket)
      closed.push(new Promise((resolve) => socket.once('close', resolve)))
      socket.on('error', () => {})
      greet(socket)
      socket.on('data', () => answer(socket))
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const stop = async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    }
    return { url: `redis://127.0.0.1:${port}`, port, closed, stop }
  }

  async function expectRecovery(one: Limited, port: number): Promise<void> {
    const impostor = await startImpostor(() => '*2\r\n:150\r\n:200\r\n', 0, port)
    onTestFinished(() => impostor.stop())
    await recovered(one)
    expect(one.limiter.degraded).toBe(false)
    expect(one.decisions.at(-1)).toMatchObject({ source: 'redis', remaining: 150 })
    expect(one.log.at(-1)).toMatch(/Redis is back/)
  }

  const pieces = [
    'a',
    '\0',
    '+text',
    '$999999999\r\n',
    '$-1\r\n',
    '$4\r\n',
    '$4\r\ntime\r\n',
    '*1\r\n',
    '*2\r\n',
    '*2\r\n:1\r\n',
    '*2\r\n:199\r\n:200\r\n',
    '*2\r\n:199\r\n:200\r\n$-1\r\n',
    '*-1\r\n',
    '*30000000\r\n',
    '*2\r\n*30000000\r\n',
    '*2\r*30000000\r\n',
    ':1\r\n',
    ':1',
    '-ERR secret\r\n',
    '-ERR secret\r*30000000\r\n',
    '>1\r\n_\r\n',
    '%30000000\r\n',
    '(1',
    'SSH-2.0-OpenSSH_9.6\r\n',
    'HTTP/1.1 400 Bad Request\r\n',
  ]

  test.each(pieces)('that answers without end is cut off: %j', async (piece) => {
    let sent = 0
    const long = piece.repeat(Math.ceil(65_536 / piece.length))
    const hostile = await startHostile(
      () => {},
      (socket) => sendForEver(socket, long, (bytes) => (sent += bytes)),
    )
    const one = limited(demo, { backend: 'redis', url: hostile.url, prefix }, contractLimits)
    await expectLocal(one)
    await Promise.all(hostile.closed)
    expect(sent).toBeLessThan(buffered)
    await hostile.stop()
  })

  test.each(pieces)(
    'that says %j before anybody asks, or once more than it is asked, is cut off',
    async (piece) => {
      const talk = async (greeting: string, answer: string) => {
        const hostile = await startHostile(
          (socket) => socket.write(greeting),
          (socket) => socket.write(answer),
        )
        const one = limited(demo, { backend: 'redis', url: hostile.url, prefix }, contractLimits, 50)
        for (let i = 0; i < 5; i++) await one.get()
        await hostile.stop()
      }
      await Promise.all([talk(piece, ''), talk('', `*2\r\n:199\r\n:200\r\n${piece}`)])
    },
  )

  test('that sends a byte now and then is cut off when the reply is due, and comes back', async () => {
    const timers: NodeJS.Timeout[] = []
    const hostile = await startHostile(
      () => {},
      (socket) => timers.push(setInterval(() => socket.writable && socket.write('+'), 5)),
    )
    onTestFinished(() => timers.forEach(clearInterval))
    const one = limited(demo, { backend: 'redis', url: hostile.url, prefix }, contractLimits, 50)
    await expectLocal(one, /no answer/)
    await Promise.all(hostile.closed)
    await hostile.stop()
    await expectRecovery(one, hostile.port)
  })

  test('that cuts its replies anywhere decides as ever', async () => {
    const reply = '*2\r\n:150\r\n:200\r\n'
    const hostile = await startHostile(
      () => {},
      (socket) => {
        const [first, ...others] = reply
        socket.setNoDelay().write(first!)
        const timer = setInterval(
          () => (others.length > 0 ? socket.write(others.shift()!) : clearInterval(timer)),
          1,
        )
      },
    )
    const one = limited(demo, { backend: 'redis', url: hostile.url, prefix }, contractLimits, 20_000)
    for (let i = 0; i < 3; i++) await one.get()
    expect(one.decisions.map(({ source, remaining }) => [source, remaining])).toEqual(
      [0, 0, 0].map(() => ['redis', 150]),
    )
    await hostile.stop()
  })
})

describe('Upstash', () => {
  const head = { 'Content-Type': 'application/json' }
  const hostile: Record<string, (response: ServerResponse, count: (bytes: number) => void) => void> = {
    text: (response, count) => sendForEver(response.writeHead(200, head), 'a'.repeat(65_536), count),
    nothing: (response, count) => sendForEver(response.writeHead(200, head), ' '.repeat(65_536), count),
    'lists in lists': (response, count) =>
      sendForEver(response.writeHead(200, head), '['.repeat(65_536), count),
    'an error': (response, count) => sendForEver(response.writeHead(500, head), 'a'.repeat(65_536), count),
    'what is small while it is compressed': (response, count) => {
      const gzip = createGzip()
      gzip.pipe(response.writeHead(200, { ...head, 'Content-Encoding': 'gzip' }))
      response.once('close', () => gzip.destroy())
      sendForEver(gzip, ' '.repeat(65_536), count)
    },
  }

  test.each(Object.keys(hostile))('that sends %s without end is cut off', async (what) => {
    const bridge = await startBridge(`redis://127.0.0.1:${await freePort()}`)
    onTestFinished(() => bridge.stop())
    const closed: Promise<unknown>[] = []
    let sent = 0
    bridge.instead = (_, response) => {
      closed.push(once(response, 'close'))
      hostile[what]!(response, (bytes) => (sent += bytes))
    }
    const backing: Backing = { backend: 'upstash', url: bridge.url, token: 'secret', prefix }
    const one = limited(demo, backing, contractLimits)
    await expectLocal(one, /an invalid answer/)
    await Promise.all(closed)
    expect(sent).toBeLessThan(buffered)
    if (what !== 'text') return
    // It comes back.
    bridge.instead = (_, response) => response.end('[{"result":[150,200]}]')
    await recovered(one)
    expect(one.decisions.at(-1)).toMatchObject({ source: 'upstash', remaining: 150 })
  })

  test('that stops within a reply, or sends a byte now and then, is cut off when the reply is due', async () => {
    const timers: NodeJS.Timeout[] = []
    onTestFinished(() => timers.forEach(clearInterval))
    for (const goOn of [() => {}, (response: ServerResponse) => void response.write(' ')]) {
      const bridge = await startBridge(`redis://127.0.0.1:${await freePort()}`)
      onTestFinished(() => bridge.stop())
      const closed: Promise<unknown>[] = []
      bridge.instead = (_, response) => {
        closed.push(once(response, 'close'))
        response.writeHead(200, head).write('[')
        timers.push(setInterval(goOn, 5, response))
      }
      const backing: Backing = { backend: 'upstash', url: bridge.url, token: 'secret', prefix }
      await expectLocal(limited(demo, backing, contractLimits, 50), /no answer/)
      await Promise.all(closed)
    }
  })
})
