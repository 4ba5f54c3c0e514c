// Every bound of a request, through every door: a socket, the function, galley/fetch and the Worker; by GET, by HEAD, and as a message of
// an agent. What is refused, and what needs no content, reads none: the bytes that are read of the snapshot are counted.
import { once } from 'node:events'
import fs, { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Admission } from '../../api/_app/admission/admission.ts'
import { createFetch } from '../../api/_app/fetch.ts'
import { createFunction } from '../../api/_app/function.ts'
import { usuallyHeld } from '../../api/_app/http/reply.ts'
import { createWorker } from '../../api/_app/isolate.ts'
import { termsOf } from '../../packages/search/build/words/terms.ts'
import { serve } from '../../server/index.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { unlimited } from '../support/server.ts'
import { talk } from '../support/talk.ts'

const root = mkdtempSync(join(tmpdir(), 'galley-doors-'))
const data = join(root, 'data')
const megabyte = 2 ** 20

/** Random enough to take half as many bytes deflated. */
const words = Array.from({ length: 200_000 }, (_, i) => ((i * 2_654_435_761) >>> 0).toString(36)).join(' ')
/** The first is a stream by itself, and the others are long enough to be costly if they are looked through. */
const markdown = (number: number) =>
  `# Post ${number}\n\n${words.slice(0, number === 0 ? 1.2 * megabyte : 300_000)}\n`

