// galley import: keys of posts that Galley does not know become fields, which workspace.yml defines.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ran } from '../support/command.ts'
import { type Files, writeFiles } from '../support/files.ts'
import { png } from '../support/picture.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'galley-import-fields-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const content = () => join(root, 'content')

const read = (path: string) => readFileSync(join(content(), 'blog', path), 'utf8')

/** Imports, requires that check finds nothing, and returns what was said of all posts together. */
async function imported(files: Files, ...flags: string[]): Promise<string[]> {
  writeFiles(root, files)
  const from = join(root, 'site')
  const { stdout, code } = await ran(['import', from, '--content', content(), '--json', ...flags])
  expect(code).toBe(0)
  expect((await ran(['check', '--content', content(), '--json'])).stdout).toBe('')
  return JSON.parse(stdout).notes.map(({ kind, message }: Record<string, string>) => `${kind} ${message}`)
}

/** A site of Jekyll with a post for each front matter. */
const jekyll = (...fronts: string[]): Files => ({
  'site/_config.yml': 'title: A\nurl: https://example.org\n',
  'site/img/map.png': png(),
  ...Object.fromEntries(
    fronts.map((front, index) => [
      `site/_posts/2020-01-0${index + 1}-p${index + 1}.md`,
      `---\n${front}\n---\nText.\n`,
    ]),
  ),
})

/** The lines of a file from `fields:` on. */
const definitions = () => read('workspace.yml').replace(/^[\s\S]*^fields:\n/m, '')

const front = (number: number) =>
  read(`posts/2020-01-0${number}-p${number}.md`)
    .replace(/^[\s\S]*^aliases: .*\n/m, '')
    .replace(/---\n[\s\S]*/, '')

test.each<[type: string, definition: string, values: string[], written?: string[]]>([
  ['boolean', 'x: boolean', ['true', 'false']],
  ['number', 'x: number', ['4', '-1.5']],
  ['date', 'x: date', ['2020-01-02', '2021-02-03']],
  ['url', 'x: url', ['https://example.com/a', 'http://example.com/b.png']],
  ['string', 'x: string', ['easy', 'hard']],
  ['string of several types', 'x: string', ['4', 'four'], ['"4"', 'four']],
  ['list', 'x: list', ['[a, b]', 'c'], ['[a, b]', '[c]']],
  ['list of numbers', 'x:\n    type: list\n    of: number', ['[1, 2]', '3'], ['[1, 2]', '[3]']],
  ['list of lists', 'x:\n    type: list\n    of: list', ['[[a, b], [c]]'], ['\n  - [a, b]\n  - [c]']],
  [
    'image',
    'x: image',
    ['/img/map.png', 'https://example.com/b.png'],
    ['images/map.png', 'https://example.com/b.png'],
  ],
  ['string of an image that is nowhere', 'x: string', ['/img/none.png']],
  [
    'object',
    'x:\n    type: object\n    fields:\n      a: number\n      own_lt: string\n      deep:\n        type: object\n        fields:\n          c: boolean',
    ['{ a: 1, lt: b }', '{ A: 2, deep: { c: true } }'],
    ['\n  a: 1\n  own_lt: b', '\n  a: 2\n  deep:\n    c: true'],
  ],
  [
    'list of objects',
    'x:\n    type: list\n    fields:\n      src: image\n      at: date',
    ['[{ src: /img/map.png, at: 2020-01-02 }]', '{ at: 2020-01-03 }'],
    ['\n  - src: images/map.png\n    at: 2020-01-02', '\n  - at: 2020-01-03'],
  ],
])('values of the type %s', async (type, definition, values, written = values) => {
  const notes = await imported(jekyll(...values.map((value) => `title: T\nx: ${value}`)))
  expect(definitions()).toBe(`  ${definition}\n`)
  for (const [index, value] of written.entries())
    expect(front(index + 1)).toBe(`x:${/^\n/.test(value) ? '' : ' '}${value}\n`)
  const posts = values.length === 1 ? '1 post' : `${values.length} posts`
  const named = type.replace(/^string .*/, 'string')
  expect(notes).toEqual([`mapped blog: defined 1 field of your own: x (${named}, ${posts}).`])
})

test('what has no type is left out, with its reason and the number of posts', async () => {
  const many = `[${Array.from({ length: 1_001 }, (_, i) => i)}]`
  const notes = await imported(
    jekyll(
      'title: A\nx: a\nseo: { robots: no, title: T }',
      `title: B\nx: { a: b }\nlong: ${many}\nseo: { robots: { a: b } }`,
      'title: C\n桨: a\nx: b\nnull: ~\nnone: ""\nempty: []',
    ),
  )
  expect(definitions()).toBe('  seo:\n    type: object\n    fields:\n      title: string\n')
  expect(notes).toEqual([
    'mapped blog: defined 1 field of your own: seo (object, 2 posts).',
    'dropped blog: 2 keys became no fields (both texts and mappings): x (3 posts), seo.robots (2 posts).',
    'dropped blog: 1 key became no field (more than 1000 items): long (1 post).',
    'dropped blog: 1 key became no field (a name that no field can have): 桨 (1 post).',
  ])
})

test('a mapping of which nothing can be a field is listed once, by its deepest key', async () => {
  const notes = await imported(jekyll('title: A\nd: { a: { b: { c: { e: x } } } }'))
  expect(notes).toEqual(['dropped blog: 1 key became no field (more than 4 levels): d.a.b.c.e (1 post).'])
})

