// The client against a real server, and against servers that refuse, break off and stall.
import { once } from 'node:events'
import type { RequestListener, ServerResponse } from 'node:http'
import fc from 'fast-check'
import { afterEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import {
  BrokenReply,
  createClient,
  type FieldDefinition,
  GalleyError,
  type Highlights,
  NotFound,
  NotModified,
  Overloaded,
  type PostSummary,
  type RequestOptions,
  SnapshotChanged,
} from '../../client/index.ts'
import { itemsIn } from '../../client/stream.ts'
import { termsOf } from '../../packages/search/build/words/terms.ts'
import { serve } from '../../server/index.ts'
import { bulkWorkspace, exampleSite } from '../support/bulk.ts'
import { anyCharacter } from '../support/characters.ts'
import { testServer, unlimited } from '../support/server.ts'
import { all, clientOf } from './server.ts'

const workspaceOf = (count: number) => {
  const workspace = { ...bulkWorkspace('blog', count, (number) => `<p>${number}</p>`), site: exampleSite }
  workspace.fields = [{ name: 'rating', type: 'number', required: true }]
  workspace.posts = workspace.posts.map((post, number) => ({
    ...post,
    aliases: number === 0 ? ['former'] : [],
    redirects: number < 2 ? [{ from: `/old/${number}`, to: `/post-${number}`, slug: `post-${number}` }] : [],
    terms: { title: termsOf(post.meta.title), content: termsOf(number === 1 ? 'a harbour' : 'text') },
  }))
  return workspace
}
const here = testServer([workspaceOf(25)])
const client = () => createClient<{ rating: number }>({ baseUrl: `${here.running.url}/`, key: 'blog' })

const closing: (() => unknown)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  for (const close of closing.splice(0)) await close()
})

/** @param headers by request; the last for all others */
function refusing(...headers: Record<string, string>[]): RequestListener {
  let asked = 0
  return (_, response) => {
    response.writeHead(429, headers[Math.min(asked++, headers.length - 1)])
    response.end(
      JSON.stringify({ error: 'Too many requests', message: 'Wait.', details: { statusCode: 429 } }),
    )
  }
}

describe('a workspace', () => {
  test('says what it is, and with include how it defines its fields', async () => {
    const workspace = await client().workspace()
    expectTypeOf(workspace.fields).toEqualTypeOf<FieldDefinition[] | undefined>()
    expect(workspace).toEqual({
      key: 'blog',
      name: 'Example',
      description: 'About examples.',
      url: 'https://example.org/',
      language: 'en',
      counts: { posts: 25, categories: 1, tags: 0, authors: 1 },
    })
    const { fields } = await client().workspace({ include: ['fields'] })
    expectTypeOf(fields).toEqualTypeOf<FieldDefinition[]>()
    expect(fields).toEqual([{ name: 'rating', type: 'number', required: true }])
  })

  test('has old addresses, all of them or the one that is asked for', async () => {
    const [first, ...others] = await client().redirects()
    expect([first, others.length]).toEqual([{ from: '/old/0', to: '/post-0', slug: 'post-0' }, 1])
    expect(await client().redirects({ from: '/old/1/?q' })).toEqual(others)
    expect(await client().redirects({ from: '/none' })).toEqual([])
    expect(await client().redirects({ limit: 1, page: 2 })).toEqual(others)
  })
})

describe('a reply', () => {
  type Head = Parameters<NonNullable<RequestOptions['onReply']>>[0]
  const heads: Head[] = []
  const onReply = (head: Head) => void heads.push(head)
  const methods: Record<string, (options: RequestOptions) => Promise<unknown>> = {
    'posts.list': (options) => client().posts.list(options),
    'posts.get': (options) => client().posts.get('post-1', options),
    'posts.all': (options) => all(client().posts.all(options)),
    'posts.pages': (options) => all(client().posts.pages({ ...options, limit: 20 })),
    search: (options) => client().search('harbour', options),
    suggest: (options) => client().suggest('har', options),
    'tags.list': (options) => client().tags.list(options),
    'authors.get': (options) => client().authors.get('ada', options),
    workspace: (options) => client().workspace(options),
    redirects: (options) => client().redirects(options),
  }

  test.each(Object.entries(methods))(
    'of %s has an entity tag, which need not be read twice',
    async (_, ask) => {
      heads.length = 0
      await ask({ onReply })
      const [head] = heads
      expect(head).toEqual({
        etag: expect.stringMatching(/^(W\/)?"[^"]+"$/),
        snapshot: expect.stringMatching(/^[0-9a-f]{32}\.25$/),
      })
      expect(new Set(heads.map(({ snapshot }) => snapshot)).size).toBe(1)
      heads.length = 0
      const again = ask({ onReply, etag: head!.etag })
      await expect(again).rejects.toThrow(NotModified)
      await expect(again).rejects.toMatchObject({ status: 304, name: 'NotModified' })
      expect(heads).toEqual([])
      await ask({ onReply, etag: '"another"' })
      expect(heads[0]).toEqual(head)
    },
  )
})

