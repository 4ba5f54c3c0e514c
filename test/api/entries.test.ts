// Entries of declared collections: what the API says of them.
import MiniSearch from 'minisearch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Reader, reader as unchecked } from '../support/reading.ts'
import { complaintsAbout } from '../support/validate.ts'
import { type Files, postFile, type Workspace, workspace } from '../support/workspace.ts'

const files: Files = {
  'blog/workspace.yml': `
url: https://example.org/blog/{slug}
fields:
  talk: { type: reference, to: talks }
collections:
  pages:
    url: https://example.org/{path}
  talks:
    title: name
    sort: -fields.at
    fields:
      name: { type: string, required: true }
      at: date
      minutes: number
      level: { type: select, options: [easy, hard] }
      speakers: { type: list, of: { type: reference, to: authors } }
      after: { type: reference, to: talks }
      post: { type: reference, to: [posts, pages] }
  settings: { single: true, fields: { tagline: string } }
  unused: {}
`,
  'blog/authors/ada.yml': 'name: Ada\n',
  'blog/posts/a.md': postFile(
    { publishedAt: '2026-01-01', talk: 'tables' },
    'See [the guide](../pages/guide/index.md).',
  ),
  'blog/posts/later.md': postFile({ publishedAt: '2026-08-01' }),
  'blog/pages/about.md': '# About *us*\n\nWe write. See [a](../posts/a.md) and [later](../posts/later.md).\n',
  'blog/pages/guide/index.md': '---\ntitle: The guide\n---\n# Another\n',
  'blog/pages/guide/second.md': '---\nposition: 2\n---\n# Second\n\nHarbour.\n',
  'blog/pages/guide/first.md': '---\nposition: 1\naliases: [/old/first, erste]\n---\n# First\n',
  'blog/pages/secret.md': '---\nstatus: draft\n---\n# Secret\n',
  'blog/pages/soon.md': '---\npublishedAt: 2026-07-01\n---\n# Soon\n\nSee [soon](soon.md).\n',
  'blog/talks/tables.yml':
    'name: On tables\nat: 2026-03-01\nminutes: 20\nlevel: easy\nspeakers: [ada]\npost: a\n',
  'blog/talks/lists.json':
    '{ "name": "On lists", "at": "2026-04-01", "minutes": 45, "level": "hard", "after": "tables" }',
  'blog/talks/2026/maps.md': '---\nname: On maps\npost: ../../pages/about.md\n---\nA talk about *maps*.\n',
  'blog/settings.yml': 'tagline: Words\n',
}

let place: Workspace
let read: Reader
beforeAll(async () => {
  place = await workspace(files)
  const { problems, written } = await place.build()
  expect(problems.map(({ file, message }) => `${file} ${message}`)).toEqual([])
  expect(written).toBe(true)
  read = reader(place)
})
afterAll(() => {
  read?.close()
  place?.remove()
})

/** Checks replies against docs/openapi.yaml. */
function reader(...given: Parameters<typeof unchecked>): Reader {
  const { ask, close } = unchecked(...given)
  const checked = async (path: string) => {
    const response = await ask(path)
    const headers: Record<string, string> = {}
    for (const [name, value] of response.headers) headers[name] = value
    headers['Content-Type'] = headers['content-type'] ?? ''
    const text = await response.text()
    const reply = { status: response.status, headers, text }
    expect(complaintsAbout('GET', `/v1/${path}`, reply), path).toEqual([])
    return new Response(text || null, { status: response.status, headers: response.headers })
  }
  return { ask: checked, get: async (path) => (await checked(path)).json(), close }
}

const paths = ({ entries }: { entries: { path: string }[] }) => entries.map(({ path }) => path)

test('a list is in the order of the tree, a dated entry before those without a date', async () => {
  const list = await read.get('blog/entries/pages')
  expect(paths(list)).toEqual(['about', 'guide', 'guide/first', 'guide/second'])
  expect(list.pagination.totalItems).toBe(4)
})

test('an entry has a title, an address and a content', async () => {
  const { entry } = await read.get('blog/entries/pages/about')
  expect(entry).toEqual({
    id: expect.stringMatching(/^pages_[0-9a-f]{20}$/),
    collection: 'pages',
    path: 'about',
    title: 'About us',
    description: 'We write. See a and later.',
    publishedAt: null,
    updatedAt: null,
    status: 'published',
    url: 'https://example.org/about',
    fields: {},
    content: '<p>We write. See <a href="https://example.org/blog/a">a</a> and later.</p>\n',
  })
  const { entry: talk } = await read.get('blog/entries/talks/tables')
  expect(talk).toMatchObject({ path: 'tables', title: 'On tables', url: null })
  expect(talk).not.toHaveProperty('content')
})

