// galley init --editor: what it writes into a site, what it keeps of it, and when it refuses. What Sveltia makes of that is in
// test/sveltia.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parse, parseDocument } from 'yaml'
import { isSlug } from '../../build/schema/slug.ts'
import { inFolder, ran } from '../support/command.ts'
import { writeFiles } from '../support/files.ts'
import { git, withoutGit } from '../support/git.ts'

const post = '---\ntitle: A\npublishedAt: 2026-05-31\nauthors: [ada]\ncategory: news\n---\nA.\n'
const CONTENT = {
  'content/blog/workspace.yml': `name: Ada's <blog> & "more"
defaults: { category: news }
fields:
  readTime: { type: number }
  level: { type: select, options: [easy, hard], required: true }
  topics: { type: list, options: [a, b] }
  sources: { type: list }
  isOpen: { type: boolean }
  event: { type: date }
  link: { type: url }
`,
  'content/blog/posts/2026-05-31-a.md': post,
  'content/blog/authors/ada.yml': 'name: Ada\n',
  'content/blog/categories.yml': 'news: { name: News }\n',
  'content/blog/tags.yml': 'web: { name: The web }\n',
  'content/notes/workspace.yml': 'slugs: relaxed\n',
  'content/notes/posts/trip/index.md': post,
}

let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'galley-editor-'))
  given(CONTENT)
  mkdirSync(join(place, 'public'))
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

const given = (files: Record<string, string>) => writeFiles(place, files)

const read = (path: string) => readFileSync(join(place, path), 'utf8')
const init = (...argv: string[]) => inFolder(place, () => ran(['init', ...argv]))
const written = (...argv: string[]) => init('--editor', 'sveltia', '--to', 'public', '--yes', ...argv)
const PAGE = 'public/admin/index.html'
const CONFIG = 'public/admin/config.yml'

interface Form {
  name: string
  [option: string]: unknown
}
const config = () => parse(read(CONFIG))
const form = (name: string) => config().collections.find((one: Form) => one.name === name)
const fieldsOf = (name: string, of = form(name)): Record<string, Form> =>
  Object.fromEntries(of.fields.map((field: Form) => [field.name, field]))

test('has forms for declared collections', async () => {
  given({
    'content/blog/workspace.yml':
      'collections: { talks: { title: name, fields: { name: string, at: date } }, pages: {}, settings: { single: true, fields: { on: boolean } } }\n',
    'content/blog/talks/a.json': '{ "name": "A" }',
    'content/blog/pages/guide/index.md': 'A\n',
  })
  expect((await written()).code).toBe(0)
  const talks = form('blog_entries_talks')
  expect(talks).toMatchObject({ folder: 'content/blog/talks', extension: 'json', identifier_field: 'name' })
  expect(Object.keys(fieldsOf('blog_entries_talks')).slice(0, 3)).toEqual(['name', 'at', 'description'])
  expect(form('blog_entries_pages')).toMatchObject({ extension: 'md', nested: { subfolders: false } })
  expect(Object.keys(fieldsOf('blog_entries_pages'))).toContain('body')
  const [settings] = form('blog_entries_settings').files
  expect(settings).toMatchObject({ file: 'content/blog/settings.yml' })
  expect(Object.keys(fieldsOf('', settings))).toContain('on')
})

