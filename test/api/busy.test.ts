// What takes long to answer: admitted in turn or refused, while everything else is answered.
import { afterEach, describe, expect, test } from 'vitest'
import { Admission } from '../../api/_app/admission/admission.ts'
import type { ByteStream } from '../../api/_app/http/reply.ts'
import { targetOf } from '../../api/_app/http/request.ts'
import { ask } from '../support/ask.ts'
import { site } from '../support/site.ts'

const day = (i: number) => new Date(Date.UTC(2026, 0, 1 + i)).toISOString()
const text = (i: number) =>
  `*Paragraph* ${i} &amp; ${'this paragraph is long and wide. '.repeat(1_500)} zebra\n`
const files = Object.fromEntries(
  Array.from({ length: 40 }, (_, i) => [
    `demo/posts/long-${i}.md`,
    `---\n{ title: "Long ${i}", publishedAt: ${day(i)}, authors: [ada], category: news }\n---\n${text(i)}`,
  ]),
)
const { app } = site({}, { ...files, 'demo/workspace.yml': 'url: https://example.org\n' })

const request = { method: 'GET', target: '/', header: () => undefined, address: undefined }
let release = () => {}
afterEach(() => release())

/** An app with every slot taken until the test ends. */
function full() {
  const admission = new Admission({ slots: 1, waiting: { client: 0, all: 0 } })
  void admission.run(request, () => new Promise<void>((resolve) => (release = resolve)))
  const kept = new Map<string, Uint8Array>()
  return { admission, app: app({ admission, cache: kept }) }
}

const list = '/v1/demo/posts'
const costly = [
  `${list}?limit=all&format=text`,
  `${list}?limit=8&format=text`,
  `${list}?query=paragraph&highlight=true&limit=5`,
  `${list}?query=one+two+three+four`,
  '/v1/demo/feed.json?limit=6',
  '/v1/demo/llms-full.txt',
  '/v1/demo/llms-full.txt?limit=6',
]

describe('what takes long', () => {
  test.each(costly)('is refused if there is no room for it: %s', async (target) => {
    const answer = await ask(full().app, 'GET', target)
    expect([answer.status, answer.json.error]).toEqual([503, 'Busy'])
    expect(Number(answer.headers['Retry-After'])).toBeGreaterThan(0)
    expect(answer.headers['X-Snapshot-Id']).toMatch(/\.40$/)
    // It has been counted.
    expect(answer.headers['X-RateLimit-Remaining']).toBe('199')
    expect(answer.json.details).toEqual({ message: answer.json.message, statusCode: 503 })
    expect(answer.headers['Cache-Control']).toBe('no-store')
  })

  test.each([
    '/status',
    list,
    `${list}?limit=all&select=slug`,
    `${list}?limit=all`,
    `${list}?format=text&limit=2`,
    `${list}?query=paragraph+long+wide`,
    '/v1/demo/posts/long-1?format=text',
    '/v1/demo/categories',
    '/v1/demo/feed.json?limit=5',
    '/v1/demo/llms-full.txt?limit=5',
  ])('keeps nothing else waiting: %s', async (target) => {
    expect((await ask(full().app, 'GET', target)).status).toBe(200)
  })

  test('is to find the related posts of more than three that are not known', async () => {
    const related = `${list}?include=related&select=slug`
    expect((await ask(full().app, 'GET', `${related}&limit=4`)).json.error).toBe('Busy')
    expect((await ask(full().app, 'GET', `${related}&limit=3`)).status).toBe(200)
    expect((await ask(full().app, 'GET', `${related}&limit=6`)).status).toBe(200)
    expect((await ask(full().app, 'GET', `${related}&limit=10`)).json.error).toBe('Busy')
  })

  test('and was refused leaves /status as it was', async () => {
    const { app: other } = full()
    const before = await ask(other, 'GET', '/status')
    for (const target of costly) expect((await ask(other, 'GET', target)).json.error).toBe('Busy')
    const { status, text } = await ask(other, 'GET', '/status')
    expect([status, text]).toEqual([200, before.text])
  })

  test('is to look for what to mark, in as much of each post on whichever page, and in whatever format', async () => {
    const highlights = async (query: string) => {
      const { json } = await ask(app(), 'GET', `${list}?query=zebra&highlight=true&${query}`)
      return json.posts.map(({ highlights }: { highlights: { content: string[] } }) => highlights.content)
    }
    const page = await highlights('limit=3&page=2')
    expect(page).toEqual(Array(3).fill([expect.stringContaining('wide. <mark>zebra</mark>')]))
    expect(await highlights('limit=3&page=2&format=markdown')).toEqual(page)
    expect(await highlights('limit=3&page=2&select=slug')).toEqual(page)
    // A third of what may be looked through is enough, a quarter is not.
    expect(await highlights('limit=4&page=2')).toEqual(Array(4).fill([]))
  })

  test.each([
    ['posts?limit=19', true],
    ['posts?limit=20', false],
    ['posts?limit=19&format=text', true],
    ['posts?limit=20&format=text', false],
    ['feed.xml?limit=15', true],
    ['feed.xml?limit=16', false],
    ['llms-full.txt?limit=15', true],
    ['llms-full.txt?limit=16', false],
  ])('is streamed if it is long: whether %s comes in one piece is %j', async (path, isWhole) => {
    const { status, headers } = await ask(app(), 'HEAD', `/v1/demo/${path}`)
    expect([status, 'Content-Length' in headers]).toEqual([200, isWhole])
  })

  test('is cut off when its reader takes nothing for ten seconds', async () => {
    const reply = await app()({ ...request, target: targetOf(costly[0]!) })
    const body = reply.body as ByteStream
    expect(body.stallTimeout).toBe(10_000)
    body.close()
    const other = (await app()({ ...request, target: targetOf(`${list}?limit=all`) })).body as ByteStream
    expect(other.stallTimeout).toBeUndefined()
    other.close()
  })

  test('of a list takes no slot for HEAD and 304', async () => {
    const target = costly[0]!
    const { ETag } = (await ask(app(), 'GET', target)).headers
    const { app: other } = full()
    expect((await ask(other, 'HEAD', target)).headers.ETag).toBe(ETag)
    expect((await ask(other, 'GET', target, { 'if-none-match': ETag! })).status).toBe(304)
  })

  test.each(costly.slice(1, 3))('is answered from memory when it was answered before: %s', async (target) => {
    const admission = new Admission({ slots: 1, waiting: { client: 0, all: 0 } })
    const one = app({ admission, cache: new Map<string, Uint8Array>() })
    const first = await ask(one, 'GET', target)
    void admission.run(request, () => new Promise<void>((resolve) => (release = resolve)))
    expect((await ask(one, 'GET', target)).text === first.text).toBe(true)
  })

  test('is answered when its turn comes, the same as alone', async () => {
    const admission = new Admission()
    const one = app({ admission })
    const together = await Promise.all(costly.map((target) => ask(one, 'GET', target)))
    const alone: Awaited<ReturnType<typeof ask>>[] = []
    for (const target of costly) alone.push(await ask(app(), 'GET', target))
    expect(together.map(({ text }, i) => text === alone[i]!.text)).toEqual(costly.map(() => true))
    expect(admission.state).toEqual({ waiting: 0, begun: 0, working: 0 })
  })
})