describe('posts', () => {
  test('are listed, with what select and include name, and typed so', async () => {
    const { posts, pagination } = await client().posts.list({
      limit: 2,
      page: 2,
      categories: ['news', 'other'],
      select: ['slug', 'title'],
      include: ['neighbors'],
    })
    expectTypeOf(posts).items.toEqualTypeOf<{
      slug: string
      title: string
      neighbors: { previous: PostSummary | null; next: PostSummary | null }
      highlights?: Highlights
    }>()
    expect(posts.map(({ slug, neighbors }) => [slug, neighbors.next?.slug])).toEqual([
      ['post-2', 'post-1'],
      ['post-3', 'post-2'],
    ])
    expect(Object.keys(posts[0]!)).toEqual(['slug', 'title', 'neighbors'])
    expect(pagination).toMatchObject({ limit: 2, currentPage: 2, totalItems: 25 })
    const whole = await client().posts.list({ facets: ['category'] })
    expectTypeOf(whole.posts[0]!.fields).toEqualTypeOf<{ rating: number }>()
    expectTypeOf(whole.posts[0]!).not.toHaveProperty('related')
    expect(whole.posts[0]!.content).toBe('<p>0</p>')
    expect(whole.facets).toEqual({ category: [{ slug: 'news', name: 'News', count: 25 }] })
  })

  test('are read one by one, by their earlier slugs, too', async () => {
    expect(await client().posts.get('former', { select: ['slug'] })).toEqual({ slug: 'post-0' })
    const post = await client().posts.get('post_1', { format: 'text', select: ['content'] })
    expectTypeOf(post.content).toBeString()
    expect(post).toEqual({ content: '1' })
  })

  test.each(['none', '', '.', '..', 'post-1.md', 'a/b', '%'])('named %j are not there', async (slug) => {
    await expect(client().posts.get(slug)).rejects.toThrow(NotFound)
  })

  test('are not read to their end if they are markdown', async () => {
    let closed: Promise<unknown> | undefined
    const { client } = await clientOf((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/markdown' }).write('# It goes on')
      closed = once(response, 'close')
    })
    await expect(client.posts.get('post-1.md')).rejects.toThrow(NotFound)
    await closed
  })

  test('come all, in one request', async () => {
    const posts = await all(client().posts.all({ select: ['slug'], order: 'asc' }))
    expect(posts.map(({ slug }) => slug)).toEqual(Array.from({ length: 25 }, (_, i) => `post-${24 - i}`))
  })

  test('come page by page, until something is published in between', async () => {
    const pages = await all(client().posts.pages({ limit: 10, page: 2, select: ['slug'] }))
    expect(pages.map(({ posts }) => posts.length)).toEqual([10, 5])
    const reading = client().posts.pages({ limit: 10 })
    await reading.next()
    here.publish([workspaceOf(26)])
    await here.running.look()
    await expect(reading.next()).rejects.toThrow(SnapshotChanged)
    here.publish([workspaceOf(25)])
    await here.running.look()
  })

  test('come page by page from Galley itself, whatever caches in front of it have kept', async () => {
    const { requests, client } = await clientOf((_, response) => {
      response.setHeader('X-Snapshot-Id', 'abc.2')
      response.end('{"posts":[],"pagination":{"nextPage":2}}')
    })
    const pages = client.posts.pages()
    for (let page = 1; page <= 2; page++) await pages.next()
    const queries = requests.map(({ url }) => new URL(url!, 'http://a').searchParams.get('snapshot'))
    expect(queries).toEqual(['', 'abc.2'])
  })

  test('are found, best first', async () => {
    const { posts, search } = await client().search('harbor', { select: ['slug'], highlight: true })
    expect(posts.map(({ slug }) => slug)).toEqual(['post-1'])
    expect(search?.corrected).toEqual(['harbour'])
    const inOrder = await client().search('post', { order: 'asc', limit: 1, select: ['slug'] })
    expect(inOrder.posts).toEqual([{ slug: 'post-24' }])
    expect(await client().suggest('harb')).toEqual([{ kind: 'word', text: 'harbour' }])
  })
})