describe('into a site', () => {
  test('it writes a page and its configuration, and nothing else anywhere', async () => {
    const { code, stdout, stderr } = await written()
    expect([code, stdout]).toEqual([0, `${PAGE}\n${CONFIG}\n`])
    expect(stderr).toContain('Next: publish public with your site, where authors open /admin/\n')
    expect(readdirSync(place).sort()).toEqual(['content', 'public'])
    expect(readdirSync(join(place, 'public'), { recursive: true }).sort()).toEqual([
      'admin',
      'admin/config.yml',
      'admin/index.html',
    ])
    expect(read(PAGE)).toContain("<title>Ada's &lt;blog&gt; &amp; &quot;more&quot;, notes</title>")
    expect(read(PAGE)).toContain('<meta name="robots" content="noindex">')
    expect(read(PAGE)).toMatch(
      /<script src="https:\/\/unpkg\.com\/@sveltia\/cms@\d+\.\d+\.\d+\/dist\/sveltia-cms\.js" integrity="sha384-[\w+/]{64}" crossorigin="anonymous"><\/script>/,
    )
  })

  test('there is a form for each kind of file that a workspace has', async () => {
    await written()
    expect(
      config().collections.map(({ name, folder, files }: Form) => [name, folder ?? files]),
    ).toMatchObject([
      ['blog', 'content/blog/posts'],
      ['blog_authors', 'content/blog/authors'],
      ['blog_lists', [{ file: 'content/blog/categories.yml' }, { file: 'content/blog/tags.yml' }]],
      ['notes', 'content/notes/posts'],
    ])
    expect(form('blog').label).toBe('Ada\'s <blog> & "more"')
    expect(form('blog').slug.template).toBe('{{year}}-{{month}}-{{day}}-{{slug}}')
    expect(form('notes').slug.template).toBe('{{slug}}')
    // Sveltia uploads nothing but covers into a folder that is relative to the post.
    expect(form('blog')).toMatchObject({ media_folder: '/content/blog/posts', public_folder: '' })
    expect(form('notes')).toMatchObject({
      media_folder: '',
      public_folder: '',
      nested: { subfolders: false },
    })
    expect(form('blog')).not.toHaveProperty('nested')
    expect(config().slug).toEqual({ encoding: 'ascii', clean_accents: true })
  })

  test('what is declared is a choice, and what is not may be anything', async () => {
    await written()
    expect(fieldsOf('blog')).toMatchObject({
      authors: { widget: 'relation', collection: 'blog_authors', multiple: true, required: true },
      category: { widget: 'select', options: [{ label: 'News', value: 'news' }], required: false },
      tags: {
        widget: 'select',
        options: [{ label: 'The web', value: 'web' }],
        multiple: true,
        required: false,
      },
    })
    expect(fieldsOf('notes')).toMatchObject({
      authors: { widget: 'list', required: true },
      category: { widget: 'string', required: true },
      tags: { widget: 'list', required: false },
    })
    expect(fieldsOf('notes')).not.toHaveProperty('fields')
  })

  test('custom fields have a form by their type', async () => {
    await written()
    const all = fieldsOf('blog')
    expect(all.fields).toBeUndefined()
    const names = ['readTime', 'level', 'topics', 'sources', 'isOpen', 'event', 'link']
    const types = names.map((name) => {
      const { label, widget, multiple, options, required } = all[name]!
      return [name, label, widget, { multiple, options, required }]
    })
    const options = ['easy', 'hard']
    expect(types).toMatchObject([
      ['readTime', 'ReadTime', 'number', { required: false }],
      ['level', 'Level', 'select', { options, required: true }],
      ['topics', 'Topics', 'select', { multiple: true, options: ['a', 'b'] }],
      ['sources', 'Sources', 'list', {}],
      ['isOpen', 'IsOpen', 'select', { options: [{ value: true }, { value: false }] }],
      ['event', 'Event', 'datetime', {}],
      ['link', 'Link', 'string', {}],
    ])
  })

  test('custom fields have it under fields where posts write them there', async () => {
    given({ 'content/blog/posts/own.md': post.replace('---\n', '---\nfields: { level: easy }\n') })
    await written()
    expect(fieldsOf('blog').fields).toMatchObject({
      required: true,
      fields: [{}, { name: 'level' }, {}, {}, {}, {}, {}],
    })
  })

  test('names of new posts are what slugs may be', async () => {
    given({ 'content/notes/posts/日記.md': post })
    await written()
    expect(config().slug).toEqual({ encoding: 'unicode', clean_accents: false })
    for (const [name, style] of [
      ['blog', 'strict'],
      ['notes', 'relaxed'],
    ] as const) {
      const [, pattern = '', flags] = /^\/(.*)\/(\w+)$/.exec(form(name).slug.pattern[0]) ?? []
      for (const slug of ['a-b', '2026-日記', 'a_b', 'a.b', 'a.', '.a', 'a b', 'a~b', 'ü', '-', '’'])
        expect([slug, new RegExp(pattern, flags).test(slug)]).toEqual([slug, isSlug(slug, style)])
    }
  })

  test('a list with a slug that would be written otherwise has no form', async () => {
    given({ 'content/blog/tags.yml': '"007": { name: Bond }\n' })
    await written()
    expect(form('blog_lists').files.map(({ name }: Form) => name)).toEqual(['categories'])
  })

  test('equal content has an equal configuration', async () => {
    await written()
    const before = read(CONFIG)
    rmSync(join(place, 'public/admin'), { recursive: true })
    await written()
    expect(read(CONFIG)).toBe(before)
  })

  test('it asks first', async () => {
    expect(await init('--editor', 'sveltia', '--to', 'public')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Nothing was written. Add --yes to write these files.'),
    })
    const input = Object.assign(new PassThrough(), { isTTY: true })
    input.end('no\n')
    const answered = () =>
      ran(['init', '--editor', 'sveltia', '--to', 'public'], {}, { isTTY: true, stdin: () => input })
    expect((await inFolder(place, answered)).stderr).toMatch(
      /new.*public\/admin\/config\.yml[\s\S]*Nothing was written\.\n$/,
    )
    expect(readdirSync(join(place, 'public'))).toEqual([])
  })
})

