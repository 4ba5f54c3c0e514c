// A link to one draft, from the command that prints it to the reply that it opens: on `serve --drafts` and in the function.
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createFunction } from '../../api/_app/function.ts'
import { type Running, type ServeOptions, serve } from '../../server/index.ts'
import { ran } from '../support/command.ts'
import { png } from '../support/picture.ts'
import { unlimited } from '../support/server.ts'
import { complaintsAbout } from '../support/validate.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

const secret = 'Xr4TqENsRjCkV8vxnLqbB2'
const key = 'g6G8a14PMeYmoWPV2mW393'
const buildEnv = {
  GALLEY_KEYS: `attic=${key}`,
  SOURCE_DATE_EPOCH: '1767225600',
  BASE_URL: 'https://a.example',
}
const text = `To [a draft](b.md#part), [one that is scheduled](c.md), [a published one](d.md?x=1#y), and [again](https://example.org/b/).

> Quoted. <https://example.org/b> [Elsewhere](https://elsewhere.example/b). <area href="https://example.org/b">

![A quay](quay.png)
`
const files = {
  'attic/workspace.yml': 'url: https://example.org/{slug}\nlanguage: en\n',
  'attic/posts/a.md': postFile(
    { title: 'On tables', status: 'draft', id: 'tables', coverImage: 'quay.png' },
    text,
  ),
  'attic/posts/b.md': postFile({ title: 'Other draft', status: 'draft' }),
  'attic/posts/c.md': postFile({ title: 'Scheduled', publishedAt: '2999-01-01' }),
  'attic/posts/d.md': postFile({ title: 'Published', publishedAt: '2025-01-01' }),
  'attic/posts/quay.png': png(3),
  'news/posts/a.md': postFile({ title: 'News', status: 'draft', id: 'news' }),
}

let place: Workspace
let running: Running | undefined
/** Added to the clock of the server, in ms. */
let later = 0

beforeEach(async () => {
  later = 0
  place = await workspace(files)
})
afterEach(async () => {
  await running?.close()
  running = undefined
  place.remove()
})

async function built(drafts = true): Promise<void> {
  const { problems } = await place.build({ drafts, env: buildEnv })
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  await running?.look()
}

async function started(options: Partial<ServeOptions> = {}, drafts = true): Promise<string> {
  await built(drafts)
  running = await serve({
    data: join(place.out, 'data'),
    public: join(place.out, 'public'),
    drafts: true,
    port: 0,
    host: '127.0.0.1',
    now: () => Date.now() + later,
    log: () => {},
    ...options,
    env: { ...unlimited, GALLEY_SHARE_SECRET: secret, ...options.env },
  })
  await running.look()
  return running.url
}

async function tokenOf(post: string, flags: string[] = [], GALLEY_SHARE_SECRET = secret): Promise<string> {
  const argv = ['share', post, '--url', 'https://preview.example', '--content', place.dir, ...flags]
  const { stdout } = await ran(argv, { GALLEY_SHARE_SECRET })
  const [, token] = /^https:\/\/preview\.example\/docs\/desk\/#\/shared\/([\w-]+)\n$/.exec(stdout)!
  return token!
}

interface Answer {
  status: number
  headers: Record<string, string>
  text: string
}

async function asked(url: string, headers: Record<string, string> = {}, method = 'GET', path = '/shared') {
  const response = await fetch(url + path, { method, headers: { 'accept-encoding': 'identity', ...headers } })
  const given = {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: await response.text(),
  }
  expect(complaintsAbout(method, path, given)).toEqual([])
  return given
}
const opened = (url: string, token: string) => asked(url, { 'galley-share': token })

/** Without what is about the connection. */
const lasting = ({ status, headers, text }: Answer) => {
  const { date: _, connection: __, 'keep-alive': ___, ...others } = headers
  return { status, headers: others, text }
}
/** Out of the content. */
const removed = (path: string) => rmSync(join(place.dir, path), { recursive: true })