test('a collection is sorted as it says, filtered, counted and searched', async () => {
  expect(paths(await read.get('blog/entries/talks'))).toEqual(['lists', 'tables', '2026/maps'])
  expect(paths(await read.get('blog/entries/talks?order=asc'))).toEqual(['tables', 'lists', '2026/maps'])
  expect(paths(await read.get('blog/entries/talks?fields.minutes.gte=30'))).toEqual(['lists'])
  expect(paths(await read.get('blog/entries/talks?publishedAt.lt=2030-01-01'))).toEqual([])
  const { facets } = await read.get('blog/entries/talks?facets=fields.level')
  expect(facets['fields.level']).toEqual([
    { slug: 'easy', name: 'easy', count: 1 },
    { slug: 'hard', name: 'hard', count: 1 },
  ])
  const found = await read.get('blog/entries/pages?query=harbor%20harbour&highlight=true')
  expect(paths(found)).toEqual(['guide/second'])
  expect(paths(await read.get('blog/entries/talks?query=maps'))).toEqual(['2026/maps'])
  expect(await read.get('blog/entries/talks?select=path,content&limit=all')).toMatchObject({
    entries: [{ path: 'lists' }, { path: 'tables' }, { path: '2026/maps', content: expect.any(String) }],
  })
})

const found = ({ results }: { results: { collection: string; path: string }[] }) =>
  results.map(({ collection, path }) => `${collection}/${path}`)

test('a search of everything takes the best of each collection, then the second best', async () => {
  const { results, pagination } = await read.get('blog/search?query=guide')
  expect(results).toEqual([
    {
      collection: 'posts',
      path: 'a',
      title: expect.any(String),
      url: 'https://example.org/blog/a',
      snippet: 'See the <mark>guide</mark>.',
    },
    expect.objectContaining({ collection: 'pages', path: 'guide', url: 'https://example.org/guide' }),
  ])
  expect(pagination).toMatchObject({ limit: 10, totalPages: 1, totalItems: 2 })
  const all = found(await read.get('blog/search?query=on'))
  expect(all.toSorted()).toEqual(['talks/2026/maps', 'talks/lists', 'talks/tables'])
  const both = found(await read.get('blog/search?query=a'))
  const inTurn = both.map((one) => one.split('/')[0])
  expect(inTurn.slice(0, 3)).toEqual(['pages', 'talks', 'pages'])
  const page = await read.ask('blog/search?query=a&limit=2&page=2')
  expect(page.headers.get('link')).toContain('</v1/blog/search?query=a&limit=2&page=1>; rel="prev"')
  expect(await page.json()).toMatchObject({ pagination: { currentPage: 2 } })
  expect(found(await read.get('blog/search?query=a&limit=2&page=2'))).toEqual(both.slice(2, 4))
})

test('what a search of everything finds has the title and address that it has itself', async () => {
  for (const query of ['about', 'maps', 'settings', 'tables']) {
    const { results } = await read.get(`blog/search?query=${query}`)
    expect(results).not.toEqual([])
    for (const { collection, path, title, url } of results) {
      const own = collection === path ? collection : `${collection}/${path}`
      const { entry } = await read.get(`blog/entries/${own}`)
      expect(entry).toMatchObject({ collection, path, title, url })
    }
  }
})

test('a search of everything corrects words only if nothing has them', async () => {
  expect(found(await read.get('blog/search?query=harbuor'))).toEqual(['pages/guide/second'])
  expect(found(await read.get('blog/search?query=maps%20talk'))).toEqual(['talks/2026/maps'])
  expect(found(await read.get('blog/search?query=settings'))).toEqual(['settings/settings'])
  for (const query of ['', '?query=', '?query=%22!', '?query=secret', '?query=soon'])
    expect(await read.get(`blog/search${query}`)).toMatchObject({
      results: [],
      pagination: { totalItems: 0 },
    })
  for (const query of ['limit=51', 'limit=all', 'page=2', 'query=a&query=b'])
    expect((await read.ask(`blog/search?query=guide&${query}`)).status).toBe(400)
  expect((await read.ask('blog/search?snapshot=none')).status).toBe(409)
})

