// Entries of collections behind every door that posts have: feeds, lists for language models, old addresses, links to drafts, caches.
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenFor } from '../../api/_app/http/share-token.ts'
import { type Running, serve } from '../../server/index.ts'
import { unlimited } from '../support/server.ts'
import { talk } from '../support/talk.ts'
import { complaintsAbout } from '../support/validate.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

const settings = `
name: Blog
url: https://example.org/blog/{slug}
slugs: relaxed
collections:
  notes: { url: 'https://example.org/notes/{path}', feed: true }
  pages: { url: 'https://example.org/{path}' }
  data: { feed: true, fields: { minutes: number } }
`
const files = {
  'blog/workspace.yml': settings,
  'blog/posts/a.md': postFile({ aliases: '[first]' }, 'See [secret](../pages/secret.md).'),
  'blog/posts/hidden.md': postFile({ status: 'draft' }, 'Hidden.'),
  'blog/notes/2026/one.md':
    '---\npublishedAt: 2026-01-01\naliases: [/old/one, uno]\n---\n# One & all\n\n[Undated](../two.md), [a](../../posts/a.md).\n',
  'blog/notes/two.md': '# Two\n\nAn undated note.\n',
  'blog/notes/later.md': '---\npublishedAt: 2026-07-01\naliases: [/old/later]\n---\n# Later\n',
  'blog/pages/about.md': '---\naliases: [/old/about]\n---\n# About\n',
  'blog/pages/secret.md':
    '---\nstatus: draft\nid: secret\n---\n# Secret\n\n[About](about.md), [later](../notes/later.md), [self](secret.md), [hidden](../posts/hidden.md).\n',
  'blog/data/set.yml': 'minutes: 5\n',
}
const secret = 'Xr4TqENsRjCkV8vxnLqbB2'

let place: Workspace
let drafts: Workspace
let running: Running
let preview: Running
const clock = { now: Date.UTC(2026, 5, 1) }

async function served({ out }: Workspace, env: NodeJS.ProcessEnv, args = {}): Promise<Running> {
  const folders = { data: `${out}/data`, public: `${out}/public` }
  const here = { port: 0, host: '127.0.0.1', now: () => clock.now, log: () => {} }
  const running = await serve({ ...folders, ...here, env: { ...unlimited, ...env }, ...args })
  await running.look()
  return running
}

beforeAll(async () => {
  const env = { SOURCE_DATE_EPOCH: String(clock.now / 1000), BASE_URL: 'https://api.example.org' }
  place = await workspace(files)
  drafts = await workspace(files, { drafts: true })
  expect((await place.build({ env })).written).toBe(true)
  expect((await drafts.build({ env })).written).toBe(true)
  running = await served(place, { CDN_MAX_AGE: '60' })
  preview = await served(drafts, { GALLEY_SHARE_SECRET: secret }, { drafts: true })
})
afterAll(async () => {
  await running.close()
  await preview.close()
  place.remove()
  drafts.remove()
})

async function get(path: string, headers: Record<string, string> = {}) {
  const url = new URL(`/v1/blog/${path}`, running.url)
  const plain = { 'accept-encoding': 'identity', ...headers }
  const response = await fetch(url, { headers: plain, redirect: 'manual' })
  const text = await response.text()
  const seen = { status: response.status, headers: Object.fromEntries(response.headers), text }
  const type = seen.headers['content-type'] ?? ''
  // A cache in front is no part of the contract.
  const contract = { 'cache-control': 'public, max-age=0, must-revalidate' }
  const named = { ...seen.headers, ...(seen.status === 200 && contract), 'Content-Type': type }
  if (!headers['if-none-match'])
    expect(complaintsAbout('GET', url.pathname + url.search, { ...seen, headers: named })).toEqual([])
  return { ...seen, json: () => JSON.parse(text) }
}

async function at<T>(now: number, work: () => Promise<T>): Promise<T> {
  const before = clock.now
  clock.now = now
  return work().finally(() => (clock.now = before))
}
const later = Date.UTC(2026, 6, 1)

