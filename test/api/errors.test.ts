// Every row of the contract's table of errors, and what all of them have in common. CONTRIBUTING.md says how to write errors.txt
// anew.
import { describe, expect, test } from 'vitest'
import { createApp } from '../../api/_app/app.ts'
import { targetOf } from '../../api/_app/http/request.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import { contractLimits } from '../../api/_app/limit/limits.ts'
import { openSnapshots } from '../../snapshot/read/snapshots.ts'
import { type Answer, ask } from '../support/ask.ts'
import { routes, withParameter } from '../support/routes.ts'
import { site } from '../support/site.ts'

const { app, get } = site()

const rows: [number, string, string, string][] = [
  [400, 'Invalid query parameters', 'GET', '/v1/demo/posts?order=up'],
  [400, 'Invalid page number', 'GET', '/v1/demo/posts?page=9'],
  [404, 'Invalid workspace', 'GET', '/v1/nokey/posts'],
  [404, 'Invalid workspace', 'GET', '/v1/Demo/posts'],
  [404, 'Invalid workspace', 'GET', '/v1/media/posts'],
  [404, 'Invalid workspace', 'GET', '/v1/no%20key/posts'],
  [404, 'Invalid workspace', 'GET', '/v1/%/posts'],
  [404, 'Invalid workspace', 'GET', '/v1/nokey/anything/at/all'],
  [404, 'Invalid workspace', 'GET', '/v1/nokey'],
  [404, 'Post not found', 'GET', '/v1/demo/posts/nope'],
  [404, 'Category not found', 'GET', '/v1/demo/categories/nope'],
  [404, 'Tag not found', 'GET', '/v1/demo/tags/nope'],
  [404, 'Author not found', 'GET', '/v1/demo/authors/nope'],
  [404, 'Not found', 'GET', '/v1/demo/nope'],
  [404, 'Not found', 'GET', '/v1/demo/Posts'],
  [404, 'Not found', 'GET', '/v1/demo/post'],
  [404, 'Not found', 'GET', '/v1/demo/posts/welcome/comments'],
  [404, 'Not found', 'GET', '/v1/demo/posts/%'],
  [404, 'Not found', 'GET', '/v1/demo/posts/%C3'],
  [404, 'Not found', 'GET', '/v1/demo//posts'],
  [404, 'Not found', 'GET', '/v1/'],
  [404, 'Not found', 'GET', '/v1'],
  [404, 'Not found', 'GET', '/v2/demo/posts'],
  [404, 'Not found', 'GET', '/favicon.ico'],
  [404, 'Not found', 'GET', '/nokey/posts'],
  [404, 'Not found', 'GET', '//'],
  [405, 'Method not allowed', 'POST', '/v1/demo/posts'],
  [409, 'Snapshot changed', 'GET', '/v1/demo/posts?snapshot=other'],
  [414, 'URI too long', 'GET', `/v1/demo/posts?query=${'a'.repeat(8192)}`],
]

function expectErrorBody({ status, headers, json }: Answer): void {
  expect(headers['Cache-Control']).toBe('no-store')
  expect(headers).not.toHaveProperty('ETag')
  const sentences = [json.message, ...[json.details].flat().map(({ message }) => message)]
  for (const sentence of sentences) expect(sentence).toMatch(/^[^!]{8,}\.$/)
  if (!Array.isArray(json.details)) expect(json.details.statusCode).toBe(status)
}

describe('an error', () => {
  test.each(rows)('%i "%s" is what %s %s gets', async (status, error, method, target) => {
    const answer = await ask(app(), method, target)
    expect([answer.status, answer.json.error]).toEqual([status, error])
    expectErrorBody(answer)
  })

  test.each(routes)('404 "Invalid workspace" is what %s gets below an unknown key', async (path) => {
    const { status, json } = await ask(app(), 'GET', `/v1/nokey${path}`)
    expect([status, json.error]).toEqual([404, 'Invalid workspace'])
  })

  test('does not echo a hostile request at any length', async () => {
    const { text } = await get(`/posts?order=${'x'.repeat(7000)}&select=${'y'.repeat(900)}`)
    expect(text.length).toBeLessThan(2000)
  })
})

const parameters =
  'limit page order sort query select include format status category categories excludeCategories tag tags excludeTags tagsMatch author authors featured since until facets highlight snapshot search callback year month publishedAt.gte updatedAt.lt fields.minutes fields.minutes.exists fields.series.gt fields.none'.split(
    ' ',
  )

