// Entries of declared collections in the client, and their types, against a server with what a build has made.
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest'
import { galleyLoader } from '../../client/astro.ts'
import { createClient, NotFound } from '../../client/index.ts'
import { type Running, serve } from '../../server/index.ts'
import { ran } from '../support/command.ts'
import { unlimited } from '../support/server.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'
import { astro } from './astro.ts'

type Reference = { collection: string; id: string; path: string; title: string; url: string | null }
type Collections = {
  talks: { level: 'easy' | 'hard'; minutes: number | null; before: Reference | null }
  settings: { tagline: string | null }
  pages: object
}
const TYPES = `// Made by galley types.
export type Fields = {
}
export type Collections = {
  "talks": {
    "level": "easy" | "hard"
    "minutes": number | null
    "before": { collection: string; id: string; path: string; title: string; url: string | null } | null
  }
  "settings": {
    "tagline": string | null
  }
  "pages": {
  }
}
`

let place: Workspace
let running: Running
beforeAll(async () => {
  place = await workspace({
    'blog/workspace.yml': `collections:
  talks: { fields: { level: { type: select, options: [easy, hard], required: true }, minutes: number,
    before: { type: reference, to: talks } } }
  settings: { single: true, fields: { tagline: string } }
  pages: { url: "https://example.org/{path}/" }
`,
    'blog/posts/a.md': postFile({}),
    'blog/talks/a.yml': 'level: easy\nminutes: 5\n',
    'blog/talks/in/b.md': '---\nlevel: hard\nbefore: ../a.yml\naliases: [old]\n---\n## Part\n\nText.\n',
    'blog/settings.yml': 'tagline: Words\n',
    'blog/pages/index.md': '# Home\n',
    'blog/pages/in/index.md': '# In\n',
  })
  expect((await place.build()).problems).toEqual([])
  const data = `${place.out}/data`
  const own = { port: 0, host: '127.0.0.1', env: unlimited, log: () => {} }
  running = await serve({ ...own, data, public: `${place.out}/public` })
  await running.look()
})
afterAll(async () => {
  await running?.close()
  place?.remove()
})
const client = () => createClient<object, Collections>({ baseUrl: running.url, key: 'blog' })

test('lists entries, filtered and with what was asked for', async () => {
  const { entries, pagination } = await client().entries('talks').list({ sort: 'fields.minutes' })
  expect(entries.map(({ path, fields }) => [path, fields.minutes])).toEqual([
    ['a', 5],
    ['in/b', null],
  ])
  expect(pagination.totalItems).toBe(2)
  const some = await client()
    .entries('talks')
    .list({ where: { level: 'hard' }, select: ['path'], include: ['headings'], facets: ['fields.level'] })
  expect(some.entries).toEqual([{ path: 'in/b', headings: [expect.objectContaining({ text: 'Part' })] }])
  expect(some.facets).toHaveProperty(['fields.level'])
})

test('gets an entry by path, an earlier one, or the name of a collection with one entry', async () => {
  const talks = client().entries('talks')
  const entry = await talks.get('in/b', { format: 'text' })
  expect(entry).toMatchObject({ collection: 'talks', path: 'in/b', fields: { level: 'hard' } })
  expect(entry.content).toContain('Text.')
  expect(await talks.get('old', { select: ['id'] })).toEqual({ id: entry.id })
  expect((await client().entries('settings').get('settings')).fields).toEqual({ tagline: 'Words' })
})

test('gets every entry in one request, one after the other', async () => {
  const paths: string[] = []
  for await (const { path } of client()
    .entries('talks')
    .all({ sort: '-fields.minutes', select: ['path'] }))
    paths.push(path)
  expect(paths).toEqual(['a', 'in/b'])
})

test('knows the address of a folder, and that of the page above all', async () => {
  const { entries } = await client()
    .entries('pages')
    .list({ select: ['path', 'url'] })
  expect(entries).toEqual([
    { path: 'index', url: 'https://example.org/' },
    { path: 'in', url: 'https://example.org/in/' },
  ])
})

test('is a content collection of Astro, with order and references, and loads nothing again', async () => {
  const load = async (collection: string, { context, entries, said } = astro()) => {
    const loader = galleyLoader({ baseUrl: running.url, key: 'blog', collection, include: ['reading'] })
    await loader.load(context)
    await loader.load(context)
    expect(said).toEqual([expect.stringMatching(/ entries are new/), 'Nothing has changed.'])
    return [...entries.values()]
  }
  const entries = await load('talks')
  expect(entries.map(({ id, data }) => [id, data])).toEqual([
    ['a', expect.objectContaining({ path: 'a', order: 0, publishedAt: null })],
    ['in/b', expect.objectContaining({ order: 1, reading: expect.anything() })],
  ])
  expect(entries[0]).not.toHaveProperty('rendered')
  expect(entries[1]).toMatchObject({
    rendered: { html: expect.stringContaining('Text.'), metadata: { headings: [{ slug: 'part' }] } },
    data: { fields: { before: { collection: 'talks', id: 'a' } } },
  })
  expect(entries[1]!.data).not.toHaveProperty('collection')
  expect(await load('settings')).toMatchObject([{ id: 'settings', data: { fields: { tagline: 'Words' } } }])
  await expect(load('none')).rejects.toThrow(NotFound)
})

test('no part of a path leads elsewhere', async () => {
  const talks = client().entries('talks')
  for (const path of ['', '..', 'in/../a', '/a', 'none', 'a.md'])
    await expect(talks.get(path), path).rejects.toThrow(NotFound)
  await expect(
    client()
      .entries('..' as 'talks')
      .get('a'),
  ).rejects.toThrow('"../a"')
})

test('has the types that galley types prints', async () => {
  expect(await ran(['types', `${running.url}/v1/blog`])).toEqual({ code: 0, stderr: '', stdout: TYPES })
  const talks = () => client().entries('talks')
  const one = () => talks().get('a', { select: ['fields'] })
  expectTypeOf<Awaited<ReturnType<typeof one>>['fields']>().toEqualTypeOf<Collections['talks']>()
  expectTypeOf<Awaited<ReturnType<typeof one>>>().not.toHaveProperty('title')
  // @ts-expect-error: there is no such collection.
  client().entries('talk')
  // @ts-expect-error: it is not one of the options.
  const wrong = () => talks().list({ where: { level: 'eazy' } })
  // @ts-expect-error: entries have no tags.
  const without = () => talks().list({ tags: ['a'] })
  expectTypeOf(wrong).toBeFunction()
  expectTypeOf(without).toBeFunction()
})
