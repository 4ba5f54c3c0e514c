// galley/fetch, called as a platform calls it that has the web's requests. That it answers as `galley serve` does is told by
// test/workers and test/platforms.
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createFetch } from '../../api/_app/fetch.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace
let data: URL

beforeAll(async () => {
  const text = Array.from({ length: 4_000 }, (_, n) => `word${n * n}`).join(' ')
  const posts = Array.from({ length: 300 }, (_, n) => [
    `demo/posts/post-${n}.md`,
    postFile({ title: `Post ${n}`, publishedAt: '2025-05-31' }, n < 100 ? text : 'Hello.\n'),
  ])
  place = await workspace(Object.fromEntries(posts))
  await place.build()
  data = pathToFileURL(`${place.out}/data/`)
})
afterAll(() => place.remove())

/** One of its own, with an environment of its own. */
function fetchWith(env: Record<string, string> = {}) {
  for (const [name, value] of Object.entries({ GALLEY_RATE_LIMIT: 'off', ...env })) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const answer = createFetch({ data })
  return (path: string, init: RequestInit = {}) => answer(new Request(`https://api.example.org${path}`, init))
}

const list = '/v1/demo/posts?limit=2&select=slug'
const all = '/v1/demo/posts?limit=all'

describe('galley/fetch', () => {
  test('answers with status, headers and body', async () => {
    const response = await fetchWith()(list)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const text = await response.text()
    expect(JSON.parse(text).posts).toHaveLength(2)
    expect(response.headers.get('content-length')).toBe(String(text.length))
  })

  test('has no body for HEAD, OPTIONS and what the client has', async () => {
    const ask = fetchWith()
    const etag = (await ask(list)).headers.get('etag')!
    const answers = await Promise.all([
      ask(list, { method: 'HEAD' }),
      ask(all, { method: 'HEAD' }),
      ask(list, { method: 'OPTIONS' }),
      ask(list, { headers: { 'If-None-Match': etag } }),
    ])
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [200, null],
      [200, null],
      [204, null],
      [304, null],
    ])
    expect(answers[0]!.headers.get('content-length')).toMatch(/^\d+$/)
  })

  test('gzips for those who accept it', async () => {
    const ask = fetchWith()
    for (const path of [list.replace('limit=2', 'limit=300'), all]) {
      const plain = await (await ask(path)).text()
      const packed = await ask(path, { headers: { 'Accept-Encoding': 'gzip' } })
      expect(packed.headers.get('content-encoding')).toBe('gzip')
      expect(gunzipSync(await packed.arrayBuffer()).toString()).toBe(plain)
    }
  })

  test('sends what is long while it is read, and ends whatever is left by its reader', async () => {
    const ask = fetchWith()
    expect(JSON.parse(await (await ask(all)).text()).posts).toHaveLength(300)
    // One client may have 32 of them at a time.
    for (let n = 0; n < 40; n++) {
      const { body, status } = await ask(all)
      expect(status).toBe(200)
      const reader = body!.getReader()
      if (n % 2 === 0) await reader.read()
      await reader.cancel()
    }
  })

  test('cuts off what turns out to be damaged, and says so in the log', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => said.mockRestore())
    const { body } = await fetchWith()(all)
    const reader = body!.getReader()
    await reader.read()
    const { readdirSync, readFileSync, writeFileSync } = await import('node:fs')
    const [hash] = readdirSync(data).filter((name) => !name.includes('.'))
    const file = new URL(`${hash}/content.html.deflated`, data)
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.subarray(0, bytes.length / 2))
    onTestFinished(() => writeFileSync(file, bytes))
    const rest = async () => {
      while (!(await reader.read()).done);
    }
    await expect(rest()).rejects.toThrow('content.html.deflated')
    expect(said.mock.calls.flat()).toEqual([expect.stringMatching(/^reply cut off: /)])
  })

  test('keeps no place in the line for those who have gone', async () => {
    const ask = fetchWith()
    const open = await Promise.all(Array.from({ length: 32 }, () => ask(all)))
    const leaving = new AbortController()
    const waiting = Array.from({ length: 8 }, () => ask(all, { signal: leaving.signal }))
    leaving.abort()
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(8).fill(503))
    expect((await ask(all, { signal: leaving.signal })).status).toBe(503)
    for (const { body } of open) await body!.cancel()
    expect((await ask(all)).status).toBe(200)
  })

  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
  const typed = { 'Content-Type': 'application/json' }
  test.each<[string, number, RequestInit]>([
    ['in JSON', 200, { body: message, headers: typed }],
    ['with nothing in it', 200, { headers: typed }],
    ['of another type', 415, { body: message, headers: { 'Content-Type': 'text/plain' } }],
    ['compressed', 415, { body: message, headers: { ...typed, 'Content-Encoding': 'gzip' } }],
    ['that is too large', 413, { body: message.padEnd(65_537), headers: typed }],
  ])('reads a body %s', async (_, status, init) => {
    expect((await fetchWith()('/v1/demo/mcp', { method: 'POST', ...init })).status).toBe(status)
  })

  test('waits five seconds for a body', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      expect(ms).toBe(5_000)
      return AbortSignal.abort()
    })
    onTestFinished(() => void vi.restoreAllMocks())
    const body = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('{')) })
    const init = { method: 'POST', headers: typed, body, duplex: 'half' } as RequestInit
    expect((await fetchWith()('/v1/demo/mcp', init)).status).toBe(408)
  })

  test('counts clients by the header that TRUSTED_IP_HEADER names, and all as one without', async () => {
    const env = { GALLEY_FALLBACK_LIMIT: '1/1h' }
    const from = (address: string) => ({ headers: { 'X-Client': address } })
    for (const [own, statuses] of [
      [{ TRUSTED_IP_HEADER: 'X-Client' }, [404, 404, 429]],
      [{}, [404, 429, 429]],
    ] as const) {
      const ask = fetchWith({ ...env, TRUSTED_IP_HEADER: '', ...own })
      const answers: number[] = []
      for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.1'])
        answers.push((await ask('/none', from(address))).status)
      expect(answers).toEqual(statuses)
    }
  })
})
