// What a build tells of links and names between files is what one from nothing tells, whatever has changed since earlier builds.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { ran } from '../support/command.ts'
import { png } from '../support/picture.ts'
import { type Files, postFile, type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace
const cache = mkdtempSync(join(tmpdir(), 'galley-kept-checks-'))
afterEach(() => {
  place.remove()
  rmSync(cache, { recursive: true, force: true })
})

const [a, b, later] = [
  postFile({ title: 'A' }, '[b](b.md#no) [later](later.md)\n'),
  postFile({ tags: '[web]' }, '## Part\n\n![x](used.png)\n'),
  postFile({ publishedAt: '2135-01-01' }),
]
const base: Files = {
  'blog/workspace.yml': 'url: https://example.org/{slug}\nfields: { minutes: { type: string } }\n',
  'blog/tags.yml': 'web: { name: Web }\nnet: { name: Net }\n',
  'blog/categories.yml': 'news: { name: News }\n',
  'blog/posts/a.md': a,
  'blog/posts/b.md': b,
  'blog/posts/later.md': later,
  'blog/posts/unused.png': png(),
  'blog/posts/used.png': png(),
}

/** Each is made on top of those before it; a file with an empty text is removed. */
const changes: [change: string, files: Files][] = [
  ['nothing', {}],
  ['a title', { 'blog/posts/b.md': b.replace('Hello', 'Other') }],
  ['another place of what was told', { 'blog/posts/a.md': a.replace('---\n[', '---\n\n[') }],
  ['a heading', { 'blog/posts/b.md': b.replace('Part', 'No') }],
  ['a tag', { 'blog/posts/b.md': b.replace('[web]', '[wbe]') }],
  ['the place of that tag', { 'blog/posts/b.md': b.replace('[web]', '[net, wbe]') }],
  ['a slug that is taken', { 'blog/posts/b.md': b.replace('title', 'slug: a\ntitle') }],
  ['an alias', { 'blog/posts/b.md': b.replace('title', 'aliases: [/a]\ntitle') }],
  ['a link to no file', { 'blog/posts/b.md': b.replace('used', 'none') }],
  ['a draft', { 'blog/posts/b.md': b.replace('title', 'status: draft\ntitle') }],
  ['a date', { 'blog/posts/later.md': later.replace('2135', '2025') }],
  ['a post more', { 'blog/posts/c.md': b }],
  ['a post less', { 'blog/posts/later.md': '' }],
  ['an image less', { 'blog/posts/unused.png': '' }],
  ['an image by another name', { 'blog/posts/used.png': '', 'blog/posts/other.png': png() }],
  ['settings', { 'blog/workspace.yml': 'defaults: { category: nwes }\n' }],
  ['the place of what settings name', { 'blog/workspace.yml': '\n\ndefaults: { category: nwes }\n' }],
  ['tags', { 'blog/tags.yml': 'net: { name: Net }\n' }],
  ['no categories', { 'blog/categories.yml': '' }],
]

test('a build tells what one from nothing tells, after each change', async () => {
  place = await workspace(base)
  const told = async (folder: string) => {
    const { stderr, code } = await ran(['build', '--content', place.dir, '--out', place.out], {
      GALLEY_CACHE: folder,
      BASE_URL: 'https://api.example.org',
    })
    return {
      problems: stderr.split('\n').filter((line) => !/^(?:Built |The build failed|Reading took )/.test(line)),
      code,
    }
  }
  const different = new Set<string>()
  for (const [change, files] of changes) {
    for (const [path, text] of Object.entries(files)) {
      if (text === '') rmSync(join(place.dir, path))
      else place.write({ [path]: text })
    }
    const fresh = await told('off')
    different.add(fresh.problems.join())
    expect(await told(cache), change).toEqual(fresh)
    expect(await told(cache), `${change}, again`).toEqual(fresh)
  }
  expect(different.size).toBeGreaterThan(12)
})
