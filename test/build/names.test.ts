// Slugs, ids, aliases and keys: what must be unique, and what may be called how.
import { afterEach, describe, expect, test } from 'vitest'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { derivedId } from '../../build/schema/id.ts'
import { printable } from '../../snapshot/printable.ts'
import { png } from '../support/picture.ts'
import { problemLine } from '../support/problem-line.ts'
import { get, reader } from '../support/reading.ts'
import { type Files, postFile, type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace
afterEach(() => place?.remove())

async function problems(files: Files, env: NodeJS.ProcessEnv = {}): Promise<string[]> {
  place = await workspace(files, { env: { SOURCE_DATE_EPOCH: '1', ...env } })
  const result = await place.build()
  const relative = (text: string) => text.replaceAll(`${place.dir}/`, '')
  return result.problems.map((problem) => relative(problemLine(problem)))
}

describe('the names of the posts of a workspace', () => {
  test.each([
    [
      'one slug twice',
      { slug: 'same' },
      { slug: 'same' },
      '6:7',
      'The slug "same" is taken: it is the slug of blog/posts/a.md.',
    ],
    [
      'the id another post had by its former slug',
      { id: derivedId('post', 'blog', 'b') },
      {},
      '1:1',
      'The id "post_',
    ],
    [
      'an id twice',
      { id: 'One' },
      { id: 'one' },
      '6:5',
      'The id "one" is taken: it is the id of blog/posts/a.md.',
    ],
    [
      'an alias twice',
      { aliases: '[old]' },
      { aliases: '[older, old]' },
      '6:18',
      'The alias "old" is taken: it is the alias of blog/posts/a.md.',
    ],
    [
      'an alias that is a slug',
      {},
      { aliases: '[a]' },
      '6:11',
      'The alias "a" is taken: it is the slug of blog/posts/a.md.',
    ],
    [
      'an id that is a slug',
      {},
      { id: 'A' },
      '6:5',
      'The id "A" is taken: it is the slug of blog/posts/a.md.',
    ],
    [
      'a slug that is an id',
      { id: 'b' },
      {},
      '1:1',
      'The slug "b" is taken: it is the id of blog/posts/a.md.',
    ],
    [
      'a name of a draft',
      { status: 'draft', id: 'x' },
      { aliases: '[x]' },
      '6:11',
      'The alias "x" is taken: it is the id of blog/posts/a.md.',
    ],
    [
      'an alias twice in one list',
      {},
      { aliases: '[old, old]' },
      '6:16',
      'The alias "old" is taken: it is its own alias. Remove it.',
    ],
    [
      'an alias that differs from an id in capitals only',
      { id: 'Old' },
      { aliases: '[old]' },
      '6:11',
      'The alias "old" is taken: it is the id of blog/posts/a.md.',
    ],
    [
      'a path twice, however it is written',
      { aliases: '[/2015/Caf\u00e9]' },
      { aliases: '[/2015/Cafe%CC%81/]' },
      '6:11',
      'The alias "/2015/Cafe%CC%81/" is taken: it is the alias of blog/posts/a.md. Remove it.',
    ],
    ['an alias of its own', {}, { aliases: '[b]' }, '6:11', 'The alias "b" is taken: it is its own slug.'],
  ])('may not hold %s', async (_, a, b, where, message) => {
    const found = await problems({
      'blog/posts/a.md': postFile(a as Record<string, string>),
      'blog/posts/b.md': postFile(b as Record<string, string>),
    })
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(`blog/posts/b.md:${where}  error  taken-name  ${message}`)
  })

  test('may hold a post whose id is its own slug', async () => {
    expect(await problems({ 'blog/posts/a.md': postFile({ id: 'a' }) })).toEqual([])
    expect((await get(place, 'blog/posts/a')).post.id).toBe('a')
  })

  test('may occur in another workspace again', async () => {
    const files = { 'one/posts/a.md': postFile({ id: 'x' }), 'two/posts/a.md': postFile({ id: 'x' }) }
    expect(await problems(files)).toEqual([])
  })

  test('come from the folder for index.md', async () => {
    const files = {
      'blog/posts/2026/05/one/index.md': postFile(),
      'blog/posts/2026-05-02-two.md': postFile(),
    }
    expect(await problems(files)).toEqual([])
    const { posts } = await get(place, 'blog/posts?order=asc')
    expect(posts.map(({ slug }: { slug: string }) => slug)).toEqual(['one', 'two'])
  })
})

describe('an alias', () => {
  const files = {
    'blog/posts/new.md': postFile({ aliases: '[old, 古い, 2019-10-12-older, "007"]' }),
    'blog/posts/later.md': postFile({ publishedAt: '2026-12-01', aliases: '[soon]' }),
    'blog/posts/draft.md': postFile({ status: 'draft', aliases: '[secret]' }),
  }

  test.each([
    ['blog/posts/old', '/v1/blog/posts/new'],
    ['blog/post/old', '/v1/blog/post/new'],
    ['blog/posts/%E5%8F%A4%E3%81%84?select=title', '/v1/blog/posts/new?select=title'],
    ['blog/posts/2019-10-12-older', '/v1/blog/posts/new'],
    ['blog/posts/007', '/v1/blog/posts/new'],
  ])('redirects: %s', async (path, location) => {
    expect(await problems(files)).toEqual([])
    const { ask, close } = reader(place)
    const { status, headers } = await ask(path)
    expect([status, headers.get('Location')]).toEqual([308, location])
    close()
  })

  test.each([
    '/2015/03/31/5.0.0',
    '/Old/',
    '/a',
    '/caf\u00e9',
    '/caf%c3%a9',
    '/a%20b',
    '"/a b"',
    '/what%3F',
    '/100%25',
    '/a%2Fb',
    '"/C#"'.replace('#', '%23'),
    '"/{{x}}|[y]*"',
    '/...',
    '/日本/語.html',
  ])('may be the path %s', async (path) => {
    expect(await problems({ 'blog/posts/a.md': postFile({ aliases: `[${path}]` }) })).toEqual([])
  })

  test.each([
    ['2015/a', 'does not begin with one slash. Write /2015/a.'],
    ['//host/a', 'does not begin with one slash. Write /host/a.'],
    ['./a', 'does not begin with one slash. Write /a.'],
    ['https://example.org/A/b/?x#y', 'is a whole URL, where only the path is needed. Write /A/b/.'],
    ['https://example.org', 'is a whole URL, where only the path is needed. Write the path of the old'],
    ['/a?p=1', 'does not end with its path. Write /a, or %3F for ? and %23 for # in a name.'],
    ['/a#b', 'does not end with its path. Write /a, or'],
    ['/a/../b', 'is not how browsers ask for it. Write /b.'],
    ['/a/%2e%2E/b/', 'is not how browsers ask for it. Write /b/.'],
    ['/../b', 'is not how browsers ask for it. Write /b.'],
    ['/./b', 'is not how browsers ask for it. Write /b.'],
    ['/a//b', 'is not how browsers ask for it. Write /a/b.'],
    ['/a\\b', 'is not how browsers ask for it. Write /a/b.'],
    ['/', 'is the home page of the site. Write the path of the old address.'],
    ['/100%', 'has a % that begins no escape. Write /100%25.'],
    ['/caf%E9', 'has escapes that are not UTF-8. Write the letters as they are.'],
    ['/a\n', 'contains a character that cannot be displayed. Remove it.'],
    ['/a%00b', 'contains a character that cannot be displayed. Remove it.'],
    ['/a\ud800', 'contains a character that cannot be displayed. Remove it.'],
  ])('may not be the path %j, and the right one is named', async (path, message) => {
    const [problem, ...others] = await problems({
      'blog/posts/a.md': postFile({ aliases: JSON.stringify([path]) }),
    })
    expect(problem).toContain('  error  bad-alias  aliases[0] ')
    expect(problem).toContain(` ${message}`)
    expect(others).toEqual([])
  })

  test('may be a path for each case', async () => {
    const files = {
      'blog/posts/a.md': postFile({ aliases: '[/Old, /old]' }),
      'blog/posts/b.md': postFile({ aliases: '[/OLD, old]' }),
    }
    expect(await problems(files)).toEqual([])
  })

  test('may not be the path of what leads to another post', async () => {
    const found = await problems({
      'blog/workspace.yml': 'url: https://example.org/{category}/{slug}\n',
      'blog/posts/a.md': postFile({ aliases: '[old, /news/b/, /news/draft, /news/a, /news/OLD]' }),
      'blog/posts/b.md': postFile({ aliases: '[/news/old, /news/later, /news/undated]' }),
      'blog/posts/draft.md': postFile({ status: 'draft' }),
      'blog/posts/later.md': postFile({ publishedAt: '2030-01-01', aliases: '[/news/old/, older]' }),
      'blog/posts/z.md': postFile({ aliases: '[/news/older]' }),
    })
    const taken = (file: string, at: string, alias: string, by: string) =>
      `blog/posts/${file}.md:${at}  error  taken-name  The alias "${alias}" is taken: it is the ${by}.md. Remove it.`
    expect(found).toEqual([
      taken('a', '6:16', '/news/b/', 'address of blog/posts/b'),
      taken('a', '6:26', '/news/draft', 'address of blog/posts/draft'),
      taken('b', '6:11', '/news/old', 'alias of blog/posts/a'),
      taken('b', '6:22', '/news/later', 'address of blog/posts/later'),
      taken('later', '6:11', '/news/old/', 'alias of blog/posts/b'),
      taken('z', '6:11', '/news/older', 'alias of blog/posts/later'),
    ])
    place.write({
      'blog/posts/a.md': postFile({ aliases: '[/news/earlier]' }),
      'blog/posts/b.md': postFile({ aliases: '[earlier]' }),
      'blog/posts/later.md': postFile(),
      'blog/posts/z.md': postFile(),
    })
    const { problems: again } = await place.build()
    expect(again.map(({ message }) => message.replace(place.dir, ''))).toEqual([
      'The alias "earlier" leads from /news/earlier, which is taken: it is the alias of /blog/posts/a.md.',
    ])
  })

  test('of a post that is not visible is not found until it is', async () => {
    await problems(files)
    for (const slug of ['soon', 'secret', 'never']) {
      expect((await get(place, `blog/posts/${slug}`)).error).toBe('Post not found')
    }
    const { ask, close } = reader(place, Date.UTC(2027, 0, 1))
    expect((await ask('blog/posts/soon')).status).toBe(308)
    expect((await ask('blog/posts/secret')).status).toBe(404)
    close()
  })
})

describe('with slugs: relaxed, slugs', () => {
  const relaxed = { 'blog/workspace.yml': 'slugs: relaxed\n' }

  test('keep capitals, dots and underscores, from files and as written', async () => {
    const found = await problems({
      ...relaxed,
      'blog/posts/2026-05-31-React_18.3.md': postFile({ aliases: '[React_18.3.0, /old/React]' }),
      'blog/posts/5.0.0/index.md': postFile(),
      'blog/posts/other.md': postFile({ slug: 'Other.Name' }),
    })
    expect(found).toEqual([])
    for (const slug of ['React_18.3', '5.0.0', 'Other.Name']) {
      expect((await get(place, `blog/posts/${slug}`)).post.slug).toBe(slug)
    }
    expect((await get(place, 'blog/posts/other.name')).error).toBe('Post not found')
    const { ask, close } = reader(place)
    expect((await ask('blog/posts/React_18.3.0')).headers.get('Location')).toBe('/v1/blog/posts/React_18.3')
    close()
  })

  test('may not differ in case only, but may have done so', async () => {
    const found = await problems({
      ...relaxed,
      'blog/posts/a/Hello.md': postFile({ aliases: '[hello, HELLO, hello]' }),
      'blog/posts/b/hello.md': postFile(),
    })
    expect(found.map((line) => line.split('  ').slice(2).join('  '))).toEqual([
      'taken-name  The alias "hello" is taken: it is its own alias. Remove it.',
      'taken-name  The slug "hello" is taken: it is the slug of blog/posts/a/Hello.md. Write another slug.',
    ])
  })

  test('are still told from what is none, and offered where they would do', async () => {
    expect(await problems({ ...relaxed, 'blog/posts/My Post!.md': postFile({ aliases: '[A B]' }) })).toEqual([
      'blog/posts/My Post!.md:1:1  error  bad-slug  The name "My Post!" is not a slug. Rename the file, or write slug: My-Post.',
      'blog/posts/My Post!.md:6:11  error  bad-slug  aliases[0] "A B" is not a slug. Write A-B, or, for an old address, its path, such as /A%20B.',
    ])
    place.remove()
    expect(
      await problems({ 'blog/posts/v5.0.md': postFile(), 'blog/posts/b.md': postFile({ slug: 'B' }) }),
    ).toEqual([
      'blog/posts/b.md:6:7  error  bad-slug  slug "B" is not a slug. Write b, or slugs: relaxed in workspace.yml.',
      'blog/posts/v5.0.md:1:1  error  bad-slug  The name "v5.0" is not a slug. Rename the file, write slug: v5-0, or slugs: relaxed in workspace.yml.',
    ])
  })

  test('are those of posts only', async () => {
    const found = await problems({
      ...relaxed,
      'blog/posts/a.md': postFile({ authors: '[Ada]', tags: '[Node.js]' }),
      'blog/authors/Ada.yml': 'name: Ada\n',
    })
    expect(found).toEqual([
      expect.stringContaining('Ada.yml:1:1  error  bad-slug  The name "Ada" is not a slug.'),
    ])
  })
})

describe('the ids of authors, categories and tags', () => {
  test('may not repeat, or equal the slug of another', async () => {
    const found = await problems({
      'blog/posts/a.md': postFile({ tags: '[web]' }),
      'blog/authors/ada.yml': 'name: Ada\nid: bo\n',
      'blog/authors/bo.yml': 'name: Bo\n',
      'blog/tags.yml': 'web: { name: Web, id: one }\nnet: { name: Net, id: ONE }\n',
    })
    expect(found).toEqual([
      'blog/authors/bo.yml:1:1  error  taken-name  The slug "bo" is taken: it is the id of blog/authors/ada.yml. Write another slug.',
      'blog/tags.yml:2:23  error  taken-name  The id "ONE" is taken: it is the id of web. Write another id.',
    ])
  })
})

describe('the key of a workspace', () => {
  const post = { 'blog/posts/a.md': postFile() }

  test('is its folder, one of its own, or several', async () => {
    await problems({ ...post, 'b/posts/a.md': postFile(), 'b/workspace.yml': 'keys: [old_key, New-Key]\n' })
    for (const key of ['blog', 'old_key', 'New-Key']) {
      expect((await get(place, `${key}/posts/a`)).post.slug).toBe('a')
    }
    expect((await get(place, 'b/posts/a')).error).toBe('Invalid workspace')
  })

  test('is replaced by the environment, which may name several', async () => {
    const secrets = ['1', '2'].map((end) => end.padStart(22, 'x'))
    const env = { GALLEY_KEYS: ` blog=${secrets[0]} , blog=${secrets[1]}, ,` }
    expect(await problems({ ...post, 'blog/workspace.yml': 'key: written\n' }, env)).toEqual([])
    for (const key of secrets) expect((await get(place, `${key}/posts/a`)).post.slug).toBe('a')
    for (const key of ['written', 'blog'])
      expect((await get(place, `${key}/posts`)).error).toBe('Invalid workspace')
  })

  test.each([
    ['key: v1', '1:6  error  bad-key  key "v1" is not a valid key.'],
    ['key: posts', '1:6  error  bad-key  key "posts" is not a valid key.'],
    ['key: a b', '1:6  error  bad-key  key "a b" is not a valid key.'],
    [`key: ${'x'.repeat(65)}`, '1:6  error  bad-key  key "xxx'],
    ['keys: []', '1:7  error  wrong-type  keys is empty.'],
    ['keys: [a, media]', '1:11  error  bad-key  keys[1] "media" is not a valid key.'],
    ['key: a\nkeys: [b]', '1:1  error  bad-key  Both key and keys are given. List them all in keys.'],
  ])('is refused for %j', async (settings, problem) => {
    const found = await problems({ ...post, 'blog/workspace.yml': `${settings}\n` })
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(`blog/workspace.yml:${problem}`)
  })

  test('is not a reserved word', async () => {
    const words = 'v1 api status media posts post categories tags authors openapi.json docs'.split(' ')
    const files = words.flatMap((word, index) => [
      [`${index}/posts/a.md`, postFile()],
      [`${index}/workspace.yml`, `key: ${word}\n`],
    ])
    const found = await problems(Object.fromEntries(files))
    expect(found.map((line) => / bad-key {2}key "(.+)" is not a valid key/.exec(line)?.[1]).sort()).toEqual(
      words.sort(),
    )
  })

  test('must be given if the name of the folder is not valid', async () => {
    const files = { 'my blog/posts/a.md': postFile(), 'status/posts/a.md': postFile() }
    expect(await problems(files)).toEqual([
      expect.stringContaining(
        `my blog:1:1  error  bad-key  The folder's name "my blog" is not a valid key. Write key: … in workspace.yml.`,
      ),
      expect.stringContaining(
        `status:1:1  error  bad-key  The folder's name "status" is not a valid key. Write key: … in workspace.yml.`,
      ),
    ])
    const keys = `my blog=${'x'.repeat(22)},status=${'y'.repeat(22)}`
    expect(await problems(files, { GALLEY_KEYS: keys })).toEqual([])
  })

  test('from the environment that can be guessed gives one warning per workspace, and is not shown', async () => {
    const secret = 'Jx7QmT2vR9sKdW4hYbN6pZ'
    const files = { ...post, 'b/posts/a.md': postFile(), 'b/workspace.yml': 'name: B\nkey: short\n' }
    const warning = (folder: string) =>
      expect.stringContaining(
        `:1:1  warning  short-key  GALLEY_KEYS has a key for "${folder}" of fewer than 22 characters, which can be guessed.`,
      )
    const found = await problems(files, { GALLEY_KEYS: `b=${secret.slice(1)},b=q,b=${secret},blog=blog` })
    expect(found).toEqual([warning('b'), warning('blog')])
    expect(found.map((line) => line.split(':')[0])).toEqual(['b/workspace.yml', 'blog'])
    expect(found.join()).not.toContain(secret.slice(1))
    // Not a secret: it is in git.
    expect(await problems(files)).toEqual([])
    expect(await problems(files, { GALLEY_KEYS: `b=${secret},b=_-${secret}` })).toEqual([])
  })

  test('belongs to one workspace only', async () => {
    const files = {
      ...post,
      'guide/posts/a.md': postFile(),
      'guide/workspace.yml': 'name: Guide\nkey: blog\n',
    }
    expect(await problems(files)).toEqual([
      'guide/workspace.yml:2:6  error  bad-key  The key "blog" is already that of blog. Write another key.',
    ])
  })

  test.each([
    [
      'one that names no workspace',
      'blgo=ws_1',
      'GALLEY_KEYS names "blgo", which is not a workspace. Did you mean "blog"?',
    ],
    ['one without a folder', 'secret', 'GALLEY_KEYS cannot be read. Write it as demo=KEY,docs=KEY.'],
    ['one that is no key', 'blog=secret/1', 'In GALLEY_KEYS, the key of "blog" is invalid.'],
    ['a reserved word', 'blog=v1', 'In GALLEY_KEYS, the key of "blog" is invalid.'],
    ['one for two', 'blog=secret,guide=secret', 'With GALLEY_KEYS, "blog" and "guide" have the same key.'],
    [
      'one that an earlier folder has',
      'guide=blog',
      'With GALLEY_KEYS, "blog" and "guide" have the same key.',
    ],
    ['one that another folder has', 'blog=guide', 'With GALLEY_KEYS, "blog" and "guide" have the same key.'],
  ])('in the environment is a matter of configuration: %s', async (_, keys, message) => {
    const error = await problems({ ...post, 'guide/posts/a.md': postFile() }, { GALLEY_KEYS: keys }).catch(
      (e) => e,
    )
    expect(error).toBeInstanceOf(ConfigurationError)
    expect(error.message).toContain(message)
    expect(error.message).not.toMatch(/secret/)
  })
})

describe('workspace.yml', () => {
  test('may be empty, or have every key', async () => {
    const settings = `name: The blog
url: https://example.org/{category}/{year}/{month}/{day}/{slug}
key: blog
language: pt-BR
html: safe
defaults: {}
`
    expect(await problems({ 'blog/posts/a.md': postFile(), 'blog/workspace.yml': '' })).toEqual([])
    expect(await problems({ 'blog/posts/a.md': postFile(), 'blog/workspace.yml': settings })).toEqual([])
  })

  test.each([
    ['url: /blog/{slug}', '1:6  error  bad-url  url "/blog/{slug}" is not a URL pattern.'],
    [
      'url: https://example.org/{slgu}',
      '1:6  error  bad-url  url "https://example.org/{slgu}" contains {slgu}, which is not a placeholder. Did you mean "{slug}"?',
    ],
    ['language: "not a language"', '1:11  error  bad-language'],
    ['html: yes', '1:7  error  bad-choice  html "yes" is not a valid value. Write safe or trusted.'],
    [
      'fields: { __proto__: { type: string } }',
      '1:11  error  bad-field  "__proto__" is not a valid field name.',
    ],
    [
      'fields: { constructor: { type: string } }',
      '1:11  error  bad-field  "constructor" is not a valid field name.',
    ],
    ['fields: { "a b": { type: string } }', '1:11  error  bad-field  "a b" is not a valid field name.'],
    ['fields: { a: { type: text } }', '1:22  error  bad-choice  fields.a.type "text" is not a valid value.'],
    ['fields: { a: { type: select } }', '1:14  error  bad-field  fields.a has no options to choose from.'],
    [
      'fields: { a: { type: list, options: [] } }',
      '1:14  error  bad-field  fields.a has no options to choose from.',
    ],
    [
      'fields: { a: { type: string, options: [b] } }',
      '1:14  error  bad-field  fields.a has options, which only a select or a list can have.',
    ],
    ['fields: { a: [string] }', '1:14  error  wrong-type  fields.a must be a mapping.'],
    [
      'defaults: { author: [ada] }',
      '1:13  error  unknown-key  There is no key "author". Did you mean "authors"?',
    ],
    ['- name', '1:1  error  wrong-type  The file must be a mapping.'],
  ])('is refused for %s', async (settings, problem) => {
    const found = await problems({ 'blog/posts/a.md': postFile(), 'blog/workspace.yml': `${settings}\n` })
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(`blog/workspace.yml:${problem}`)
  })
})

// Some file systems hold no two such names.
describe.skipIf(process.platform !== 'linux')('names that differ only in their Unicode form', () => {
  const forms = ['caf\u00e9', 'cafe\u0301']

  test('are reported for workspaces', async () => {
    const files = forms.flatMap((name, index) => [
      [`${name}/posts/a.md`, postFile()],
      [`${name}/workspace.yml`, `key: key${index}\n`],
    ])
    expect(await problems(Object.fromEntries(files))).toEqual([
      'caf\u00e9:1:1  error  taken-name  "cafe\u0301" beside it is the same name in another Unicode form: some systems treat them as one. Rename one of them.',
    ])
  })

  test.each([
    ['files of posts', 'posts', '.md'],
    ['folders of posts', 'posts', '/index.md'],
    ['authors', 'authors', '.yml'],
  ])('are told of %s', async (_, folder, rest) => {
    const text = folder === 'posts' ? postFile() : 'name: Ada\n'
    const files = Object.fromEntries(forms.map((name) => [`blog/${folder}/${name}${rest}`, text]))
    const told = await problems({ ...files, 'blog/posts/a.md': postFile({ authors: '[caf\u00e9]' }) })
    expect(told.map((line) => line.split('  ').slice(0, 3).join(' '))).toEqual([
      `blog/${folder}/cafe\u0301${rest}:1:1 error bad-slug`,
      `blog/${folder}/caf\u00e9${rest}:1:1 error taken-name`,
    ])
  })
})

describe.skipIf(process.platform === 'win32')('names that Windows does not have', () => {
  const named = (names: readonly string[], content: string | Buffer = png()) =>
    Object.fromEntries(names.map((name) => [`blog/posts/${name}`, content]))
  const warned = (found: readonly string[]) =>
    found.filter((line) => line.includes('windows-name')).map((line) => line.replace(/^blog\/posts\//, ''))

  test('are a warning, files and folders, with the nearest name that it has, and are published all the same', async () => {
    const wrong: [name: string, instead: string][] = [
      ...['CON', 'prn', 'Aux', 'nul', 'com0', 'COM1', 'com9', 'lpt0', 'LPT9'].map(deviceNamed),
      ...['com\u00b9', 'COM\u00b2', 'lpt\u00b3', 'CONIN$', 'conout$'].map(deviceNamed),
      ['x:y.png', 'x-y.png'],
      ['a?.png', 'a-.png'],
      ['<b>|"*.png', '-b----.png'],
      ['back\\slash.png', 'back-slash.png'],
      ['con\u0001.png', 'con-.png'],
      ['tab\t.png', 'tab-.png'],
      ['nul.tar.png', 'nul-1.tar.png'],
      ['nul .png', 'nul-1 .png'],
    ]
    const folders = ['aux', 'aux.d', 'ends.', 'ends ', 'a: b', 'lpt1 ']
    const right = [
      ...[
        'console.png',
        'nul-.png',
        'a.nul.png',
        'com10.png',
        'com.png',
        'lpt.png',
        'com\u2074.png',
        'xnul.png',
      ],
      ...[' lead.png', 'a b.png', 'conin.png', 'nul$.png', 'a\u007f.png', '\u202ea.png'],
    ]
    const shown = [...wrong.map(([name]) => name), ...right, ...folders.map((folder) => `${folder}/a.png`)]
    const inText = shown.map((name) => `<img src="${encodeURIComponent(name)}" alt="">\n`).join('')
    const found = await problems(
      {
        'blog/posts/hello.md': postFile({}, inText),
        ...named(shown),
      },
      { BASE_URL: 'https://api.example.org' },
    )
    const expected = [...wrong, ['aux', 'aux-1'], ['aux.d', 'aux-1.d'], ['ends.', 'ends'], ['ends ', 'ends']]
    expected.push(['a: b', 'a- b'], ['lpt1 ', 'lpt1-1'])
    expect(found.filter((line) => line.includes('  error  '))).toEqual([])
    expect(warned(found).sort()).toEqual(
      expected
        .map(
          ([name = '', instead]) =>
            `${printable(name)}:1:1  warning  windows-name  Windows has no file or folder with the name "${printable(name)}". Name it "${instead}".`,
        )
        .sort(),
    )
  })

  test('are a warning for a post, the folder of a workspace and what is not used', async () => {
    const found = await problems({
      'nul/posts/con.md': postFile({ authors: '[aux]' }),
      'nul/authors/aux.yml': 'name: Aux\n',
      'nul/posts/notes?.txt': 'x',
      'nul/posts/_nul.md': 'x',
    })
    expect(found.filter((line) => line.includes('windows-name')).map((line) => line.split(':')[0])).toEqual([
      ...['nul', 'nul/authors/aux.yml', 'nul/posts/con.md', 'nul/posts/notes?.txt'],
    ])
    expect((await get(place, 'nul/posts/con')).post.title).toBe('Hello')
  })
})

function deviceNamed(name: string): [string, string] {
  return [`${name}.png`, `${name}-1.png`]
}

describe('the parts of a series', () => {
  const part = (number: string | undefined, series = 'shell') =>
    postFile({ series, ...(number && { part: number }) })

  test('are one post each, and both of two are reported', async () => {
    const found = await problems({
      'blog/posts/a.md': part('3', 'Shell'),
      'blog/posts/b.md': part('3'),
      'blog/posts/c.md': part('3', 'other'),
      'blog/posts/d.md': part(undefined),
    })
    expect(found.filter((line) => line.includes('taken-name'))).toEqual([
      'blog/posts/a.md:7:7  error  taken-name  Part 3 of the series "shell" is also blog/posts/b.md. Write another part.',
      'blog/posts/b.md:7:7  error  taken-name  Part 3 of the series "shell" is also blog/posts/a.md. Write another part.',
    ])
  })

  test.each(['0', '1.5', '-1', 'three', '100001', '1e3', '[1]', 'true'])(
    'are not numbered %s',
    async (number) => {
      const [first, ...others] = await problems({ 'blog/posts/a.md': part(number) })
      expect([first?.split('  ')[2], others]).toEqual(['wrong-type', []])
    },
  )

  test('are a thousand at most', async () => {
    const posts = Array.from({ length: 1_001 }, (_, i) => [`blog/posts/p${i}.md`, part(undefined)])
    expect(await problems(Object.fromEntries(posts))).toEqual([
      expect.stringMatching(
        /too-large {2}The series "shell" has 1,001 posts; the limit is 1,000\. Use a tag instead\.$/,
      ),
    ])
  })

  test('are of one that is declared, if any is', async () => {
    const declared = { 'blog/series.yml': 'shell: { name: Shell, complete: true, aliases: [old] }\n' }
    const found = await problems({
      ...declared,
      'blog/posts/a.md': part('1', 'shel'),
      'blog/posts/b.md': part('2'),
    })
    expect(found).toEqual([
      'blog/posts/a.md:6:9  error  unknown-series  There is no series "shel". Did you mean "shell"?',
    ])
  })
})
