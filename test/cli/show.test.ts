// galley show: a post as it is stored.
import { afterEach, expect, test } from 'vitest'
import { ran } from '../support/command.ts'
import { openFiles } from '../support/open-files.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace
afterEach(() => {
  const open = openFiles(place.out)
  place.remove()
  expect(open).toEqual([])
})

const show = (...argv: string[]) => ran(['show', ...argv, '--out', place.out])

const scheduled = postFile({ title: 'Later', publishedAt: '2999-01-01' }, 'It is *later*.')

test('prints metadata, HTML and markdown of a post, whether or not readers see it yet', async () => {
  place = await workspace({
    'blog/posts/hello.md': postFile({ aliases: '[hi, /2015/03/5.0.0, /Café/]' }, 'See [later](later.md).'),
    'blog/posts/later.md': scheduled,
    'blog/workspace.yml': 'url: https://example.org/{slug}\n',
  })
  await place.build()
  const { code, stdout, stderr } = await show('later')
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^\{.*\}\n$/)
  expect(JSON.parse(stdout)).toMatchObject({
    slug: 'later',
    title: 'Later',
    html: '<p>It is <em>later</em>.</p>\n',
    markdown: 'It is *later*.',
  })
  const byAlias = await show('hi')
  expect(JSON.parse(byAlias.stdout).markdown).toBe('See [later](later.md).')
  for (const path of ['/2015/03/5.0.0', '/2015/03/5.0.0/', '/Caf%C3%A9', '/hi']) {
    expect(await show(path)).toEqual(byAlias)
  }
  expect((await show('/later')).stderr).toMatch(/No post has the slug, id or old address "\/later"/)
})

test('prints what a field refers to, whether or not readers see that yet', async () => {
  place = await workspace({
    'blog/workspace.yml': 'fields: { next: { type: reference, to: posts } }\n',
    'blog/posts/hello.md': postFile({ next: 'later' }),
    'blog/posts/later.md': scheduled,
  })
  await place.build()
  const { next } = JSON.parse((await show('hello')).stdout).fields
  expect(next).toMatchObject({ collection: 'posts', path: 'later', title: 'Later' })
})

test('says which workspaces have such a post, and takes one of them', async () => {
  place = await workspace({ 'blog/posts/a.md': postFile(), 'guide/posts/a.md': postFile({ title: 'Guide' }) })
  await place.build()
  expect(await show('a')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'galley: Several workspaces have such a post: blog, guide. Add --workspace blog.\n',
  })
  expect(JSON.parse((await show('a', '--workspace', 'guide')).stdout).title).toBe('Guide')
})

test.each([
  [['none'], /No post has the slug, id or old address "none"\. The snapshot has the workspaces blog/],
  [['a', '--workspace', 'none'], /There is no workspace none\./],
  [[], /The SLUG is missing\./],
  [['a', 'b'], /Unexpected argument "b"\./],
])('given %j, it says what is wrong, and exits with 2', async (argv, message) => {
  place = await workspace({ 'blog/posts/a.md': postFile() })
  await place.build()
  const { code, stdout, stderr } = await show(...argv)
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(message)
})

test('without a snapshot, it says so', async () => {
  place = await workspace({ 'blog/posts/a.md': postFile() })
  const { code, stderr } = await show('a')
  expect(code).toBe(1)
  expect(stderr).toMatch(/there is no snapshot in/)
})
