// galley-client/astro against a real server, with a store as Astro gives one; the site in examples/ is built with Astro itself.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { galleyLiveLoader, galleyLoader } from '../../client/astro.ts'
import { BrokenReply } from '../../client/index.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { testServer } from '../support/server.ts'
import { astro } from './astro.ts'

const details = JSON.stringify({ headings: [{ level: 2, id: 'part', text: 'Part' }] })
const workspaceOf = (posts: number, html = (number: number) => `<p>${number}</p>`) => {
  const workspace = bulkWorkspace('blog', posts, html)
  return { ...workspace, posts: workspace.posts.map((post) => ({ ...post, details })) }
}
const here = testServer([workspaceOf(4)])
const options = () => ({ baseUrl: here.running.url, key: 'blog' })

test('loads further fields that are named, also of posts that it has without them', async () => {
  const { context, entries, written } = astro()
  await galleyLoader(options()).load(context)
  expect(entries.get('post-0')!.data).not.toHaveProperty('url')
  written.length = 0
  const loader = galleyLoader({ ...options(), include: ['url', 'aliases'] })
  await loader.load(context)
  expect(written).toHaveLength(4)
  expect(entries.get('post-0')!.data).toMatchObject({ url: null, aliases: [] })
})

test('loads all posts, then nothing, then what has changed and no more', async () => {
  const { context, entries, said, written, meta } = astro()
  const loader = galleyLoader(options())
  await loader.load(context)
  expect(written).toEqual(['post-0', 'post-1', 'post-2', 'post-3'])
  const first = entries.get('post-0')!
  expect(first).toMatchObject({
    digest: expect.stringMatching(/^[0-9a-f]{32}$/),
    rendered: { html: '<p>0</p>', metadata: { headings: [{ depth: 2, slug: 'part', text: 'Part' }] } },
    data: { slug: 'post-0', title: 'Post 0 of blog', publishedAt: '2026-01-01T00:00:00.000Z' },
  })
  for (const name of ['content', 'headings', 'revision']) expect(first.data).not.toHaveProperty(name)

  written.length = 0
  await loader.load(context)
  expect([written, said.at(-1)]).toEqual([[], 'Nothing has changed.'])

  const before = meta.get('etag')
  here.publish([workspaceOf(3, (number) => `<p>${number === 1 ? 'other' : number}</p>`)])
  await here.running.look()
  await loader.load(context)
  expect(written).toEqual(['post-1', 'without post-3'])
  expect(said.at(-1)).toBe('1 of 3 posts are new or have changed.')
  expect(entries.get('post-0')).toBe(first)
  expect(meta.get('etag')).not.toBe(before)
})

test('loads everything again after it failed in between', async () => {
  const { context, written } = astro()
  let isBroken = false
  const failing = astro((id) => {
    if (isBroken && id === 'post-1') throw new Error('no')
  })
  Object.assign(context, { parseData: failing.context.parseData })
  const loader = galleyLoader(options())
  await loader.load(context)
  isBroken = true
  here.publish([workspaceOf(3, (number) => `<p>new ${number}</p>`)])
  await here.running.look()
  await expect(loader.load(context)).rejects.toThrow('no')
  isBroken = false
  written.length = 0
  await loader.load(context)
  expect(written).toEqual(['post-1', 'post-2'])
})

test('keeps what was loaded when the API does not answer, and says so', async () => {
  const { context, entries } = astro()
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'application/json').write('{"posts":[')
    request.socket.end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()))
  const { port } = server.address() as AddressInfo
  entries.set('kept', { id: 'kept', data: {} })
  const loading = galleyLoader({ baseUrl: `http://127.0.0.1:${port}`, key: 'blog' }).load(context)
  await expect(loading).rejects.toThrow(BrokenReply)
  expect([...entries.keys()]).toEqual(['kept'])
  server.close()
})

test('loads entries and collections for a request, and gives what went wrong', async () => {
  const loader = galleyLiveLoader(options())
  const found = await loader.loadEntry({ filter: { id: 'post-2' } })
  expect(found).toMatchObject({
    id: 'post-2',
    data: { title: 'Post 2 of blog', publishedAt: new Date('2025-12-30') },
    rendered: { html: expect.stringContaining('2</p>') },
    cacheHint: { tags: ['post_2'], lastModified: new Date('2025-12-30') },
  })
  expect(await loader.loadEntry({ filter: { id: 'none' } })).toBeUndefined()
  const list = await loader.loadCollection({ filter: { limit: 2, order: 'asc' } })
  expect('entries' in list && list.entries.map(({ id }) => id)).toEqual(['post-2', 'post-1'])
  const all = await loader.loadCollection({})
  expect('entries' in all && all.entries).toContainEqual(found)
  expect(await loader.loadCollection({ filter: { limit: 0 } })).toMatchObject({ error: { status: 400 } })
  const other = galleyLiveLoader({ ...options(), key: 'none' })
  expect(await other.loadCollection({})).toMatchObject({ error: { status: 404, error: 'Invalid workspace' } })
})
