// What is held for readers: one bound for all of them together, at the expense of those who read least.
import { once } from 'node:events'
import { createServer, get, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Duplex } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Body } from '../../api/_app/http/reply.ts'
import { send, Unread } from '../../server/send.ts'
import { repliesIn } from '../support/talk.ts'

/** The part of a reply that matters here: whether it was cut off. */
function reply() {
  const state = { isCut: false }
  const socket = { resetAndDestroy: () => Object.assign(state, { isCut: true }) }
  return { state, response: { socket } as unknown as ServerResponse, reader: { isSlow: false } }
}

const bytes = (length: number) => new Uint8Array(length)

test('readers that have stalled longest are cut off when all together hold too much', () => {
  const unread = new Unread(1_000)
  const [first, second, third] = [reply(), reply(), reply()]
  unread.hold(first.response, [bytes(400)], first.reader)
  unread.hold(second.response, [bytes(400)], second.reader)
  unread.hold(first.response, [bytes(300)], first.reader)
  unread.hold(third.response, [bytes(400)], third.reader)
  expect([first, second, third].map(({ state }) => state.isCut)).toEqual([false, true, false])
  expect(unread.bytes).toBe(700)
})

test('slow readers are cut off before those that only take a rest', () => {
  const unread = new Unread(1_000)
  const [first, slow, third] = [reply(), reply(), reply()]
  unread.hold(first.response, [bytes(400)], first.reader)
  unread.hold(slow.response, [bytes(400)], { isSlow: true })
  unread.hold(third.response, [bytes(400)], third.reader)
  expect([first, slow, third].map(({ state }) => state.isCut)).toEqual([false, true, false])
})

test('a body that many readers share counts once, and part of it counts as the whole', () => {
  const unread = new Unread(1_000)
  const body = bytes(900)
  const replies = Array.from({ length: 100 }, reply)
  for (const { response, reader } of replies) unread.hold(response, [body.subarray(10, 20)], reader)
  expect(unread.bytes).toBe(900)
  expect(replies.some(({ state }) => state.isCut)).toBe(false)
  for (const { response } of replies) unread.release(response)
  expect(unread.bytes).toBe(0)
})

test('it counts what is held, which never exceeds the bound', () => {
  const step = fc.record({
    reply: fc.nat(9),
    pieces: fc.array(fc.nat(5), { maxLength: 3 }),
    goes: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      const unread = new Unread(2_000)
      const buffers = [100, 200, 300, 400, 500, 600].map(bytes)
      const replies = Array.from({ length: 10 }, reply)
      const held = new Map<number, number[]>()
      for (const { reply, pieces, goes } of steps) {
        if (replies[reply]!.state.isCut) continue
        if (goes) unread.release(replies[reply]!.response)
        else
          unread.hold(
            replies[reply]!.response,
            pieces.map((piece) => buffers[piece]!),
            replies[reply]!.reader,
          )
        held.delete(reply)
        if (!goes) held.set(reply, pieces)
        for (const [i, { state }] of replies.entries()) if (state.isCut) held.delete(i)
        const expected = new Set([...held.values()].flat())
        expect(unread.bytes).toBe([...expected].reduce((sum, piece) => sum + buffers[piece]!.length, 0))
        expect(unread.bytes).toBeLessThanOrEqual(2_000)
      }
    }),
  )
})

describe('a large body', () => {
  const large = 14 * 2 ** 20
  const slice = 256 * 1024

  /** Sends a body to a client that reads nothing yet. */
  async function sendTo(body: Body) {
    const unread = new Unread(2 * large)
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
    client.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    const [, response]: [unknown, ServerResponse] = (await once(server, 'request')) as never
    server.close()
    const released = { times: 0 }
    const reply = { status: 200, headers: {}, body, release: () => released.times++ }
    const sent = send(reply, 'GET', response, { unread, stallTimeout: 600_000 })
    const read = async () => {
      const chunks: Buffer[] = []
      for await (const chunk of client) chunks.push(chunk)
      const [{ whole, text } = { whole: false, text: '' }] = repliesIn(Buffer.concat(chunks))
      return whole && text.length
    }
    return { unread, response, client, released, sent, read }
  }

  const stream = (chunk: Uint8Array): Body => ({
    async *chunks() {
      yield chunk
    },
    close() {},
  })

  test.each([
    ['of pieces', [bytes(large)]],
    ['of a stream', stream(bytes(large))],
  ])('%s is held while it waits for its reader, and written as that takes it', async (_, body) => {
    const { unread, response, sent, read } = await sendTo(body)
    await expect.poll(() => unread.bytes).toBe(large)
    expect(response.writableLength).toBeGreaterThan(0)
    expect(response.writableLength).toBeLessThan(slice + 1_000)
    expect(await read()).toBe(large)
    await sent
    expect(unread.bytes).toBe(0)
  })

  test('is released once it has been sent to its end, and never if it is not', async () => {
    const [one, other] = [await sendTo([bytes(large)]), await sendTo([bytes(large)])]
    await expect.poll(() => one.unread.bytes + other.unread.bytes).toBe(2 * large)
    expect([one.released.times, other.released.times]).toEqual([0, 0])
    other.client.destroy()
    await other.sent
    await one.read()
    await one.sent
    expect([one.released.times, other.released.times]).toEqual([1, 0])
  })

  test.each([1, slice - 1, slice, slice + 1, 2 * slice + 1])(
    'of %i bytes is sent to its end',
    async (length) => {
      for (const body of [[bytes(length)], [bytes(length), bytes(1)], stream(bytes(length))]) {
        const { sent, read } = await sendTo(body)
        expect(await read()).toBe(length + (Array.isArray(body) ? body.length - 1 : 0))
        await sent
      }
    },
  )
})

