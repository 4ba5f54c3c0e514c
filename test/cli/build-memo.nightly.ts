// A build tells and writes what one from nothing tells and writes, whatever has changed since earlier builds.
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sha256 } from '../../snapshot/format/format.ts'
import { ran } from '../support/command.ts'
import { png } from '../support/picture.ts'
import { type Files, postFile, type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace
let cache: string
beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), 'galley-kept-'))
})
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
  ['a text before what was told', { 'blog/posts/a.md': a.replace('[b](', 'More.\n\n[b](') }],
  ['a line before what was told', { 'blog/posts/a.md': a.replace('title', '# A line.\ntitle') }],
  ['a heading', { 'blog/posts/b.md': b.replace('Part', 'No') }],
  ['a tag', { 'blog/posts/b.md': b.replace('[web]', '[wbe]') }],
  ['the place of that tag', { 'blog/posts/b.md': b.replace('[web]', '[net, wbe]') }],
  ['no link that is told', { 'blog/posts/a.md': postFile({ title: 'A' }) }],
  [
    'a line before that tag, which alone is told',
    { 'blog/posts/b.md': b.replace('[web]', '[net, wbe]').replace('title', '# A line.\ntitle') },
  ],
  ['that link again', { 'blog/posts/a.md': a }],
  ['a slug that is taken', { 'blog/posts/b.md': b.replace('title', 'slug: a\ntitle') }],
  ['an alias', { 'blog/posts/b.md': b.replace('title', 'aliases: [/a]\ntitle') }],
  ['a link to no file', { 'blog/posts/b.md': b.replace('used', 'none') }],
  ['a draft', { 'blog/posts/b.md': b.replace('title', 'status: draft\ntitle') }],
  ['a date', { 'blog/posts/later.md': later.replace('2135', '2025') }],
  ['a post more', { 'blog/posts/c.md': b }],
  ['a post less', { 'blog/posts/later.md': '' }],
  ['an image less', { 'blog/posts/unused.png': '' }],
  ['an image by another name', { 'blog/posts/used.png': '', 'blog/posts/other.png': png() }],
  ['tags', { 'blog/tags.yml': 'wbe: { name: Net }\n' }],
  ['no tags', { 'blog/tags.yml': '' }],
  ['no categories', { 'blog/categories.yml': '' }],
  ['settings', { 'blog/workspace.yml': 'defaults: { category: nwes }\n' }],
  ['the place of what settings name', { 'blog/workspace.yml': '\n\ndefaults: { category: nwes }\n' }],
]

/** Builds with a cache in this folder, or with none. */
async function built(folder: string) {
  const out = folder === 'off' ? `${place.out}-fresh` : place.out
  const { stderr, code } = await ran(['build', '--content', place.dir, '--out', out], {
    GALLEY_CACHE: folder,
    BASE_URL: 'https://api.example.org',
    SOURCE_DATE_EPOCH: '1800000000',
  })
  const problems = stderr
    .split('\n')
    .filter((line) => !/^(?:Built |The build failed|Reading took )/.test(line))
  return { problems, code, files: code === 0 ? filesBelow(`${out}/data`) : [] }
}

/** The snapshot that is served: the names of its files, and digests. */
function filesBelow(data: string): string[] {
  const current = readFileSync(join(data, 'current.json'), 'utf8')
  const folders = readdirSync(data).filter((name) => current.includes(`"${name}"`))
  const paths = folders.flatMap((name) => readdirSync(join(data, name)).map((file) => `${name}/${file}`))
  return [current, ...paths.sort().map((path) => `${path} ${sha256(readFileSync(join(data, path)))}`)]
}

/**
 * @param times how often it is built with the cache after each change
 * @returns how many builds were different
 */
async function expectAsFromNothing(
  changes: [change: string, files: Files][],
  times: number,
): Promise<number> {
  const different = new Set<string>()
  for (const [change, files] of changes) {
    for (const [path, text] of Object.entries(files)) {
      if (text === '') rmSync(join(place.dir, path))
      else place.write({ [path]: text })
    }
    const fresh = await built('off')
    different.add([...fresh.problems, ...fresh.files].join())
    for (let time = 1; time <= times; time++) {
      expect(await built(cache), `${change}, ${time}`).toEqual(fresh)
    }
  }
  return different.size
}

test('a build tells what one from nothing tells, after each change', async () => {
  place = await workspace(base)
  expect(await expectAsFromNothing(changes, 2)).toBeGreaterThan(changes.length / 2)
})

const one = (own: Record<string, string>, body = 'Ships and cranes.\n') =>
  postFile({ title: 'One', publishedAt: '2025-01-03', category: 'news', ...own }, body)
