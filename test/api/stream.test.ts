// Bodies too large to hold in memory: streamed, and otherwise like any other.
import { createServer } from 'node:http'
import { Duplex } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { writeReply } from '../../api/_app/http/node.ts'
import { type ByteStream, isStream, type Reply } from '../../api/_app/http/reply.ts'
import { startStream } from '../../api/_app/http/stream.ts'
import { ask } from '../support/ask.ts'
import { slugs } from '../support/routes.ts'
import { site } from '../support/site.ts'

const day = (i: number) => new Date(Date.UTC(2026, 0, 1 + i)).toISOString()
const list = Array.from({ length: 40 }, (_, i) => `long-${String(i).padStart(2, '0')}`)
/** One paragraph: a thousand of the same total length would take ten times as long to render. */
const text = (i: number) => `*Paragraph* ${'of something long. '.repeat(1_500)}${i}\n\nNeedle.\n`
/** Those of fourteen posts have more than a megabyte. */
const aliases = (i: number) =>
  Array.from({ length: i < 14 ? 100 : 0 }, (_, alias) => `/${i}-${alias}-`.padEnd(800, 'a'))
const files = Object.fromEntries(
  list.map((slug, i) => [
    `demo/posts/${slug}.md`,
    `---\n{ title: "${slug}", publishedAt: ${day(i)}, authors: [ada], category: news, aliases: ${JSON.stringify(aliases(i))} }\n---\n${text(i)}`,
  ]),
)
const { app, get } = site({}, files)

const readOf = async (body: ByteStream) => (await buffer(body.chunks())).toString()

describe('a body of more than a megabyte', () => {
  test.each(['html', 'markdown', 'text'])('equals its pages joined together, as %s', async (format) => {
    const whole = await get(`/posts?limit=all&format=${format}`)
    expect(whole.text.length).toBeGreaterThan(1_000_000)
    expect(slugs(whole.json)).toEqual([...list].reverse())
    const pages = []
    for (let page = 1; page <= 8; page++) {
      pages.push(...(await get(`/posts?limit=5&page=${page}&format=${format}`)).json.posts)
    }
    expect(whole.json.posts).toEqual(pages)
    expect(whole.json.pagination).toMatchObject({ limit: 40, totalPages: 1, totalItems: 40 })
  })

  test('has the posts in the requested order', async () => {
    const up = (await get('/posts?limit=all&order=asc')).json
    expect(up.posts).toEqual((await get('/posts?limit=all')).json.posts.reverse())
    expect((await get('/posts?limit=40&page=1')).json.posts).toEqual([...up.posts].reverse())
  })

  test('is made of pieces worth a write each', async () => {
    const target = '/v1/demo/posts?limit=all'
    const { body } = await app()({ method: 'GET', target, header: () => undefined, address: undefined })
    if (!isStream(body)) throw new Error('not a stream')
    const lengths: number[] = []
    for await (const { byteLength } of body.chunks()) lengths.push(byteLength)
    body.close()
    // All but what follows the last post.
    expect(Math.min(...lengths.slice(0, -1))).toBeGreaterThan(10_000)
    expect(Math.max(...lengths)).toBeLessThan(200_000)
  })

  test('has the same bytes each time it is read, highlights included', async () => {
    const target = '/v1/demo/posts?query=needle&highlight=true&limit=40'
    const { body } = await app()({ method: 'GET', target, header: () => undefined, address: undefined })
    if (!isStream(body)) throw new Error('not a stream')
    // Its work is costly, so whoever reads nothing for so long makes room for others.
    expect(body.stallTimeout).toBe(10_000)
    const first = await readOf(body)
    expect(await readOf(body)).toBe(first)
    body.close()
    expect(JSON.parse(first).posts[0].highlights.content).toEqual([])
  })

  test('may be one of fields that were asked for', async () => {
    const { text, json, headers } = await get(
      '/posts?limit=all&select=slug&include=aliases,descriptionIsExcerpt',
    )
    expect(text.length).toBeGreaterThan(1_000_000)
    expect(headers).not.toHaveProperty('Content-Length')
    expect(json.posts).toEqual(
      [...list].reverse().map((slug, i) => ({
        slug,
        descriptionIsExcerpt: true,
        aliases: aliases(39 - i),
      })),
    )
    const few = await get('/posts?limit=all&select=slug&include=descriptionIsExcerpt')
    expect(few.headers).toHaveProperty('Content-Length')
  })

  test('may be a list of redirects', async () => {
    const { text, headers } = await get('/redirects?limit=all')
    expect(text.length).toBeGreaterThan(1_000_000)
    expect(headers).not.toHaveProperty('Content-Length')
  })

  test('has an entity tag and no length, even for HEAD', async () => {
    const get = await ask(app(), 'GET', '/v1/demo/posts?limit=all')
    const head = await ask(app(), 'HEAD', '/v1/demo/posts?limit=all')
    expect(get.headers).not.toHaveProperty('Content-Length')
    expect(head.headers).toEqual(get.headers)
    expect(head.text).toBe('')
    const again = await ask(app(), 'GET', '/v1/demo/posts?limit=all', { 'if-none-match': get.headers.ETag! })
    expect([again.status, again.text]).toEqual([304, ''])
  })
})

