// What is held for readers: one bound for all of them together, at the expense of those who read least.
import { once } from 'node:events'
import { createServer, get, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
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
    const reply = { status: 200, headers: {}, body }
    const sent = send(reply, 'GET', response, { unread, stallTimeout: 600_000 })
    const read = async () => {
      const chunks: Buffer[] = []
      for await (const chunk of client) chunks.push(chunk)
      const [{ whole, text } = { whole: false, text: '' }] = repliesIn(Buffer.concat(chunks))
      return whole && text.length
    }
    return { unread, response, sent, read }
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
