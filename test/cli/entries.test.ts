// Entries of declared collections on the command line.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createApp } from '../../api/_app/app.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import { check } from '../../build/index.ts'
import { openSnapshots } from '../../snapshot/read/snapshots.ts'
import { readBody } from '../support/body.ts'
import { ran } from '../support/command.ts'
import { get, reader } from '../support/reading.ts'
import { type Files, postFile, type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace
afterEach(() => place?.remove())

const files: Files = {
  'blog/workspace.yml': `
fields:
  talk: { type: reference, to: talks }
collections:
  pages: { url: "https://example.org/{path}" }
  talks:
    url: https://example.org/talks/{path}
    title: name
    fields:
      name: { type: string, required: true }
      minutes: number
      note: markdown
      after: { type: reference, to: [talks, pages] }
  settings: { single: true, fields: { tagline: string } }
`,
  'blog/posts/a.md': postFile({ talk: 'tables' }, '[First](../pages/guide/first.md)'),
  'blog/pages/about.md': '# About *us*\n\nSee [the guide](guide/index.md).\n',
  'blog/pages/drafts/first.md': '---\nstatus: draft\n---\n# A draft\n',
  'blog/pages/guide/index.md': '---\ntitle: The guide\n---\n[First](first.md)\n',
  'blog/pages/guide/first.md': '# First\n\n[Up](index.md)\n',
  'blog/talks/tables.yml':
    'name: On tables\nminutes: 20 # about\nnote: "See [it](../pages/guide/first.md)"\n',
  'blog/talks/lists.json': '{\n  "name": "On lists",\n  "minutes": 45,\n  "after": "tables"\n}\n',
}

const short = (text: string) => text.replaceAll(`${place.dir}/`, '')
const read = (path: string) => readFileSync(join(place.dir, path), 'utf8')
const told = async () => (await check({ content: place.dir, env: {} })).problems.map(({ message }) => message)

async function galley(...argv: string[]) {
  const { code, stdout, stderr } = await ran([...argv, '--content', place.dir])
  return [code, short(stdout), short(stderr)]
}

test('are listed and counted', async () => {
  place = await workspace({ ...files, 'blog/pages/dated.md': '---\npublishedAt: 2026-01-02\n---\nA\n' })
  expect(await galley('list', 'pages')).toEqual([
    0,
    `2026-01-02  published  dated         Dated
–           published  about         About us
–           draft      drafts/first  A draft
–           published  guide         The guide
–           published  guide/first   First
`,
    '',
  ])
  const [, drafts] = await galley('list', 'pages', '--status', 'draft', '--json')
  expect(JSON.parse(String(drafts))).toEqual({
    ...{ workspace: 'blog', collection: 'pages', path: 'drafts/first', title: 'A draft' },
    ...{ publishedAt: null, file: 'blog/pages/drafts/first.md', status: 'draft', aliases: [] },
  })
  expect((await galley('list', 'talks', '--tag', 'a'))[2]).toContain('this lists talks')
  expect(await galley('list', 'talk')).toEqual([2, '', expect.stringContaining('Did you mean "talks"?')])
  const [, counted] = await galley('stats', '--json')
  expect(JSON.parse(String(counted)).collections).toEqual({
    pages: { published: 4, scheduled: 0, drafts: 1 },
    talks: { published: 2, scheduled: 0, drafts: 0 },
    settings: { published: 0, scheduled: 0, drafts: 0 },
  })
  expect((await galley('stats'))[1]).toContain('  pages       4 published, 0 scheduled, 1 draft\n')
})

test('are made in the form that the others have', async () => {
  place = await workspace(files)
  const made = async (...argv: string[]) => (await galley('new', ...argv, '--quiet'))[1]
  expect(await made('talks', 'On "maps"', '--fields', 'minutes=5')).toBe('blog/talks/on-maps.yml\n')
  expect(read('blog/talks/on-maps.yml')).toBe('status: draft\nname: On "maps"\nminutes: "5"\n')
  expect(await made('pages', 'Second', '--slug', 'guide/2nd', '--publish')).toBe('blog/pages/guide/2nd.md\n')
  expect(read('blog/pages/guide/2nd.md')).toBe('---\ntitle: Second\n---\n\n')
  expect(await made('settings', '--date', '2026-01-01')).toBe('blog/settings.yml\n')
  expect(read('blog/settings.yml')).toBe('publishedAt: 2026-01-01\nstatus: draft\n')
  expect(await told()).toEqual([])
  for (const [words, ...argv] of [
    ['settings has one entry.', 'settings'],
    ['The slug "tables" is taken: it is the slug of blog/talks/tables.yml.', 'talks', 'Tables'],
    ['The name ".." is not a slug.', 'pages', 'A', '--slug', '../a'],
    ['--tags is for posts.', 'talks', 'A', '--tags', 'a'],
    ['There is no field "a".', 'talks', 'A', '--fields', 'a=1'],
    ['Did you mean "talks"?', 'talk', 'A'],
  ])
    expect(await galley('new', ...argv)).toEqual([2, '', expect.stringContaining(words!)])
})

test('are printed as they are stored, and shared while they are drafts', async () => {
  place = await workspace(files, { drafts: true })
  await place.build()
  const shown = async (...argv: string[]) =>
    JSON.parse((await ran(['show', ...argv, '--out', place.out])).stdout)
  expect(await shown('drafts/first')).toMatchObject({ collection: 'pages', title: 'A draft', markdown: '' })
  expect(await shown('lists', '--workspace', 'blog/talks')).toMatchObject({ fields: { minutes: 45 } })
  const GALLEY_SHARE_SECRET = 'Xr4TqENsRjCkV8vxnLqbB2'
  const share = async (post: string) => {
    const argv = ['share', post, '--url', 'http://localhost', '--content', place.dir]
    return ran(argv, { GALLEY_SHARE_SECRET })
  }
  const { stdout } = await share('blog/pages/drafts/first')
  const snapshots = openSnapshots(`${place.out}/data`)
  const limiter = createLimiter({ limits: { workspace: null, fallback: null } })
  const shareSecrets = [GALLEY_SHARE_SECRET]
  const app = createApp({ snapshots, limiter, now: Date.now, log: () => {}, shareSecrets })
  const reply = await app({
    ...{ method: 'GET', target: '/shared', address: undefined },
    header: (name) => (name === 'galley-share' ? stdout.trim().replace(/.*\//, '') : undefined),
  })
  expect(JSON.parse(String(await readBody(reply))).post).toMatchObject({ title: 'A draft', content: '' })
  snapshots.close()
  expect((await share('blog/settings')).stderr).toContain('has the slug "settings"')
  expect((await share('blog/talks/table')).stderr).toContain('Did you mean "talks/tables"?')
  expect((await share('blog/talks/tables')).stderr).toContain('blog/talks/tables is published.')
})

test('are renamed with all that leads to them, and keep their ids and earlier paths', async () => {
  place = await workspace({ ...files, 'blog/settings.yml': 'tagline: A\n' })
  await place.build()
  const { entry } = await get(place, 'blog/entries/pages/guide/first')
  expect(await galley('rename', 'guide', 'docs/manual', '--kind', 'pages')).toEqual([
    0,
    `blog/pages/about.md
blog/pages/guide/first.md
blog/pages/guide/index.md
blog/posts/a.md
blog/talks/tables.yml
blog/pages/guide → blog/pages/docs/manual
`,
    'The pages entry guide is docs/manual now; 5 links to it changed.\n',
  ])
  expect(await galley('rename', 'tables', 'desks')).toEqual([
    0,
    expect.any(String),
    expect.stringContaining('; 2 links'),
  ])
  expect((await galley('rename', 'lists', '2026/lists'))[0]).toBe(0)
  expect((await galley('rename', 'about', 'us'))[0]).toBe(0)
  expect(read('blog/posts/a.md')).toContain('talk: desks\n')
  expect(read('blog/talks/desks.yml')).toMatch(
    /^name: On tables\nminutes: 20 # about\nnote: "See \[it\]\(..\/pages\/docs\/manual\/first.md\)"\nid: \w+\naliases: \[tables\]\n$/,
  )
  expect(read('blog/talks/2026/lists.json')).toMatch(
    /^{\n {2}"name": "On lists",\n {2}"minutes": 45,\n {2}"after": "desks",\n {2}"id": "\w+",\n {2}"aliases": \["lists"\]\n}\n$/,
  )
  expect(read('blog/pages/us.md')).toMatch(
    /^---\nid: \w+\naliases: \[about\]\n---\n# About \*us\*\n\nSee \[the guide\]\(docs\/manual\/index.md\).\n$/,
  )
  expect(await told()).toEqual([])
  await place.build()
  const asked = reader(place)
  expect((await asked.get('blog/entries/pages/docs/manual/first')).entry.id).toBe(entry.id)
  const moved = await asked.ask('blog/entries/pages/guide/first')
  expect([moved.status, moved.headers.get('location')]).toEqual([
    308,
    '/v1/blog/entries/pages/docs/manual/first',
  ])
  asked.close()
  for (const [words, ...argv] of [
    ['is called as its collection is', 'settings', 'sets'],
    ['"A b" is not a slug', 'us', 'docs/A b'],
    ['it is the slug of blog/pages/us.md', 'docs/manual', 'us'],
    ['Write one of post, author, category, tag, series, pages, talks, settings.', 'us', 'a', '--kind', 'x'],
    ['No talks entry has the slug "us".', 'us', 'a', '--kind', 'talks'],
  ])
    expect(await galley('rename', ...argv)).toEqual([2, '', expect.stringContaining(words!)])
})

test('have a JSON Schema for each collection', async () => {
  place = await workspace(files)
  const schemas = JSON.parse(String((await galley('schema', '--json'))[1]))
  const { properties, required } = schemas['entry.blog.talks.schema.json']
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(['name', 'minutes', 'position', 'aliases']))
  expect(Object.keys(properties)).not.toContain('category')
  expect(required).toBeUndefined()
  expect(schemas).toHaveProperty(['entry.blog.settings.schema.json', 'properties', 'tagline'])
  expect(Object.keys(schemas['post.blog.schema.json'].properties)).toContain('talk')
})

test('are mended by check --fix', async () => {
  const talks = { 'blog/talks/tables.yml': 'nam: On tables\n', 'blog/talks/lists.json': '{ "nam": "A" }\n' }
  place = await workspace({ ...files, ...talks })
  await galley('check', '--fix')
  expect(read('blog/talks/tables.yml')).toBe('name: On tables\n')
  expect(read('blog/talks/lists.json')).toBe('{ "name": "A" }\n')
})