test('categories, tags and authors are listed, and read one by one', async () => {
  const { categories, tags, authors } = client()
  expect(await categories.list({ limit: 1 })).toMatchObject([{ slug: 'news', count: { posts: 25 } }])
  expect(await tags.list()).toEqual([])
  expect(await authors.get('ada')).toMatchObject({ name: 'Ada', count: { posts: 25 } })
  expect(await categories.get('news')).toMatchObject({ name: 'News', count: { posts: 25 } })
  expect(await authors.list()).toMatchObject([{ slug: 'ada' }])
  await expect(categories.get('none')).rejects.toThrow(NotFound)
  await expect(tags.get('')).rejects.toMatchObject({
    ...{ status: 404, error: 'Not found', message: 'tags has nothing that is named "".' },
  })
  const { client: other } = await clientOf((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"tag":{"slug":"x"}}')
  })
  expect(await other.tags.get('x')).toEqual({ slug: 'x' })
})

test('a reply that is no success is an error with what it says', async () => {
  const failed = client().posts.list({ limit: 0 })
  await expect(failed).rejects.toThrow(GalleyError)
  await expect(failed).rejects.toMatchObject({
    name: 'GalleyError',
    status: 400,
    error: 'Invalid query parameters',
    message: expect.stringContaining('limit'),
    details: [{ field: 'limit', message: expect.any(String) }],
  })
  const elsewhere = await clientOf((_, response) => response.writeHead(502).end('<h1>Bad gateway</h1>'))
  await expect(elsewhere.client.suggest('a')).rejects.toMatchObject({ status: 502, message: 'HTTP 502' })
  const nothing = await clientOf((_, response) => response.writeHead(502).end('null'))
  await expect(nothing.client.suggest('a')).rejects.toMatchObject({ status: 502, message: 'HTTP 502' })
})

test('requests have no header that a browser would ask permission for, and everything is encoded', async () => {
  const { client, requests } = await clientOf((_, response) => response.end('{"suggestions":[]}'))
  await client.suggest('a&b=c ü')
  expect(requests[0]!.url).toBe('/g/v1/k%2F%C3%BC/suggest?query=a%26b%3Dc+%C3%BC')
  const names = Object.keys(requests[0]!.headers).sort()
  await fetch(`http://${requests[0]!.headers.host}/`).then((response) => response.body?.cancel())
  expect(names).toEqual(Object.keys(requests[1]!.headers).sort())
})

test('each call is one request, with the parameters that its options name', async () => {
  const { client, requests } = await clientOf((_, response) => response.writeHead(404).end('{}'))
  const { posts, categories, tags, authors } = client
  const calls = [
    posts.list(),
    posts.list({ limit: 2, page: 3, categories: ['a', 'b'], query: undefined, order: 'asc' }),
    posts.get('ä/b', { format: 'text', select: ['slug', 'title'] }),
    all(posts.all({ order: 'asc' })),
    all(posts.pages({ page: 2, limit: 5 })),
    client.search('a b'),
    client.search('a', { order: 'desc' }),
    client.search('a', { sort: 'updatedAt', limit: 1 }),
    client.suggest('a'),
    categories.list({ limit: 1 }),
    tags.list(),
    authors.get('x'),
  ]
  for (const call of calls) await expect(call).rejects.toThrow(NotFound)
  const asked = requests.map(({ url }) => url!.replace('/g/v1/k%2F%C3%BC/', '')).sort()
  expect(asked).toEqual([
    'authors/x',
    'categories?limit=1',
    'posts',
    'posts/%C3%A4%2Fb?format=text&select=slug%2Ctitle',
    'posts?limit=2&page=3&categories=a%2Cb&order=asc',
    'posts?order=asc&limit=all',
    'posts?order=desc&query=a',
    'posts?page=2&limit=5&snapshot=',
    'posts?sort=relevance&query=a+b',
    'posts?sort=updatedAt&limit=1&query=a',
    'suggest?query=a',
    'tags',
  ])
})

test('pages of a server that names no snapshot are asked for without one', async () => {
  const { client, requests } = await clientOf((_, response) =>
    response.end(`{"posts":[],"pagination":{"nextPage":${requests.length < 3 ? 7 : null}}}`),
  )
  expect(await all(client.posts.pages())).toHaveLength(3)
  expect(requests.map(({ url }) => url!.split('?')[1])).toEqual(['page=1&snapshot=', 'page=7', 'page=7'])
})

