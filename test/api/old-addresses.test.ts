// GET …/redirects.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../api/_app/app.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import { openSnapshots, type Snapshots } from '../../snapshot/read/snapshots.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { ask } from '../support/ask.ts'
import { bulkWorkspace, exampleSite } from '../support/bulk.ts'
import { now, scheduled } from '../support/fixture.ts'
import { site } from '../support/site.ts'
import { postFile } from '../support/workspace.ts'

const later = new Date(scheduled).toISOString()
const files = {
  'blog/workspace.yml': 'url: https://example.org/{category}/{slug}\n',
  'blog/posts/rivers.md': postFile({
    publishedAt: '2026-06-01',
    aliases:
      '[flüsse, /2015/03/31/5.0.0, "/a b/*/:c", /news/rivers/, /news/fl%C3%BCsse/, /Cafe%CC%81%2fx/, /100%25]',
  }),
  'blog/posts/lakes.md': postFile({ publishedAt: '2026-05-01', aliases: '[/%e6%97%A5本/語.html]' }),
  'blog/posts/later.md': postFile({ publishedAt: later, aliases: '[soon, /soon.html, /2015/x]' }),
  'blog/posts/draft.md': postFile({ status: 'draft', aliases: '[/secret]' }),
  'none/posts/a.md': postFile({ aliases: '[was-a, /Old/A/]' }),
  'query/workspace.yml': 'url: https://example.org/show?post={slug}#top\n',
  'query/posts/a.md': postFile({ aliases: '[was-a, /show/, /old?]'.replace('?', '') }),
  'empty/workspace.yml': 'name: Empty\nurl: https://example.org\n',
}
const { app } = site({}, files)
const preview = site({ drafts: true }, files)
const get = (path: string, headers = {}) => ask(app(), 'GET', `/v1/${path}`, headers)
const rivers = (from: string) => ({ from, to: '/news/rivers', slug: 'rivers' })
const blog = [
  rivers('/news/fl%C3%BCsse'),
  rivers('/2015/03/31/5.0.0'),
  rivers('/a%20b/*/:c'),
  rivers('/Cafe%CC%81%2Fx/'),
  rivers('/100%25'),
  { from: '/%E6%97%A5%E6%9C%AC/%E8%AA%9E.html', to: '/news/lakes', slug: 'lakes' },
]

