// galley new: what it writes, what it asks, and what it never does.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, describe, expect, test } from 'vitest'
import { postPath } from '../../build/edit/create.ts'
import { check } from '../../build/index.ts'
import { ran, galley as started } from '../support/command.ts'
import { type Files, postFile, type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace
afterEach(() => place?.remove())

const lists = {
  'blog/authors/ada.yml': 'name: Ada\n',
  'blog/categories.yml': '# All of them.\nnews: { name: News }\nessays: { name: Essays }\n',
  'blog/tags.yml': 'web: { name: Web }\n',
}

/** @param answers given on a terminal, one line each */
async function galley(argv: string[], answers?: string[], isTTY = true, isInputTTY = true) {
  const input = Object.assign(new PassThrough(), { isTTY: isInputTTY })
  for (const answer of answers ?? []) input.write(`${answer}\n`)
  input.end()
  const terminal = answers && { isTTY, stdin: () => input }
  const { code, stdout, stderr } = await ran(['new', ...argv, '--content', place.dir], {}, terminal)
  const short = (text: string) => text.replaceAll(`${place.dir}/`, '').replaceAll(place.dir, 'content')
  return { code, stdout: short(stdout), stderr: short(stderr) }
}

async function given(files: Files): Promise<void> {
  place = await workspace(files)
}

const read = (path: string) => readFileSync(join(place.dir, path), 'utf8')
const told = async () => (await check({ content: place.dir, env: {} })).problems.map(({ message }) => message)

describe('galley new', () => {
  test('writes a draft that has no problem', async () => {
    await given(lists)
    const { code, stdout } = await galley([
      'On "tables": a #1',
      '--category',
      'news',
      '--tags',
      'web',
      '--date',
      '2026-05-31',
    ])
    expect([code, stdout]).toEqual([0, 'blog/posts/on-tables-a-1.md\n'])
    expect(read('blog/posts/on-tables-a-1.md')).toBe(
      '---\ntitle: \'On "tables": a #1\'\npublishedAt: 2026-05-31\nstatus: draft\nauthors: [ada]\ncategory: news\ntags: [web]\n---\n\n',
    )
    expect(await told()).toEqual([])
  })

  test('leaves out what the workspace has a default for, and names files as the others are named', async () => {
    await given({
      'blog/workspace.yml': 'defaults: { authors: [ada], category: news }\n',
      'blog/posts/2026-01-01-one.md': postFile(),
    })
    const today = (await galley(['post', 'Today'])).stdout.trim()
    expect(today).toMatch(/^blog\/posts\/\d{4}-\d\d-\d\d-today\.md$/)
    expect(read(today)).toContain(`\npublishedAt: ${today.slice(11, 21)}\n`)
    const { stdout } = await galley(['post', 'Two', '--date', '2026-02-03T10:00:00Z', '--publish', '--quiet'])
    expect(stdout).toBe('blog/posts/2026-02-03-two.md\n')
    expect(read('blog/posts/2026-02-03-two.md')).toBe(
      '---\ntitle: Two\npublishedAt: 2026-02-03T10:00:00Z\n---\n\n',
    )
  })

  test.each([
    ['Index', 'posts/index.md', 'slug: index'],
    ['2026-05-31 diary', 'posts/2026-05-31-diary.md', 'slug: 2026-05-31-diary'],
    ['日本語', 'posts/日本語.md', 'title: 日本語'],
    ['null', 'posts/null.md', 'title: "null"'],
  ])('gives %j a file and a slug that agree', async (title, path, line) => {
    await given(lists)
    expect((await galley([title, '--category', 'news'])).stdout).toBe(`blog/${path}\n`)
    expect(read(`blog/${path}`)).toContain(`\n${line}\n`)
    expect(await told()).toEqual([])
    expect(await galley([title, '--category', 'news'])).toMatchObject({ code: 2, stdout: '' })
  })

  test('takes the slug of no other post, whatever its case, its alias or its id', async () => {
    await given({ ...lists, 'blog/posts/a.md': postFile({ id: 'One', aliases: '[old]' }) })
    for (const title of ['A', 'One', 'Old']) {
      const { code, stdout, stderr } = await galley([title, '--category', 'news'])
      expect([code, stdout]).toEqual([2, ''])
      expect(stderr).toMatch(/The slug ".*" is taken: it is the (slug|id|alias) of blog\/posts\/a\.md\./)
    }
  })

  test('asks on a terminal, until an answer will do', async () => {
    await given({
      ...lists,
      'other/workspace.yml': 'name: Other\n',
      'blog/workspace.yml': 'fields: { level: { type: string, required: true } }\n',
    })
    const { code, stdout, stderr } = await galley(
      [],
      ['pots', 'post', '', 'Hello there', 'blag', 'blog', '', 'nws', 'essays', 'wbe', 'web', 'easy'],
    )
    expect([code, stdout]).toEqual([0, 'blog/posts/hello-there.md\n'])
    expect(stderr).toMatchInlineSnapshot(`
      "A new post, author, category, tag, series, workspace? [post]
      Did you mean "post"?
      A new post, author, category, tag, series, workspace? [post]
      Title of the post?
      Write something.
      Title of the post?
      Which workspace? Workspaces: blog, other.
      There is no workspace blag in content. Did you mean "blog"?
      Which workspace? Workspaces: blog, other.
      Whose post is it? Authors: ada. [ada]
      Which category? Categories: news, essays.
      There is no category "nws". Did you mean "news"?
      Which category? Categories: news, essays.
      Which tags, if any? Tags: web.
      There is no tag "wbe". Did you mean "web"?
      Which tags, if any? Tags: web.
      What is its level?
      It is a draft: galley dev shows it at the desk, and readers do not see it. Remove its status to publish it.
      "
    `)
    expect(read('blog/posts/hello-there.md')).toMatch(
      /status: draft\nauthors: \[ada\]\ncategory: essays\ntags: \[web\]\nfields:\n {2}level: easy\n---\n\n$/,
    )
    expect(await told()).toEqual([])
  })

  test.each([
    [true, false],
    [false, true],
  ])('asks nothing unless both its output (%s) and its input (%s) are a terminal', async (output, input) => {
    await given(lists)
    const { code, stderr } = await galley(['Hello'], ['news', 'web'], output, input)
    expect([code, stderr]).toEqual([2, expect.stringContaining('Say it with --category.')])
  })

  test('writes nothing if there is no answer', async () => {
    await given(lists)
    expect(await galley(['Hello'], [])).toMatchObject({ code: 2, stdout: '' })
    expect(existsSync(join(place.dir, 'blog/posts'))).toBe(false)
  })

  test.each([
    [['Hello'], 'Which category? Categories: news, essays. Say it with --category.'],
    [[], 'The TITLE is missing. Run it with --help.'],
    [['tag'], 'The TITLE is missing. Run it with --help.'],
    [[' '], 'The TITLE is empty.'],
    [['Hello', '--category', ','], 'Write the slug of a category.'],
    [
      ['Hello', '--category', 'news', '--fields', 'minutes'],
      'There is no field "minutes". Define it in workspace.yml.',
    ],
    [['Hello', '--category', 'news,essays'], 'A post has one category. Write tags for the others.'],
    [['Hello', '--category', 'news', '--authors', ','], 'Write the slug of an author.'],
    [['tga', 'Hello'], 'There is no kind "tga". Did you mean "tag"?'],
    [['Hello', '--category', 'nwes'], 'There is no category "nwes". Did you mean "news"?'],
    [
      ['Hello', '--category', 'news', '--tags', 'web,cooking'],
      'There is no tag "cooking". Make it: galley new tag "cooking".',
    ],
    [
      ['Hello', '--category', 'news', '--date', 'tomorrow'],
      '--date "tomorrow" is not a date. Write 2026-05-31 or',
    ],
    [
      ['Hello', '--category', 'news', '--fields', 'a=b'],
      'There is no field "a". Define it in workspace.yml.',
    ],
    [['Hello', '--category', 'news', '--slug', '../evil'], '--slug "../evil" is not a slug. Write evil.'],
    [['!!!', '--category', 'news'], 'No slug can be made from "!!!". Add --slug.'],
    [['Hello', '--workspace', 'blgo'], 'There is no workspace blgo in content. Did you mean "blog"?'],
    [['workspace', 'Blog'], 'There is a folder blog already. Write another name with --slug.'],
    [['workspace', 'Über uns'], '"über-uns" cannot be the folder of a workspace'],
    [['category', 'News'], 'The slug "news" is taken: it is that of another category in blog.'],
    [['author', 'Ada'], 'The slug "ada" is taken: it is that of another author in blog.'],
  ])('given %j, it says what is missing, and writes nothing', async (argv, message) => {
    await given(lists)
    const { code, stdout, stderr } = await galley(argv)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(`galley: ${message}`)
    expect(existsSync(join(place.dir, 'blog/posts'))).toBe(false)
  })

  test('says where there is no workspace, which workspaces there are, and that a file is there already', async () => {
    await given({ 'notes.md': '' })
    expect(await galley(['Hello'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'galley: There is no workspace in content. Make one: galley new workspace "The blog".\n',
    })
    await given({ ...lists, 'other/posts/a.md': postFile() })
    expect((await galley(['Hello'])).stderr).toBe(
      'galley: Which workspace? Workspaces: blog, other. Say it with --workspace FOLDER.\n',
    )
    await given({ ...lists, 'blog/posts/hello.md': 'No front matter.\n' })
    expect((await galley(['Hello', '--category', 'news'])).stderr).toBe(
      'galley: There is a file blog/posts/hello.md already. Write another slug with --slug.\n',
    )
    expect(read('blog/posts/hello.md')).toBe('No front matter.\n')
  })

  test.each([
    ['no line end at its end', 'news: { name: News }', 'news: { name: News }\nown:\n  name: Own\n'],
    ['line ends of Windows', 'news: {}\r\n', 'news: {}\r\nown:\r\n  name: Own\r\n'],
    ['braces around it', '{ news: {} } # all\n', '{ news: {}, own: { name: Own } } # all\n'],
    ['a mark above it', '---\nnews: {}\n', '---\nnews: {}\nown: {name: Own}\n'],
    ['nothing in it', '', 'own:\n  name: Own\n'],
    ['comments only', '# None.\n', '# None.\nown:\n  name: Own\n'],
  ])('adds to a list with %s', async (_, text, expected) => {
    await given({ ...lists, 'blog/categories.yml': text })
    expect((await galley(['category', 'Own'])).code).toBe(0)
    expect(read('blog/categories.yml')).toBe(expected)
  })

  test('takes answers and flags with spaces around them, letters in parts, and slugs with underscores', async () => {
    await given({
      ...lists,
      'blog/tags.yml': 'web: { name: Web }\ncafé: { name: Café }\n',
      'blog/workspace.yml':
        'slugs: relaxed\nfields: { level: { type: select, options: [easy, hard], required: true }, on: { type: list } }\n',
    })
    const { stderr } = await galley(
      ['One', '--tags', ' web ,, cafe\u0301 ', '--slug', '_caf\u0065\u0301', '--fields', ' on = a , '],
      ['', '  news  ', ' hard '],
    )
    expect(stderr).toContain('What is its level? Options: easy, hard.\n')
    expect(read('blog/posts/café.md')).toMatch(
      /\nslug: _café\n[\s\S]*\ncategory: news\ntags: \[web, café\]\nfields:\n {2}on: \[a\]\n {2}level: hard\n---/,
    )
    expect(await told()).toEqual([])
    expect((await galley(['Two', '--category', 'news', '--slug', '_CAF\u00c9'])).stderr).toContain(
      'The slug "_CAFÉ" is taken: it is the slug of blog/posts/café.md. Write another one with --slug.',
    )
    expect((await galley(['Two', '--category', 'news', '--fields', 'lvel=1'])).stderr).toContain(
      'There is no field "lvel". Did you mean "level"?',
    )
    expect(await galley(['workspace', 'The other', '--slug', 'own'])).toMatchObject({ code: 0 })
    expect(existsSync(join(place.dir, 'own/workspace.yml'))).toBe(true)
  })

  test.each([20, 21])('shows twenty of %i categories', async (count) => {
    const slugs = Array.from({ length: count }, (_, i) => `c${i}`)
    await given({ ...lists, 'blog/categories.yml': slugs.map((slug) => `${slug}: {}\n`).join('') })
    const shown = `${slugs.slice(0, 20).join(', ')}${count > 20 ? ', …' : ''}`
    expect((await galley(['Hello'])).stderr).toBe(
      `galley: Which category? Categories: ${shown}. Say it with --category.\n`,
    )
  })

  test('adds to lists, and keeps what is in them', async () => {
    await given({
      ...lists,
      'blog/tags.yml': '{ web: { name: Web } } # here\n',
      'blog/posts/a.md': postFile({ tags: '[web]' }),
    })
    expect((await galley(['category', 'Typography: letters'])).stdout).toBe('blog/categories.yml\n')
    expect(read('blog/categories.yml')).toBe(
      `${lists['blog/categories.yml']}typography-letters:\n  name: "Typography: letters"\n`,
    )
    await galley(['tag', 'C++'])
    expect(read('blog/tags.yml')).toContain('# here')
    expect((await galley(['author', 'Grace Muir'])).stdout).toBe('blog/authors/grace-muir.yml\n')
    expect(read('blog/authors/grace-muir.yml')).toBe('name: Grace Muir\n')
    place.write({
      'blog/posts/b.md': postFile({
        tags: '[c-plus-plus]',
        category: 'typography-letters',
        authors: '[grace-muir]',
      }),
    })
    expect(await told()).toEqual([])
  })

  test('makes a list of what posts name when it declares the first', async () => {
    await given({ 'blog/posts/a.md': postFile({ tags: '[design-systems, Machine Learning]' }) })
    const { stderr } = await galley(['tag', 'Web'])
    expect(read('blog/tags.yml')).toBe(
      'design-systems:\n  name: Design systems\nmachine-learning:\n  name: Machine Learning\nweb:\n  name: Web\n',
    )
    expect(stderr).toBe(
      'Posts may now name only those that are declared, so these are, too: design-systems, machine-learning.' +
        ' Some posts name theirs by name: galley check says where to write the slug.\n',
    )
    await galley(['author', 'Bo'])
    expect(read('blog/authors/ada.yml')).toBe('name: Ada\n')
    expect(await told()).toEqual(['There is no tag "Machine Learning".'])
  })

  test('refuses fields that are no values of theirs', async () => {
    await given({
      ...lists,
      'blog/workspace.yml': 'fields: { minutes: { type: number }, sources: { type: list } }\n',
    })
    const hello = ['Hello', '--category', 'news', '--fields']
    const { code, stderr } = await galley([...hello, 'minutes=many'])
    expect([code, stderr]).toEqual([
      2,
      'galley: fields.minutes "many" is not a number. Write 5 or 2.5. Nothing was written.\n',
    ])
    await galley([...hello, 'minutes = 4, sources=The Typographer'])
    expect(read('blog/posts/hello.md')).toContain('fields:\n  minutes: "4"\n  sources: [The Typographer]\n')
    expect(await told()).toEqual([])
  })

  test('asks by what other posts name where nothing is declared', async () => {
    await given({ 'blog/posts/a.md': postFile({ category: 'Machine Learning' }) })
    const { code, stderr } = await galley(['Hello'], ['bo', 'news', ''])
    expect(code).toBe(0)
    expect(stderr).toContain(
      'Whose post is it? Authors: ada.\nWhich category? Categories: machine-learning.\nWhich tags, if any?\n',
    )
    expect(read('blog/posts/hello.md')).toMatch(/\nauthors: \[bo\]\ncategory: news\n---\n\n$/)
  })

  test('makes no file or folder that Windows does not have, but whatever else has such a name', async () => {
    await given(lists)
    const before = readdirSync(place.dir, { recursive: true }).sort()
    const says = (name: string) =>
      `galley: Windows has no file or folder with the name "${name}". Write another one with --slug.\n`
    for (const [argv, name] of [
      [['Nul', '--category', 'news'], 'nul.md'],
      [['Anything', '--category', 'news', '--slug', 'com1'], 'com1.md'],
      [['author', 'Aux'], 'aux.yml'],
      [['workspace', 'Con'], 'con'],
    ] as const) {
      const authors = argv[0] === 'author' || argv[0] === 'workspace' ? [] : ['--authors', 'ada']
      expect(await galley([...argv, ...authors])).toEqual({ code: 2, stdout: '', stderr: says(name) })
    }
    expect(readdirSync(place.dir, { recursive: true }).sort()).toEqual(before)
    expect((await galley(['tag', 'Aux'])).code).toBe(0)
    expect((await galley(['category', 'Prn'])).code).toBe(0)
    for (const slug of ['nul-1', 'console', 'con-nul'])
      expect((await galley([slug, '--slug', slug, '--category', 'news', '--authors', 'ada'])).code).toBe(0)
  })

  test.skipIf(process.platform === 'win32')('goes on in a workspace that Windows does not have', async () => {
    await given({ 'con/posts/2026-05-31-a.md': postFile() })
    const written = await galley(['Nul', '--category', 'news', '--authors', 'ada', '--date', '2026-05-31'])
    expect(written).toMatchObject({ code: 0, stdout: 'con/posts/2026-05-31-nul.md\n' })
  })

  test('begins a workspace, and its first post', async () => {
    await given({ 'blog/posts/a.md': postFile() })
    expect((await galley(['workspace', 'The handbook'])).stdout).toBe('the-handbook/workspace.yml\n')
    expect(read('the-handbook/workspace.yml')).toBe('name: The handbook\n')
    const post = ['Hello', '--workspace', 'the-handbook', '--authors', 'me', '--category', 'news']
    expect((await galley(post)).stdout).toBe('the-handbook/posts/hello.md\n')
    expect(await told()).toEqual([])
  })
})

test('does not write through symbolic links out of the workspace', async () => {
  await given({ 'blog/posts/a.md': postFile({ tags: '[old]' }) })
  const other = join(place.dir, '../other')
  mkdirSync(other)
  writeFileSync(join(other, 'list'), 'kept\n')
  symlinkSync(join(other, 'list'), join(place.dir, 'blog/tags.yml'))
  symlinkSync(other, join(place.dir, 'blog/authors'))
  expect(await galley(['tag', 'New'])).toMatchObject({
    code: 2,
    stderr: 'galley: There is a file blog/tags.yml already. It cannot be read: galley check says why.\n',
  })
  expect(await galley(['author', 'New'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('leads elsewhere'),
  })
  expect([readdirSync(other), readFileSync(join(other, 'list'), 'utf8')]).toEqual([['list'], 'kept\n'])
})

test('outside of any project, only a workspace is begun, in the current folder', {
  tags: 'nightly',
}, async () => {
  place = await workspace({})
  const folder = dirname(place.dir)
  rmSync(place.dir, { recursive: true })
  const run = async (...argv: string[]) => {
    const child = started(argv, {}, folder)
    return [await child.ended, child.stdout(), child.stderr()]
  }
  expect(await run('new', 'Hello')).toEqual([
    2,
    '',
    'galley: There is no folder content/ here or above. Name one with --content, or make a workspace: galley new workspace "The blog".\n',
  ])
  expect(await run('new', 'workspace', 'Blog')).toEqual([
    0,
    'content/blog/workspace.yml\n',
    expect.stringMatching(
      /^There was no folder content\/ here or above, so it was made here\. Write its first post/,
    ),
  ])
})

test.each([
  ['a', [], 'posts/a.md', true],
  ['a_b__c_', [], 'posts/a_b__c_.md', true],
  ['__a_b', [], 'posts/a_b.md', false],
  ['___', [], 'posts/post.md', false],
  ['a', ['posts/2026-01-02-x.md', 'posts/y.md'], 'posts/a.md', true],
  ['a', ['posts/2026-01-02-x.md', '2026-01-02-y.md', 'z.md'], 'posts/2026-05-31-a.md', true],
  ['a', ['posts/x2026-01-02-x.md', 'posts/12026-01-02-y.md'], 'posts/a.md', true],
  ['a', ['posts/2026-01-02-x/a.md', 'posts/2026-01-02.md'], 'posts/a.md', true],
])('the file of a post %j beside %j is %s', (slug, others, path, isNamed) => {
  expect(postPath(slug, '2026-05-31', others)).toEqual({ path, isNamed })
})
