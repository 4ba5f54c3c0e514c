// What `galley rename` and `galley new` make of files that are written in unusual ways: all that they print, each file that is
// new, and of each other file the lines that are gone (`7- `, with their numbers) or new (`7+ `).
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { changes } from '../support/changes.ts'
import { ran } from '../support/command.ts'
import { png } from '../support/picture.ts'
import { type Files, postFile, workspace } from '../support/workspace.ts'

const old = 'blog/posts/old.md'
const front = (yaml: string) =>
  `---\n${yaml}\npublishedAt: 2026-01-01\nauthors: [ada]\ncategory: news\n---\nText.\n`
const bundle = {
  'blog/posts/old/index.md': postFile({}, '![](a.png) [x](../b.md#y)\n'),
  'blog/posts/old/a.png': png(1),
}

/** A folder whose name has to be encoded. */
const signs = {
  'blog/posts/my (x)/old/index.md': postFile({}, '[b](../../b.md)\n'),
  'blog/posts/my (x)/old/a.png': png(1),
  'blog/posts/b.md': postFile(
    { coverImage: 'my%20(x)/old/a.png' },
    '![](<my (x)/old/a.png>) ![](my%20%28x%29/old/a.png?b#c)\n',
  ),
}

/** What is asked, of which files. */
const cases: readonly (readonly [asked: string, files: Files])[] = [
  // Links.
  [
    'rename old new',
    {
      'blog/posts/my (old) notes/old.md': postFile({}, '[self](old.md) [up](../a.md)\n'),
      'blog/posts/a.md': postFile(
        {},
        '[x](<my (old) notes/old.md> "t") [y](my%20%28old%29%20notes/old.md#a) [z](/old.md) [w](//old.md)\n',
      ),
      'blog/posts/my (old) notes/b.md': postFile({}, '[x](./old.md) [y](<../my (old) notes/old.md>)\n'),
      'blog/posts/c/d.md': postFile({}, '<img src="/x.png"> [x](<../my (old) notes/old.md>)\n'),
    },
  ],
  [
    'rename old new',
    {
      [old]: postFile({}, '[self](#a) [b](b.md)\n'),
      'blog/posts/b.md': postFile(
        {},
        '[a [b] c](old.md) ](old.md) [a\n\n](old.md) [![](old.md)](old.md) <q cite="old.md">q</q> <a title=\'x\' href = old.md>c</a>\n\n<img srcset="old.md 1x,old.md 2x">\n\n[r]: <old.md>\n',
      ),
      'blog/posts/c.md': postFile(
        { description: 'old.md', coverImage: '/old.md' },
        '`[x](old.md)` ~~~ [x](old.md)\n',
      ),
    },
  ],
  [
    'rename old new',
    {
      ...bundle,
      'blog/posts/b.md': postFile({ coverImage: 'old/a.png' }, '![](old/a.png) [x](old)\n'),
      'blog/posts/c.md': postFile({ coverImage: '/old/a.png' }, '[x](./old/index.md?y)\n'),
    },
  ],
  [
    'rename old new',
    {
      ...bundle,
      'blog/workspace.yml': 'defaults: { coverImage: posts/other.png, authorImage: posts/other.png }\n',
      'blog/posts/other.png': png(1),
    },
  ],
  ['rename old new', { ...bundle, 'blog/workspace.yml': 'defaults: { coverImage: posts/old/a.png }\n' }],
  ['rename old new', { ...bundle, 'blog/authors/ada.yml': 'name: Ada\nimage: ../posts/old/a.png\n' }],
  [
    'rename old new',
    {
      [old]: postFile(),
      'blog/posts/b.md': '---\ntitle: "B\n---\n[x](old.md)\n',
      'blog/posts/c.md': 'No front matter, [x](old.md).\n',
      'blog/posts/d.md': new Uint8Array([0xff, 0xfe, 0x41]),
    },
  ],
  [
    'rename old new',
    { 'blog/posts/file.md': postFile({ slug: 'old' }), 'blog/posts/b.md': postFile({}, '[x](file.md)\n') },
  ],
  ['rename old new', signs],
  ['rename old 2026-01-01-new', { [old]: postFile() }],
  ['rename old _new', { [old]: postFile(), 'blog/workspace.yml': 'slugs: relaxed\n' }],
  ['rename posts new', { 'blog/posts/index.md': postFile() }],
  [
    'rename old OLD',
    {
      [old]: postFile(),
      'blog/workspace.yml': 'slugs: relaxed\n',
      'blog/posts/b.md': postFile({}, '[x](old.md)\n'),
    },
  ],
  // Front matter.
  ...[
    'title: A\r\nstatus: draft\r\naliases: [new, x] # c',
    'title: A\r\naliases: [old, new]',
    'title: A\naliases: [old, new, x]',
    'title: A\naliases: text',
    'title: A\naliases:\n  -\n    one',
    'title: A\naliases:\n  - one\n  # end\n',
    'title: A\naliases: # none',
    'title: A\n\n',
    'title: A\nslug: >-\n  old',
    'title: A\nslug: |+\n  old\n\n# own',
    'title: A\nslug: &a old\nid: *a',
    'title: "A # b"\nslug:   old   # own\ntags: [ a ]',
    '? title\n: A',
    'title: A\ncoverAlt: old\nfields: { a: old }',
  ].map((yaml): [string, Files] => ['rename old new', { [old]: front(yaml) }]),
  ['rename old new', { [old]: `\ufeff${front('{ title: A }')}` }],
  ['rename old new', { [old]: front('title: A').replace('\n---\nT', '\n\n---\nT') }],
  [
    'rename old new',
    { [old]: front('title: A\naliases: [one]'), 'blog/posts/b.md': front('title: B\naliases: [New]') },
  ],
  ['rename old new', { [old]: front('title: A\nid: new'), 'blog/posts/b.md': front('title: B') }],
  ['rename old new', { [old]: front('title: A'), 'blog/posts/b.md': front('title: B\nid: new') }],
  [
    'rename old new',
    {
      [old]: postFile(),
      'blog/posts/b.md': postFile({ slug: 'New' }),
      'blog/workspace.yml': 'slugs: relaxed\n',
    },
  ],
  // Entries.
  ...[
    'tags: [Web, web, " web ", c]',
    'tags:\n  - c\n  - "web" # w',
    'tags: [&a web, *a]',
    'tags: &t [web]\naliases: *t',
    'title: web\ntags: [Web]',
  ].map((yaml): [string, Files] => [
    'rename web net --kind tag',
    { 'blog/posts/a.md': front(`title: A\n${yaml}`), 'blog/posts/b.md': front('title: B\ntags: [x, Web]') },
  ]),
  ...[
    '\ufeffweb: { name: Web }\r\nc: { name: web }\r\n',
    '{ "web": { name: Web } }',
    '? web\n: { name: Web }\n',
    'web: &a { name: Web }\nc: *a\n',
    'web: { name: "Web }\n',
    '&k web: { name: Web }\n',
  ].map((text): [string, Files] => [
    'rename web net',
    { 'blog/tags.yml': text, 'blog/posts/a.md': postFile({ tags: '[web]' }) },
  ]),
  [
    'rename cafe\u0301 the\u0301 --quiet --kind category',
    {
      'blog/posts/a.md': postFile({ category: 'Cafe\u0301' }),
      'blog/workspace.yml': 'defaults:\n  category: café # here\n  authors: [café]\n',
    },
  ],
  [
    'rename news notes --dry-run --kind author',
    {
      'blog/workspace.yml': 'defaults: { category: news, authors: [news] }\n',
      'blog/posts/a.md': '---\ntitle: A\npublishedAt: 2026-01-01\nauthors: [x]\n---\n',
    },
  ],
  [
    'rename news notes --kind category',
    {
      'blog/workspace.yml': 'defaults: { category: news, authors: [news] }\n',
      'blog/posts/a.md': '---\ntitle: A\npublishedAt: 2026-01-01\n---\n',
    },
  ],
  [
    'rename ada grace',
    {
      'blog/authors/ada.yml': 'name: Ada\n',
      'blog/authors/bob.yml': 'name: ada\n',
      'blog/posts/a.md': postFile({ authors: '[bob, ada]' }),
    },
  ],
  ['rename ada bob', { 'blog/authors/ada.yml': 'name: Ada\n', 'blog/authors/bob.yml': 'name: ada\n' }],
  [
    'rename Ada grace',
    {
      'blog/posts/a.md': postFile({ authors: 'ada' }),
      'blog/posts/b.md': postFile({ authors: '[ADA, Bob]' }),
    },
  ],
  ['rename one two --kind category', { 'blog/posts/one.md': postFile() }],
  ['rename webb net --kind tag', { 'blog/posts/webb.md': postFile({ tags: '[web]' }) }],
  ['rename old web --kind tag', { 'blog/posts/web.md': postFile({ aliases: '[old]' }) }],
  ['rename tow two', { 'blog/posts/one.md': postFile({ tags: '[two]' }), 'other/posts/Two.md': postFile() }],
  // New posts and entries.
  [
    'new post T --slug _t --authors ada --category news --date 2026-01-01',
    { 'blog/workspace.yml': 'slugs: relaxed\n' },
  ],
  [
    'new post T --slug __ --authors ada --category news --date 2026-01-01',
    { 'blog/workspace.yml': 'slugs: relaxed\n' },
  ],
  ['new tag Web', { 'blog/tags.yml': '{ a: { name: A } }' }],
  ['new tag Web', { 'blog/tags.yml': '{a: {name: A}}\n' }],
  ['new tag Web', { 'blog/tags.yml': 'a: { name: A }' }],
  ['new tag C++', { 'blog/tags.yml': 'a: { name: A }\r\n' }],
  ['new tag Web', { 'blog/tags.yml': '---\na: { name: A }\n' }],
  ['new tag Web', { 'blog/tags.yml': '# none\n' }],
  ['new tag Web', { 'blog/tags.yml': '' }],
  ['new tag Web', { 'blog/tags.yml': '- a\n' }],
  ['new tag Web', { 'blog/tags.yml': 'web: { name: The web }\n' }],
  ['new category "a: b"', { 'blog/posts/a.md': postFile() }],
  ['new author "Grace Muir"', { 'blog/posts/a.md': postFile() }],
  // In places that few files have.
  [
    'new post T --authors ada --category news --date 2026-01-01',
    { 'blog/posts/2026-01-02-a/index.md': postFile(), 'blog/posts/2026-01-03-b/index.md': postFile() },
  ],
  ...[
    ['2026-01-02-a', '2026-01-03-b', 'c'],
    ['2026-01-02-a', '2026-01-03-b', 'c', 'd', 'e'],
  ].map((names): [string, Files] => [
    'new post T --authors ada --category news --date 2026-01-01',
    Object.fromEntries(names.map((name) => [`blog/posts/${name}.md`, postFile()])),
  ]),
  [
    'new post T --slug _a_b --authors ada --category news --date 2026-01-01',
    { 'blog/workspace.yml': 'slugs: relaxed\n' },
  ],
  [
    'rename old ne\u0301w',
    {
      [old]: postFile(),
      'blog/workspace.yml': 'slugs: relaxed\n',
      'blog/posts/b.md': postFile({}, '[x](old.md)\n'),
    },
  ],
  [
    'rename old new',
    {
      [old]: postFile(),
      'blog/posts/b.md': postFile(
        {},
        '<pre>\n[x](old.md)\n</pre>\n\n[y](old.md)\n\n<pre>\n[z](old.md)\n</pre>\n',
      ),
    },
  ],
  ...['', '# none\n', '- a\n', 'text\n', '[]\n'].map((yaml): [string, Files] => [
    'rename old new',
    { [old]: `---\n${yaml}---\nText.\n` },
  ]),
  // A citation leads nowhere, and hides nothing.
  [
    'rename old new',
    {
      [old]: postFile(),
      'blog/posts/b.md': postFile({}, '<q cite="&#x6f;l%64.md">q</q> <q cite="old.md">q</q> [x](old.md)\n'),
    },
  ],
  ['new tag Web', { 'blog/tags.yml': '# A list.\n---\na: { name: A }\n' }],
  ['rename x-2026-01-01-old new', { 'blog/posts/x-2026-01-01-old.md': postFile() }],
  ...['title: A\naliases :', 'title: A\ntags:   [a,  b]\naliases: []'].map((yaml): [string, Files] => [
    'rename old new',
    { [old]: front(yaml) },
  ]),
  [
    'rename old new',
    {
      [old]: postFile(),
      'blog/posts/b.md': postFile(
        {},
        'Text.\n\n<PRE>\n[x](old.md)\n</PRE>\n\n[y](old.md) <q title="[x](old.md)">q</q>\n',
      ),
    },
  ],
]