beforeAll(() => {
  const workspace = bulkWorkspace('w', 24, (number) => `<p>zebra ${markdown(number)}</p>`)
  for (const [number, post] of workspace.posts.entries())
    Object.assign(post, {
      markdown: markdown(number),
      terms: { title: termsOf('post'), content: termsOf('zebra') },
    })
  writeSnapshot(data, { workspaces: [workspace], builtAt: null, preview: null, keepPrevious: false })
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

type Door = (path: string, init?: RequestInit) => Promise<Response>

/** Each is opened by its test, with an environment of its own. */
const doors: Record<string, (env?: Record<string, string>, admission?: Admission) => Promise<Door>> = {
  async 'a socket'(env, admission) {
    const all = { ...unlimited, ...env }
    const options = { data, public: root, port: 0, host: '127.0.0.1', env: all, log: () => {} }
    const running = await serve({ ...options, ...(admission && { admission }) })
    onTestFinished(async () => {
      await expect.poll(() => running.snapshots.leases).toBe(0)
      await running.close()
    })
    await running.look()
    return (path, init) => fetch(running.url + path, init)
  },
  async 'the function'(env) {
    inEnvironment(env)
    const server: Server = createServer(createFunction({ data: pathToFileURL(data) }))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    return (path, init) => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, init)
  },
  async 'galley/fetch'(env) {
    inEnvironment(env)
    const answer = createFetch({ data: pathToFileURL(data) })
    return (path, init) => answer(new Request(`https://api.example.org${path}`, init))
  },
  async 'the Worker'(env) {
    inEnvironment(env)
    const worker = createWorker(data)
    const ASSETS = { fetch: async () => new Response(null, { status: 404 }) }
    return (path, init) => worker.fetch(new Request(`https://api.example.org${path}`, init), { ASSETS })
  },
}

function inEnvironment(env: Record<string, string> = {}): void {
  for (const [name, value] of Object.entries({ ...unlimited, ...env })) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
}

const identity = { 'Accept-Encoding': 'identity' }
const message = (method: string, params: object): RequestInit => ({
  method: 'POST',
  headers: { ...identity, 'Content-Type': 'application/json' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
})
const tool = (name: string, given: object) => message('tools/call', { name, arguments: given })
const by = (method: string, headers = {}): RequestInit => ({ method, headers: { ...identity, ...headers } })
const mcp = '/v1/w/mcp'
const long = '/v1/w/posts/post-0?format=markdown'
const resource = (number: number) => message('resources/read', { uri: `galley://posts/post_${number}` })

/** How many bytes are read of files meanwhile. */
async function bytesRead(work: () => Promise<unknown>): Promise<number> {
  const { readSync } = fs
  let bytes = 0
  const counting = (...args: Parameters<typeof readSync>) => {
    const read = readSync(...args)
    bytes += read
    return read
  }
  Object.assign(fs, { readSync: counting })
  syncBuiltinESMExports()
  try {
    await work()
    return bytes
  } finally {
    Object.assign(fs, { readSync })
    syncBuiltinESMExports()
  }
}

/** How much JSON is read and made in one piece meanwhile, at most, in characters. */
async function longestPiece(work: () => Promise<unknown>): Promise<number> {
  const { parse, stringify } = JSON
  let longest = 0
  const seen = <T>(text: string, value: T) => {
    longest = Math.max(longest, text?.length ?? 0)
    return value
  }
  Object.assign(JSON, {
    parse: (text: string) => seen(text, parse(text)),
    stringify: (value: unknown) => {
      const text = stringify(value)
      return seen(text, text)
    },
  })
  try {
    await work()
    return longest
  } finally {
    Object.assign(JSON, { parse, stringify })
  }
}

/** Opens files and reads what is known of all posts. */
async function warm(ask: Door): Promise<void> {
  const asked: [path: string, init: RequestInit][] = [
    ['/v1/w/posts/post-23', by('GET')],
    ['/v1/w/posts/post-23.md', by('GET')],
    [mcp, tool('search', { query: 'zebra', limit: 1 })],
    [mcp, tool('fetch', { id: 'post-23' })],
  ]
  for (const [path, init] of asked) {
    const response = await ask(path, init)
    expect(response.status).toBe(200)
    await response.arrayBuffer()
  }
}

interface Row {
  path: string
  init: RequestInit
  status: number
  /** What the body says, in part. */
  says?: string
}

const far = `?x=${'x'.repeat(8_192)}`
const bounds: Record<string, Row[]> = {
  'a target has at most 8,192 bytes': ['GET', 'HEAD'].map((method) => ({
    path: `/v1/w/posts${far}`,
    init: by(method),
    status: 414,
  })),
  'so has that of a message': [{ path: mcp + far, init: message('ping', {}), status: 414 }],
  'a body has at most 64 KB': [
    { path: mcp, init: { ...message('ping', {}), body: ' '.repeat(65_537) }, status: 413 },
    { path: '/v1/w/posts', init: by('POST'), status: 405 },
  ],
  'a body is JSON, and not compressed': [
    { path: mcp, init: { ...message('ping', {}), headers: { 'Content-Type': 'text/plain' } }, status: 415 },
    {
      path: mcp,
      init: {
        ...message('ping', {}),
        headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
      },
      status: 415,
    },
  ],
  'a message is sent by POST alone': ['GET', 'HEAD', 'PUT', 'DELETE'].map((method) => ({
    path: mcp,
    init: by(method),
    status: 405,
  })),
  'a page with highlights has at most 100 posts, and for an agent any page 50': [
    { path: '/v1/w/posts?query=zebra&highlight=true&limit=101', init: by('GET'), status: 400 },
    { path: '/v1/w/posts?query=zebra&highlight=true&limit=101', init: by('HEAD'), status: 400 },
    { path: mcp, init: tool('list_posts', { limit: 51 }), status: 200, says: '"isError":true' },
  ],
  'a search has at most 512 characters, and for an agent 20 results': [
    { path: `/v1/w/posts?query=${'x'.repeat(513)}`, init: by('GET'), status: 400 },
    { path: `/v1/w/posts?query=${'x'.repeat(513)}`, init: by('HEAD'), status: 400 },
    { path: mcp, init: tool('search', { query: 'x'.repeat(513) }), status: 200, says: '"isError":true' },
    { path: mcp, init: tool('search', { query: 'x', limit: 21 }), status: 200, says: '"isError":true' },
  ],
  'a post of another name is none': [
    { path: '/v1/w/posts/none', init: by('GET'), status: 404 },
    { path: '/v1/w/posts/none', init: by('HEAD'), status: 404 },
    { path: mcp, init: tool('fetch', { id: 'none' }), status: 200, says: '"isError":true' },
    {
      path: mcp,
      init: message('resources/read', { uri: 'galley://posts/none' }),
      status: 200,
      says: '-32602',
    },
  ],
}

describe.each(Object.keys(doors))('%s', (name) => {
  const open = doors[name]!

  test('has every bound of a request, and reads no content for what it refuses', async () => {
    const ask = await open()
    await warm(ask)
    for (const [bound, rows] of Object.entries(bounds)) {
      for (const { path, init, status, says = '' } of rows) {
        let answer: Response | undefined
        const bytes = await bytesRead(async () => {
          answer = await ask(path, init)
        })
        expect([bound, init.method, answer!.status]).toEqual([bound, init.method, status])
        expect(await answer!.text()).toContain(says)
        expect([bound, bytes < 10_000]).toEqual([bound, true])
      }
    }
  })

  test('counts a request once, however it comes', async () => {
    const ask = await open({ GALLEY_RATE_LIMIT: '4/1h' })
    const statuses: number[] = []
    const asked: [path: string, init: RequestInit][] = [
      ['/v1/w/posts?limit=1&select=slug', by('GET')],
      ['/v1/w/posts?limit=1&select=slug', by('HEAD')],
      [mcp, tool('fetch', { id: 'post-1' })],
      [mcp, resource(1)],
      ['/v1/w/posts?limit=1&select=slug', by('GET')],
      ['/v1/w/posts?limit=1&select=slug', by('HEAD')],
      [mcp, tool('fetch', { id: 'post-1' })],
      [mcp, resource(1)],
    ]
    for (const [path, init] of asked) {
      const { status, body } = await ask(path, init)
      statuses.push(status)
      await body?.cancel()
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429, 429, 429])
  })

  test('gives an agent a piece of a long post, and the whole as it is stored', async () => {
    const ask = await open()
    await warm(ask)
    const piece = await (await ask(mcp, tool('fetch', { id: 'post-0', offset: 1_000_000 }))).text()
    // Twice, as the protocol has it.
    expect(piece.length).toBeLessThan(100_000)
    const { structuredContent } = JSON.parse(piece).result
    expect(markdown(0)).toContain(structuredContent.text)
    expect(structuredContent.metadata.length).toBe(markdown(0).length)
    const whole = await ask(mcp, resource(0))
    expect(whole.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const text = await whole.text()
    expect(whole.headers.get('content-length')).toBe(String(Buffer.byteLength(text)))
    expect(JSON.parse(text)).toEqual({
      ...{ jsonrpc: '2.0', id: 1 },
      result: { contents: [{ uri: 'galley://posts/post_0', mimeType: 'text/markdown', text: markdown(0) }] },
    })
  })

  test('never holds up others with the JSON of a whole post', async () => {
    const ask = await open()
    await warm(ask)
    for (const init of [tool('fetch', { id: 'post-0', offset: 1_000_000 }), resource(0)]) {
      const longest = await longestPiece(async () => (await ask(mcp, init)).arrayBuffer())
      expect(longest).toBeGreaterThan(0)
      expect(longest).toBeLessThan(100_000)
    }
  })

  test('reads nothing of what is long for a HEAD', async () => {
    const ask = await open()
    await warm(ask)
    for (const path of [
      long,
      '/v1/w/posts?limit=all',
      '/v1/w/posts/post-0.md',
      '/v1/w/posts?limit=all&format=text',
    ]) {
      const bytes = await bytesRead(async () => expect((await ask(path, by('HEAD'))).status).toBe(200))
      expect([path, bytes < 10_000]).toEqual([path, true])
    }
  })
})

/** How many long replies one client has that nobody reads, until there is no room for more: that of the socket is given. */
const rooms: [door: string, count: number][] = [
  ['a socket', 0],
  ['galley/fetch', 32],
  ['the Worker', 12],
]

test.each(rooms)(
  'through %s, beside %i replies that nobody reads there is no room for more by any method',
  async (name, count) => {
    const begun = { client: usuallyHeld - 1, all: usuallyHeld - 1 }
    const ask = await doors[name]!({}, new Admission({ begun, waiting: { client: 0, all: 0 } }))
    await warm(ask)
    /** Who would wait goes away. */
    const refused = async (path: string, init: RequestInit) => {
      const leaving = new AbortController()
      const answer = ask(path, { ...init, ...(name === 'galley/fetch' && { signal: leaving.signal }) })
      if (name === 'galley/fetch') await new Promise((resolve) => setTimeout(resolve, 20))
      leaving.abort()
      const { status, body } = await answer
      await body?.cancel()
      return status
    }
    const open = [
      ...(await Promise.all(
        Array.from({ length: count / 2 }, () => ask('/v1/w/posts?limit=all', by('GET'))),
      )),
      ...(await Promise.all(Array.from({ length: count / 2 }, () => ask(mcp, resource(0))))),
    ]
    expect(open.map(({ status }) => status)).toEqual(Array(count).fill(200))
    const bytes = await bytesRead(async () => {
      expect(await refused('/v1/w/posts?limit=all', by('GET'))).toBe(503)
      expect(await refused(long, by('GET'))).toBe(503)
      expect(await refused(mcp, resource(0))).toBe(503)
      expect((await ask(long, by('HEAD'))).status).toBe(200)
    })
    expect(bytes).toBeLessThan(10_000)
    if (count === 0) return
    for (const { body } of open) await body!.cancel()
    await expect.poll(() => refused(mcp, resource(0))).toBe(200)
  },
)

test('through the Worker, where nothing can wait, two long posts are looked through at a time', async () => {
  const ask = await doors['the Worker']!()
  await warm(ask)
  const asked = Array.from({ length: 9 }, () => ask(mcp, tool('fetch', { id: 'post-0', offset: 1_000_000 })))
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(statuses.sort()).toEqual([200, 200, ...Array(7).fill(503)])
  expect((await ask(mcp, tool('fetch', { id: 'post-0' }))).status).toBe(200)
})

test('through a socket, what is costly waits for a slot by any method, and reads nothing meanwhile', async () => {
  const admission = new Admission({ slots: 1, waiting: { client: 0, all: 0 } })
  const ask = await doors['a socket']!({}, admission)
  await warm(ask)
  let release = () => {}
  const request = { method: 'GET', target: '/', header: () => undefined, address: undefined }
  void admission.run(request, () => new Promise<void>((resolve) => (release = resolve)))
  const costly: [path: string, init: RequestInit][] = [
    ['/v1/w/posts?limit=5&format=text', by('GET')],
    ['/v1/w/posts?query=zebra&limit=5&highlight=true', by('GET')],
    ['/v1/w/posts/post-0.md', by('GET')],
    [mcp, tool('search', { query: 'zebra', limit: 5 })],
    [mcp, tool('fetch', { id: 'post-1' })],
    [mcp, tool('fetch', { id: 'post-0', offset: 1_000_000 })],
  ]
  const statuses = async (isTaken: boolean) => {
    const all: number[] = []
    for (const [path, init] of costly) {
      const answer = await ask(path, init)
      await answer.arrayBuffer()
      await expect.poll(() => admission.state.begun).toBe(isTaken ? 1 : 0)
      all.push(answer.status)
    }
    return all
  }
  const bytes = await bytesRead(async () => expect(await statuses(true)).toEqual(costly.map(() => 503)))
  expect(bytes).toBeLessThan(10_000)
  release()
  expect(await statuses(false)).toEqual(costly.map(() => 200))
  await expect.poll(() => admission.state).toEqual({ waiting: 0, begun: 0, working: 0 })
})

test('in HTTP/1.0, the whole post is read once, since its length is known', async () => {
  const ask = await doors['a socket']!()
  await warm(ask)
  const { url } = await ask('/status')
  const body = String(resource(0).body)
  const head = `POST ${mcp} HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
  const once = await bytesRead(async () => {
    const { bytes } = await talk(url, [head + body])
    expect(bytes.toString()).toContain('Content-Length: ')
    expect(bytes.length).toBeGreaterThan(megabyte)
  })
  expect(once).toBeGreaterThan(megabyte / 4)
  expect(once).toBeLessThan(megabyte)
})