describe('the old addresses of a workspace', () => {
  test('are those of visible posts, newest first, without what still is an address and without repeats', async () => {
    const { json } = await get('blog/redirects')
    expect(json.redirects).toEqual(blog)
    expect(json.pagination).toMatchObject({ limit: 6, totalPages: 1, totalItems: 6 })
  })

  test('are given as a URL has them', async () => {
    const { json } = await get('blog/redirects')
    for (const { from } of json.redirects) expect(new URL(from, 'https://example.org').pathname).toBe(from)
  })

  test('lead nowhere that is known without a url, and from paths only as written', async () => {
    expect((await get('none/redirects')).json.redirects).toEqual([
      { from: 'was-a', to: null, slug: 'a' },
      { from: '/Old/A/', to: null, slug: 'a' },
    ])
    expect((await get('query/redirects')).json.redirects).toEqual([
      { from: 'was-a', to: '/show?post=a#top', slug: 'a' },
      { from: '/old', to: '/show?post=a#top', slug: 'a' },
    ])
    expect((await get('empty/redirects')).json.redirects).toEqual([])
  })

  test('come in pages, with links to the others', async () => {
    const { json, headers } = await get('blog/redirects?limit=4&page=2')
    expect(json.redirects).toEqual(blog.slice(4))
    expect(json.pagination).toMatchObject({ currentPage: 2, previousPage: 1, nextPage: null, totalItems: 6 })
    expect(headers.Link).toContain('</v1/blog/redirects?limit=4&page=1>; rel="prev"')
    expect((await get('blog/redirects?limit=4&page=3')).json.error).toBe('Invalid page number')
  })

  test('are told of a scheduled post from its second on', async () => {
    const at = (time: number, query = '') =>
      ask(app({ now: () => time }), 'GET', `/v1/blog/redirects${query}`)
    const before = await at(scheduled - 1)
    expect(before.json.redirects).toEqual(blog)
    const { 'X-RateLimit-Reset': _, ...headers } = (await at(now)).headers
    expect(before.headers).toMatchObject(headers)
    for (const from of ['/news/soon', '/soon.html', '/2015/x', '/secret']) {
      expect((await at(scheduled - 1, `?from=${from}`)).json.redirects, from).toEqual([])
    }
    const since = await at(scheduled)
    expect(since.json.redirects.map(({ from }: { from: string }) => from).slice(0, 3)).toEqual([
      '/news/soon',
      '/soon.html',
      '/2015/x',
    ])
    expect(since.headers.ETag).not.toBe(before.headers.ETag)
    expect((await at(scheduled, '?from=/soon.html')).json.redirects).toHaveLength(1)
  })

  test('are all told in a preview', async () => {
    const { json, headers } = await ask(preview.app(), 'GET', '/v1/blog/redirects')
    const from = json.redirects.map((one: { from: string }) => one.from)
    expect(from).toEqual(expect.arrayContaining(['/soon.html', '/secret']))
    expect(headers['X-Galley-Preview']).toBeDefined()
  })

  test('belong to a snapshot, have a tag, and are described by HEAD', async () => {
    const { headers } = await get('blog/redirects')
    expect((await get(`blog/redirects?snapshot=${headers['X-Snapshot-Id']}`)).status).toBe(200)
    expect((await get('blog/redirects?snapshot=other')).status).toBe(409)
    expect((await get('blog/redirects', { 'if-none-match': headers.ETag })).status).toBe(304)
    const head = await ask(app(), 'HEAD', '/v1/blog/redirects')
    expect([head.status, head.text, head.headers.ETag]).toEqual([200, '', headers.ETag])
    expect((await ask(app(), 'POST', '/v1/blog/redirects')).status).toBe(405)
    expect((await get('blog/redirects/a')).status).toBe(404)
  })

  test('are refused with all that is wrong with a request', async () => {
    const { json } = await get('blog/redirects?limit=0&format=nginx&from=/a&from=/b')
    expect(json.details).toEqual([
      { field: 'limit', message: 'limit must be a whole number from 1, or all, but is "0".' },
      { field: 'from', message: 'from is given 2 times; give it once.' },
      { field: 'format', message: 'format must be one of json, netlify, but is "nginx".' },
    ])
  })
})

describe('one old address', () => {
  test.each([
    ['/2015/03/31/5.0.0', 'rivers'],
    ['/2015/03/31/5.0.0/', 'rivers'],
    ['/2015/03/31/5.0.0?utm=x', 'rivers'],
    ['/2015/03/31/5.0.0#part', 'rivers'],
    ['/2015/03/31/%35.0.0', 'rivers'],
    ['/a b/*/:c', 'rivers'],
    ['/a%20b/%2A/%3Ac', 'rivers'],
    ['/Café%2Fx', 'rivers'],
    ['/Caf%C3%A9%2Fx/', 'rivers'],
    ['/100%', 'rivers'],
    ['/100%25', 'rivers'],
    ['/news/flüsse', 'rivers'],
    ['/日本/語.html', 'lakes'],
    ['/2015/03/31/5.0.1', undefined],
    ['/café%2Fx', undefined],
    ['/Café/x', undefined],
    ['/news/rivers', undefined],
    ['/', undefined],
    ['//', undefined],
    ['flüsse', undefined],
    ['%', undefined],
    ['/%FF', undefined],
  ])('is found in any spelling: %s', async (from, slug) => {
    const { json } = await get(`blog/redirects?${new URLSearchParams({ from })}`)
    expect(json.redirects.map((one: { slug: string }) => one.slug)).toEqual(slug ? [slug] : [])
    expect(json.pagination.totalItems).toBe(slug ? 1 : 0)
  })

  test('may be an earlier slug where its path is not known', async () => {
    expect((await get('none/redirects?from=was-a')).json.redirects).toHaveLength(1)
    expect((await get('query/redirects?from=was-a')).json.redirects).toHaveLength(1)
    expect((await get('query/redirects?from=was-a%3Fx%0Ay%23z')).json.redirects).toHaveLength(1)
    expect((await get('query/redirects?from=was-a%23%0A')).json.redirects).toHaveLength(1)
  })

  test('may be asked for as a line', async () => {
    const { text } = await get('blog/redirects?format=netlify&from=/2015/03/31/5.0.0')
    expect(text).toBe('/2015/03/31/5.0.0 /news/rivers 301\n')
  })
})

