// Entries at the desk of `galley dev --edit`: what its page reads, and how it makes, edits, renames and deletes them.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Editing, editing } from '../support/editing.ts'
import { postFile } from '../support/workspace.ts'

let desk: Editing
beforeAll(async () => {
  desk = await editing({
    'blog/workspace.yml': `name: Blog
collections:
  pages: { url: "https://example.org/{path}" }
  talks: { title: name, fields: { name: { type: string, required: true }, at: date, after: { type: reference, to: talks } } }
  settings: { single: true }
`,
    'blog/posts/a.md': postFile({ status: 'draft' }),
    'blog/pages/about.md': '# About\n\nSee [more](more.md) and [a](../posts/a.md).\n',
    'blog/pages/more.md': '---\nstatus: draft\n---\n# More\n',
    'blog/talks/tables.yml': 'name: On tables\n',
    'blog/talks/lists.json': '{\n  "name": "On lists",\n  "after": "tables"\n}\n',
    'blog/talks/broken.yml': 'at: never\n',
  })
})
afterAll(() => desk?.close())

const read = (file: string) => readFileSync(join(desk.place.dir, 'blog', file), 'utf8')

test('are there as a workspace is, drafts and mistakes included', async () => {
  const { json } = await desk.ask('GET', 'state')
  expect(
    json.workspaces.map(({ folder, collection }: Record<string, unknown>) => [folder, collection]),
  ).toEqual([
    ['blog', undefined],
    ['blog/pages', { name: 'pages', single: false }],
    ['blog/talks', { name: 'talks', single: false }],
    ['blog/settings', { name: 'settings', single: true }],
  ])
  const notes = async (name: string) => (await desk.ask('GET', `notes/${encodeURIComponent(name)}`)).json
  expect((await notes('blog/pages')).posts).toMatchObject([
    { slug: 'about', file: 'pages/about.md', isDated: false, links: ['more'] },
    { slug: 'more', file: 'pages/more.md', links: [] },
  ])
  expect((await notes('blog/talks')).problems.map(({ file }: Record<string, unknown>) => file)).toEqual([
    'talks/broken.yml',
    'talks/broken.yml',
  ])
  expect((await notes('blog')).problems).toEqual([])
  const { json: list } = await desk.ask('GET', 'v1/blog/entries/pages?select=path,status')
  expect(list.entries).toEqual([
    { path: 'about', status: 'published' },
    { path: 'more', status: 'draft' },
  ])
})

test('have a form of their own fields, and are shown while they are typed', async () => {
  const { json: form } = await desk.ask('GET', 'edit/form?workspace=blog%2Ftalks')
  expect(form).toMatchObject({
    titleField: 'name',
    fields: [{ name: 'name' }, { name: 'at' }, { name: 'after' }],
  })
  expect(form.entries.talks).toContainEqual({ slug: 'tables', name: 'On tables' })
  expect(Object.keys(form.schema.properties)).toContain('position')
  expect(Object.keys(form.schema.properties)).not.toContain('authors')
  const typed = async (workspace: string, file: string, text: string) =>
    (await desk.post('preview', { workspace, file, text })).json
  expect(await typed('blog/pages', 'pages/about.md', '# *New*\n\nText [b](more.md).\n')).toMatchObject({
    post: {
      slug: 'about',
      title: 'New',
      url: 'https://example.org/about',
      content: expect.stringContaining('<p>Text'),
    },
    problems: [{ code: 'draft-link', line: 3 }],
    values: {},
  })
  const data = await typed('blog/talks', 'talks/lists.json', '{ "name": "A", "after": "table" }')
  expect(data).toMatchObject({ values: { name: 'A', after: 'table' }, problems: [{ line: 1 }] })
})

test('are made, changed, renamed and deleted', async () => {
  const add = (body: object) => desk.post('posts', body)
  const made = await add({ workspace: 'blog/talks', title: 'On maps', fields: { after: 'lists' } })
  expect([made.status, made.json.file]).toEqual([201, 'talks/on-maps.yml'])
  expect(read('talks/on-maps.yml')).toBe('status: draft\nname: On maps\nafter: lists\n')
  expect((await add({ workspace: 'blog/settings', title: 'settings' })).json.file).toBe('settings.yml')
  const [file, folder] = ['talks/lists.json', 'blog/talks']
  const { text, tag } = await desk.source(file, folder)
  const { json } = await desk.post('front-matter', { file, text, changes: { at: '2026-01-02', after: null } })
  const saved = await desk.put(file, json.edits, tag, folder)
  expect(read(file)).toBe('{\n  "name": "On lists",\n  "at": "2026-01-02"\n}\n')
  const place = { workspace: folder, file }
  const renamed = await desk.post('rename', { ...place, slug: '2026/lists' }, String(saved.headers.etag))
  expect(renamed.json).toEqual({ file: 'talks/2026/lists.json', slug: '2026/lists', links: 1 })
  expect(read('talks/on-maps.yml')).toContain('after: 2026/lists\n')
  const { tag: last } = await desk.source('talks/2026/lists.json', folder)
  const gone = await desk.post('delete', { ...place, file: 'talks/2026/lists.json' }, last)
  expect(gone.json.moved).toMatch(/blog\/_deleted\/talks\/2026\/lists\.json$/)
  expect(existsSync(join(desk.place.dir, 'blog/talks/2026/lists.json'))).toBe(false)
  expect((await desk.source('posts/a.md', folder)).status).toBe(404)
  expect((await desk.source('talks/tables.yml', 'blog')).status).toBe(404)
})
