// galley rename: files, aliases, links and references; and all else as it was.
import { createHash } from 'node:crypto'
import fs, { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { check } from '../../build/index.ts'
import { derivedId } from '../../build/schema/id.ts'
import { ran } from '../support/command.ts'
import { png } from '../support/picture.ts'
import { get } from '../support/reading.ts'
import { type Files, postFile, type Workspace, workspace } from '../support/workspace.ts'

interface Item {
  id: string
}

let place: Workspace
afterEach(() => place?.remove())

async function given(files: Files): Promise<void> {
  place = await workspace(files)
}

async function rename(...argv: string[]) {
  const { code, stdout, stderr } = await ran(['rename', ...argv, '--content', place.dir])
  const short = (text: string) => text.replaceAll(`${place.dir}/`, '')
  return { code, stdout: short(stdout), stderr: short(stderr) }
}

const read = (path: string) => readFileSync(join(place.dir, path), 'utf8')
const told = async () => (await check({ content: place.dir, env: {} })).problems.map(({ message }) => message)
/** The id that a post without one has by its slug. */
const id = (slug = 'old') => derivedId('post', 'blog', slug)
const site = { 'blog/workspace.yml': 'url: https://example.org/{slug}\n' }

test('writes through no link that has the name of its unfinished files', async () => {
  await given({ 'blog/posts/a.md': postFile(), 'kept.txt': 'kept' })
  const name = createHash('sha256').update('post a b\nposts/a.md').digest('hex').slice(0, 16)
  symlinkSync('../../kept.txt', join(place.dir, `blog/posts/.galley-${name}`))
  expect(await rename('a', 'b')).toMatchObject({ code: 0 })
  expect(read('kept.txt')).toBe('kept')
  expect(read('blog/posts/b.md')).toContain('aliases: [a]')
})

test('changes fields that lead to what has another name', async () => {
  const settings = `${site['blog/workspace.yml']}fields:
  next: { type: reference, to: [posts, tags] }
  seen: { type: list, fields: { about: { type: reference, to: [authors, posts] }, shot: image, title: string } }
`
  const fields = (post: string, slug: string, author: string, tag: string) =>
    postFile({
      next: tag,
      seen: `[{ about: "${slug}", title: old }, { about: ${author} }, { about: ${post} }]`,
    })
  await given({
    'blog/workspace.yml': settings,
    'blog/authors/ada.yml': 'name: Ada\n',
    'blog/authors/bo.yml': 'name: Bo\n',
    'blog/tags.yml': 'web: { name: Web }\n',
    'blog/posts/old.md': postFile({}),
    'blog/posts/a.md': fields('./old.md', 'old', 'bo', 'web'),
  })
  expect(await rename('old', 'new')).toMatchObject({ code: 0 })
  expect(read('blog/posts/a.md')).toBe(fields('./new.md', 'new', 'bo', 'web'))
  for (const argv of [
    ['bo', 'cy'],
    ['web', 'net'],
  ])
    expect(await rename(...argv)).toMatchObject({ code: 0 })
  expect(read('blog/posts/a.md')).toBe(fields('./new.md', 'new', 'cy', 'net'))
  expect(await told()).toEqual([])
})

test('changes links in fields that are markdown', async () => {
  const fields = (post: string) =>
    [
      `note: |\n  See [a](${post}), \`[a](old.md)\`\n  and [b](${post}).`,
      `folded: >-\n  A\n  [c](${post})`,
      `texts: [{ text: "Said \\"so\\" [d](${post})" }, { text: '[e](${post})' }]`,
    ].join('\n')
  await given({
    'blog/workspace.yml': `${site['blog/workspace.yml']}fields:
  note: markdown
  folded: markdown
  texts: { type: list, fields: { text: markdown } }
`,
    'blog/posts/old.md': postFile({}),
    'blog/posts/a.md': postFile({}).replace('---\n', `---\n${fields('old.md')}\n`),
  })
  expect(await rename('old', 'new')).toMatchObject({ code: 0 })
  expect(read('blog/posts/a.md')).toContain(fields('new.md'))
  expect(await told()).toEqual([])
})

describe('galley rename of a post', () => {
  test('renames its file, keeps its old slug as an alias, and changes links to it', async () => {
    const links = `
See [a](2026-05-31-old.md), [b](./2026-05-31-old.md#rows "2026-05-31-old.md"), [c](<2026-05-31-old.md>), [d][], \`](2026-05-31-old.md)\`.

<a href="2026-05-31-old.md">e</a> and [f](2026-05-31-older.md), 2026-05-31-old.md.

[d]: 2026-05-31-old.md

\`\`\`md
[g](2026-05-31-old.md)
\`\`\`
`
    await given({
      ...site,
      'blog/posts/2026-05-31-old.md': postFile(
        {},
        '# Rows\n\nI am [here](2026-05-31-old.md#rows), not [there](b.md).\n',
      ),
      'blog/posts/2026-05-31-older.md': postFile(),
      'blog/posts/b.md': postFile({}, links),
      'blog/posts/in/c.md': postFile(
        {},
        '[x](../2026-05-31-old.md?a=b#rows) [y](%2E%2E/2026-05-31-old%2Emd)\n',
      ),
      'blog/posts/d.md': postFile({}, 'No link.\n'),
    })
    const before = await told()
    expect(await rename('old', 'new')).toEqual({
      code: 0,
      stdout:
        'blog/posts/b.md\nblog/posts/in/c.md\nblog/posts/2026-05-31-old.md → blog/posts/2026-05-31-new.md\n',
      stderr: 'The post old is new now; 8 links to it changed.\n',
    })
    expect(existsSync(join(place.dir, 'blog/posts/2026-05-31-old.md'))).toBe(false)
    expect(read('blog/posts/2026-05-31-new.md')).toBe(
      postFile(
        { id: id(), aliases: '[old]' },
        '# Rows\n\nI am [here](2026-05-31-new.md#rows), not [there](b.md).\n',
      ),
    )
    const now = (text: string) => text.replaceAll('2026-05-31-old.md', '2026-05-31-new.md')
    expect(read('blog/posts/b.md')).toBe(
      postFile(
        {},
        now(links)
          .replace('"2026-05-31-new.md"', '"2026-05-31-old.md"')
          .replace('`](2026-05-31-new', '`](2026-05-31-old')
          .replace(', 2026-05-31-new.md.', ', 2026-05-31-old.md.')
          .replace('[g](2026-05-31-new', '[g](2026-05-31-old'),
      ),
    )
    expect(read('blog/posts/in/c.md')).toContain(
      '[x](../2026-05-31-new.md?a=b#rows) [y](%2E%2E/2026-05-31-new.md)',
    )
    expect(await told()).toEqual(before)
  })

  test.each([
    [
      'title: A # the title\n# all\naliases: [one, "two"] # before\ntags: []',
      'aliases: [one, "two", old] # before\ntags: []',
    ],
    [
      'aliases:\n  - one # first\n  - two # second\n# end\ntags: []\ntitle: A',
      '  - two # second\n  - old\n# end\ntags: []',
    ],
    ['title: A\naliases: []', 'aliases: [old]'],
    ['aliases: # none yet\ntitle: A', 'old'],
    [
      'title: A # x',
      `title: A # x\npublishedAt: 2026-01-01 # day\nauthors: [a] # who\ncategory: c\nid: ${id()}\naliases: [old]\n---\n`,
    ],
    ['title: A\nslug: "old" # mine', 'slug: "new" # mine'],
    ['title: A\nid: own # mine', 'id: own # mine\npublishedAt'],
    ['title: A\nid: # none\n# end', `id: ${id()} # none\n# end`],
    ["title: A\nid: '' # none\n# end", `id: ${id()} # none\n# end`],
    ['title: A\nid: ~ # none\n# end', `id: ${id()} # none\n# end`],
  ])('leaves the rest of its front matter as it is: %j', async (yaml, expected) => {
    await given({
      'blog/posts/old.md': `---\n${yaml}\npublishedAt: 2026-01-01 # day\nauthors: [a] # who\ncategory: c\n---\nText.\n`,
    })
    expect((await rename('old', 'new')).code).toBe(0)
    const text = read('blog/posts/new.md')
    expect(text).toContain(expected)
    expect(text.match(/#/g)?.length).toBe(`${yaml}##`.match(/#/g)!.length)
    expect(await told()).toEqual([])
  })

  test('keeps line ends and a byte order mark', async () => {
    const text = `\ufeff${postFile({ tags: '[a]' }, 'One.\n\nTwo.\n')}`.replaceAll('\n', '\r\n')
    await given({ 'blog/posts/old.md': text })
    await rename('old', 'new')
    expect(read('blog/posts/new.md')).toBe(
      text.replace('tags: [a]\r\n', `tags: [a]\r\nid: ${id()}\r\naliases: [old]\r\n`),
    )
  })

  test('changes only what is a link or an address, whatever else is written alike', async () => {
    const alike = `<!-- [x](old.md) <a href="old.md"> -->

    [indented](old.md)

- In a list:

  \`\`\`md
  [fenced](old.md)
  \`\`\`

      [indented in a list](old.md)

> ~~~
> [quoted](old.md)
> ~~~

<pre>
[raw](old.md) <b title="(old.md)">
</pre>

\\[no link](old.md) and \`[code](old.md)\`, old.md
`
    const links = '> - [quoted](old.md) [![p](p.png)](<old.md>)\n\n<pre><a\n  href=old.md>b</a></pre>\n'
    await given({ ...site, 'blog/posts/old.md': postFile(), 'blog/posts/b.md': postFile({}, alike + links) })
    expect((await rename('old', 'new')).stderr).toBe('The post old is new now; 3 links to it changed.\n')
    expect(read('blog/posts/b.md')).toBe(postFile({}, alike + links.replaceAll('old.md', 'new.md')))
  })

  test('looks for the beginning of a link in the ten thousand characters before its end', async () => {
    const link = (letters: number) => ({
      'blog/posts/b.md': postFile({}, `[${'a'.repeat(letters)}](old.md)\n`),
    })
    await given({ ...site, 'blog/posts/old.md': postFile(), ...link(10_000) })
    expect((await rename('old', 'new')).stderr).toContain('in a way that cannot be changed for you')
    place.write(link(9_999))
    expect((await rename('old', 'new')).stderr).toBe('The post old is new now; 1 link to it changed.\n')
  })

  test('renames the folder of a bundle, with what is shown from elsewhere', async () => {
    await given({
      ...site,
      'blog/posts/2026-01-02-old/index.md': postFile({ coverImage: 'a.png' }, '![](a.png) [b](../b.md)\n'),
      'blog/posts/2026-01-02-old/a.png': png(1),
      'blog/posts/b.md': postFile(
        { coverImage: '2026-01-02-old/a.png # this' },
        '![](2026-01-02-old/a.png) [x](2026-01-02-old/index.md)\n',
      ),
    })
    expect((await rename('old', 'new')).stdout).toContain(
      'blog/posts/2026-01-02-old → blog/posts/2026-01-02-new\n',
    )
    expect(read('blog/posts/b.md')).toContain('![](2026-01-02-new/a.png) [x](2026-01-02-new/index.md)\n')
    expect(read('blog/posts/b.md')).toContain('coverImage: 2026-01-02-new/a.png # this\n')
    expect(await told()).toEqual([])
  })

  test('keeps its id, by which feed readers know it, as often as it is renamed', async () => {
    await given({ ...site, 'blog/posts/old.md': postFile() })
    const ids = async (slug: string) => {
      expect((await place.build()).problems).toEqual([])
      const feed = await get(place, 'blog/feed.json')
      return [(await get(place, `blog/posts/${slug}`)).post.id, ...feed.items.map((item: Item) => item.id)]
    }
    const former = await ids('old')
    for (const [from = '', to = ''] of ['old new', 'new old', 'old last'].map((pair) => pair.split(' ')))
      expect(await rename(from, to)).toMatchObject({ code: 0 })
    expect(await ids('last')).toEqual(former)
  })

  test('keeps the id of a draft, too, so that no new post may take its old slug', async () => {
    await given({ 'blog/posts/old.md': postFile({ status: 'draft' }), 'blog/authors/ada.yml': 'name: Ada\n' })
    await rename('old', 'new')
    const made = await ran(['new', 'Old', '--content', place.dir, '--authors', 'ada', '--category', 'news'])
    expect([made.code, made.stderr.replaceAll(`${place.dir}/`, '')]).toEqual([
      2,
      `galley: The slug "old" is taken: its id, ${id()}, is that of blog/posts/new.md. Write another one with --slug.\n`,
    ])
    expect(await told()).toEqual([])
  })

  test('back to an earlier slug leaves the rest of its aliases as they are written', async () => {
    const lines = (last: string) => `\n  -   one   # first\n  - "${last}" # then\n  # end`
    await given({ 'blog/posts/a.md': postFile({ aliases: lines('b'), tags: '[  x,y ]' }) })
    expect((await rename('a', 'b')).code).toBe(0)
    expect(read('blog/posts/b.md')).toBe(postFile({ aliases: lines('a'), tags: '[  x,y ]', id: id('a') }))
  })

  test('back to an earlier slug makes that its slug, and no alias of a draft', async () => {
    await given({
      'blog/posts/a.md': postFile({ aliases: '[one, b]' }),
      'blog/posts/d.md': postFile({ status: 'draft' }),
    })
    expect((await rename('a', 'b')).code).toBe(0)
    expect(read('blog/posts/b.md')).toContain('aliases: [one, a]\n')
    await rename('d', 'e')
    expect(read('blog/posts/e.md')).toBe(postFile({ status: 'draft', id: id('d') }))
    expect(await told()).toEqual([])
  })

  test.each([
    [['none', 'x'], 'Nothing has the slug "none".'],
    [['olf', 'x'], 'Nothing has the slug "olf". Did you mean "old"?'],
    [['old', 'B C'], 'The new slug "B C" is not a slug. Write b-c.'],
    [['old', '../x'], 'The new slug "../x" is not a slug.'],
    [['old', 'other'], 'The slug "other" is taken: it is the slug of blog/posts/other.md.'],
    [['old', 'earlier'], 'The slug "earlier" is taken: it is the alias of blog/posts/other.md.'],
    [['old', 'old'], 'The slug "old" is taken'],
    [['old', 'index'], 'posts/old.md cannot be named after the slug "index". Write slug: index in it.'],
    [['both', 'x'], 'Several have the slug "both": the post in blog, the tag in blog. Add --kind post.'],
    [['other', 'x', '--workspace', 'nope'], 'There is no workspace nope.'],
    [['other', 'x', '--kind', 'pots'], '--kind "pots" is none. Did you mean "post"?'],
    [['old'], 'The NEW is missing.'],
    [['broken', 'x'], 'blog/posts/broken.md cannot be changed for you: There is no key "titel".'],
  ])('given %j says what is wrong, and writes nothing', async (argv, message) => {
    const files = {
      'blog/posts/old.md': postFile(),
      'blog/posts/other.md': postFile({ aliases: '[earlier]', tags: '[both]' }),
      'blog/posts/both.md': postFile(),
      'blog/posts/broken.md': postFile({ titel: 'x' }),
    }
    await given(files)
    const { code, stdout, stderr } = await rename(...argv)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(message)
    for (const [path, text] of Object.entries(files)) expect(read(path)).toBe(text)
  })

  test.each([
    ['title: A\nstatus: draft\naliases: [ one, new ]', 'title: A\nstatus: draft\naliases: [ one ]\nid'],
    ['title: A\nstatus: draft\naliases:\n  - new', 'title: A\nstatus: draft\nid'],
    [
      '\n# own\ntitle: A\nstatus: draft\naliases: [new, one]',
      '\n# own\ntitle: A\nstatus: draft\naliases: [one]\nid',
    ],
    [
      '{title: A, slug: old, publishedAt: 2026-01-01}',
      '{title: A, slug: new, publishedAt: 2026-01-01, id, aliases: [old]}',
    ],
    [
      'title: A\npublishedAt: 2026-01-01\naliases: [ &x one, *x ]',
      'title: A\npublishedAt: 2026-01-01\naliases: [ &x one, *x, old ]\nid',
    ],
    [
      'title: A\npublishedAt: 2026-01-01\naliases:\n  [\n    one,\n  ]',
      'title: A\npublishedAt: 2026-01-01\naliases:\n  [\n    one, old,\n  ]\nid',
    ],
    [
      'title: A\naliases:\n- one\npublishedAt: 2026-01-01',
      'title: A\naliases:\n- one\n- old\npublishedAt: 2026-01-01\nid',
    ],
    ['title: A\naliases:\npublishedAt: 2026-01-01', 'title: A\naliases: [old]\npublishedAt: 2026-01-01\nid'],
    [
      'title: A\naliases: # none\npublishedAt: 2026-01-01',
      'title: A\naliases: [old] # none\npublishedAt: 2026-01-01\nid',
    ],
    [
      'title: A\npublishedAt: 2026-01-01\naliases:\n  -   one',
      'title: A\npublishedAt: 2026-01-01\naliases:\n  -   one\n  -   old\nid',
    ],
    ['title: A\n"aliases": ~', undefined],
  ])('finds its aliases however they are written: %j', async (yaml, expected) => {
    const text = (front: string) => `---\n${front}\n---\nText.\n`
    const defaults = 'defaults: { authors: [ada], category: news }\n'
    const dated = { 'blog/workspace.yml': defaults, 'blog/posts/2026-01-02-other.md': postFile() }
    await given({ ...dated, 'blog/posts/2026-01-01-old.md': text(yaml) })
    const { code } = await rename('old', 'new')
    if (expected === undefined) expect(code).toBe(2)
    else expect(read('blog/posts/2026-01-01-new.md')).toBe(text(expected.replace(/\bid\b/, `id: ${id()}`)))
  })

  test('refuses to strand what names a file of it in another way', async () => {
    const bundle = { ...site, 'blog/posts/old/index.md': postFile(), 'blog/posts/old/a.png': png(1) }
    const link = 'names old/index.md in a way that cannot be changed for you.'
    for (const [files, message] of [
      [
        { 'blog/authors/ada.yml': 'name: Ada\nimage: ../posts/old/a.png\n' },
        'blog/authors/ada.yml:2:8 names',
      ],
      [
        { 'blog/workspace.yml': 'defaults: { coverImage: posts/old/a.png }\n' },
        'blog/workspace.yml:1:25 names',
      ],
      [{ 'blog/posts/b.md': postFile({}, '<a href="o&#108;d/in&#100;ex.md">x</a>\n') }, link],
    ] as const) {
      await given({ ...bundle, ...files })
      const { code, stderr } = await rename('old', 'new', '--kind', 'post')
      expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
      expect(existsSync(join(place.dir, 'blog/posts/old/index.md'))).toBe(true)
    }
  })

  test('takes slugs with letters in parts, and says nothing more than asked for', async () => {
    await given({
      'blog/posts/café.md': postFile(),
      'blog/posts/b.md': postFile({}, '[x](caf%C3%A9.md#y)\n'),
    })
    expect(await rename('cafe\u0301', 'the\u0301', '--quiet')).toEqual({
      code: 0,
      stdout: 'blog/posts/b.md\nblog/posts/café.md → blog/posts/thé.md\n',
      stderr: '',
    })
    expect(read('blog/posts/b.md')).toContain('[x](th%C3%A9.md#y)\n')
    expect((await rename('thé', 'B')).stderr).toContain('"B" is not a slug. Write b.')
    expect(await rename('ada', 'grace', '--quiet', '--dry-run')).toMatchObject({ code: 0, stderr: '' })
  })

  test('names no file or folder as Windows does not, and renames what has such a name', async () => {
    await given({
      'blog/authors/ada.yml': 'name: Ada\n',
      'blog/posts/a.md': postFile({ tags: '[web]' }),
      'blog/posts/b/index.md': postFile(),
      'blog/posts/2026-05-31-c.md': postFile(),
    })
    for (const [old, name] of [
      ['a', 'nul.md'],
      ['b', 'nul'],
      ['ada', 'nul.yml'],
    ] as const) {
      const before = await told()
      expect(await rename(old, 'nul')).toEqual({
        code: 2,
        stdout: '',
        stderr: `galley: Windows has no file or folder with the name "${name}". Write another slug.\n`,
      })
      expect(await told()).toEqual(before)
    }
    expect((await rename('c', 'nul')).stdout).toBe(
      'blog/posts/2026-05-31-c.md → blog/posts/2026-05-31-nul.md\n',
    )
    expect((await rename('web', 'aux')).code).toBe(0)
  })

  test.skipIf(process.platform === 'win32')('leaves a name that Windows does not have', async () => {
    await given({ 'blog/posts/nul.md': postFile(), 'blog/posts/con/one.md': postFile() })
    expect((await rename('nul', 'null')).stdout).toBe('blog/posts/nul.md → blog/posts/null.md\n')
    expect((await rename('one', 'two')).stdout).toBe('blog/posts/con/one.md → blog/posts/con/two.md\n')
  })

  test('tried first, writes nothing', async () => {
    await given({ 'blog/posts/old.md': postFile() })
    expect(await rename('old', 'new', '--dry-run')).toEqual({
      code: 0,
      stdout: 'blog/posts/old.md → blog/posts/new.md\n',
      stderr: 'The post old would be new now; 0 links to it changed.\n',
    })
    expect(read('blog/posts/old.md')).toBe(postFile())
  })
})

describe('galley rename of what posts name', () => {
  const files = {
    'blog/workspace.yml': '# Ours.\ndefaults:\n  authors: [ada] # hers\n  category: news\n',
    'blog/authors/ada.yml': 'name: Ada # Ferrer\n',
    'blog/tags.yml': '# All.\nweb: { name: Web } # the web\nwebs: { name: Webs }\n',
    'blog/posts/a.md': postFile({ tags: '[web, webs] # web' }, 'The web.\n'),
    'blog/posts/b.md': '---\ntitle: web\npublishedAt: 2026-01-01\ntags:\n  - "web" # quoted\n---\n',
  }

  test('changes its list and its posts, and keeps comments', async () => {
    await given(files)
    const before = await told()
    expect(await rename('web', 'net')).toMatchObject({
      code: 0,
      stdout: 'blog/posts/a.md\nblog/posts/b.md\nblog/tags.yml\n',
      stderr: 'The tag web is net now; 2 references to it changed.\n',
    })
    expect(read('blog/tags.yml')).toBe(
      `# All.\nnet: { name: Web, id: ${derivedId('tag', 'blog', 'web')}, aliases: [web] } # the web\nwebs: { name: Webs }\n`,
    )
    expect(read('blog/posts/a.md')).toBe(postFile({ tags: '[net, webs] # web' }, 'The web.\n'))
    expect(read('blog/posts/b.md')).toBe(files['blog/posts/b.md'].replace('"web"', '"net"'))
    expect(await told()).toEqual(before)
  })

  test('renames the file of an author, and changes defaults', async () => {
    await given(files)
    expect(await rename('ada', 'grace', '--kind', 'author')).toEqual({
      code: 0,
      stdout: 'blog/posts/a.md\nblog/workspace.yml\nblog/authors/ada.yml → blog/authors/grace.yml\n',
      stderr: 'The author ada is grace now; 2 references to it changed.\n',
    })
    expect(read('blog/workspace.yml')).toBe(files['blog/workspace.yml'].replace('ada', 'grace'))
    expect(read('blog/authors/grace.yml')).toBe(
      `name: Ada # Ferrer\nid: ${derivedId('author', 'blog', 'ada')}\naliases: [ada]\n`,
    )
    expect(await told()).toEqual([])
  })

  test.each([
    [
      'web:\n  name: Web # it\n  # end\nb: { name: B }\n',
      'net:\n  name: Web # it\n  ID\n  aliases: [web]\n  # end\nb: { name: B }\n',
    ],
    ['web:\r\n  aliases: www\r\n  name: Web\r\n', 'net:\r\n  aliases: [www, web]\r\n  name: Web\r\n  ID\r\n'],
    ['web: {name: Web, id: w, aliases: [net, www]}\n', 'net: {name: Web, id: w, aliases: [web, www]}\n'],
    ['web: { name: Web, aliases: net }\n', 'net: { name: Web, aliases: web, id: ID2 }\n'],
    ['web: { name: Web, aliases: "" }\n', 'net: { name: Web, aliases: [web], id: ID2 }\n'],
    ['web: { id: web, name: Web, aliases: "" }\n', 'net: { id: web, name: Web, aliases: "" }\n'],
    [
      'web:\n  aliases:\n    - www\n  name: |\n    Web\nb: { name: B }',
      'net:\n  aliases:\n    - www\n    - web\n  name: |\n    Web\n  ID\nb: { name: B }',
    ],
    ['web: &a { name: Web }\nb: *a\n', undefined],
  ])('keeps what an entry says, in whatever way it is written: %j', async (list, expected) => {
    await given({ 'blog/tags.yml': list, 'blog/posts/a.md': postFile({ tags: 'web' }) })
    const id = derivedId('tag', 'blog', 'web')
    const { code } = await rename('web', 'net')
    expect(code).toBe(expected === undefined ? 2 : 0)
    expect(read('blog/tags.yml')).toBe((expected ?? list).replace('ID2', id).replace('ID', `id: ${id}`))
    expect(await told()).toEqual([])
    if (code === 0) {
      expect(await rename('web', 'net')).toMatchObject(
        expected?.includes('id: web')
          ? { code: 2 }
          : { code: 0, stdout: '', stderr: 'The tag web is net already.\n' },
      )
    }
  })

  test('declares what no file declares first, and leaves nothing that names it otherwise', async () => {
    await given({
      'blog/posts/a.md': postFile({
        publishedAt: '2026-02-01',
        tags: '[machine-learning, C#]',
        authors: 'Ada F',
      }),
      'blog/posts/b.md': postFile({ publishedAt: '2026-01-01', tags: '[Machine Learning, "old"]' }),
      'blog/posts/c.md': postFile({ status: 'draft', tags: '[Drafts]' }),
    })
    const { code, stdout, stderr } = await rename('machine-learning', 'ml', '--kind', 'tag')
    expect([code, stdout]).toEqual([0, 'blog/posts/a.md\nblog/posts/b.md\nblog/posts/c.md\nblog/tags.yml\n'])
    expect(stderr).toBe(
      'The tag machine-learning is ml now; 2 references to it changed.\nPosts may now name only those that are declared, so these are, too: old, c-sharp, drafts.\n',
    )
    const id = derivedId('tag', 'blog', 'machine-learning')
    expect(read('blog/tags.yml')).toBe(
      `ml:\n  name: Machine Learning\n  id: ${id}\n  aliases: [machine-learning]\nold:\n  name: Old\nc-sharp:\n  name: C#\ndrafts:\n  name: Drafts\n`,
    )
    expect((await rename('ada-f', 'ada', '--workspace', 'blog')).stderr).toContain(
      'with the slug "ada" already',
    )
    expect((await rename('ada-f', 'af')).stdout).toBe(
      'blog/authors/ada.yml\nblog/authors/af.yml\nblog/posts/a.md\n',
    )
    expect(read('blog/authors/af.yml')).toContain('name: Ada F\n')
    expect(await told()).toEqual([])
  })

  test('refuses what another one is or was called', async () => {
    await given({
      'blog/tags.yml': 'web: { name: Web }\ncss: { name: CSS, id: styles, aliases: [style] }\n',
      'blog/posts/a.md': postFile(),
    })
    const said = async (slug: string) => (await rename('web', slug)).stderr
    expect(await said('style')).toBe(
      'galley: The slug "style" is taken: it is the id or an alias of the tag css.\n',
    )
    expect(await said('styles')).toBe(
      'galley: The slug "styles" is taken: it is the id or an alias of the tag css.\n',
    )
    expect(await said('css')).toBe('galley: There is a tag with the slug "css" already.\n')
  })

  test('changes what is inferred, by whatever name', async () => {
    await given({
      'blog/posts/a.md': postFile({ category: 'Machine Learning' }),
      'blog/posts/b.md': postFile({ category: 'machine-learning' }),
    })
    expect((await rename('machine-learning', 'null')).code).toBe(0)
    expect(read('blog/posts/a.md')).toContain('category: "null"\n')
    expect(await told()).toEqual([])
  })

  test('says what has the slug where nothing has, or several have', async () => {
    await given({
      ...files,
      'blog/posts/web.md': postFile(),
      'other/posts/ada.md': postFile(),
      'other/posts/c.md': postFile({ tags: '[web]' }),
    })
    const said = async (...argv: string[]) => (await rename(...argv)).stderr
    expect(await said('wbe', 'x')).toBe('galley: Nothing has the slug "wbe". Did you mean "web"?\n')
    expect(await said('zzzzzz', 'x', '--kind', 'tag')).toBe(
      'galley: No tag has the slug "zzzzzz". galley list shows posts.\n',
    )
    expect(await said('web', 'x', '--workspace', 'blog')).toBe(
      'galley: Several have the slug "web": the post in blog, the tag in blog. Add --kind post.\n',
    )
    expect(await said('web', 'x', '--kind', 'tag')).toBe(
      'galley: Several have the slug "web": the tag in blog, the tag in other. Add --workspace blog.\n',
    )
    expect(await said('web', 'x', '--kind', 'pots')).toBe(
      'galley: --kind "pots" is none. Did you mean "post"?\n',
    )
    expect(await said('web', 'x', '--workspace', 'blgo')).toBe(
      'galley: There is no workspace blgo. Did you mean "blog"?\n',
    )
  })

  test('refuses what is taken, and what cannot be changed one by one', async () => {
    await given({ 'blog/posts/old.md': postFile(), 'blog/posts/new.md': postFile({ slug: 'other' }) })
    expect(await rename('old', 'new')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'galley: There is a file blog/posts/new.md already. Nothing was renamed.\n',
    })
    expect([read('blog/posts/old.md'), read('blog/posts/new.md')]).toEqual([
      postFile(),
      postFile({ slug: 'other' }),
    ])
    await given({
      ...files,
      'blog/posts/c.md': postFile({ fields: '{}', tags: '&all [web]', '"x"': '*all' }),
    })
    expect((await rename('web', 'webs')).stderr).toContain('There is a tag with the slug "webs" already.')
    await given({ 'blog/posts/c.md': postFile({ description: '&word web', tags: '[*word]' }) })
    expect(await rename('web', 'net')).toMatchObject({ code: 2, stdout: '' })
    expect(read('blog/posts/c.md')).toContain('[*word]')
  })
})

describe('galley rename that is interrupted', () => {
  const mutating = ['writeFileSync', 'renameSync', 'rmSync'] as const
  const plain = { ...fs }
  const restore = () => {
    for (const name of mutating) Object.assign(fs, { [name]: plain[name] })
    syncBuiltinESMExports()
  }
  afterEach(restore)

  /** The process ends within its nth change on disk: half of what it writes is there, and nothing comes after. */
  function endAt(step: number): void {
    let steps = 0
    for (const name of mutating) {
      const call = plain[name] as (...given: unknown[]) => void
      const ending = (...[path, text, ...rest]: unknown[]) => {
        if (++steps < step) return call(path, text, ...rest)
        if (steps === step && name === 'writeFileSync') call(path, String(text).slice(0, 20), ...rest)
        throw new Error('The process has ended.')
      }
      Object.assign(fs, { [name]: ending })
    }
    syncBuiltinESMExports()
  }

  const tree = () => {
    const paths = readdirSync(place.dir, { recursive: true, encoding: 'utf8' })
    const files = paths.filter((path) => statSync(join(place.dir, path)).isFile())
    return Object.fromEntries(files.sort().map((path) => [path.replaceAll('\\', '/'), read(path)]))
  }

  const links = {
    ...site,
    'blog/posts/b.md': postFile({}, '[x](old.md) [y](old/index.md)\n'),
    'blog/posts/c.md': postFile({}, '[x](old.md)\n'),
  }
  const own = '[I](old.md)\n'
  test.each<[string, Files, string[]]>([
    ['a post', { ...links, 'blog/posts/old.md': postFile({}, own) }, ['old', 'new']],
    [
      'a post with its slug',
      { ...links, 'blog/posts/old.md': postFile({ slug: 'old' }, own) },
      ['old', 'new'],
    ],
    [
      'a draft',
      { ...links, 'blog/posts/old.md': postFile({ slug: 'old', status: 'draft' }) },
      ['old', 'new'],
    ],
    ['a bundle', { ...links, 'blog/posts/old/index.md': postFile({ slug: 'old' }) }, ['old', 'new']],
    [
      'a tag',
      { 'blog/posts/a.md': postFile({ tags: '[old, x]' }), 'blog/posts/b.md': postFile({ tags: '[Old]' }) },
      ['old', 'new', '--kind', 'tag'],
    ],
    [
      'an author',
      {
        'blog/posts/a.md': postFile(),
        'blog/authors/ada.yml': 'name: Ada\n',
        'blog/workspace.yml': 'defaults: { authors: [ada] }\n',
      },
      ['ada', 'grace'],
    ],
  ])(
    'at any step changes no file by halves, and the same command completes it: %s',
    async (_, files, argv) => {
      const broken = { 'blog/posts/z.md': '---\ntitle: "z\n---\n' }
      await given({ ...files, ...broken })
      const before = tree()
      expect((await rename(...argv)).code).toBe(0)
      const after = tree()
      const whole = new Set([...Object.values(before), ...Object.values(after)])
      for (let step = 1, isDone = false; !isDone; step++) {
        rmSync(place.dir, { recursive: true })
        place.write(before)
        endAt(step)
        isDone = (await rename(...argv)).code === 0
        restore()
        const left = Object.entries(tree()).filter(([path]) => !/\/\.galley-[0-9a-f]+$/.test(path))
        for (const [path, text] of left) expect(whole, `${step} ${path}`).toContain(text)
        // A list that there was none of may be there, or not yet.
        expect(left.length).toBeGreaterThanOrEqual(Object.keys(before).length)
        expect(left.length).toBeLessThanOrEqual(Object.keys(after).length)
        const again = await rename(...argv)
        if (argv.length === 2 || !isDone) expect(tree(), `${step}: ${again.stderr}`).toEqual(after)
      }
    },
  )
})