test('a stream whose beginning cannot be read fails before a status is sent, and is closed', async () => {
  let closed = 0
  const close = () => void closed++
  async function* damaged() {
    yield await Promise.reject(new Error('damaged'))
  }
  await expect(startStream({ chunks: damaged, close })).rejects.toThrow('damaged')
  expect(closed).toBe(1)
  async function* nothing() {
    yield* []
  }
  const empty = await startStream({ chunks: nothing, close })
  expect([await readOf(empty), await readOf(empty), closed]).toEqual(['', '', 1])
})

describe('a stream that Node sends', () => {
  test.each([0, 1, 3])('releases its workspace when its reader goes away after %d reads', async (reads) => {
    const target = '/v1/demo/posts?limit=all'
    const reply = await app()({ method: 'GET', target, header: () => undefined, address: undefined })
    if (!isStream(reply.body)) throw new Error('not a stream')
    const reader = readerOf({ ...reply, body: reply.body })
    for (let i = 0; i < reads; i++) await reader.read()
    await reader.offered()
    expect(reader.isOpen()).toBe(true)
    reader.connection.destroy()
    await reader.sent
    expect(reader.isOpen()).toBe(false)
  })

  test('is cut off if its reader stalls for the timeout, and not before', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    async function* chunks() {
      for (;;) yield Buffer.from('more')
    }
    const reader = readerOf({ status: 200, headers: {}, body: { stallTimeout: 1_000, chunks, close() {} } })
    for (let i = 0; i < 4; i++) {
      await reader.offered()
      await vi.advanceTimersByTimeAsync(999)
      expect(reader.isOpen()).toBe(true)
      await reader.read()
    }
    await reader.offered()
    await vi.advanceTimersByTimeAsync(1_000)
    await reader.sent
    expect([reader.isOpen(), reader.connection.destroyed]).toEqual([false, true])
  })

  test('without a timeout waits for its reader as long as that takes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    async function* chunks() {
      for (const part of ['one', 'two', 'end']) yield Buffer.from(part)
    }
    const reader = readerOf({ status: 200, headers: {}, body: { chunks, close() {} } })
    await reader.offered()
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(reader.isOpen()).toBe(true)
    reader.connection.destroy()
    await reader.sent
  })

  test('is cut off if it fails midway, not ended', async () => {
    async function* chunks() {
      yield Buffer.from('half')
      throw new Error('damaged')
    }
    const reader = readerOf({ status: 200, headers: {}, body: { chunks, close() {} } })
    await reader.read()
    await reader.sent
    expect([reader.isOpen(), reader.connection.destroyed]).toEqual([false, true])
    expect(reader.text()).toMatch(/half\r\n$/)
  })
})

/** A client of Node's server who takes what is written to the connection piece by piece. */
function readerOf(reply: Reply & { body: ByteStream }) {
  let isOpen = true
  const close = () => {
    isOpen = false
    reply.body.close()
  }
  let text = ''
  let take: (() => void) | undefined
  let wake = () => {}
  const offer = (bytes: Buffer, done: () => void) => {
    take = () => {
      text += bytes.toString('latin1')
      take = undefined
      done()
    }
    wake()
  }
  const connection = new Duplex({
    writableHighWaterMark: 1,
    read() {},
    write: (bytes, _, done) => offer(bytes, done),
    writev: (pieces, done) => offer(Buffer.concat(pieces.map(({ chunk }) => chunk)), done),
  })
  const sent = new Promise<void>((resolve) => {
    const server = createServer((_, response) =>
      writeReply({ ...reply, body: { ...reply.body, close } }, 'GET', response).then(resolve),
    )
    server.emit('connection', connection)
  })
  connection.push('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const offered = async () => {
    while (take === undefined) await new Promise<void>((resolve) => (wake = resolve))
  }
  return {
    connection,
    /** Resolves when the reply has been handed over or given up. */
    sent,
    /** What was read. */
    text: () => text,
    isOpen: () => isOpen,
    /** Resolves when something can be read. */
    offered,
    async read() {
      await offered()
      take!()
    },
  }
}