test('a search, suggestions and indexes are of the collections that are named', async () => {
  const all = found(await read.get('blog/search?query=a&limit=50'))
  const some = found(await read.get('blog/search?query=a&limit=50&collections=talks,posts'))
  expect(some.toSorted()).toEqual(all.filter((one) => /^(posts|talks)/.test(one)).toSorted())
  for (const route of ['search?query=a', 'suggest?query=a', 'search-index.json?']) {
    const refused = await read.ask(`blog/${route}&collections=talks,nothing`)
    const { details } = (await refused.json()) as { details: { message: string }[] }
    expect([refused.status, details[0]!.message]).toEqual([
      400,
      expect.stringContaining(
        '"nothing", which is not a collection; the collections are posts, pages, talks,',
      ),
    ])
  }
})

test('suggestions have words and titles of the collections that are named', async () => {
  const suggest = async (query: string) => (await read.get(`blog/suggest?${query}`)).suggestions
  expect(await suggest('query=harb')).toEqual([])
  expect(await suggest('query=harb&collections=pages')).toEqual([{ kind: 'word', text: 'Harbour' }])
  expect(await suggest('query=se&collections=posts,pages,talks')).toEqual([
    { kind: 'word', text: 'See' },
    { kind: 'word', text: 'Second' },
    ...[{ kind: 'entry', text: 'Second', collection: 'pages', path: 'guide/second' }].map((one) => ({
      ...one,
      url: 'https://example.org/guide/second',
    })),
  ])
  expect(await suggest('query=so&collections=pages')).toEqual([])
  expect(await suggest('query=hell&collections=posts')).toEqual(await suggest('query=hell'))
  const many = await suggest('query=a&collections=posts,pages,talks,settings')
  expect(many.length).toBeLessThanOrEqual(10)
})

test('an index for browsers has entries, with their addresses', async () => {
  const { indexes } = await read.get('blog/search-index.json?collections=pages,posts,talks')
  expect(Object.keys(indexes)).toEqual(['posts', 'pages', 'talks'])
  const search = (name: string, query: string) =>
    MiniSearch.loadJS(indexes[name].index, indexes[name].options).search(query)
  expect(search('pages', 'second')).toMatchObject([
    { id: 'guide/second', title: 'Second', publishedAt: null, url: 'https://example.org/guide/second' },
  ])
  expect(search('pages', 'soon')).toEqual([])
  expect(search('talks', 'maps')).toMatchObject([{ id: '2026/maps', title: 'On maps', url: null }])
  const whole = await read.get('blog/search-index.json')
  expect(indexes.posts).toEqual(whole)
  const { headers } = await read.ask('blog/search-index.json?collections=posts')
  expect(headers.get('etag')).not.toBe((await read.ask('blog/search-index.json')).headers.get('etag'))
})

test('the tag of a search of everything changes when an entry appears', async () => {
  const tagAt = async (one: Reader) => (await one.ask('blog/search?query=guide')).headers.get('etag')
  const later = reader(place, Date.UTC(2026, 6, 1))
  expect(found(await later.get('blog/search?query=soon'))).toContain('pages/soon')
  expect(await tagAt(later)).not.toBe(await tagAt(read))
  expect(await tagAt(read)).toBe(await tagAt(read))
  later.close()
})

test('references lead to entries of other collections, and from posts', async () => {
  const { post } = await read.get('blog/posts/a')
  expect(post.fields.talk).toMatchObject({
    collection: 'talks',
    path: 'tables',
    title: 'On tables',
    url: null,
  })
  expect(post.content).toContain('href="https://example.org/guide"')
  const { entry } = await read.get('blog/entries/talks/lists')
  expect(entry.fields.after).toMatchObject({ collection: 'talks', path: 'tables' })
  const { entry: tables } = await read.get('blog/entries/talks/tables')
  expect(tables.fields.speakers).toMatchObject([{ collection: 'authors', path: 'ada' }])
  expect(tables.fields.post).toMatchObject({
    collection: 'posts',
    path: 'a',
    url: 'https://example.org/blog/a',
  })
  const { entry: maps } = await read.get('blog/entries/talks/2026/maps')
  expect(maps.fields.post).toMatchObject({ collection: 'pages', path: 'about' })
})