test('a link opens one draft, and nothing in the reply tells of the workspace or of other posts', async () => {
  const url = await started()
  const token = await tokenOf('attic/a')
  const { status, headers, text } = await opened(url, token)
  expect([status, headers['cache-control'], headers['x-robots-tag'], headers['referrer-policy']]).toEqual([
    200,
    'no-store',
    'noindex, nofollow',
    'no-referrer',
  ])
  for (const name of ['etag', 'x-snapshot-id', 'link', 'location', 'vary'])
    expect(headers[name]).toBeUndefined()
  const { post, language } = JSON.parse(text)
  expect([post.title, post.status, language]).toEqual(['On tables', 'draft', 'en'])
  expect(Object.keys(post)).toEqual([
    ...['title', 'publishedAt', 'status', 'authors', 'attribution', 'content', 'cover', 'reading'],
  ])
  expect(post.content).toMatch(
    /^<p>To a draft, one that is scheduled, <a href="https:\/\/example\.org\/d\?x=1#y">/,
  )
  expect(post.content).toContain('and again.</p>')
  expect(post.content).toContain('<a href="https://elsewhere.example/b">Elsewhere</a>')
  expect(post.content).not.toContain('href="https://example.org/b')
  expect(post.content).not.toContain('example.org/c')
  const said = text + JSON.stringify(headers) + Buffer.from(token, 'base64url').toString('latin1')
  for (const secret of [key, 'attic', 'Other draft', 'Scheduled', 'related', 'neighbors']) {
    expect(said).not.toContain(secret)
  }
  const [, name] = /a\.example\/media\/(quay\.[0-9a-f]{16}\.png)/.exec(post.content)!
  expect((await fetch(`${url}/media/${name}`)).status).toBe(200)
  expect(post.cover.url).toBe(`https://a.example/media/${name}`)
})

test('it is a GET or a HEAD, which pages of other origins cannot send', async () => {
  const url = await started()
  const token = { 'galley-share': await tokenOf('attic/a') }
  const get = await asked(url, token)
  const head = await asked(url, token, 'HEAD')
  expect(lasting(head)).toEqual({ ...lasting(get), text: '' })
  const preflight = await asked(url, {}, 'OPTIONS')
  expect(preflight.status).toBe(204)
  expect(preflight.headers['access-control-allow-headers']).not.toMatch(/galley/i)
  const post = await asked(url, token, 'POST')
  expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS'])
})

test('whatever opens nothing is answered like a post that is not there', async () => {
  const url = await started()
  const good = await tokenOf('attic/a', ['--for', '1h'])
  const gone = await tokenOf('attic/b')
  const elsewhere = await tokenOf('news/a')
  removed('attic/posts/b.md')
  place.write({ 'attic/posts/a.md': postFile({ title: 'On tables', status: 'draft', id: 'tables' }) })
  await built()
  expect((await opened(url, good)).status).toBe(200)
  const missing = lasting(await opened(url, gone))
  expect(missing.status).toBe(404)
  expect(missing.text).toBe((await asked(url, {}, 'GET', `/v1/${key}/posts/none`)).text)
  const wrong = [
    await tokenOf('attic/a', [], key),
    `${good.slice(0, -1)}~`,
    'x',
    elsewhere.slice(0, 44) + good.slice(44),
  ]
  for (const token of wrong) expect(lasting(await opened(url, token))).toEqual(missing)
  expect(lasting(await asked(url))).toEqual(missing)
  expect(lasting(await asked(url, { 'galley-share': `${good}, ${good}` }))).toEqual(missing)
  later = 3_600_000 - 60_000
  expect((await opened(url, good)).status).toBe(200)
  later = 3_600_000 + 1_000
  expect(lasting(await opened(url, good))).toEqual(missing)
})

test('a workspace that is removed takes its links with it; a post that is published keeps them', async () => {
  const url = await started()
  const [tables, news] = [await tokenOf('attic/a'), await tokenOf('news/a')]
  place.write({
    'attic/posts/a.md': postFile({
      title: 'Published now',
      publishedAt: '2025-02-01',
      id: 'tables',
      slug: 'lists',
    }),
  })
  await built()
  expect(JSON.parse((await opened(url, tables)).text).post).toMatchObject({
    title: 'Published now',
    status: 'published',
  })
  expect((await opened(url, news)).status).toBe(200)
  removed('news')
  await built()
  expect((await opened(url, news)).status).toBe(404)
})