describe('run again', () => {
  test('it writes nothing if nothing has changed', async () => {
    await written()
    const before = read(CONFIG)
    const { code, stdout, stderr } = await written()
    expect([code, stdout, read(CONFIG)]).toEqual([0, '', before])
    expect(stderr).toMatch(/All is there already, and nothing was written\.\n$/)
  })

  test('it says which forms have changed, and renews these', async () => {
    await written()
    given({ 'content/blog/categories.yml': 'news: { name: News }\nart: { name: Art }\n' })
    const { stdout, stderr } = await init('--editor', 'sveltia', '--to', 'public', '--update')
    expect(stdout).toBe(`${CONFIG}\n`)
    expect(stderr).toMatch(
      /kept +public\/admin\/index\.html .*\n +changed +public\/admin\/config\.yml +collections blog blog_lists\n/,
    )
    expect(fieldsOf('blog').category!.options).toEqual([
      { label: 'News', value: 'news' },
      { label: 'Art', value: 'art' },
    ])
  })

  test('it keeps comments, the backend, other collections and options that are not its own', async () => {
    await written()
    const document = parseDocument(read(CONFIG))
    document.set('backend', { name: 'gitea', repo: 'ada/blog', app_id: 'x' })
    document.set('site_url', 'https://ada.example')
    const pages = { name: 'pages', label: 'Pages', folder: 'src/pages', fields: [{ name: 'title' }] }
    document.addIn(['collections'], document.createNode(pages))
    const gone = { ...pages, name: 'gone', folder: 'content/gone/posts' }
    document.addIn(['collections'], document.createNode(gone))
    given({ [CONFIG]: document.toString().replace('site_url', '# mine\nsite_url').replaceAll('\n', '\r\n') })
    expect((await written()).stderr).toMatch(/changed +public\/admin\/config\.yml +collections\n/)
    expect(config()).toMatchObject({ backend: { app_id: 'x' }, site_url: 'https://ada.example' })
    expect(config().collections.map(({ name }: Form) => name)).toEqual([
      'blog',
      'blog_authors',
      'blog_lists',
      'notes',
      'pages',
    ])
    expect(read(CONFIG)).toContain('# mine\r\nsite_url')
    expect(read(CONFIG).replaceAll('\r\n', '')).not.toContain('\n')
    expect((await written()).stdout).toBe('')
  })

  test('it renews the script of a page, and nothing else there', async () => {
    await written()
    const page = read(PAGE)
    given({ [PAGE]: page.replace(/cms@[\d.]+/, 'cms@0.1.0').replace('</body>', '<p>Mine: $&</p>\n</body>') })
    expect((await written()).stdout).toBe(`${PAGE}\n`)
    expect(read(PAGE)).toBe(page.replace('</body>', '<p>Mine: $&</p>\n</body>'))
  })
})