test('errors are told in their words', async () => {
  const demo = app({ limits: { workspace: null, fallback: null } })
  const told = new Map<string, string>()
  const targets = [
    ...rows.map(([, , method, target]) => [method, target] as const),
    ...['/posts', '/posts/welcome', '/tags', '/suggest', '/redirects', '/feed.json', '/llms.txt'].flatMap(
      (path) => parameters.map((name) => ['GET', `/v1/demo${withParameter(path, `${name}=0`)}`] as const),
    ),
  ]
  for (const [method, target] of targets) {
    const { status, json, text } = await ask(demo, method, target)
    if (status < 400) continue
    const { message } = [json.details].flat()[0]
    const words = `${status} ${json.error}: ${message.replace(/"[^"]*"/, '"…"').replaceAll(/\d+/g, '…')}`
    if (!told.has(words))
      told.set(words, `${method} ${target.slice(0, 80)}\n${text.replaceAll(/[0-9a-f]{32}/g, '…')}\n`)
  }
  await expect([...told.values()].join('\n')).toMatchFileSnapshot('errors.txt')
})

test.each([
  ['x'.repeat(40), JSON.stringify('x'.repeat(40))],
  ['x'.repeat(41), JSON.stringify(`${'x'.repeat(40)}…`)],
  ['a"\nb', String.raw`"a\"\nb"`],
])('a value that cannot be used, %j, is quoted as %s', async (value, quoted) => {
  const { json } = await get(`/posts?order=${encodeURIComponent(value)}`)
  expect(json.details[0].message).toBe(`order must be one of asc, desc, but is ${quoted}.`)
})

test.each([
  ['*', '/*'],
  ['v1/demo', '/v1/demo'],
  ['ftp://a/b', '/ftp://a/b'],
  ['HTTPS://a.example/b?c=/d#e', '/b?c=/d'],
  ['http://a.example', '/'],
  ['xhttp://a/b', '/xhttp://a/b'],
  ['/http://a/b', '/http://a/b'],
  ['http://[/b', '//'],
  ['/a/./b/../c/%2E%2e/d?e/../f#g', '/a/d?e/../f'],
  ['//a/b', '//a/b'],
])('the target %s of a request is %s', (raw, target) => {
  expect(targetOf(raw)).toBe(target)
})

describe('414', () => {
  const target = (bytes: number) => '/v1/demo/posts?x='.padEnd(bytes, 'a')
  test('begins with 8,193 bytes of path and query', async () => {
    expect((await ask(app(), 'GET', target(8192))).status).toBe(200)
    expect((await ask(app(), 'GET', target(8193))).status).toBe(414)
  })
})

describe('500', () => {
  test('logs the cause and tells the client nothing of it', async () => {
    const lines: string[] = []
    const now = () => {
      throw new Error('the clock fell off the wall')
    }
    const limits = { workspace: null, fallback: null }
    const broken = app({ now, limits, log: (line) => lines.push(line) })
    for (const path of routes) {
      const answer = await ask(broken, 'GET', `/v1/demo${path}`)
      expect([answer.status, answer.json.error]).toEqual([500, 'Internal server error'])
      expect(answer.json.message).toBe('Something went wrong on our side; try again later.')
      expect(answer.text).not.toContain('clock')
      expectErrorBody(answer)
    }
    expect(lines.join('\n')).toContain('the clock fell off the wall')
  })
})

describe('503', () => {
  test('says that the content cannot be read, and when to try again', async () => {
    const lines: string[] = []
    const options = { limiter: createLimiter({ limits: contractLimits }), now: Date.now }
    const snapshots = openSnapshots('/nowhere/to/be/found')
    const broken = createApp({ ...options, snapshots, log: (line) => lines.push(line) })
    for (const target of ['/status', ...routes.map((path) => `/v1/demo${path}`)]) {
      const answer = await ask(broken, 'GET', target)
      expect([answer.status, answer.json.error]).toEqual([503, 'Snapshot unavailable'])
      expect(Number(answer.headers['Retry-After'])).toBeGreaterThan(0)
      const seconds = answer.headers['Retry-After']
      const words = `The published content cannot be read at the moment; try again in ${seconds} s.`
      expect(answer.json.message).toBe(words)
      expect(answer.text).not.toContain('nowhere')
      expectErrorBody(answer)
    }
    expect(lines.join('\n')).toContain('nowhere')
    expect((await ask(broken, 'GET', '/')).status).toBe(200)
    expect((await ask(broken, 'OPTIONS', '/v1/demo/posts')).status).toBe(204)
  })
})