test('include puts entries of other collections in place of summaries, one level deep', async () => {
  const { entry: own } = await read.get('blog/entries/talks/lists?include=fields.after')
  expect(own.fields.after).toMatchObject({ path: 'tables', fields: { minutes: 20 } })
  const { post } = await read.get('blog/posts/a?include=fields.talk')
  const { content: _, ...talk } = (await read.get('blog/entries/talks/tables')).entry
  expect(post.fields.talk).toEqual(talk)
  const list = 'blog/entries/talks?fields.minutes=20&include=fields.post,fields.speakers'
  const [{ fields }] = (await read.get(list)).entries
  expect(fields).toMatchObject({
    post: { collection: 'posts', path: 'a', slug: 'a', authors: [{ name: 'Ada' }] },
    speakers: [{ collection: 'authors', path: 'ada', bio: '' }],
  })
  expect(fields.post.fields.talk).toEqual((await read.get('blog/posts/a')).post.fields.talk)
  expect(fields.post).not.toHaveProperty('content')
  expect((await read.ask(`${list}&limit=101`)).status).toBe(400)
})

test('who refers to an entry is a filter', async () => {
  const slugs = async (query: string) =>
    (await read.get(`blog/posts?${query}`)).posts.map(({ slug }: { slug: string }) => slug)
  expect(await slugs('fields.talk=tables')).toEqual(['a'])
  expect(await slugs('fields.talk=lists')).toEqual([])
  expect(await slugs('fields.talk.exists=true')).toEqual(['a'])
  expect(paths(await read.get('blog/entries/talks?fields.after=tables'))).toEqual(['lists'])
  expect(paths(await read.get('blog/entries/talks?fields.post=a,about&sort=publishedAt'))).toEqual([
    '2026/maps',
    'tables',
  ])
  const { facets } = await read.get('blog/entries/talks?facets=fields.post,fields.speakers')
  expect(facets['fields.post']).toEqual([
    { slug: 'about', name: 'About us', count: 1 },
    { slug: 'a', name: 'Hello', count: 1 },
  ])
  expect(facets['fields.speakers']).toEqual([{ slug: 'ada', name: 'Ada', count: 1 }])
})

test('what leads to an entry of another collection appears on its second, whenever the build was', async () => {
  const second = Date.UTC(2026, 7, 1)
  const asked = async (one: Reader, query: string) => {
    const response = await one.ask(`blog/${query}`)
    const { headers } = response
    return { tag: headers.get('etag'), id: headers.get('x-snapshot-id'), text: await response.text() }
  }
  const queries = [
    ...['entries/pages/about', 'entries/pages/about.md', 'entries/pages?limit=all&select=content,revision'],
    ...['entries/talks', 'entries/talks/soon?include=revision', 'entries/talks/soon?include=fields.post'],
    ...['entries/talks?fields.post=later', 'entries/talks?fields.post.exists=true'],
    ...['entries/talks?fields.post.not=later', 'entries/talks?facets=fields.post&select=path'],
  ]
  const builtAt = async (time: number) => {
    const env = { SOURCE_DATE_EPOCH: String(time / 1000) }
    // A talk has the name of the post, too.
    const talks = { 'blog/talks/soon.yml': 'name: Soon\npost: later\n', 'blog/talks/later.yml': 'name: L\n' }
    const one = await workspace({ ...files, ...talks }, { env })
    await one.build()
    return one
  }
  const places = [await builtAt(0), await builtAt(second)] as const
  const [before, after] = [reader(places[0], second - 1), reader(places[0], second)]
  const rebuilt = reader(places[1], second)
  for (const query of queries) {
    const [hidden, shown] = [await asked(before, query), await asked(after, query)]
    expect(hidden.text, query).not.toContain('blog/later')
    if (hidden.tag) expect(shown.tag, query).not.toBe(hidden.tag)
    expect(shown.text, query).not.toBe(hidden.text)
    expect(await asked(rebuilt, query), query).toEqual(shown)
  }
  const post = { collection: 'posts', path: 'later', title: 'Hello' }
  expect((await after.get('blog/entries/talks/soon')).entry.fields.post).toMatchObject(post)
  expect(paths(await after.get('blog/entries/talks?fields.post=later'))).toEqual(['soon'])
  expect((await asked(after, 'entries/pages/about.md')).text).toContain('[later](../posts/later.md)')
  expect(await asked(after, 'entries/settings')).toEqual(await asked(before, 'entries/settings'))
  for (const one of [before, after, rebuilt]) one.close()
  for (const one of places) one.remove()
})

