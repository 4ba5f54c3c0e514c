// What a build says to the desk of galley dev: where all posts are to be read, and what is known of them besides.
import { existsSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import type { Desk } from '../../build/desk/desk.ts'
import type { Notes } from '../../build/desk/notes.ts'
import { png } from '../support/picture.ts'
import { get } from '../support/reading.ts'
import { type Files, postFile, type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace
afterEach(() => place?.remove())

async function deskOf(files: Files, overrides: Parameters<Workspace['build']>[0] = {}) {
  place = await workspace(files)
  return builtDesk(overrides)
}

async function builtDesk(overrides: Parameters<Workspace['build']>[0] = {}) {
  const { desk, written } = await place.build({ desk: true, ...overrides })
  return { ...desk!, written }
}

const notesIn = ({ workspaces }: Desk, folder: string): Notes =>
  JSON.parse(workspaces.find((one) => one.folder === folder)!.notes)

/** In the snapshot that the desk reads. */
async function slugsIn(desk: Desk, key: string): Promise<string[]> {
  const out = desk.data === 'data' ? place.out : `${place.out}/desk`
  const { posts } = await get({ out }, `${key}/posts?limit=all`)
  return posts.map(({ slug }: { slug: string }) => slug).sort()
}

const blog = {
  'blog/workspace.yml': 'name: The blog\nkeys: [one, two]\nlanguage: de\nurl: https://example.org/{slug}\n',
  'blog/posts/a.md': postFile(
    { publishedAt: '2026-01-01' },
    'See [b](b.md#c), [b](./b.md) and ![p](p.png).\n',
  ),
  'blog/posts/b.md': postFile(
    { slug: 'bee' },
    '# C\n\nSee [a](a.md), [a site](https://example.org) and [c](#c).\n',
  ),
  'blog/posts/p.png': png(),
}
const env = { BASE_URL: 'https://api.example.org' }

test('what was published is enough where it has all posts', async () => {
  const desk = await deskOf(blog, { env })
  expect(desk).toMatchObject({ written: true, data: 'data', problems: [] })
  expect(desk.workspaces).toEqual([
    {
      folder: 'blog',
      path: `${place.dir}/blog`,
      name: 'The blog',
      language: 'de',
      key: 'one',
      hash: expect.stringMatching(/^[0-9a-f]{32}$/),
      notes: expect.any(String),
      files: ['posts/a.md', 'posts/b.md'],
    },
  ])
  expect(notesIn(desk, 'blog')).toEqual({
    posts: [
      { slug: 'a', file: 'posts/a.md', isDated: true, links: ['bee'] },
      { slug: 'bee', file: 'posts/b.md', isDated: true, links: ['a'] },
    ],
    problems: [],
  })
  expect([...desk.media]).toEqual([
    [expect.stringMatching(/^p\.[0-9a-f]{16}\.png$/), `${place.dir}/blog/posts/p.png`],
  ])
  expect(await slugsIn(desk, 'one')).toEqual(['a', 'bee'])
})

test('a snapshot of its own has drafts, and lacks only what is broken, whether anything was published or not', async () => {
  const draft = postFile({ status: 'draft', publishedAt: '' }, '![p](p.png)\n')
  const desk = await deskOf(
    {
      ...blog,
      'blog/posts/draft.md': draft,
      'blog2/posts/c.md': postFile({ publishedAt: '2999-01-01' }),
      'blog2/workspace.yml': 'searchIndex: true\nurl: https://example.org/{slug}\n',
    },
    { env },
  )
  expect(desk).toMatchObject({ written: true, data: 'desk/data', problems: [] })
  expect(desk.workspaces.map(({ folder, key }) => [folder, key])).toEqual([
    ['blog', 'one'],
    ['blog2', 'blog2'],
  ])
  expect(notesIn(desk, 'blog').posts.at(-1)).toEqual({
    slug: 'draft',
    file: 'posts/draft.md',
    isDated: false,
    links: [],
  })
  expect(await slugsIn(desk, 'one')).toEqual(['a', 'bee', 'draft'])
  expect(await slugsIn(desk, 'blog2')).toEqual(['c'])
  expect((await get(place, 'one/posts')).posts).toHaveLength(2)
  // Its media are read where they are, whatever their address may be.
  expect((await builtDesk({ env: {} })).media).toEqual(desk.media)
  place.write({
    'blog/posts/b.md': postFile({ slug: 'bee', titel: 'x' }),
    'blog/posts/draft.md': postFile({ status: 'draft', tags: '[web, web]' }),
    'blog2/tags.yml': 'a b: { name: A }\n',
    'README.md': 'Read me.\n',
    'hello.md': postFile(),
  })
  const broken = await builtDesk({ env })
  expect(broken).toMatchObject({ written: false, data: 'desk/data' })
  expect(broken.workspaces.map(({ folder, hash }) => [folder, hash === undefined])).toEqual([
    ['blog', false],
    ['blog2', true],
  ])
  expect(await slugsIn(broken, 'one')).toEqual(['a', 'draft'])
  expect(broken.problems.map(({ file, code }) => [file, code])).toEqual([
    [`${place.dir}/README.md`, 'unused-file'],
    [`${place.dir}/hello.md`, 'no-workspace'],
  ])
  expect(notesIn(broken, 'blog').problems.map(({ file, code }) => `${file} ${code}`)).toEqual([
    'posts/b.md unknown-key',
    'posts/draft.md named-twice',
  ])
  expect(notesIn(broken, 'blog2').problems.map(({ file, code }) => `${file} ${code}`)).toEqual([
    'tags.yml bad-slug',
  ])
})

test.each([
  ['workspace.yml', 'nmae: x\n'],
  ['categories.yml', 'a b: { name: A }\n'],
  ['authors/ada.yml', 'nmae: Ada\n'],
])('of a workspace nothing is shown while there is an error in %s', async (name, text) => {
  const desk = await deskOf({
    'blog/posts/a.md': postFile({ category: '' }),
    'notes/posts/a.md': postFile(),
    [`blog/${name}`]: text,
  })
  expect(desk.workspaces.map(({ hash }) => hash === undefined)).toEqual([true, false])
  // Its pages are there nonetheless.
  expect(existsSync(`${place.out}/public/docs/desk/index.html`)).toBe(true)
})

test('a problem of a folder as a whole names no file', async () => {
  const desk = await deskOf({ 'my blog/posts/a.md': postFile() })
  expect(notesIn(desk, 'my blog').problems.map(({ file, code, excerpt }) => [file, code, excerpt])).toEqual([
    ['', 'bad-key', null],
  ])
})

test('a problem has the part of its line around it, and names files as the desk does', async () => {
  const desk = await deskOf({
    'blog/workspace.yml': 'url: https://example.org/{slug}\nx: y\n',
    'blog/posts/a.md': postFile({ slug: 'same' }),
    'blog/posts/b.md': postFile({ slug: 'same' }, `${'é'.repeat(400)}[a](no.md)${'ü'.repeat(400)}\n`),
    'blog/posts/c.md': postFile({}, `[a](${'n'.repeat(700)}.md)\n`),
    'blog/posts/d.txt': 'x',
  })
  const { problems } = notesIn(desk, 'blog')
  const told = problems.map(({ file, line, column, code, severity, message, hint, excerpt }) => {
    const { text = '', from = 0, to = 0 } = excerpt ?? {}
    const marked = excerpt && [text.length, from, to, text.slice(from, to).slice(0, 20)]
    return [`${file}:${line}:${column} ${severity} ${code}`, marked, `${message} ${hint}`.slice(0, 60)]
  })
  expect(told).toEqual([
    [
      'posts/b.md:6:7 error taken-name',
      [10, 6, 10, 'same'],
      'The slug "same" is taken: it is the slug of posts/a.md. Writ',
    ],
    ['posts/b.md:8:405 error dangling-link', [325, 160, 165, 'no.md'], expect.any(String)],
    ['posts/c.md:7:5 error dangling-link', [640, 4, 640, 'nnnnnnnnnnnnnnnnnnnn'], expect.any(String)],
    ['posts/d.txt:1:1 warning unused-file', null, expect.any(String)],
    ['workspace.yml:2:1 error unknown-key', [4, 0, 1, 'x'], expect.any(String)],
  ])
})
