// Authors, categories and tags: declared, or inferred from what posts name.
import { afterEach, describe, expect, test } from 'vitest'
import { check } from '../../build/index.ts'
import { problemLine } from '../support/problem-line.ts'
import { get } from '../support/reading.ts'
import { type Files, postFile, type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace
afterEach(() => place?.remove())

async function problems(files: Files, isBuilt = true): Promise<string[]> {
  place = await workspace(files)
  const result = isBuilt ? await place.build() : await check({ content: place.dir, env: {} })
  return result.problems.map((problem) => problemLine(problem).slice(place.dir.length + 1))
}

const lists = {
  'blog/authors/ada.yml':
    'name: Ada Ferrer\nid: author_1\nrole: Editor\nbio: Writes.\nimage: https://example.org/ada.png\nsocials:\n  - { platform: twitter, url: https://x.com/ada }\n',
  'blog/authors/jonas.yml': 'name: Jonas\n',
  'blog/categories.yml': 'news:\n  name: All News\n  description: What is new.\nessays: { name: Essays }\n',
  'blog/tags.yml':
    'javascript:\n  name: JavaScript\n  id: js\nweb: { name: The Web, description: Of pages. }\n',
}

describe('declared lists', () => {
  test('give posts their authors, categories and tags', async () => {
    expect(await problems({ ...lists, 'blog/posts/a.md': postFile({ tags: '[web, javascript]' }) })).toEqual(
      [],
    )
    const { post } = await get(place, 'blog/posts/a')
    expect(post.authors).toEqual([
      {
        id: 'author_1',
        name: 'Ada Ferrer',
        slug: 'ada',
        image: 'https://example.org/ada.png',
        bio: 'Writes.',
        role: 'Editor',
        socials: [{ platform: 'x', url: 'https://x.com/ada' }],
      },
    ])
    expect(post.category).toMatchObject({
      name: 'All News',
      description: 'What is new.',
      count: { posts: 1 },
    })
    expect(
      post.tags.map(({ id, slug, description }: Record<string, unknown>) => [id, slug, description]),
    ).toEqual([
      [expect.stringMatching(/^tag_[0-9a-z]{20}$/), 'web', 'Of pages.'],
      ['js', 'javascript', null],
    ])
    const { categories } = await get(place, 'blog/categories')
    expect(categories.map(({ slug, count }: Record<string, unknown>) => [slug, count])).toEqual([
      ['news', { posts: 1 }],
      ['essays', { posts: 0 }],
    ])
  })

  test.each(['name: [', 'name: Ada\nid: [x]', 'x', '- Ada'])(
    'may be named by posts if %j is in their file',
    async (text) => {
      const told = await problems({
        'blog/authors/ada.yml': text,
        'blog/posts/a.md': postFile({ authors: '[ada]' }),
      })
      expect(told.map((line) => line.split(':')[0])).toEqual(['blog/authors/ada.yml'])
    },
  )

  test('have profiles on any platform, unless its name looks like a known one misspelt', async () => {
    const profiles = async (names: string) => {
      const listed = names.split(' ').map((name) => `  - { platform: ${name}, url: https://a.org/${name} }\n`)
      const author = `name: Ada\nsocials:\n${listed.join('')}`
      return problems({ ...lists, 'blog/authors/ada.yml': author, 'blog/posts/a.md': postFile() })
    }
    const fine =
      'mastodon threads bluesky gitlab stackoverflow stack-overflow reddit twitch medium substack codeberg pixelfed gitee sourcehut matrix irc hn my-site vk z a1'
    expect(await profiles(fine)).toEqual([])
    const told = await profiles('mastadon gitlb bluesk linkdin stackoverfow insta-gram')
    expect(told.map((line) => /unknown-platform .* mean "(.*)"\?$/.exec(line)?.[1])).toEqual(
      'mastodon gitlab bluesky linkedin stackoverflow instagram'.split(' '),
    )
  })

  test('are checked even in a list with another mistake in it', async () => {
    const front = { tags: "['', javscript, [web], wb]", aliases: '[Old One, a, b, also/this, 0]' }
    const told = await problems({
      ...lists,
      'blog/authors/ada.yml':
        'name: Ada\nsocials:\n  - { platform: GitHub, url: https://x.com/a }\n  - { platform: gihub, url: https://x.com/b }\n',
      'blog/posts/0.md': postFile(),
      'blog/posts/a.md': postFile(front),
    })
    expect(told.map((line) => line.split('  ').slice(0, 3).join(' '))).toEqual([
      'blog/authors/ada.yml:3:17 error bad-platform',
      'blog/authors/ada.yml:4:17 warning unknown-platform',
      'blog/posts/a.md:6:8 error missing-field',
      'blog/posts/a.md:6:12 error unknown-tag',
      'blog/posts/a.md:6:23 error wrong-type',
      'blog/posts/a.md:6:30 error unknown-tag',
      'blog/posts/a.md:7:11 error bad-slug',
      'blog/posts/a.md:7:20 error taken-name',
      'blog/posts/a.md:7:26 error bad-alias',
      'blog/posts/a.md:7:37 error taken-name',
    ])
  })

  test('refuse other entries at their location, with the closest one as a suggestion', async () => {
    const post = postFile({ authors: '[ada, jonsa]', category: 'News', tags: '\n  - javscript\n  - cooking' })
    expect(await problems({ ...lists, 'blog/posts/a.md': post })).toEqual([
      'blog/posts/a.md:4:16  error  unknown-author  There is no author "jonsa". Did you mean "jonas"?',
      'blog/posts/a.md:5:11  error  unknown-category  There is no category "News". Did you mean "news"?',
      'blog/posts/a.md:7:5  error  unknown-tag  There is no tag "javscript". Did you mean "javascript"?',
      'blog/posts/a.md:8:5  error  unknown-tag  There is no tag "cooking". Declare it in tags.yml. Known slugs: javascript, web.',
    ])
  })

  test('are referred to by slug: for a name, its slug is suggested', async () => {
    const found = await problems({
      'blog/tags.yml': 'c-plus-plus: { name: C++ }\nmachine-learning: { name: Machine Learning }\n',
      'blog/posts/a.md': postFile({ tags: '[C++, Machine Learning]' }),
    })
    expect(found).toEqual([
      'blog/posts/a.md:6:8  error  unknown-tag  There is no tag "C++". Write c-plus-plus, the slug of "C++".',
      'blog/posts/a.md:6:13  error  unknown-tag  There is no tag "Machine Learning". Write machine-learning, the slug of "Machine Learning".',
    ])
  })

  test('refuse items that come from an alias, each of them', async () => {
    const post = postFile({ aliases: '&old [b, c]', tags: '*old' })
    expect(await problems({ ...lists, 'blog/posts/a.md': post })).toEqual([
      'blog/posts/a.md:7:7  error  unknown-tag  There is no tag "b". Declare it in tags.yml. Known slugs: javascript, web.',
      'blog/posts/a.md:7:7  error  unknown-tag  There is no tag "c". Declare it in tags.yml. Known slugs: javascript, web.',
    ])
  })

  test('match entries in another Unicode form', async () => {
    const files = {
      'blog/tags.yml': 'café: { name: Café }\n',
      'blog/posts/a.md': postFile({ tags: '[cafe\u0301]' }),
    }
    expect(await problems(files)).toEqual([])
    expect((await get(place, 'blog/posts/a')).post.tags[0].slug).toBe('café')
  })

  test('may have a byte order mark and Windows line ends', async () => {
    const windows = Object.entries(lists).map(([path, text]) => [
      path,
      `\ufeff${text.replaceAll('\n', '\r\n')}`,
    ])
    const post = postFile({ tags: '[web, javscript]' }).replaceAll('\n', '\r\n')
    expect(await problems({ ...Object.fromEntries(windows), 'blog/posts/a.md': `\ufeff${post}` })).toEqual([
      'blog/posts/a.md:6:13  error  unknown-tag  There is no tag "javscript". Did you mean "javascript"?',
    ])
  })

  test('that are empty declare nothing', async () => {
    const found = await problems({
      'blog/tags.yml': '# none yet\n',
      'blog/posts/a.md': postFile({ tags: '[web]' }),
    })
    expect(found).toEqual([
      'blog/posts/a.md:6:8  error  unknown-tag  There is no tag "web". Declare it in tags.yml.',
    ])
  })

  test('are checked themselves', async () => {
    const found = await problems({
      'blog/posts/a.md': postFile({ authors: '[jane]' }),
      'blog/authors/bo.yml': 'name: Bo\nsocials: [{ platform: mastodn, url: https://m.org/@bo }]\n',
      'blog/authors/jane.yml': 'nam: Jane\nsocials: [{ platform: X, url: javascript:x }]\n',
      'blog/authors/Jane Doe.yml': 'name: Jane\n',
      'blog/categories.yml': 'news: { description: x }\nWeb Dev: { name: Web }\nplain: text\n',
      'blog/tags.yml': '- web\n',
    })
    expect(found).toEqual([
      'blog/authors/Jane Doe.yml:1:1  error  bad-slug  The name "Jane Doe" is not a slug. Rename the file to jane-doe.yml.',
      expect.stringContaining(
        'blog/authors/bo.yml:2:23  warning  unknown-platform  "mastodn" is not a platform that clients know. Did you mean "mastodon"?',
      ),
      'blog/authors/jane.yml:1:1  error  unknown-key  There is no key "nam". Did you mean "name"?',
      'blog/authors/jane.yml:2:23  error  bad-platform  socials[0].platform "X" is not a short lower-case name. Write x.',
      'blog/authors/jane.yml:2:31  error  bad-url  socials[0].url "javascript:x" is not an absolute URL. Write https://example.org/name.',
      'blog/categories.yml:1:7  error  missing-field  name is missing. Write name: …',
      'blog/categories.yml:2:1  error  bad-slug  The key "Web Dev" is not a slug. Write web-dev.',
      'blog/categories.yml:3:8  error  wrong-type  "plain" must be a mapping. Write plain: { name: text }.',
      'blog/tags.yml:1:1  error  wrong-type  The file must be a mapping. Write slug: { name: …, description: … }.',
    ])
  })
})

describe('without declarations', () => {
  test('names are derived from slugs, and slugs from names', async () => {
    const post = postFile({
      authors: '[jane-doe, Ada Ferrer]',
      category: 'Design Systems',
      tags: '[C#, C++, web, 日本語]',
    })
    expect(await problems({ 'blog/posts/a.md': post })).toEqual([])
    const answer = (await get(place, 'blog/posts/a')).post
    const pairs = (items: Record<string, unknown>[]) => items.map(({ slug, name }) => [slug, name])
    expect(pairs(answer.authors)).toEqual([
      ['jane-doe', 'Jane doe'],
      ['ada-ferrer', 'Ada Ferrer'],
    ])
    expect(pairs([answer.category])).toEqual([['design-systems', 'Design Systems']])
    expect(pairs(answer.tags)).toEqual([
      ['c-sharp', 'C#'],
      ['c-plus-plus', 'C++'],
      ['web', 'Web'],
      ['日本語', '日本語'],
    ])
  })

  test('two names for one slug are a warning, and the oldest post wins', async () => {
    const found = await problems({
      'blog/posts/a.md': postFile({ publishedAt: '2026-05-02', tags: '[Machine Learning]' }),
      'blog/posts/b.md': postFile({ publishedAt: '2026-05-01', tags: '[Machine learning]' }),
    })
    expect(found).toEqual([
      'blog/posts/b.md:6:8  warning  two-names  The tag "machine-learning" has two names: "Machine Learning" and "Machine learning". Use one of them.',
    ])
    expect((await get(place, 'blog/tags')).tags.map(({ name }: { name: string }) => name)).toEqual([
      'Machine learning',
    ])
  })

  test('a later post changes nothing before its time', async () => {
    const now = { 'blog/posts/a.md': postFile({ publishedAt: '2026-05-01', tags: '[machine-learning]' }) }
    const later = postFile({
      publishedAt: '2026-07-01',
      tags: '[Machine Learning, Later]',
      authors: '[ADA, Bo]',
    })
    await problems(now)
    const without = await Promise.all(
      ['posts/a', 'tags', 'authors'].map((path) => get(place, `blog/${path}`)),
    )
    place.write({ 'blog/posts/b.md': later })
    await place.build()
    expect(
      await Promise.all(['posts/a', 'tags', 'authors'].map((path) => get(place, `blog/${path}`))),
    ).toEqual(without)
  })

  test('a name without a possible slug is an error', async () => {
    expect(await problems({ 'blog/posts/a.md': postFile({ tags: '["!?"]' }) })).toEqual([
      'blog/posts/a.md:6:8  error  bad-slug  No slug can be made from the tag "!?". Write letters or digits.',
    ])
  })

  test('names of JavaScript properties are names like any other', async () => {
    const post = postFile({ authors: '[constructor]', category: 'tostring', tags: '[valueof, constructor]' })
    expect(await problems({ 'blog/posts/constructor.md': post })).toEqual([])
    const answer = (await get(place, 'blog/posts/constructor')).post
    expect(answer.authors[0].name).toBe('Constructor')
    expect(answer.tags).toHaveLength(2)
  })
})

describe('authors, categories and tags are sorted by name, ignoring case and accents,', () => {
  const names = ['Zoë', 'ada', 'Älva', 'Bob']
  const posts = names.map((name, index): [string, string] => [
    `blog/posts/${index}.md`,
    postFile({ authors: `[${name}]`, category: name, tags: `[${name}]` }),
  ])
  const listed = async (kind: string) =>
    (await get(place, `blog/${kind}`))[kind].map((one: { slug: string; name: string }) => [
      one.slug,
      one.name,
    ])

  test('without declarations', async () => {
    expect(await problems(Object.fromEntries(posts))).toEqual([])
    for (const kind of ['authors', 'categories', 'tags']) {
      expect((await listed(kind)).map(([slug]: [string]) => slug)).toEqual(['ada', 'älva', 'bob', 'zoë'])
    }
  })

  test('with declarations, and by slug if names are equal', async () => {
    const all = [...names, 'ADA']
    const slugs = [...'zayxb']
    const list = all.map((name, index) => `${slugs[index]}: { name: ${name} }\n`).join('')
    const sorted = [
      ['a', 'ada'],
      ['b', 'ADA'],
      ['y', 'Älva'],
      ['x', 'Bob'],
      ['z', 'Zoë'],
    ]
    expect(
      await problems({
        'blog/tags.yml': list,
        'blog/categories.yml': list,
        ...Object.fromEntries(
          all.map((name, index) => [`blog/authors/${slugs[index]}.yml`, `name: ${name}\n`]),
        ),
        'blog/posts/a.md': postFile({ authors: `[${slugs}]`, category: 'a', tags: `[${slugs}]` }),
      }),
    ).toEqual([])
    for (const kind of ['authors', 'categories', 'tags']) expect(await listed(kind)).toEqual(sorted)
  })
})

describe('defaults of a workspace', () => {
  const settings = `defaults:
  authors: [jonas]
  category: essays
  coverImage: https://example.org/cover.png
  authorImage: https://example.org/author.png
`
  test('replace missing keys of a post', async () => {
    const post = '---\ntitle: A\npublishedAt: 2026-05-31\n---\nText.\n'
    expect(await problems({ ...lists, 'blog/workspace.yml': settings, 'blog/posts/a.md': post })).toEqual([])
    expect((await get(place, 'blog/posts/a')).post).toMatchObject({
      coverImage: 'https://example.org/cover.png',
      authors: [{ slug: 'jonas', image: 'https://example.org/author.png' }],
      category: { slug: 'essays' },
    })
  })

  test('apply even if another one is invalid', async () => {
    const post = '---\ntitle: A\npublishedAt: 2026-05-31\n---\nText.\n'
    const found = await problems({
      'blog/workspace.yml': 'defaults: { authors: [ada], category: news, authorImage: x, colour: red }\n',
      'blog/posts/a.md': post,
    })
    expect(found.map((line) => line.split('  ').slice(0, 3).join(' '))).toEqual([
      'blog/workspace.yml:1:58 error missing-file',
      'blog/workspace.yml:1:61 error unknown-key',
    ])
  })

  test('are checked once, where they are written', async () => {
    const post = '---\ntitle: A\npublishedAt: 2026-05-31\n---\nText.\n'
    const found = await problems({
      ...lists,
      'blog/workspace.yml': settings.replace('jonas', 'jonsa').replace('essays', 'essay'),
      'blog/posts/a.md': post,
      'blog/posts/b.md': post,
    })
    expect(found).toEqual([
      'blog/workspace.yml:2:13  error  unknown-author  There is no author "jonsa". Did you mean "jonas"?',
      'blog/workspace.yml:3:13  error  unknown-category  There is no category "essay". Did you mean "essays"?',
    ])
  })
})

test('aliases of authors, categories and tags are slugs, which nothing else of their kind has', async () => {
  const found = await problems({
    'blog/authors/ada.yml': 'name: Ada\naliases: [augusta, ada]\n',
    'blog/authors/bo.yml': 'name: Bo\nid: bo-1\naliases: [augusta, bo-1, Bo-2]\n',
    'blog/categories.yml': 'news: { name: News, aliases: /category/neues/ }\n',
    'blog/tags.yml':
      'css: { name: CSS, aliases: [web, styles, "", ada] }\nweb: { name: Web, aliases: styles }\n',
    'blog/posts/a.md': postFile({ tags: '[styles, css]', authors: 'bo' }),
  })
  expect(found).toEqual([
    'blog/authors/ada.yml:2:20  error  taken-name  The alias "ada" is taken: it is its own slug. Remove it.',
    `blog/authors/bo.yml:3:11  error  taken-name  The alias "augusta" is taken: it is the alias of ${place.dir}/blog/authors/ada.yml. Remove it.`,
    'blog/authors/bo.yml:3:20  error  taken-name  The alias "bo-1" is taken: it is its own id. Remove it.',
    'blog/authors/bo.yml:3:26  error  bad-slug  aliases[2] "Bo-2" is not a slug. Write bo-2.',
    'blog/categories.yml:1:30  error  bad-alias  aliases[0] "/category/neues/" is a path, which only posts have. Write the earlier slug.',
    'blog/posts/a.md:6:8  error  unknown-tag  There is no tag "styles". Write css, as it is called now.',
    'blog/tags.yml:1:29  error  taken-name  The alias "web" is taken: it is the slug of web. Remove it.',
    'blog/tags.yml:1:42  error  bad-slug  aliases[2] "" is not a slug. A slug has lower-case letters, digits and hyphens.',
    'blog/tags.yml:2:28  error  taken-name  The alias "styles" is taken: it is the alias of css. Remove it.',
  ])
})

describe('a name that is taken', () => {
  test('is told once, at the alias if it is one', async () => {
    const found = await problems({
      'blog/workspace.yml': 'url: https://example.org/{slug}\n',
      'blog/posts/a.md': postFile({ aliases: '[b, /x]' }),
      'blog/posts/b.md': postFile({ aliases: '[old]' }),
      'blog/posts/c.md': postFile({ aliases: '[old, /x/, /b]' }),
    })
    expect(found.map((line) => line.replace(/ {2}error {2}taken-name| \S+\/content(?=\/)/g, ''))).toEqual([
      'blog/posts/a.md:6:11  The alias "b" is taken: it is the slug of/blog/posts/b.md. Remove it.',
      'blog/posts/c.md:6:11  The alias "old" is taken: it is the alias of/blog/posts/b.md. Remove it.',
      'blog/posts/c.md:6:16  The alias "/x/" is taken: it is the alias of/blog/posts/a.md. Remove it.',
      'blog/posts/c.md:6:21  The alias "/b" is taken: it is the address of/blog/posts/b.md. Remove it.',
    ])
  })
})

describe('a file with mistakes in its YAML', () => {
  test.each([
    [
      'blog/workspace.yml',
      'name: x: y\nurl: "https://h/{slug}\nslugs: loose\nembed: [a]\n',
      ['1:7 bad-yaml', '2:6 bad-yaml', '3:8 bad-choice', '4:1 unknown-key'],
    ],
    [
      'blog/authors/ada.yml',
      'name: Ada: B\nrole: [x]\nbios: x\n',
      ['1:7 bad-yaml', '2:7 wrong-type', '3:1 unknown-key'],
    ],
    [
      'blog/tags.yml',
      'a b: { nam: A }\nweb: { name: "x }\nc: C\n',
      ['1:1 bad-slug', '1:8 unknown-key', '2:14 bad-yaml', '3:4 wrong-type'],
    ],
    ['blog/categories.yml', 'news: x: y\nother: { name: [a] }\n', ['1:7 bad-yaml', '2:16 wrong-type']],
  ])('has all others told with them: %s', async (path, text, expected) => {
    const post = postFile({ tags: '[css]', category: 'gone' }, '[b](a.md)\n')
    const site = { 'blog/workspace.yml': 'url: https://example.org\n' }
    const found = await problems({ 'blog/posts/a.md': post, ...site, [path]: text })
    expect(found.map((line) => line.replace(/^(\S+):(\d+:\d+) {2}error {2}(\S+).*$/, '$2 $3'))).toEqual(
      expected,
    )
  })
})

describe('a file that all posts depend on', () => {
  const post = '---\ntitle: A\npublishedAt: 2026-05-31\nfields: { a: b }\ntags: [web]\n---\nText.\n'
  const files = { ...lists, 'blog/posts/a.md': post, 'blog/posts/b.md': post }
  const defaults = 'defaults: { authors: [ada], category: news }\n'
  const sound = `${defaults}fields: { a: { type: string } }\n`

  test.each([
    ['a name that is broken', 'blog/workspace.yml', `name: a: b\n${sound}`, 'bad-yaml'],
    ['defaults that are broken', 'blog/workspace.yml', sound.replace('[ada]', '[ada'), 'bad-yaml'],
    ['fields that are broken', 'blog/workspace.yml', sound.replace('string }', 'string'), 'bad-yaml'],
    ['settings that Git left in two versions', 'blog/workspace.yml', '<<<<<<< HEAD\n', 'merge-conflict'],
    ['settings that are a list', 'blog/workspace.yml', '- a\n', 'wrong-type'],
    ['a field without a type', 'blog/workspace.yml', `${defaults}fields: { a: {} }\n`, 'missing-field'],
    [
      'a field of a wrong type',
      'blog/workspace.yml',
      `${defaults}fields: { a: { type: x } }\n`,
      'bad-choice',
    ],
    ['fields that are a text', 'blog/workspace.yml', `${defaults}fields: a\n`, 'wrong-type'],
    ['tags that are broken', 'blog/tags.yml', 'web: "\n', 'bad-yaml'],
    ['tags that are a list', 'blog/tags.yml', '- web\n', 'wrong-type'],
    ['one tag that is wrong', 'blog/tags.yml', 'web: x\n', 'wrong-type'],
    ['an author who is broken', 'blog/authors/ada.yml', 'name: [\n', 'bad-yaml'],
  ])('is reported once, and not in each post: %s', async (_, path, text, code) => {
    const found = await problems({ 'blog/workspace.yml': sound, ...files, [path]: text })
    expect(found.map((line) => line.split('  ')[2])).toEqual([code])
  })
})

test('what every post would repeat is limited', async () => {
  const long = 'x'.repeat(10_001)
  const codes = async (files: Files) =>
    (await problems(files, false)).map((line) => line.split('  ').slice(0, 3).join(' '))
  expect(
    await codes({
      ...lists,
      'blog/authors/ada.yml': `name: Ada\nbio: ${long}\n`,
      'blog/tags.yml': `web: { name: Web, description: ${long} }\n`,
      'blog/categories.yml': `news: { name: ${long} }\n`,
      'blog/posts/a.md': postFile({ authors: `[${Array(101).fill('jonas')}]`, tags: '[web]' }),
    }),
  ).toEqual([
    'blog/authors/ada.yml:2:6 error too-large',
    'blog/categories.yml:1:15 error too-large',
    expect.stringMatching(/^blog\/posts\/a\.md:\d+:\d+ error too-large$/),
    'blog/tags.yml:1:32 error too-large',
  ])
  const some = (count: number) => `[${Array.from({ length: count }, (_, i) => `s-${i}`)}]`
  const post = (extra: Record<string, string>) => ({ 'blog/posts/a.md': postFile(extra) })
  const settings = 'fields: { list: { type: list } }\n'
  const tooLarge = [expect.stringMatching(/^blog\/posts\/a\.md:[2-9]:\d+ error too-large$/)]
  for (const key of ['tags', 'aliases']) {
    expect(await codes(post({ [key]: some(100) }))).toEqual([])
    expect(await codes(post({ [key]: some(101) }))).toEqual(tooLarge)
  }
  for (const key of ['title', 'slug', 'category']) {
    expect(await codes(post({ [key]: long.slice(1) }))).toEqual([])
    expect(await codes(post({ [key]: long }))).toEqual(tooLarge)
  }
  const withList = (count: number) => ({
    'blog/workspace.yml': settings,
    ...post({ fields: `{ list: ${some(count)} }` }),
  })
  expect(await codes(withList(1_000))).toEqual([])
  expect(await codes(withList(1_001))).toEqual(tooLarge)
  const keys = { 'blog/workspace.yml': `keys: ${some(101)}\n`, ...post({}) }
  expect(await codes(keys)).toEqual(['blog/workspace.yml:1:7 error too-large'])
  const frames = (count: number) => {
    const hosts = Array.from({ length: count }, (_, i) => `a${i}.example`)
    return { 'blog/workspace.yml': `embeds: [${hosts}]\n`, ...post({}) }
  }
  expect(await codes(frames(100))).toEqual([])
  expect(await codes(frames(101))).toEqual([
    expect.stringMatching(/^blog\/workspace\.yml:1:\d+ error too-large$/),
  ])
  const profiles = (count: number) => {
    const urls = Array.from({ length: count }, (_, i) => `{ platform: x, url: "https://x.org/${i}" }`)
    return { 'blog/authors/ada.yml': `name: Ada\nsocials: [${urls}]\n`, ...post({}) }
  }
  expect(await codes(profiles(100))).toEqual([])
  expect(await codes(profiles(101))).toEqual(['blog/authors/ada.yml:2:10 error too-large'])
  const fields = Array.from({ length: 201 }, (_, index) => `  f${index}: { type: string }\n`).join('')
  expect(await codes({ 'blog/workspace.yml': `fields:\n${fields}`, 'blog/posts/a.md': postFile() })).toEqual([
    expect.stringMatching(/^blog\/workspace\.yml:\d+:\d+ error bad-field$/),
  ])
})

test('what a workspace reads before its first reply is limited', { tags: 'nightly' }, async () => {
  const found = async (files: Files) =>
    (await problems(files, false)).map((line) => line.replace(/ {2}/g, ' '))
  const names = (from: number, count: number) =>
    `[${Array.from({ length: count }, (_, i) => `t-${from + i}`)}]`
  const posts = Object.fromEntries(
    Array.from({ length: 100 }, (_, i) => [`blog/posts/p${i}.md`, postFile({ tags: names(100 * i, 100) })]),
  )
  expect(await found(posts)).toEqual([])
  expect(await found({ ...posts, 'blog/posts/q.md': postFile({ tags: '[t-1, more]' }) })).toEqual([
    expect.stringMatching(
      /^blog\/posts\/q\.md:\d:\d+ error too-large There are 10,001 tags; the limit is 10,000\. Remove some, or split the workspace\.$/,
    ),
  ])
  const long = 'x'.repeat(10_000)
  const authors = Object.fromEntries(
    Array.from({ length: 80 }, (_, i) => [
      `blog/authors/a${i}.yml`,
      `name: ${long}\nbio: ${long}\nrole: ${long}\n`,
    ]),
  )
  expect(await found({ ...authors, 'blog/posts/a.md': postFile({ authors: '[a1]' }) })).toEqual([
    'blog:1:1 error too-large The authors take 3 MB; the limit is 2 MB. Remove some, or split the workspace.',
  ])
  const wordy = Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [
      `blog/posts/p${i}.md`,
      postFile({ tags: `[${Array.from({ length: 20 }, (_, n) => `${i}-${n}-${'x'.repeat(9_900)}`)}]` }),
    ]),
  )
  expect((await found(wordy)).map((line) => line.split(' ').slice(1, 7).join(' '))).toEqual([
    'error too-large The tags take 3',
  ])
})