test('a collection with feeds has them in every format, of entries with a date', async () => {
  const { items, ...feed } = (await get('entries/notes/feed.json')).json()
  expect(feed).toMatchObject({ title: 'Blog: notes', home_page_url: 'https://example.org/notes/' })
  expect(items).toMatchObject([
    {
      url: 'https://example.org/notes/2026/one',
      title: 'One & all',
      date_published: '2026-01-01T00:00:00.000Z',
      content_html: expect.stringContaining('href="https://example.org/notes/two"'),
    },
  ])
  for (const name of ['feed.xml', 'feed.atom']) {
    const { status, text } = await get(`entries/notes/${name}?limit=5`)
    expect([status, /One &(amp|#x26);/.test(text)]).toEqual([200, true])
  }
  const titles = async () =>
    (await get('entries/notes/feed.json')).json().items.map(({ title }: { title: string }) => title)
  expect(await at(later, titles)).toEqual(['Later', 'One & all'])
})

test('a collection without feeds, or without addresses, has none', async () => {
  const errorAt = async (path: string) => (await get(path)).json().error
  expect(await errorAt('entries/pages/feed.xml')).toBe('Entry not found')
  expect(await errorAt('entries/nothing/feed.xml')).toBe('Collection not found')
  expect(await errorAt('entries/data/feed.xml')).toBe('Addresses unknown')
})

test('lists for language models have what is in feeds', async () => {
  const { text } = await get('llms.txt')
  const address = 'https://api.example.org/v1/blog/entries'
  expect(text.slice(text.indexOf('\n## notes'))).toBe(
    `\n## notes\n\n- [One & all](${address}/notes/2026/one.md): Undated, a.\n- [Two](${address}/notes/two.md): An undated note.\n\n## data\n\n- [Set](${address}/data/set)\n`,
  )
  expect(text).not.toContain('About')
  const full = await get('llms-full.txt')
  expect(full.text).toContain(`\n# Two\n\nSource: ${address}/notes/two.md\n\n\nAn undated note.\n`)
  const second = await get('llms-full.txt?limit=2&page=2')
  expect(second.text).toContain('# Two')
  expect(second.text).not.toContain('# One')
})

test('structured data, old addresses and revisions are as of posts', async () => {
  const { entry } = (await get('entries/notes/2026/one?include=jsonld')).json()
  expect(entry.jsonld).toMatchObject({
    ...{ '@type': 'WebPage', name: 'One & all', url: 'https://example.org/notes/2026/one' },
    datePublished: '2026-01-01T00:00:00.000Z',
  })
  const { entry: two } = (await get('entries/notes/two?include=jsonld')).json()
  expect(two.jsonld).not.toHaveProperty('datePublished')
  expect((await get('entries/data/set?include=jsonld')).json().entry.jsonld).toBeNull()
  const { post } = (await get('posts/a?include=jsonld')).json()
  expect(post.jsonld['@type']).toBe('BlogPosting')

  const all = (await get('redirects')).json().redirects
  expect(all).toEqual([
    { from: '/blog/first', to: '/blog/a', slug: 'a' },
    { from: '/old/one', to: '/notes/2026/one', slug: '2026/one', collection: 'notes' },
    { from: '/notes/uno', to: '/notes/2026/one', slug: '2026/one', collection: 'notes' },
    { from: '/old/about', to: '/about', slug: 'about', collection: 'pages' },
  ])
  const page = (await get('redirects?limit=2&page=2')).json()
  expect([page.redirects, page.pagination.totalItems]).toEqual([all.slice(2), 4])
  expect((await get('redirects?from=/old/about')).json().redirects).toEqual([all[3]])
  expect((await get('redirects?format=netlify')).text).toContain('/old/one /notes/2026/one 301\n')
  expect(await at(later, async () => (await get('redirects')).json().redirects)).toHaveLength(5)

  const revisions = async () => (await get('entries/notes?select=path,revision&limit=all')).json().entries
  const before = await revisions()
  const after = await at(later, revisions)
  expect(after.slice(1)).toEqual(before)
})

test('a shared cache may keep replies about entries, pinned pages excepted, and all are compressed', async () => {
  const paths = ['entries/notes', 'entries/notes/two', 'entries/notes/feed.xml', 'entries/notes/two.md']
  for (const path of [...paths, 'suggest?query=t&collections=notes', 'search?query=note']) {
    const { status, headers } = await get(path)
    expect([status, headers['cache-control']]).toEqual([
      200,
      'public, max-age=0, s-maxage=60, stale-while-revalidate=60',
    ])
    const again = await get(path, { 'if-none-match': headers.etag! })
    expect(again.status, path).toBe(304)
  }
  const { headers } = await get('entries/notes')
  const pinned = await get(`entries/notes?snapshot=${headers['x-snapshot-id']}`)
  expect(pinned.headers['cache-control']).toBe('public, max-age=0, must-revalidate')
  const stale = await at(later, () => get(`entries/notes?snapshot=${headers['x-snapshot-id']}`))
  expect(stale.status).toBe(409)
  const target = '/v1/blog/search-index.json?collections=notes,pages'
  const request = `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAccept-Encoding: gzip\r\n\r\n`
  const { bytes } = await talk(running.url, [request])
  const at0 = bytes.indexOf('\r\n\r\n') + 4
  expect(bytes.subarray(0, at0).toString().toLowerCase()).toContain('content-encoding: gzip')
  expect(gunzipSync(bytes.subarray(at0)).toString()).toBe(
    (await get('search-index.json?collections=notes,pages')).text,
  )
})

test('a link to a draft opens an entry, without links to other drafts', async () => {
  const token = tokenFor('blog/pages', 'secret', clock.now / 1000 + 60, secret)
  const response = await fetch(`${preview.url}/shared`, { headers: { 'galley-share': token } })
  const { post, language } = (await response.json()) as { post: { content: string }; language: string }
  expect([response.status, language]).toEqual([200, 'en'])
  expect(post).toMatchObject({
    title: 'Secret',
    status: 'draft',
    authors: [],
    publishedAt: null,
    cover: null,
  })
  expect(post.content).toBe('<p><a href="https://example.org/about">About</a>, later, self, hidden.</p>\n')
  const ofPost = tokenFor('blog', 'a', clock.now / 1000 + 60, secret)
  expect((await fetch(`${preview.url}/shared`, { headers: { 'galley-share': ofPost } })).status).toBe(404)
  const list = await fetch(`${preview.url}/v1/blog/entries/pages?select=path,status`)
  expect(await list.json()).toMatchObject({
    entries: [{ path: 'about' }, { path: 'secret', status: 'draft' }],
  })
})
