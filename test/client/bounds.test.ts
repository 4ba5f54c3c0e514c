// The client against servers that send something else, without end, or nothing at all: every failure is a GalleyError that says
// what has happened, the connection is closed, and no more is read than the client says.
import { EventEmitter, once } from 'node:events'
import type { RequestListener, ServerResponse } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { createGzip, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { BrokenReply, createClient, GalleyError, NotFound, Overloaded } from '../../client/index.ts'
import { all, clientOf, counting } from './server.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

type Client = ReturnType<typeof createClient>

/** Everything that reads a reply. */
const reads: Record<string, (client: Client, signal?: AbortSignal) => Promise<unknown>> = {
  'posts.list': ({ posts }, signal) => posts.list({ signal }),
  'posts.get': ({ posts }, signal) => posts.get('a', { signal }),
  'posts.all': ({ posts }, signal) => all(posts.all({ signal })),
  'posts.pages': ({ posts }, signal) => all(posts.pages({ signal })),
  search: (client, signal) => client.search('a', { signal }),
  suggest: (client, signal) => client.suggest('a', { signal }),
  'tags.list': ({ tags }, signal) => tags.list({ signal }),
  'tags.get': ({ tags }, signal) => tags.get('a', { signal }),
}

const failureOf = (read: Promise<unknown>) =>
  read.then(
    () => expect.unreachable(),
    (error: GalleyError) => error,
  )

const json = { 'Content-Type': 'application/json' }

describe('what is not from Galley', () => {
  const bodies = [
    ...[
      '',
      ' ',
      'null',
      'true',
      '5',
      '"posts"',
      '[]',
      '[{"posts":[{}]}]',
      '{}',
      '{"error":"x"}',
      '<h1>Hello</h1>',
    ],
    ...['posts', 'post', 'suggestions', 'tags', 'tag'].flatMap((name) =>
      ['null', '5', '"x"', '[5]', '[null]', '[[]]'].map((value) => `{"${name}":${value},"pagination":{}}`),
    ),
    ...['{"posts":{},"pagination":{}}', '{"tags":{}}', '{"suggestions":{}}', '{"post":[{}]}', '{"tag":[{}]}'],
    ...[
      '{"posts":[{"a":1}',
      '{"posts":[{"a":1}]',
      '{"posts":[{bad}]}',
      '{"posts":[{}]}}',
      '{"posts":[]} {',
      '}{"posts":[]}',
    ],
    ...[
      '{"posts":[{},5,{}],"pagination":{}}',
      '{"posts":[{}"x"],"pagination":{}}',
      '{"facets":[{}],"posts":5}',
    ],
    ...['[', '{"posts":['].map((open) => open.repeat(20_000)),
    gzipSync('{"posts":[]}').toString('latin1'),
  ]

  test.each(Object.entries(reads))('is a BrokenReply of %s', async (_, read) => {
    let body = ''
    const { client } = await clientOf((_, response) => response.writeHead(200, json).end(body))
    for (body of bodies) {
      const error = await failureOf(read(client))
      expect([body.slice(0, 80), error]).toEqual([body.slice(0, 80), expect.any(BrokenReply)])
      expect(error).toBeInstanceOf(GalleyError)
      expect(error.message).toMatch(/^The reply is (?:incomplete, or )?not from Galley: (?!undefined).{5,}/)
    }
  })

  test('is one, too, if it has no pages, or no content at all', async () => {
    const { client } = await clientOf((_, response) => response.writeHead(200, json).end('{"posts":[{}]}'))
    await expect(client.posts.list()).rejects.toThrow('it has no pagination')
    expect(await all(client.posts.all())).toEqual([{}])
    const { client: other } = await clientOf((_, response) => response.writeHead(204).end())
    for (const read of Object.values(reads)) await expect(read(other)).rejects.toThrow(BrokenReply)
  })

  test('is not taken for a post that does not exist', async () => {
    const { client } = await clientOf((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Sign in to the hotel</h1>')
    })
    await expect(client.posts.get('a')).rejects.toThrow(BrokenReply)
  })

  test('is an error with its status, whatever body that has', async () => {
    let body = ''
    const { client } = await clientOf((_, response) => response.writeHead(404, json).end(body))
    const texts = ['{"error":5,"message":{"toString":1}}', '{"error":null,"message":[]}', '{"message":""']
    for (body of [...texts, '', 'null', '[]', '5', '"x"', '{', '<h1>Not found</h1>', '\0']) {
      for (const read of Object.values(reads)) {
        const error = await failureOf(read(client))
        expect(error).toBeInstanceOf(NotFound)
        expect([error.status, error.error, error.message]).toEqual([404, 'HTTP 404', 'HTTP 404'])
      }
    }
  })

  test('repeats pages: they are not followed', async () => {
    let nextPage: unknown
    const { client, requests } = await clientOf((_, response) =>
      response.writeHead(200, json).end(JSON.stringify({ posts: [], pagination: { nextPage } })),
    )
    for (nextPage of [1, 2, -1, '1', 'x', [], {}, true, { toString: 1 }]) {
      const before = requests.length
      await expect(all(client.posts.pages())).rejects.toThrow(BrokenReply)
      expect(requests.length - before).toBeLessThanOrEqual(2)
    }
  })

  test('redirects for ever, or is not there', async () => {
    const { client, requests } = await clientOf((request, response) =>
      response.writeHead(302, { Location: request.url! }).end(),
    )
    await expect(client.posts.list()).rejects.toThrow(/^No complete reply: .*redirect/)
    expect(requests.length).toBeLessThan(50)
    const nowhere = createClient({ baseUrl: 'http://127.0.0.1:1', key: 'k' })
    for (const read of Object.values(reads)) {
      const error = await failureOf(read(nowhere))
      expect(error).toBeInstanceOf(BrokenReply)
      expect(error).toMatchObject({ status: 0, message: expect.stringMatching(/ECONNREFUSED|bad port/) })
      expect(error.cause).toBeInstanceOf(TypeError)
    }
  })
})

describe('a reply that asks to wait', () => {
  const asked = [
    '-5',
    '-0',
    '1.5',
    '1e1',
    '0x1',
    'NaN',
    'Infinity',
    '',
    '5, 10',
    '5 s',
    'Thu, 01 Jan 1970 00:00:00 GMT',
  ]

  test.each(asked)('for %j seconds is no reason to repeat the request', async (value) => {
    const { client, requests } = await clientOf((_, response) =>
      response.writeHead(429, { 'Retry-After': value }).end('{"message":"Wait."}'),
    )
    await expect(client.posts.list()).rejects.toMatchObject({
      name: 'GalleyError',
      status: 429,
      message: 'Wait.',
    })
    expect(requests).toHaveLength(1)
  })

  test.each([31, 1e20, '9'.repeat(400)])('for %d seconds says so', async (seconds) => {
    const value = BigInt(seconds).toString()
    const { client, requests } = await clientOf((_, response) =>
      response.writeHead(503, { 'Retry-After': value }).end('null'),
    )
    const error = await client.posts.list().catch((error) => error)
    expect(error).toBeInstanceOf(Overloaded)
    expect([error.retryAfter, requests.length]).toEqual([Number(value), 1])
  })
})

/** Sends a piece again and again, for as long as somebody takes it. @returns how many bytes have been sent */
function endless(response: ServerResponse | ReturnType<typeof createGzip>, piece: string, begun = '') {
  const sent = { bytes: 0 }
  response.write(begun)
  const send = () => {
    while (!response.destroyed) {
      sent.bytes += piece.length
      if (!response.write(piece)) break
    }
  }
  response.on('drain', send)
  send()
  return sent
}

describe('what has no end', () => {
  const endings: [string, string, string, string, number?][] = [
    ['posts.list', 'the text of a post', '{"posts":[{"title":"', 'a'],
    ['posts.list', 'posts', '{"posts":[{}', ',{}'],
    ['posts.get', 'the text of a post', '{"post":{"title":"', 'a'],
    ['posts.get', 'lists in lists', '{"post":[', '['],
    ['posts.all', 'the text of a post', '{"posts":[{"title":"', 'a'],
    ['posts.all', 'the fields of a post', '{"posts":[{"a":1', ',"a":{}'],
    ['posts.all', 'objects in objects', '{"posts":[', '{"a":'],
    ['posts.all', 'nothing before the posts', '', ' '],
    ['posts.all', 'nothing between two posts', '{"posts":[{}', ' '],
    ['posts.all', 'what is no post', '{"posts":[{}', ',1'],
    ['posts.all', 'posts', '{"posts":[{}', ',{}'],
    ['posts.all', 'what follows the posts', '{"posts":[],"facets":{"tags":[{}', ',{}'],
    ['posts.pages', 'nothing', '', ' '],
    ['search', 'a number', '{"posts":[', '1'],
    ['suggest', 'suggestions', '{"suggestions":[{}', ',{}'],
    ['tags.list', 'tags', '{"tags":[{}', ',{}'],
    ['tags.get', 'a name', '{"tag":{"name":"', 'a'],
  ]

  test.each(endings)('in %s is left: %s', async (name, _, begun, piece) => {
    const closed: Promise<unknown>[] = []
    const sent: { bytes: number }[] = []
    const listener: RequestListener = (_, response) => {
      closed.push(once(response, 'close'))
      sent.push(endless(response.writeHead(200, json), piece.repeat(20_000), begun))
    }
    const { client } = await clientOf(listener, { maxBytes: 3e5 })
    await expect(reads[name]!(client)).rejects.toThrow(
      /^The reply is longer than maxBytes\.|^The reply is not from Galley: it has no posts/,
    )
    await Promise.all(closed)
    // Some of it waits in the buffers of the system, unread.
    expect(sent[0]!.bytes).toBeLessThan(30e6)
  })

  test('is counted as it is once decompressed', async () => {
    const { client } = await clientOf(
      (_, response) => {
        const gzip = createGzip()
        gzip.pipe(response.writeHead(200, { ...json, 'Content-Encoding': 'gzip' }))
        response.on('close', () => gzip.destroy())
        endless(gzip, ' '.repeat(100_000), '{"posts":[')
      },
      { maxBytes: 3e5 },
    )
    for (const name of ['posts.list', 'posts.all']) {
      await expect(reads[name]!(client)).rejects.toThrow('The reply is longer than maxBytes.')
    }
  })

  test('in the body of an error leaves the error what it is', async () => {
    const closed: Promise<unknown>[] = []
    const { client } = await clientOf((_, response) => {
      closed.push(once(response, 'close'))
      endless(response.writeHead(404, json), ' '.repeat(100_000))
    })
    await expect(client.posts.get('a')).rejects.toThrow(NotFound)
    await Promise.all(closed)
  })

  test('in the body of an error is read for 64 KB', async () => {
    const taken = counting(' '.repeat(2 ** 12), 404)
    await expect(createClient({ baseUrl: 'http://127.0.0.1', key: 'k' }).posts.list()).rejects.toThrow(
      NotFound,
    )
    expect(taken).toEqual([2 ** 16 + 2 ** 12])
  })
})

describe('a reply that stops', () => {
  const stops: Record<string, (response: ServerResponse) => void> = {
    'before it begins': () => {},
    'after its headers': (response) => response.writeHead(200, json).flushHeaders(),
    'in its body': (response) => response.writeHead(200, json).write('{"posts":[{'),
    'in the body of an error': (response) => response.writeHead(400, json).write('{'),
  }

  test.each(Object.entries(stops))('%s is left', async (when, stop) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const closed: Promise<unknown>[] = []
    const arrived = new EventEmitter()
    const listener: RequestListener = (_, response) => {
      closed.push(once(response, 'close'))
      stop(response)
      arrived.emit('request')
    }
    const { client } = await clientOf(listener, { timeout: 5_000 })
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
      const reply = await fetch(...asked)
      arrived.emit('headers')
      return reply
    })
    for (const read of Object.values(reads)) {
      const stopped = once(arrived, when === 'before it begins' ? 'request' : 'headers')
      let error: GalleyError | undefined
      void failureOf(read(client)).then((failure) => (error = failure))
      await stopped
      while (!error) {
        await vi.advanceTimersByTimeAsync(5_000)
        await turn()
      }
      expect(error).toBeInstanceOf(GalleyError)
      expect(error.message).toBe(when.endsWith('error') ? 'HTTP 400' : 'Nothing has arrived for 5 s.')
    }
    await Promise.all(closed)
    expect(closed).toHaveLength(Object.keys(reads).length)
  })

  test.each(Object.entries(stops))('%s is left by its signal, and its reason is thrown', async (_, stop) => {
    const { client, requests } = await clientOf((_, response) => stop(response))
    for (const read of Object.values(reads)) {
      const controller = new AbortController()
      const before = requests.length
      const failed = read(client, controller.signal).catch((error) => error)
      await expect.poll(() => requests.length).toBeGreaterThan(before)
      controller.abort('left the page')
      expect(await failed).toBe('left the page')
    }
  })

  test('is waited for, for as long as something arrives now and then', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let open: ServerResponse | undefined
    const { client } = await clientOf((_, response) => {
      open = response.writeHead(200, json)
      open.write('{"posts":[{"slug":"0"}')
    })
    const posts = client.posts.all()
    expect((await posts.next()).value).toEqual({ slug: '0' })
    for (const slug of ['1', '2', '3']) {
      // Whoever takes long with a post is not waiting.
      await vi.advanceTimersByTimeAsync(100_000)
      const next = posts.next()
      await vi.advanceTimersByTimeAsync(29_000)
      open!.write(`,{"slug":"${slug}"}`)
      expect((await next).value).toEqual({ slug })
    }
    const last = posts.next().catch((error) => error)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await last).toMatchObject({ name: 'BrokenReply', message: 'Nothing has arrived for 30 s.' })
  })

  test('is waited for without end, if the client is told so', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const { client } = await clientOf(
      (_, response) => response.writeHead(200, json).end('{"suggestions":[]}'),
      { timeout: Number.POSITIVE_INFINITY },
    )
    expect(await client.suggest('a')).toEqual([])
    const delays = timers.mock.calls.map(([, delay]) => delay!).filter((delay) => delay > 1e6)
    expect(new Set(delays)).toEqual(new Set([2 ** 31 - 1]))
  })
})