describe.skipIf(withoutGit)('the repository', () => {
  const backend = async (url: string) => {
    git(place, 'init', '--quiet')
    git(place, 'config', 'remote.origin.url', url)
    const { stderr } = await written()
    const { backend, publish_mode, collections } = config()
    return { backend, publish_mode, folder: collections[0].folder, stderr }
  }

  test.each([
    ['git@github.com:ada/blog.git', { name: 'github', repo: 'ada/blog' }],
    ['https://ada:secret@github.com/ada/blog', { name: 'github', repo: 'ada/blog' }],
    [
      'ssh://git@gitlab.example.org:2222/a/b/c.git',
      {
        name: 'gitlab',
        repo: 'a/b/c',
        base_url: 'https://gitlab.example.org',
        api_root: 'https://gitlab.example.org/api/v4',
      },
    ],
    [
      'https://codeberg.org/ada/blog.git/',
      {
        name: 'gitea',
        repo: 'ada/blog',
        base_url: 'https://codeberg.org',
        api_root: 'https://codeberg.org/api/v1',
      },
    ],
  ])('is known by its remote: %s', async (url, expected) => {
    const found = await backend(url)
    expect(found.backend).toEqual({ ...expected, auth_methods: ['token'] })
    expect(found.publish_mode).toBe(expected.name === 'gitea' ? undefined : 'editorial_workflow')
    expect(read(CONFIG)).not.toContain('secret')
    expect(read(CONFIG)).toContain('# Authors sign in with a token of their own.')
    expect(found.stderr).not.toContain('not known')
  })

  test.each([
    '/srv/git/blog.git',
    '../blog',
    'git@example.org:ada/blog.git',
    'C:\\git\\blog',
    'https://github.com/ada',
  ])('may be unknown, which the file and the command say: %s', async (url) => {
    const { backend: found, stderr } = await backend(url)
    expect(found).toEqual({ name: 'test-repo' })
    const said = 'It is not known where the content is pushed to'
    expect([stderr, read(CONFIG)]).toEqual([
      expect.stringContaining(said),
      expect.stringContaining(`# ${said}`),
    ])
  })

  test('may be above the content', async () => {
    const top = place
    git(top, 'init', '--quiet')
    place = join(top, 'docs')
    given({ ...CONTENT, 'public/x.txt': '' })
    await written()
    expect(form('blog').folder).toBe('docs/content/blog/posts')
    place = top
  })
})

describe('it refuses', () => {
  test.each([
    [['--editor', 'word', '--to', 'public'], 'There is no editor "word". Write --editor sveltia.'],
    [['--to', 'public'], '--to and --content are for --editor. Write --editor sveltia.'],
    [['--content', 'content'], '--to and --content are for --editor. Write --editor sveltia.'],
    [
      ['--editor', 'sveltia'],
      'A folder is missing. Write --to with the one that your site publishes as it is.',
    ],
    [['--editor', 'sveltia', '--to', 'nowhere'], 'There is no folder nowhere. Write --to'],
    [['--editor', 'sveltia', '--to', 'public', '--content', 'none'], 'There is no folder none.'],
  ])('%j', async (argv, message) => {
    expect(await init(...argv, '--yes')).toMatchObject({ code: 2, stderr: expect.stringContaining(message) })
  })

  test.each([
    [
      'settings with mistakes',
      { 'content/blog/workspace.yml': 'fields: { a: { type: b } }\n' },
      'content/blog/workspace.yml has mistakes',
    ],
    ['a list with mistakes', { 'content/blog/tags.yml': '- a\n' }, 'tags.yml has mistakes'],
    ['another page', { [PAGE]: '<p>Mine</p>' }, 'admin/index.html is another page'],
    ['no YAML', { [CONFIG]: 'a: [' }, 'admin/config.yml cannot be read as YAML'],
  ])('%s', async (_, files, message) => {
    given(files)
    expect(await written()).toMatchObject({ code: 2, stderr: expect.stringContaining(message) })
    for (const [path, text] of Object.entries(files)) expect(read(path)).toBe(text)
  })

  test('to write through links', async () => {
    given({ 'elsewhere/config.yml': 'a: 1\n' })
    symlinkSync('../elsewhere', join(place, 'public/admin'))
    expect((await written()).stderr).toContain(
      'public/admin leads elsewhere through a symbolic link. Remove the link.',
    )
    rmSync(join(place, 'public/admin'))
    mkdirSync(join(place, 'public/admin'))
    symlinkSync('../../elsewhere/config.yml', join(place, CONFIG))
    expect((await written()).stderr).toContain(`${CONFIG} is a link`)
    expect(readdirSync(join(place, 'elsewhere'))).toEqual(['config.yml'])
    expect(read('elsewhere/config.yml')).toBe('a: 1\n')
  })

  test('content without a workspace', async () => {
    rmSync(join(place, 'content'), { recursive: true })
    mkdirSync(join(place, 'content'))
    expect((await written()).stderr).toContain('There is no workspace in content.')
  })
})
