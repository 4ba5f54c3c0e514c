// Entries of collections by the Model Context Protocol, over HTTP.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Running, serve } from '../../server/index.ts'
import { call, use } from '../support/mcp.ts'
import { unlimited } from '../support/server.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

const settings = `
url: https://example.org/blog/{slug}
collections:
  pages: { url: 'https://example.org/{path}' }
  talks: { title: name, fields: { name: string, minutes: number, notes: { type: list } } }
  about: { single: true, fields: { tagline: string } }
`
const notes = Array.from({ length: 900 }, (_, i) => `Note ${i} of many, with some words in it.`)
const files = {
  'blog/workspace.yml': settings,
  'blog/posts/a.md': postFile({ title: 'A harbour' }, 'Boats in the harbour.'),
  'blog/pages/guide/index.md': '# The guide\n\nTo the harbour & back.\n',
  'blog/pages/long.md': `# Long\n\n${'Words of a long page. '.repeat(4_000)}`,
  'blog/pages/soon.md': '---\npublishedAt: 2090-01-01\n---\n# Soon\n\nA harbour.\n',
  'blog/talks/boats.yml': 'name: Harbour boats\nminutes: 20\n',
  'blog/talks/many.json': JSON.stringify({ name: 'Many', notes }),
  'blog/about.yml': 'tagline: Words\n',
  'plain/posts/a.md': postFile(),
}
for (let i = 0; i < 60; i++) Object.assign(files, { [`blog/pages/more/n${i}.md`]: `# Page ${i}\n\nText.\n` })

let place: Workspace
let running: Running
let url: string
beforeAll(async () => {
  place = await workspace(files)
  expect((await place.build({ env: { BASE_URL: 'https://api.example.org' } })).problems).toEqual([])
  const folders = { data: `${place.out}/data`, public: `${place.out}/public` }
  running = await serve({ ...folders, port: 0, host: '127.0.0.1', env: unlimited, log: () => {} })
  await running.look()
  url = `${running.url}/v1/blog/mcp`
})
afterAll(async () => {
  await running.close()
  place.remove()
})

test('search finds what /search finds, and what it finds can be read', async () => {
  const { results } = await use(url, 'search', { query: 'harbour' })
  const reply = await fetch(`${running.url}/v1/blog/search?query=harbour`)
  const found = ((await reply.json()) as { results: { title: string }[] }).results
  expect(results.map(({ title }: { title: string }) => title)).toEqual(found.map(({ title }) => title))
  expect(results).toContainEqual({
    id: 'pages/guide',
    title: 'The guide',
    url: 'https://example.org/guide',
    snippet: 'To the harbour & back.',
  })
  expect(results.map(({ id }: { id: string }) => id).toSorted()).toEqual(['a', 'pages/guide', 'talks/boats'])
  for (const { id, title } of results) expect(await use(url, 'fetch', { id })).toMatchObject({ title })
  const talks = await use(url, 'search', { query: 'harbour', collections: ['talks'], limit: 1 })
  expect(talks.results).toMatchObject([
    { id: 'talks/boats', url: 'https://api.example.org/v1/blog/entries/talks/boats' },
  ])
  const ofPosts = await use(url, 'search', { query: 'harbour', category: 'news' })
  expect(ofPosts.results).toMatchObject([{ title: 'A harbour', publishedAt: expect.any(String) }])
  await expect(use(url, 'search', { query: 'a', collections: ['nothing'] })).rejects.toThrow(
    'the collections are posts, pages, talks, about',
  )
})

test('an entry is read as markdown, or as its fields, in pieces', async () => {
  expect(await use(url, 'fetch', { id: 'pages/guide' })).toEqual({
    id: 'pages/guide',
    title: 'The guide',
    text: '\nTo the harbour & back.\n',
    url: 'https://example.org/guide',
    metadata: expect.objectContaining({ path: 'guide', publishedAt: null, status: 'published' }),
  })
  const boats = await use(url, 'fetch', { id: 'talks/boats' })
  expect(JSON.parse(boats.text)).toEqual({ name: 'Harbour boats', minutes: 20, notes: null })
  expect((await use(url, 'fetch', { id: 'about/about' })).url).toBe(
    'https://api.example.org/v1/blog/entries/about',
  )
  for (const id of ['pages/long', 'talks/many']) {
    const first = await use(url, 'fetch', { id })
    expect(first.text.length).toBeLessThanOrEqual(20_000)
    const second = await use(url, 'fetch', { id, offset: first.metadata.nextOffset })
    expect(second.metadata.offset).toBe(first.metadata.nextOffset)
  }
  for (const id of ['pages/soon', 'pages/nothing', 'nothing/guide', 'talks/'])
    await expect(use(url, 'fetch', { id })).rejects.toThrow(/No published (post|entry) has/)
})

test('entries are resources, after the posts', async () => {
  const read = async (uri: string) => (await call(url, 'resources/read', { uri })).json
  const uris: string[] = []
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor; isFirst = false) {
    const { json } = await call(url, 'resources/list', cursor ? { cursor } : {})
    cursor = json.result.nextCursor
    uris.push(...json.result.resources.map((one: { uri: string }) => one.uri))
  }
  expect(uris).toHaveLength(1 + 62 + 2 + 1)
  for (const uri of uris.filter((_, i) => i % 9 === 0 || i > 60))
    expect((await read(uri)).result.contents).toMatchObject([{ uri }])
  expect((await read('galley://entries/pages/guide')).result.contents).toEqual([
    { uri: 'galley://entries/pages/guide', mimeType: 'text/markdown', text: '\nTo the harbour & back.\n' },
  ])
  const [{ mimeType, text }] = (await read('galley://entries/talks/boats')).result.contents
  expect([mimeType, JSON.parse(text).minutes]).toEqual(['application/json', 20])
  for (const uri of ['entries/pages/soon', 'entries/pages', 'posts/pages/guide', 'entries/nothing/a'])
    expect((await read(`galley://${uri}`)).error.code).toBe(-32602)
  const { json } = await call(url, 'resources/templates/list')
  expect(json.result.resourceTemplates).toHaveLength(2)
})

test('the tools say what there is, and a workspace without collections says nothing of them', async () => {
  const { json } = await call(url, 'tools/list')
  expect(json.result.tools[0].inputSchema.properties.collections.description).toContain('posts, pages')
  expect(json.result.tools[1].inputSchema.properties.id.description).toContain('collection/path')
  const plain = url.replace('blog', 'plain')
  for (const method of ['tools/list', 'resources/templates/list'])
    expect(JSON.stringify((await call(plain, method)).json)).not.toMatch(/entr|collection/)
})