const older = (day: number, more = '') =>
  postFile({ title: `Day ${day}`, publishedAt: `2025-01-0${day}`, tags: '[a]' }, `A lighthouse${more}.\n`)
const settings = 'url: https://example.org/{slug}\nname: Quay\n'

/** Changes in one of two workspaces: the other is packed once. */
const writings: [change: string, files: Files][] = [
  ['nothing', {}],
  ['a text', { 'blog/posts/one.md': one({}, 'Another ship.\n') }],
  ['a title', { 'blog/posts/one.md': one({ title: 'Ship' }) }],
  ['a category of a post', { 'blog/posts/one.md': one({ category: 'other' }) }],
  ['tags of a post', { 'blog/posts/one.md': one({ tags: '[b, a]' }) }],
  ['an alias', { 'blog/posts/one.md': one({ aliases: '[/was]' }) }],
  ['a cover', { 'blog/posts/one.md': one({ coverImage: 'quay.png' }) }],
  ['the bytes of that cover', { 'blog/posts/quay.png': png(20, 20) }],
  ['a language', { 'blog/posts/one.md': one({ language: 'de' }) }],
  ['a language of another post', { 'blog/posts/day-1.md': older(1).replace('title', 'language: fr\ntitle') }],
  ['a post more', { 'blog/posts/day-5.md': older(5) }],
  ['the oldest post', { 'blog/posts/day-1.md': older(1, ' and a ship') }],
  ['a post less', { 'blog/posts/day-2.md': '' }],
  ['two in another order', { 'blog/posts/day-5.md': older(1), 'blog/posts/day-1.md': older(5) }],
  ['a link', { 'blog/posts/one.md': one({}, 'See [that](day-4.md) and [more](day-3.md).\n') }],
  ['when a link appears', { 'blog/posts/day-4.md': older(4).replace('2025', '2225') }],
  ['when it appears later', { 'blog/posts/day-4.md': older(4).replace('2025', '2226') }],
  ['where a link leads', { 'blog/posts/day-3.md': older(3).replace('title', 'slug: three\ntitle') }],
  ['no link', { 'blog/posts/one.md': one({}) }],
  ['the name of a category', { 'blog/categories.yml': 'news: { name: Newest }\nother: { name: Other }\n' }],
  ['a tag that no post has', { 'blog/tags.yml': 'a: { name: A }\nb: { name: B }\nc: { name: C }\n' }],
  ['the order of tags', { 'blog/tags.yml': 'c: { name: C }\nb: { name: B }\na: { name: A }\n' }],
  [
    'an alias of a tag',
    { 'blog/tags.yml': 'c: { name: C, aliases: [d] }\nb: { name: B }\na: { name: A }\n' },
  ],
  ['the name of the site', { 'blog/workspace.yml': settings.replace('Quay', 'Harbour') }],
  ['addresses', { 'blog/workspace.yml': settings.replace('{slug}', '{year}/{slug}') }],
  ['no addresses', { 'blog/workspace.yml': 'name: Quay\n' }],
  ['the language of the site', { 'blog/workspace.yml': `${settings}language: de\n` }],
  ['another workspace', { 'notes/posts/note.md': older(2) }],
]

const twoWorkspaces: Files = {
  'blog/workspace.yml': settings,
  'blog/tags.yml': 'a: { name: A }\nb: { name: B }\n',
  'blog/categories.yml': 'news: { name: News }\nother: { name: Other }\n',
  'blog/posts/one.md': one({}),
  'blog/posts/quay.png': png(),
  ...Object.fromEntries([1, 2, 3, 4].map((day) => [`blog/posts/day-${day}.md`, older(day)])),
  'notes/posts/note.md': older(1),
}

test('of two workspaces, a build writes what one from nothing writes, after each change', async () => {
  place = await workspace(twoWorkspaces)
  expect(await expectAsFromNothing(writings, 1)).toBeGreaterThan(writings.length / 2)
})

test('a workspace whose folder is damaged or gone is written again, though nothing in it has changed', async () => {
  place = await workspace(twoWorkspaces)
  const fresh = await built(cache)
  const path = (file: string) =>
    join(place.out, 'data', fresh.files.find((line) => line.includes(file))!.split(' ')[0]!)
  const damages = [
    () => truncateSync(path('/short.bin'), 5),
    () => rmSync(path('/short.bin')),
    () => rmSync(join(path('/short.bin'), '..'), { recursive: true }),
  ]
  for (const damage of damages) {
    damage()
    expect(await built(cache)).toEqual(fresh)
  }
})