describe('the memory of a reply that is released', () => {
  /** A connection that has no room for anything until it is told to take what was written. */
  class FullSocket extends Duplex {
    readonly taken: Buffer[] = []
    #pending: { chunks: readonly Buffer[]; done: () => void } | undefined

    override _read(): void {}
    override _writev(writes: readonly { chunk: Buffer }[], done: () => void): void {
      this.#pending = { chunks: writes.map(({ chunk }) => chunk), done }
    }
    setTimeout(): void {}

    get isFull(): boolean {
      return this.#pending !== undefined
    }

    takeAll(): void {
      const { chunks, done } = this.#pending!
      this.#pending = undefined
      this.taken.push(Buffer.concat(chunks))
      done()
    }
  }

  /** Requests on one connection: each reply has a digit of its own, which is overwritten by another when it is released. */
  async function connected(methods: readonly string[], lengths: readonly number[]) {
    const socket = new FullSocket()
    onTestFinished(() => void socket.destroy())
    const server = createServer()
    const unread = new Unread(2 ** 30)
    const released: number[] = []
    const sent: Promise<void>[] = []
    server.on('request', (_, response) => {
      const place = sent.length
      const body = lengths.map((length) => Buffer.alloc(length, String(place)))
      const release = () => {
        released.push(place)
        for (const piece of body) piece.fill('x')
      }
      const headers = { 'Content-Length': String(lengths.reduce((sum, length) => sum + length)) }
      const reply = { status: 200, headers, body, release }
      sent.push(send(reply, methods[place]!, response, { unread, stallTimeout: 600_000 }))
    })
    server.emit('connection', socket)
    socket.push(methods.map((method) => `${method} / HTTP/1.1\r\nHost: a\r\n\r\n`).join(''))
    await expect.poll(() => socket.isFull).toBe(true)
    return { socket, released, sent, unread }
  }

  const sizes: [string, number[]][] = [
    ['one piece', [1_000]],
    ['several pieces', [1_000, 10, 50_000]],
    ['slices', [700_000, 30]],
  ]

  test.each(sizes)('in %s is read to the end before', async (_, lengths) => {
    const methods = ['GET', 'GET', 'HEAD', 'GET']
    const { socket, released, sent, unread } = await connected(methods, lengths)
    expect(released).toEqual([])
    let isDone = false
    Promise.all(sent).then(() => {
      isDone = true
    })
    await expect
      .poll(
        () => {
          while (socket.isFull) socket.takeAll()
          return isDone
        },
        { interval: 1 },
      )
      .toBe(true)
    const bodies = Buffer.concat(socket.taken)
      .toString()
      .split(/HTTP[\s\S]*?\r\n\r\n/)
    const length = lengths.reduce((sum, one) => sum + one)
    const expected = methods.map((method, i) => (method === 'HEAD' ? '' : String(i).repeat(length)))
    expect(bodies.slice(1)).toEqual(expected)
    expect(released).toEqual(expect.arrayContaining([0, 1, 3]))
    expect(unread.bytes).toBe(0)
  })

  test.each(sizes)('in %s is left alone if the client goes', async (_, lengths) => {
    const { socket, released, sent, unread } = await connected(['GET'], lengths)
    socket.destroy()
    await Promise.all(sent)
    expect(released).toEqual([])
    expect(unread.bytes).toBe(0)
  })
})

test('no more is made of a stream whose reader has gone, and what it holds is released', async () => {
  let made = 0
  let close = () => {}
  const closed = new Promise<void>((resolve) => {
    close = resolve
  })
  const server = createServer((_, response) => {
    const gone = once(response, 'close')
    const stream = {
      close,
      async *chunks() {
        for (; made < 10; await gone) {
          made++
          yield Buffer.alloc(10)
        }
      },
    }
    const sending = { unread: new Unread(1_000), stallTimeout: 60_000 }
    void send({ status: 200, headers: {}, body: stream }, 'GET', response, sending)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    const request = get({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })
    const [response] = await once(request, 'response')
    await once(response, 'data')
    response.destroy()
    await closed
    expect(made).toBe(2)
  } finally {
    server.close()
  }
})