test('a key that is named like one of ours becomes own_…', async () => {
  const notes = await imported(jekyll('title: A\nstatus: reviewed\nattribution: nobody'))
  expect(front(1)).toBe('own_status: reviewed\nown_attribution: nobody\n')
  expect(notes).toEqual([
    'mapped blog: defined 2 fields of your own: own_status (string, from status, 1 post), own_attribution (string, from attribution, 1 post).',
  ])
})

test.each<[flag: string, fields: string, notes: string[]]>([
  [
    'all',
    '  level: string\n  minutes: number\n',
    [
      'mapped blog: defined 2 fields of your own: level (string, 2 posts), minutes (number, 1 post).',
      'mapped blog: 1 key became no field (for the program itself): layout (1 post).',
    ],
  ],
  [
    'none',
    '',
    [
      'dropped blog: 3 keys became no fields (not named by --fields): level (2 posts), layout (1 post), minutes (1 post).',
    ],
  ],
  [
    'Level,layout,absent',
    '  level: string\n  layout: string\n',
    [
      'mapped blog: defined 2 fields of your own: level (string, 2 posts), layout (string, 1 post).',
      'dropped blog: 1 key became no field (not named by --fields): minutes (1 post).',
      'missing blog: no post has absent, which --fields names.',
    ],
  ],
  [
    'all,layout',
    '  level: string\n  layout: string\n  minutes: number\n',
    [
      'mapped blog: defined 3 fields of your own: level (string, 2 posts), layout (string, 1 post), minutes (number, 1 post).',
    ],
  ],
])('--fields %s', async (flag, fields, notes) => {
  const site = jekyll('title: A\nlayout: post\nlevel: easy', 'title: B\nlevel: hard\nminutes: 4')
  expect(await imported(site, '--fields', flag)).toEqual(notes)
  if (fields === '') expect(read('workspace.yml')).not.toContain('fields')
  else expect(definitions()).toBe(fields)
})

test('the 200 keys that most posts have become fields', async () => {
  const keys = Array.from({ length: 201 }, (_, index) => `k${index}: a`).join('\n')
  const notes = await imported(jekyll(`title: A\n${keys}`, 'title: B\nk200: b'))
  expect(notes).toEqual([
    expect.stringMatching(
      /^mapped blog: defined 200 fields of your own: k200 \(string, 2 posts\), k0 .* and 180 more\.$/,
    ),
    'dropped blog: 1 key became no field (a workspace has 200 fields at most): k199 (1 post).',
  ])
})

test('a second import keeps the definitions of posts that are no longer in the source, and those that were edited', async () => {
  const site = jekyll('title: A\nlevel: easy', 'title: B\nminutes: 4')
  await imported(site)
  rmSync(join(root, 'site/_posts/2020-01-01-p1.md'))
  await imported({})
  expect(definitions()).toBe('  minutes: number\n  level: string\n')
  const settings = read('workspace.yml').replace('level: string', 'level: { type: select, options: [easy] }')
  writeFiles(root, { 'content/blog/workspace.yml': settings })
  await imported({})
  expect(read('workspace.yml')).toBe(settings)
})

const wordpress = (...meta: [key: string, value: string][]) => `<?xml version="1.0"?>
<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>A</title><link>https://example.org</link>
<item><title>T</title><link>https://example.org/t/</link><content:encoded>Text.</content:encoded>
<wp:post_name>t</wp:post_name><wp:post_date_gmt>2020-01-02 00:00:00</wp:post_date_gmt>
<wp:status>publish</wp:status><wp:post_type>post</wp:post_type>
${meta.map(([key, value]) => `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${value}</wp:meta_value></wp:postmeta>`).join('\n')}
</item></channel></rss>`

test('meta of WordPress become fields, without those that it hides', async () => {
  const meta: [string, string][] = [
    ['place', 'Bay'],
    ['place', 'Cape'],
    ['rating', '4'],
    ['date', 'soon'],
    ['_edit_last', '1'],
    ['api_key', 'sesame'],
  ]
  const notes = await imported({ site: wordpress(...meta) })
  expect(read('posts/t.md')).toContain('aliases: [/t]\nplace: [Bay, Cape]\nrating: 4\ndate: soon\n---\n')
  expect(notes).toEqual([
    'mapped blog: defined 3 fields of your own: place (list, 1 post), rating (number, 1 post), date (string, 1 post).',
    'mapped blog: 1 key became no field (for the program itself): _edit_last (1 post).',
  ])
  expect(read('posts/t.md')).not.toContain('sesame')
})

test('meta of Ghost become fields', async () => {
  const row = {
    id: 1,
    slug: 't',
    title: 'T',
    html: '<p>A</p>',
    status: 'published',
    published_at: '2020-01-02',
  }
  const meta = {
    id: 9,
    post_id: 1,
    og_title: 'Shared',
    og_image: '__GHOST_URL__/a.png',
    meta_title: 'Sought',
    email_subject: 'Read',
    frontmatter: null,
  }
  const site = JSON.stringify({
    db: [
      {
        data: { posts: [row], posts_meta: [meta], settings: [{ key: 'url', value: 'https://example.org' }] },
      },
    ],
  })
  const notes = await imported({ site })
  expect(read('posts/t.md')).toContain(
    '\nog_title: Shared\nog_image: https://example.org/a.png\nseoTitle: Sought\n---\n',
  )
  expect(notes).toEqual([
    'mapped blog: defined 3 fields of your own: og_title (string, 1 post), og_image (url, 1 post), seoTitle (string, 1 post).',
    'mapped blog: 1 key became no field (for the program itself): email_subject (1 post).',
  ])
})