test('errors have the names of their classes', () => {
  const reply = [400, 'Bad', 'Worse'] as const
  const errors = [
    new GalleyError(...reply),
    new NotFound(...reply),
    new SnapshotChanged(...reply),
    new Overloaded(...reply, undefined, 1),
    new BrokenReply('Worst'),
  ]
  expect(errors.map(String)).toEqual([
    'GalleyError: Worse',
    'NotFound: Worse',
    'SnapshotChanged: Worse',
    'Overloaded: Worse',
    'BrokenReply: Worst',
  ])
})

describe('where a reply asks to wait,', () => {
  /** Returns when it has begun to wait for that many ms, on a clock that stands still. */
  async function toWait(ms: number): Promise<void> {
    const timers = vi.isMockFunction(setTimeout) ? vi.mocked(setTimeout) : vi.spyOn(globalThis, 'setTimeout')
    const delays = () => timers.mock.calls.map(([, delay]) => delay)
    await vi.waitFor(() => expect(delays()).toContain(ms), { timeout: 20_000 })
  }

  test('the request is repeated', { tags: 'nightly' }, async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const { url } = await limited('3/1s')
    const client = createClient({ baseUrl: url, key: 'blog' })
    const posts: unknown[] = []
    const lists = [1, 2, 3, 4].map(async (page) => {
      posts.push(...(await client.posts.list({ limit: 5, page })).posts)
    })
    await expect.poll(() => posts).toHaveLength(15)
    const refused = Date.now()
    const later = async () => {
      await vi.advanceTimersByTimeAsync(100)
      return posts
    }
    await expect.poll(later).toHaveLength(20)
    expect(Date.now() - refused).toBeGreaterThanOrEqual(1_000)
    await Promise.all(lists)
  })

  test('it is repeated three times at most', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const { client, requests } = await clientOf(refusing({ 'Retry-After': '0' }))
    const failed = client.posts.list()
    await expect(failed).rejects.toThrow(Overloaded)
    await expect(failed).rejects.toMatchObject({ status: 429, message: 'Wait.', retryAfter: 0 })
    expect(requests).toHaveLength(4)
  })

  test('it waits for 30 seconds in all at most', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const { client, requests } = await clientOf(refusing({ 'Retry-After': '14' }, { 'Retry-After': '16' }))
    const failed = client.posts.list().catch((error) => error)
    await toWait(14_500)
    await vi.advanceTimersByTimeAsync(14_499)
    expect(requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await failed).toMatchObject({ name: 'Overloaded', retryAfter: 16 })
    expect(requests).toHaveLength(2)
  })

  test('it waits for just 30 seconds, and is then repeated at once or not at all', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const { client, requests } = await clientOf(
      refusing({ 'Retry-After': '30' }, { 'Retry-After': '0' }, { 'Retry-After': '1' }),
      { timeout: 60_000 },
    )
    const failed = client.posts.list().catch((error) => error)
    for (const wait of [30_000, 0]) {
      await toWait(wait)
      await vi.advanceTimersByTimeAsync(wait)
    }
    expect(await failed).toMatchObject({ name: 'Overloaded', retryAfter: 1 })
    expect(requests).toHaveLength(3)
  })

  test.each([{}, { 'Retry-After': '31' }, { 'Retry-After': 'Fri, 01 Jan 2027 00:00:00 GMT' }])(
    'with %j, it is not repeated',
    async (headers) => {
      const { client, requests } = await clientOf(refusing(headers))
      await expect(client.posts.list()).rejects.toThrow(GalleyError)
      expect(requests).toHaveLength(1)
    },
  )

  test('a signal hears nothing of waits that are over', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const { signal } = new AbortController()
    const listening = new Set<unknown>()
    vi.spyOn(signal, 'addEventListener').mockImplementation((_, listener) => void listening.add(listener))
    vi.spyOn(signal, 'removeEventListener').mockImplementation((_, listener) => {
      listening.delete(listener)
    })
    let most = 0
    vi.stubGlobal('fetch', async () => {
      most = Math.max(most, listening.size)
      return new Response('{}', { status: 503, headers: { 'Retry-After': '0' } })
    })
    try {
      const { posts } = createClient({ baseUrl: 'http://localhost', key: 'k' })
      await expect(posts.list({ signal })).rejects.toThrow(Overloaded)
      // Each request listens by itself.
      expect([most, listening.size]).toEqual([1, 0])
    } finally {
      vi.unstubAllGlobals()
    }
  })

  test('a signal ends the wait', async () => {
    const clear = vi.spyOn(globalThis, 'clearTimeout')
    const { client, requests } = await clientOf(refusing({ 'Retry-After': '20' }))
    const controller = new AbortController()
    const waiting = client.posts.list({ signal: controller.signal })
    await expect.poll(() => requests.length).toBe(1)
    const cleared = clear.mock.calls.length
    controller.abort(new Error('left the page'))
    await expect(waiting).rejects.toThrow('left the page')
    expect(clear.mock.calls.length).toBeGreaterThan(cleared)
    await expect(client.posts.list({ signal: controller.signal })).rejects.toThrow('left the page')
    expect(requests).toHaveLength(1)
  })
})