test('production has no drafts, and says so where links lead', async () => {
  const url = await started({}, false)
  const token = await tokenOf('attic/a')
  const message = 'There are no drafts here; open the link to one at the address of a preview.'
  const { status, text } = await opened(url, token)
  expect([status, JSON.parse(text)]).toEqual([404, expect.objectContaining({ error: 'Not found', message })])
  for (const path of ['/docs/desk', '/docs/desk/', '/docs/desk/main.js'])
    expect(await (await fetch(url + path)).text()).toBe(text)
  expect(await (await fetch(`${url}/docs/none`)).text()).toContain('There is no such route')
})

test('it is counted with what is asked outside of workspaces', async () => {
  const url = await started({ env: { GALLEY_FALLBACK_LIMIT: '3/1h', GALLEY_RATE_LIMIT: '5/1h' } })
  const token = await tokenOf('attic/a')
  const statuses = []
  for (const one of [token, 'x', token, token, 'x']) statuses.push((await opened(url, one)).status)
  expect(statuses).toEqual([200, 404, 200, 429, 429])
  const list = await fetch(`${url}/v1/${key}/posts`)
  expect(list.headers.get('x-ratelimit-remaining')).toBe('4')
})

test('without a secret nothing opens, and a short one is an error at the start', async () => {
  const url = await started({ env: { GALLEY_SHARE_SECRET: '' } })
  for (const GALLEY_SHARE_SECRET of [secret, 'undefined'.repeat(3)]) {
    expect((await opened(url, await tokenOf('attic/a', [], GALLEY_SHARE_SECRET))).status).toBe(404)
  }
  const wrong =
    'GALLEY_SHARE_SECRET has fewer than 22 characters, and can be guessed; write one that galley key prints.'
  await expect(started({ env: { GALLEY_SHARE_SECRET: secret.slice(1) } })).rejects.toThrow(wrong)
  const several = { GALLEY_SHARE_SECRET: `${secret},short` }
  await expect(started({ env: several })).rejects.toThrow(`A secret of ${wrong}`)
  const { code, stderr } = await ran(['build', '--content', place.dir, '--out', place.out], {
    GALLEY_SHARE_SECRET: secret.slice(1),
  })
  expect([code, stderr]).toEqual([2, `galley: ${wrong}\n`])
})

const newer = secret.split('').reverse().join('')
test.each([
  ['the newer one knows what the first of both signs', newer, `${newer},${secret}`, 200],
  ['the older one does not', secret, `${newer}, ${secret}`, 404],
  ['both know what the older one signs', `${newer},${secret},`, secret, 200],
  ['both know what the newer one signs', ` ${newer} , ${secret}`, newer, 200],
])('of several secrets, %s', async (_, known, signing, status) => {
  const url = await started({ env: { GALLEY_SHARE_SECRET: known } })
  expect((await opened(url, await tokenOf('attic/a', [], signing))).status).toBe(status)
})

test('neither the log nor metrics have the token', async () => {
  const lines: string[] = []
  const logged: string[] = []
  const accessLog = { write: (line: string) => lines.push(line) }
  const monitoring = { metrics: { host: '127.0.0.1', port: 0 }, accessLog }
  const url = await started({ monitoring, log: (line) => logged.push(line) })
  const token = await tokenOf('attic/a')
  await opened(url, token)
  await opened(url, `${token}x`)
  await expect.poll(() => lines.join('').split('\n').length).toBe(3)
  for (const [i, line] of lines.join('').trim().split('\n').entries()) {
    expect(JSON.parse(line)).toMatchObject({ workspace: null, route: '/shared', status: [200, 404][i] })
  }
  const metrics = await (await fetch(running!.metrics!)).text()
  expect(metrics).toMatch(/galley_requests_total\{workspace="",route="\/shared",status="2xx"\} 1/)
  for (const said of [...lines, ...logged, metrics]) {
    for (const part of [token, key, secret]) expect(said).not.toContain(part)
  }
})

test('the function answers it on a preview, and not in production', async () => {
  vi.stubEnv('GALLEY_SHARE_SECRET', secret)
  onTestFinished(() => void vi.unstubAllEnvs())
  const token = await tokenOf('attic/a')
  for (const [drafts, expected] of [
    [true, 200],
    [false, 404],
  ] as const) {
    await built(drafts)
    const server = createServer(createFunction({ data: pathToFileURL(join(place.out, 'data')) }))
    onTestFinished(() => void server.close())
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect((await opened(url, token)).status).toBe(expected)
    expect((await opened(url, `${token}x`)).status).toBe(404)
  }
})