const words = (asked: string) =>
  Array.from(asked.matchAll(/"([^"]*)"|\S+/g), ([word, inner]) => inner ?? word)

/** By the names in its folder, their bytes as characters of Latin-1. */
function filesIn(folder: string): ReadonlyMap<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`)
    .sort()
  return new Map(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'latin1')]))
}

const decoded = (bytes = '') => Buffer.from(bytes, 'latin1').toString()

function linesOf(text: string): string[] {
  const shown = text.replaceAll('\ufeff', '<BOM>').replaceAll('\r', '<CR>')
  return (text.endsWith('\n') ? shown.slice(0, -1) : `${shown}<END>`).split('\n')
}

test('files are edited as is written down, or not at all', async () => {
  const all: string[] = []
  for (const [asked, files] of cases) {
    const place = await workspace({ 'blog/workspace.yml': 'url: https://example.org/{slug}\n', ...files })
    const before = filesIn(place.dir)
    const { code, stdout, stderr } = await ran([...words(asked), '--content', place.dir])
    const after = filesIn(place.dir)
    const printed = `${stdout}${stderr}${code ? `(${code})\n` : ''}`.replaceAll(`${place.dir}/`, '')
    all.push(`=== galley ${asked}`, ...linesOf(printed))
    const [, from = '', to = ''] = /^(.*) → (.*)$/m.exec(printed) ?? []
    for (const path of before.keys()) if (!after.has(path)) all.push(`--- ${path} is gone`)
    for (const [path, text] of after) {
      if (before.get(path) === text || path.endsWith('.png')) continue
      const earlier = decoded(before.get(path) ?? (to && before.get(path.replace(to, from))))
      const lines = linesOf(decoded(text))
      all.push(`--- ${path}`, ...(earlier ? changes(linesOf(earlier), lines) : lines))
    }
    place.remove()
  }
  await expect(`${all.join('\n')}\n`).toMatchFileSnapshot('edits.txt')
})