test('a collection with one entry answers at its own address', async () => {
  const { entry } = await read.get('blog/entries/settings')
  expect(entry).toMatchObject({ path: 'settings', title: 'Settings', fields: { tagline: 'Words' } })
  expect(await read.get('blog/entries/unused')).toMatchObject({ entries: [] })
})

test('a scheduled entry appears on its second, and a draft never', async () => {
  expect((await read.ask('blog/entries/pages/soon')).status).toBe(404)
  expect((await read.ask('blog/entries/pages/secret')).status).toBe(404)
  const later = reader(place, Date.UTC(2026, 6, 1))
  expect(paths(await later.get('blog/entries/pages'))[0]).toBe('soon')
  later.close()
})

test('markdown, redirects, and what there is not', async () => {
  expect(await (await read.ask('blog/entries/pages/guide/second.md')).text()).toBe('\nHarbour.\n')
  const moved = await read.ask('blog/entries/posts/a?select=slug')
  expect([moved.status, moved.headers.get('location')]).toEqual([308, '/v1/blog/posts/a?select=slug'])
  expect((await read.ask('blog/entries/nothing')).status).toBe(404)
  expect((await read.ask('blog/entries')).status).toBe(404)
  expect((await read.ask('blog/entries/pages?facets=tags')).status).toBe(400)
})

test('the sitemap has entries with addresses, each from its second on', async () => {
  const addresses = async (one: Reader) => {
    const text = await (await one.ask('blog/sitemap.xml')).text()
    return [...text.matchAll(/<loc>https:\/\/example\.org\/(.*?)<\/loc>(<lastmod>)?/g)].map(
      ([, path, date]) => path! + (date ? ' dated' : ''),
    )
  }
  const now = ['blog/a dated', 'about', 'guide', 'guide/first', 'guide/second']
  expect(await addresses(read)).toEqual(now)
  const later = reader(place, Date.UTC(2026, 6, 1))
  expect(await addresses(later)).toEqual([now[0], 'soon dated', ...now.slice(1)])
  later.close()
})

test('lists are pinned, whole, and have a tag; earlier names redirect', async () => {
  const first = await read.ask('blog/entries/pages?limit=2')
  const snapshot = first.headers.get('x-snapshot-id')
  expect(snapshot).toMatch(/^[0-9a-f]{32}\.4$/)
  expect(snapshot).not.toBe((await read.ask('blog/posts')).headers.get('x-snapshot-id'))
  expect(first.headers.get('link')).toContain('</v1/blog/entries/pages?limit=2&page=2>; rel="next"')
  expect(paths(await read.get(`blog/entries/pages?limit=2&page=2&snapshot=${snapshot}`))).toHaveLength(2)
  expect((await read.ask('blog/entries/pages?snapshot=none')).status).toBe(409)
  expect(paths(await read.get('blog/entries/pages?limit=all'))).toHaveLength(4)
  const moved = await read.ask('blog/entries/pages/erste?format=text')
  expect([moved.status, moved.headers.get('location')]).toEqual([
    308,
    '/v1/blog/entries/pages/guide/first?format=text',
  ])
  expect((await read.ask('blog/entries/pages/guide%2Ffirst')).status).toBe(200)
  const { entry } = await read.get('blog/entries/pages/guide/first?include=aliases,reading,revision')
  expect(entry).toMatchObject({ aliases: ['/old/first', '/erste'], reading: { minutes: 1 } })
})

test('a build with drafts shows all', async () => {
  const drafts = await workspace(files, { drafts: true })
  await drafts.build()
  const all = reader(drafts)
  const list = await all.get('blog/entries/pages?limit=all')
  expect(list.entries.map(({ path, status }: { path: string; status: string }) => [path, status])).toEqual([
    ['soon', 'published'],
    ['about', 'published'],
    ['guide', 'published'],
    ['guide/first', 'published'],
    ['guide/second', 'published'],
    ['secret', 'draft'],
  ])
  all.close()
  drafts.remove()
})

test('the workspace says which collections there are', async () => {
  const { workspace } = await read.get('blog?include=collections')
  expect(workspace.collections.map(({ name }: { name: string }) => name)).toEqual([
    'pages',
    'talks',
    'settings',
    'unused',
  ])
})
