// Collections that workspace.yml declares: what is wrong with them, and with their files.
import { afterEach, expect, test } from 'vitest'
import { check } from '../../build/index.ts'
import { problemLine } from '../support/problem-line.ts'
import { type Files, postFile, type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace
afterEach(() => place?.remove())

/** @param collections as written in workspace.yml @param files below the workspace's folder */
async function problems(collections: string, files: Files = {}, before = ''): Promise<string[]> {
  const own = Object.entries(files).map(([path, text]) => [`blog/${path}`, text])
  place = await workspace({
    'blog/workspace.yml': `${before}collections: ${collections}\n`,
    'blog/posts/a.md': postFile({}),
    ...Object.fromEntries(own),
  })
  const result = await check({ content: place.dir, env: {} })
  return result.problems.map((problem) =>
    problemLine(problem)
      .slice(place.dir.length + 6)
      .replaceAll(`${place.dir}/`, ''),
  )
}

const declarations = [
  '{ posts: {} }',
  '{ _pages: {}, "my talks": {}, Talks: {} }',
  '{ pages: { urll: x } }',
  '{ pages: { url: "https://example.org/{slug}" } }',
  '{ talks: { title: nam, sort: -fields.att, fields: { name: string, at: date } } }',
  '{ talks: { fields: { title: string, at: dat } } }',
  '{ talks: { fields: { next: { type: reference, to: talk } } } }',
  '[pages]',
  `{ ${Array.from({ length: 65 }, (_, i) => `c${i}: {}`).join(', ')} }`,
]

const url = 'url: "https://example.org/{slug}"\n'

const files: [name: string, collections: string, files: Files, before?: string][] = [
  ['nothing', '{ pages: {}, talks: }', {}],
  ['names of ours', '{ authors: {}, series: {}, workspace: {} }', {}],
  ['no body', '{ pages: {} }', { 'pages/a.md': '---\ntitle: A\n---\n', 'pages/b.md': '---\n---\n' }],
  ['too large', '{ talks: {} }', { 'talks/a.json': `{ "a": "${'b'.repeat(5 * 1024 * 1024)}" }` }],
  ['a case of its own', '{ talks: {} }', { 'talks/a.yml': '', 'talks/A.yml': '', 'talks/b.YML': '' }],
  ['an undeclared folder', '{}', { 'talks/a.yml': 'name: A\n' }],
  ['an undeclared file', '{}', { 'settings.yml': 'tagline: A\n' }],
  ['one entry in two files', '{ settings: { single: true } }', { 'settings.yml': '', 'settings.json': '{}' }],
  ['two entries with one path', '{ talks: {} }', { 'talks/a.yml': '', 'talks/a.md': 'A\n' }],
  [
    'a page and a post with one address',
    '{ pages: { url: "https://example.org/{path}" } }',
    { 'pages/a.md': 'A\n' },
    url,
  ],
  ['an empty file', '{ pages: {} }', { 'pages/a.md': '', 'pages/b.yml': '' }],
  ['names with spaces and capitals', '{ pages: {} }', { 'pages/About us/It.md': 'A\n' }],
  ['a page of a folder twice', '{ pages: {} }', { 'pages/guide.md': 'A\n', 'pages/guide/index.md': 'A\n' }],
  [
    'keys twice in JSON',
    '{ talks: { fields: { name: string } } }',
    { 'talks/a.json': '{ "name": "a",\n"name": "b" }' },
  ],
  ['no JSON', '{ talks: {} }', { 'talks/a.json': '{ "name": ' }],
  ['a list in JSON', '{ talks: {} }', { 'talks/a.json': '[1]' }],
  [
    'mistakes in values',
    '{ talks: { fields: { name: { type: string, required: true }, at: date } } }',
    { 'talks/a.yml': 'nam: a\nat: tomorrow\n', 'talks/b.yml': 'at: 2026-01-01\n' },
  ],
  ['other files', '{ talks: {} }', { 'talks/a.txt': 'A\n', 'talks/b.mdx': 'B\n' }],
  [
    'links',
    '{ pages: {}, talks: {} }',
    { 'pages/a.md': '[b](b.md) [t](../talks/t.yml) [p](../posts/a.md)\n', 'talks/t.yml': '' },
  ],
  [
    'a reference to nothing',
    '{ talks: { fields: { next: { type: reference, to: [talks, posts] } } } }',
    { 'talks/a.yml': 'next: b\n', 'talks/c.yml': 'next: d.yml\n' },
  ],
]

test('each mistake is told in its words, at its place', async () => {
  const all: string[] = []
  const add = (name: string, found: readonly string[]) => all.push(name, ...found.map((one) => `  ${one}`))
  for (const one of declarations) {
    add(one, await problems(one))
    place.remove()
  }
  for (const [name, ...given] of files) {
    add(name, await problems(...given))
    place.remove()
  }
  await expect(`${all.join('\n')}\n`).toMatchFileSnapshot('collections.txt')
})

test('a large file is an error, and one that is not too large is read', async () => {
  const declared = '{ talks: { fields: { rows: { type: list, fields: { name: string } } } } }'
  const rows = (count: number) =>
    JSON.stringify({ rows: Array.from({ length: count }, (_, i) => ({ name: `${i} ${'x'.repeat(4_000)}` })) })
  expect(await problems(declared, { 'talks/a.json': rows(2_000) })).toEqual([
    'talks/a.json:1:1  error  too-large  The file is 7.7 MB; the limit is 5 MB. Split it into several posts.',
  ])
  place.remove()
  expect(await problems(declared, { 'talks/a.json': rows(1_000) })).toEqual([])
})

test('a check of some files tells of them what a check of all does', async () => {
  const files = {
    'posts/b.md': postFile({}, '## Part\n\nSee [it](../pages/a.md#nothing).\n'),
    'pages/a.md': '# A\n\nSee [b](../posts/b.md#part) and [c](c.md).\n',
  }
  const declared = '{ pages: { url: "https://example.org/p/{path}" } }'
  const all = await problems(declared, files, url)
  expect(all).toHaveLength(2)
  for (const name of ['posts/b.md', 'pages/a.md']) {
    const only = new Set([`${place.dir}/blog/${name}`])
    const { problems: some } = await check({ content: place.dir, env: {}, only })
    const told = some
      .filter(({ file }) => only.has(file))
      .map((one) => problemLine(one).slice(place.dir.length + 6))
    expect(told.map((line) => line.replaceAll(`${place.dir}/`, ''))).toEqual(
      all.filter((one) => one.startsWith(name)),
    )
  }
})