describe('a _redirects file', () => {
  test('has a line for each path, with what has a meaning there encoded', async () => {
    const { text, headers } = await get('blog/redirects?format=netlify')
    expect(headers['Content-Type']).toBe('text/plain; charset=utf-8')
    expect(text.split('\n')).toEqual([
      '/news/fl%C3%BCsse /news/rivers 301',
      '/2015/03/31/5.0.0 /news/rivers 301',
      '/a%20b/%2A/%3Ac /news/rivers 301',
      '/Cafe%CC%81%2Fx/ /news/rivers 301',
      '/100%25 /news/rivers 301',
      '/%E6%97%A5%E6%9C%AC/%E8%AA%9E.html /news/lakes 301',
      '',
    ])
    expect((await get('query/redirects?format=netlify')).text).toBe('/old /show?post=a#top 301\n')
    expect((await get('empty/redirects?format=netlify')).text).toBe('')
  })

  test('comes in pages, too, and has a tag of its own', async () => {
    const { text, headers } = await get('blog/redirects?format=netlify&limit=1&page=2')
    expect(text).toBe('/2015/03/31/5.0.0 /news/rivers 301\n')
    expect(headers.Link).toContain('format=netlify')
    const tag = async (query: string) => (await get(`blog/redirects${query}`)).headers.ETag
    expect(await tag('')).not.toBe(await tag('?format=netlify'))
    expect(await tag('?format=json')).toBe(await tag(''))
  })

  test('cannot be made without a url', async () => {
    const { status, json } = await get('none/redirects?format=netlify')
    expect([status, json.error]).toEqual([404, 'Addresses unknown'])
    expect((await get('none/redirects?format=netlify&snapshot=other')).status).toBe(409)
  })
})

describe('very many old addresses', () => {
  const dir = mkdtempSync(join(tmpdir(), 'galley-redirects-'))
  const letters = 'x'.repeat(2_000)
  let snapshots: Snapshots
  beforeAll(() => {
    const bulk = bulkWorkspace('many', 30, () => '')
    const posts = bulk.posts.map((post, number) => ({
      ...post,
      redirects: Array.from({ length: 40 }, (_, i) => ({
        from: `/${letters}/${number}/${i}`,
        to: '/a',
        slug: 'a',
      })),
    }))
    const workspaces = [{ ...bulk, posts, site: exampleSite }]
    writeSnapshot(dir, { workspaces, builtAt: null, preview: null, keepPrevious: false })
    snapshots = openSnapshots(dir)
  })
  afterAll(() => {
    snapshots.close()
    rmSync(dir, { recursive: true })
  })

  test.each(['', 'gzip'])('come as a stream (%s) that is complete', async (encoding) => {
    const limiter = createLimiter({ limits: { workspace: null, fallback: null } })
    const one = createApp({ snapshots, limiter, now: () => now, log: (line) => expect.fail(line) })
    const asked = (query: string) =>
      ask(one, 'GET', `/v1/many/redirects${query}`, { 'accept-encoding': encoding })
    const { json, headers } = await asked('')
    expect(headers['Content-Length']).toBeUndefined()
    expect(json.redirects).toHaveLength(1_200)
    expect((await asked('?limit=480')).headers).toHaveProperty('Content-Length')
    expect((await asked('?limit=500')).headers).not.toHaveProperty('Content-Length')
    expect(json.redirects.at(-1).from).toBe(`/${letters}/29/39`)
    expect((await asked('?format=netlify')).text.match(/ 301\n/g)).toHaveLength(1_200)
    expect(
      (await asked('?limit=3&page=400')).json.redirects.map(({ from }: { from: string }) => from),
    ).toEqual([37, 38, 39].map((i) => `/${letters}/29/${i}`))
  })
})