describe('a reply', () => {
  const begun = '{"posts":[{"slug":"a"},{"slug":"b"'

  test('is read as it arrives, and left when nobody reads on', async () => {
    let open: ServerResponse | undefined
    const { client } = await clientOf((_, response) => {
      response.write(begun)
      open = response
    })
    const posts = client.posts.all()
    expect((await posts.next()).value).toEqual({ slug: 'a' })
    const next = posts.next()
    open!.write('}')
    expect((await next).value).toEqual({ slug: 'b' })
    const closed = once(open!, 'close')
    await posts.return()
    await closed
  })

  const breaks: Record<string, (response: ServerResponse) => void> = {
    'ends too early': (response) => response.end(begun),
    'breaks off': (response) => response.write(begun, () => response.destroy()),
    'is empty': (response) => response.end(),
    'is a page': (response) => response.end('<h1>Welcome to the hotel</h1>'),
  }
  test.each(Object.keys(breaks))('that %s is an error', async (how) => {
    const { client } = await clientOf((_, response) => breaks[how]!(response))
    for (const failing of [all(client.posts.all()), client.posts.list()]) {
      await expect(failing).rejects.toThrow(BrokenReply)
      await expect(failing).rejects.toThrow(
        /^(?:No complete reply: .|The reply is incomplete, or not from Galley: .)/,
      )
    }
  })

  test('is left at once when its signal is aborted', async () => {
    const { client } = await clientOf((_, response) => response.write(begun))
    const controller = new AbortController()
    const posts = client.posts.all({ signal: controller.signal })
    await posts.next()
    const next = posts.next()
    controller.abort(new Error('enough'))
    await expect(next).rejects.toThrow('enough')
  })

  test('that is an error is left at once, too', async () => {
    const { client, requests } = await clientOf((_, response) => {
      response.statusCode = 400
      response.write('{"error":')
    })
    const controller = new AbortController()
    const failing = client.posts.list({ signal: controller.signal })
    await expect.poll(() => requests.length).toBe(1)
    controller.abort(new Error('enough'))
    await expect(failing).rejects.toThrow('enough')
  })

  const anyPosts = fc.array(fc.dictionary(fc.string({ unit: anyCharacter }), fc.jsonValue()), {
    maxLength: 4,
  })
  const cuts = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { maxLength: 5 })

  test('gives the same posts however it is cut into chunks, and any end but its own is an error', async () => {
    await fc.assert(
      fc.asyncProperty(anyPosts, cuts, async (posts, cuts) => {
        const others = {
          pagination: { limit: 1 },
          facets: { tags: [{ slug: '[{"' }] },
          search: { omitted: ['}'] },
        }
        const bytes = Buffer.from(JSON.stringify({ posts, ...others }))
        const places = cuts.map((cut) => Math.floor(cut * bytes.length)).sort((a, b) => a - b)
        const reply = (end: number) => {
          const ends = [...places.filter((place) => place < end), end]
          const chunks = ends.map((to, i) => bytes.subarray(ends[i - 1] ?? 0, to))
          return { response: new Response(ReadableStream.from(chunks) as ReadableStream), bounds: {} }
        }
        expect(await all(itemsIn(reply(bytes.length), 'posts'))).toEqual(JSON.parse(bytes.toString()).posts)
        await expect(all(itemsIn(reply(places[0] ?? 0), 'posts'))).rejects.toThrow(BrokenReply)
      }),
      { numRuns: 100 },
    )
  })
})

/** A server with a limit. */
async function limited(limit: string): Promise<{ url: string }> {
  const env = { ...unlimited, GALLEY_RATE_LIMIT: limit }
  const running = await serve({ data: `${here.dist}/data`, port: 0, host: '127.0.0.1', env, log: () => {} })
  closing.push(() => running.close())
  return running
}
