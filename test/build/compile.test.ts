// What one file says: a post's front matter and text, with every mistake at its place.

import { describe, expect, test } from 'vitest'
import { faceOf, isSelfContained } from '../../build/compile/brief.ts'
import {
  type CompiledFile,
  type CompiledPost,
  compiler,
  type RenderedContent,
} from '../../build/compile/compile.ts'
import { plainHtml } from '../../build/compile/html/plain.ts'
import { markdownRenderer } from '../../build/compile/markdown.ts'
import { PostCompiler, type PostFile } from '../../build/compile/pool/post.ts'
import { HelperThread } from '../../build/compile/pool/thread.ts'
import { type StoredFile, stored } from '../../build/compile/stored-content.ts'
import type { Range } from '../../build/extract/range.ts'
import type { UrlReference } from '../../build/extract/url-reference.ts'
import type { Location } from '../../build/problems/location.ts'
import { readFailure } from '../../build/problems/read-failure.ts'
import { compilerSettings, type Settings } from '../../build/workspace/settings.ts'
import { Vocabulary } from '../../packages/search/index.ts'
import { problemLine } from '../support/problem-line.ts'
import { postFile, workspace } from '../support/workspace.ts'
import { texts } from './post-texts.ts'
import { settings } from './settings.ts'

function compile(text: string | Uint8Array, own: Partial<Settings> = {}, inside = 'posts/hello.md') {
  const compiled = compiler(settings(own))(
    { displayPath: 'hello.md', relativePath: inside },
    Buffer.from(text),
  )
  return { ...compiled, lines: compiled.problems.map(problemLine) }
}

describe('a post', () => {
  test('has defaults for missing keys', () => {
    const { post, lines } = compile(postFile())
    expect(lines).toEqual([])
    expect(post).toMatchObject({
      slug: 'hello',
      title: 'Hello',
      description: 'Hello.',
      featured: false,
      coverImage: undefined,
      publishedAt: Date.UTC(2026, 4, 31),
      updatedAt: undefined,
      status: 'published',
      attribution: null,
      fields: {},
      aliases: [],
      content: { html: '<p>Hello.</p>\n', markdown: 'Hello.\n' },
    })
    expect(post?.id).toMatch(/^post_[0-9a-z]{20}$/)
  })

  test('may have every key', () => {
    const { post, lines, references } = compile(
      postFile({
        slug: '007',
        title: '2026',
        id: 'My_Id-1',
        description: '"One: two"',
        updatedAt: '2026-06-01T10:00:00+02:00',
        featured: 'True',
        coverImage: 'https://example.org/a b.png',
        authors: '\n  - ada\n  - jonas',
        category: 'C#',
        tags: '[web, Machine Learning]',
        attribution: '{ author: Ada, url: https://example.org }',
        aliases: '[old, older]',
      }),
    )
    expect(lines).toEqual([])
    expect(post).toMatchObject({
      slug: '007',
      title: '2026',
      id: 'My_Id-1',
      description: 'One: two',
      updatedAt: Date.UTC(2026, 5, 1, 8),
      featured: true,
      coverImage: { href: 'https://example.org/a%20b.png', location: { line: 13 } },
      attribution: { author: 'Ada', url: 'https://example.org' },
      aliases: ['old', 'older'],
    })
    expect(references.map(({ kind, target, location: place }) => [kind, target, place.line])).toEqual([
      ['author', 'ada', 5],
      ['author', 'jonas', 6],
      ['category', 'C#', 7],
      ['tag', 'web', 14],
      ['tag', 'Machine Learning', 14],
    ])
  })

  test('has the same id wherever its workspace is on disk, and a different one in another workspace', () => {
    const id = compile(postFile()).post?.id
    expect(compile(postFile({ title: 'Other' }, 'Other.')).post?.id).toBe(id)
    expect(compile(postFile(), { folder: 'docs' }).post?.id).not.toBe(id)
    expect(compile(postFile({ slug: 'other' })).post?.id).not.toBe(id)
  })

  test('keeps its source byte for byte after the front matter', () => {
    const text = '\r\n  Two  spaces\tand a tab\r\n\r\nLast line without an end'
    expect(compile(`\ufeff${postFile({}, text)}`).post?.content.markdown).toBe(text)
  })

  test('may have a byte order mark and Windows line ends', () => {
    const file = postFile({ title: '"Hello"', tags: '[web]' }, '# A\n\n- b\n')
    const { post, lines } = compile(`\ufeff${file.replaceAll('\n', '\r\n')}`)
    expect(lines).toEqual([])
    expect(post?.content.html).toBe('<h1 id="a">A</h1>\n<ul>\n<li>b</li>\n</ul>\n')
  })

  test('may be a draft without a date', () => {
    const { post, lines } = compile('---\ntitle: Idea\nstatus: draft\nauthors: [ada]\ncategory: news\n---\n')
    expect(lines).toEqual([])
    expect(post).toMatchObject({
      status: 'draft',
      publishedAt: undefined,
      description: '',
      content: { html: '' },
    })
  })

  test('takes missing keys from the defaults of its workspace', () => {
    const reference = { file: 'workspace.yml', location: { line: 2, column: 1, length: 1 } }
    const authors = [{ kind: 'author', target: 'ada', ...reference } as const]
    const category = [{ kind: 'category', target: 'news', ...reference } as const]
    const defaults = { authors, category, coverImage: undefined, authorImage: undefined }
    const { post, references, lines } = compile('---\ntitle: A\npublishedAt: 2026-05-31\n---\n', { defaults })
    expect(lines).toEqual([])
    expect(references).toEqual([...authors, ...category])
    expect(post?.coverImage).toBeUndefined()
    expect(compile(postFile({ coverImage: '""' }), { defaults }).post?.coverImage).toBeNull()
  })

  test('depends on nothing but its own file', () => {
    const bytes = Buffer.from(postFile({}, '# A\n\nText[^1]\n\n<h2>A</h2>\n\n[^1]: b\n'))
    const compileOne = compiler(settings())
    const file = { displayPath: 'hello.md', relativePath: 'posts/hello.md' }
    const first = compileOne(file, bytes)
    compileOne(
      { displayPath: 'b.md', relativePath: 'posts/b.md' },
      Buffer.from(postFile({}, '# A\n\nText[^1]\n\n[^1]: c\n')),
    )
    expect(compileOne(file, bytes)).toEqual(first)
    expect(structuredClone(first)).toEqual(first)
  })
})

describe('a mistake in front matter is reported with its location and its fix', () => {
  test.each([
    [{ titel: 'A' }, '6:1  error  unknown-key  There is no key "titel". Did you mean "title"?'],
    [
      { date: '2026-05-31' },
      '6:1  error  unknown-key  There is no key "date". Remove it: publishedAt is written already.',
    ],
    [{ lastmod: '2026-05-31' }, 'There is no key "lastmod". Write updatedAt.'],
    [
      { layout: 'post' },
      '6:1  error  unknown-key  There is no key "layout". Remove it; or define it under fields',
    ],
    [{ title: '' }, '2:8  error  missing-field  title is missing.'],
    [{ title: '" "' }, '2:8  error  missing-field  title is empty.'],
    [{ title: '[a]' }, '2:8  error  wrong-type  title must be text.'],
    [{ title: '"a\\0b"' }, '2:8  error  bad-text  title contains a character that cannot be displayed.'],
    [{ title: '"a\\ud800b"' }, '2:8  error  bad-text  title contains a character that cannot be displayed.'],
    [
      { publishedAt: 'tomorrow' },
      '3:14  error  bad-date  publishedAt "tomorrow" is not a date. Write the year, month and day as YYYY-MM-DD, or',
    ],
    [
      { publishedAt: '2026-5-1' },
      '3:14  error  bad-date  publishedAt "2026-5-1" is not a date. Write 2026-05-01.',
    ],
    [{ publishedAt: '31.5.2026' }, '"31.5.2026" is not a date. Write 2026-05-31.'],
    [{ publishedAt: '5/31/2026' }, '"5/31/2026" is not a date. Write 2026-05-31.'],
    [{ publishedAt: '2026/05/31' }, '"2026/05/31" is not a date. Write 2026-05-31.'],
    [{ publishedAt: '2026-2-30' }, '"2026-2-30" is not a date. February 2026 has 28 days.'],
    [{ updatedAt: '2026-13-01' }, '6:12  error  bad-date  updatedAt "2026-13-01" is not a date.'],
    [
      { publishedAt: '' },
      '3:1  error  missing-field  publishedAt is missing. Write publishedAt: YYYY-MM-DD, or',
    ],
    [{ draft: 'false' }, 'There is no key "draft". Remove it: what is not status: draft is published.'],
    [{ draft: 'true' }, 'There is no key "draft". Write status: draft.'],
    [
      { published: 'true' },
      'There is no key "published". Remove it: what is not status: draft is published.',
    ],
    [{ published: 'false' }, 'There is no key "published". Write status: draft.'],
    [{ published: '2026-05-31' }, 'There is no key "published". Write publishedAt.'],
    [{ LastMod: '2026-05-31' }, 'There is no key "LastMod". Write updatedAt.'],
    [
      { url: '/a/b.html' },
      'There is no key "url". Write aliases: [/a/b.html], which leads from there to the post.',
    ],
    [{ permalink: 'https://example.org/a' }, 'Write aliases: [/a], which leads'],
    [{ permalink: '/:year/:title/' }, 'Remove it: url in workspace.yml is the pattern of addresses.'],
    [{ permalink: 'a' }, 'There is no key "permalink". Write slug.'],
    [{ keywords: 'wood, two words' }, 'There is no key "keywords". Write tags: [wood, two words].'],
    [{ keywords: '"a: b"' }, 'There is no key "keywords". Write tags.'],
    [
      { authorURL: 'https://x.example' },
      'There is no key "authorURL". Write it in a file of the author: authors/name.yml.',
    ],
    [{ publishedAt: '2026-05-31 10:00:00 UTC' }, 'is not a date. Write 2026-05-31T10:00:00Z.'],
    [{ publishedAt: '“2026-05-31”' }, 'is not a date. Write 2026-05-31, without curly quotes.'],
    [
      { tags: '\n  - wood\n    - iron' },
      '8:5  error  bad-yaml  This hyphen is further right than the one above, so both lines are one text. Align the hyphens.',
    ],
    [{ authors: '' }, '4:1  error  missing-field  authors is missing. Write authors: [name], or'],
    [{ authors: '[]' }, '4:10  error  missing-field  authors is empty. Name at least one author.'],
    [{ authors: '[ada, ""]' }, '4:16  error  missing-field  authors[1] is empty.'],
    [{ category: '' }, '5:1  error  missing-field  category is missing.'],
    [{ category: '[news]' }, '5:11  error  wrong-type  category must be text. Write news.'],
    [{ tags: 'web, net' }, '6:7  error  wrong-type  tags must be a list. Write [web, net].'],
    [{ tags: '[a b: c]' }, 'wrong-type  tags[0] must be text. Put quotes around it if it is text.'],
    [{ featured: 'off' }, 'Write false.'],
    [{ tags: '[web, [a]]' }, '6:13  error  wrong-type  tags[1] must be text.'],
    [{ slug: 'Hello World' }, '6:7  error  bad-slug  slug "Hello World" is not a slug. Write hello-world.'],
    [{ slug: '"!!!"' }, '6:7  error  bad-slug  slug "!!!" is not a slug. A slug has lower-case letters'],
    [{ id: 'a b' }, '6:5  error  bad-id  id "a b" is not an id.'],
    [{ id: 'x'.repeat(65) }, '6:5  error  bad-id  id "xxx'],
    [
      { status: 'published?' },
      '6:9  error  bad-choice  status "published?" is not a valid value. Did you mean "published"?',
    ],
    [{ featured: 'yes' }, '6:11  error  wrong-type  featured "yes" is neither true nor false. Write true.'],
    [
      { coverImage: '//a.png' },
      '6:13  error  bad-url  coverImage "//a.png" is not an absolute URL. Write it in full',
    ],
    [{ coverImage: 'javascript:alert(1)' }, '6:13  error  bad-url  coverImage "javascript:alert(1)"'],
    [{ attribution: 'Ada' }, '6:14  error  wrong-type  attribution must be a mapping.'],
    [{ attribution: '{ author: Ada }' }, '6:14  error  missing-field  attribution.url is missing.'],
    [
      { attribution: '{ author: A, url: x, urll: y }' },
      '6:35  error  unknown-key  There is no key "urll". Did you mean "url"?',
    ],
    [
      { aliases: '[Old]' },
      '6:11  error  bad-slug  aliases[0] "Old" is not a slug. Write old, or, for an old address, its path, such as /Old.',
    ],
    [
      { fields: '{ a: b }' },
      '6:11  error  unknown-key  There is no key "a". Define it under fields in workspace.yml.',
    ],
    [
      { attribution: '{ author: A, url: example.org/x }' },
      'is not an absolute URL. Write https://example.org/x.',
    ],
  ])('%j', (lines, problem) => {
    const compiled = compile(postFile(lines as Record<string, string>))
    expect(compiled.post).toBeUndefined()
    expect(compiled.lines.join('\n')).toContain(problem)
  })

  test('all at once, and valid keys are still checked', () => {
    const { lines, references, names } = compile(
      postFile({ publishedAt: 'soon', featured: 'maybe', tags: '[web]', colour: 'red' }, '```\nopen\n'),
    )
    expect(lines.map((line) => line.split('  ')[2]).sort()).toEqual([
      'bad-date',
      'unknown-key',
      'unterminated-fence',
      'wrong-type',
    ])
    expect(references.map(({ target }) => target)).toEqual(['ada', 'news', 'web'])
    expect(names.map(({ value }) => value)).toContain('hello')
  })

  test('as misspelt rather than missing', () => {
    const text = '---\ntitel: A\ndate: 2026-05-31\nauthor: [ada]\ncatgory: news\n---\n'
    expect(compile(text).lines).toEqual([
      'hello.md:2:1  error  unknown-key  There is no key "titel". Did you mean "title"?',
      'hello.md:3:1  error  unknown-key  There is no key "date". Write publishedAt.',
      'hello.md:4:1  error  unknown-key  There is no key "author". Write authors: [ada].',
      'hello.md:5:1  error  unknown-key  There is no key "catgory". Did you mean "category"?',
    ])
    expect(compile(postFile({ publishedAt: '', draft: 'true' })).lines).toHaveLength(1)
  })

  test('as missing although a custom field has a similar name', () => {
    const fields = [{ name: 'titles', type: 'string', required: false } as const]
    expect(
      compile('---\ntitles: A\npublishedAt: 2026-05-31\nauthors: [ada]\ncategory: news\n---\n', { fields })
        .lines,
    ).toEqual([
      'hello.md:2:1  error  missing-field  title is missing. Write title: …',
      'hello.md:2:1  error  unknown-key  There is no key "titles". Write it under fields: fields: { titles: … }.',
    ])
  })

  test('only once if the front matter is not a mapping at all', () => {
    expect(compile('---\n- a\n- b\n---\n').lines).toEqual([
      'hello.md:2:1  error  wrong-type  The front matter must be a mapping. Write key: value on lines of their own.',
    ])
  })

  test('also when it is empty', () => {
    expect(compile('---\n---\nText').lines).toHaveLength(4)
  })
})

describe("a post's file", () => {
  test.each([
    [
      'posts/Hello World.md',
      'The name "Hello World" is not a slug. Rename the file, or write slug: hello-world.',
    ],
    ['posts/cafe\u0301.md', "its letters are not in Unicode's composed form (NFC)"],
  ])('named %s is never fixed silently', (inside, message) => {
    expect(compile(postFile(), {}, inside).lines.join()).toContain(message)
    expect(compile(postFile({ slug: 'hello' }), {}, inside).lines).toEqual([])
  })

  test.each([
    [
      'a Git LFS pointer',
      'version https://git-lfs.github.com/spec/v1\noid sha256:4d\nsize 12\n',
      '1:1  error  lfs-pointer',
    ],
    ['a NUL character', postFile({}, 'a\nb\0'), '8:2  error  nul-character'],
    ['an unclosed code fence', postFile({}, 'Text\n\n```js\ncode\n'), '9:1  error  unterminated-fence'],
    ['an indented one', postFile({}, 'Text\n\n  ```js\ncode\n'), '9:3  error  unterminated-fence'],
    ['too deep a nest', postFile({}, `${'> '.repeat(20_000)}x`), '1:1  error  too-complex'],
    ['broken YAML', postFile({ tags: '[a, b' }), '6:7  error  bad-yaml'],
    [
      'a key written twice',
      postFile({ slug: 'a\ntitle: B' }),
      '7:1  error  duplicate-key  The key "title" is written twice.',
    ],
  ])('with %s is refused at its place', (_, text, problem) => {
    const { lines, post } = compile(text)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(`hello.md:${problem}`)
    expect(post).toBeUndefined()
  })

  test.each([
    ['a lone byte', [0xff], 3],
    ['a cut character', [0xe2, 0x82], 3],
    ['a surrogate', [0xed, 0xa0, 0x80], 3],
    ['an overlong form', [0xc0, 0x80], 3],
    ['a byte before what ends U+FFFD', [0xff, 0xbf, 0xbd], 3],
    ['U+FFFD with its middle gone', [0xef, 0x41, 0xbd], 3],
    ['U+FFFD with its end gone', [0xef, 0xbf, 0x41], 3],
    ['UTF-16', [0x41, 0x00, 0xd8, 0x00, 0xdc], 5],
  ])('that is not UTF-8 for %s is refused with the offset of the byte', (_, bytes, offset) => {
    const { lines } = compile(Buffer.from([0xc3, 0xa9, 0x0a, ...bytes]))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(`not-utf8  The file is not UTF-8: byte ${offset} is 0x`)
  })

  test('that is not UTF-8 in the middle is refused there', () => {
    const before = Buffer.from('日本語 text \ufffd é 😀\n'.repeat(5000))
    const bytes = Buffer.concat([before, Buffer.from([0x80]), before])
    expect(compile(bytes).lines[0]).toContain(
      `5001:1  error  not-utf8  The file is not UTF-8: byte ${before.length} is 0x80.`,
    )
  })
})

describe('headings in HTML', () => {
  const htmlOf = (text: string, own: Partial<Settings> = {}) =>
    compile(postFile({}, text), own).post!.content.html

  test('have ids by the rule for markdown, none of them twice', () => {
    const html = htmlOf(
      '<h2>Set <em>up</em></h2>\n\n# Set up\n\n<h3 class="x">Set up</h3>\n\n<h2 id="">Ⅰ &amp; &lt;b&gt;</h2>\n',
    )
    expect(html.match(/<h\d[^>]*>/g)).toEqual([
      '<h2 id="set-up-1">',
      '<h1 id="set-up">',
      '<h3 id="set-up-2">',
      '<h2 id="ⅰ--b">',
    ])
  })

  test('of trusted authors keep their ids, and what looks like one in a script stays', () => {
    const script = '<script>const title = "<h2>a</h2>"</script>'
    const html = htmlOf(`${script}\n<h2>a</h2>\n<h2 id="b" title="1 > 0">b</h2>\n<h2>b</h2>\n`, {
      html: 'trusted',
    })
    expect(html).toContain(script)
    expect(html).toContain('<h2 id="a">a</h2>')
    expect(html.match(/ id="[^"]*"/g)).toEqual([' id="a"', ' id="b"', ' id="b-1"'])
  })
})

const at = ({ line, column, length }: Location) => `${line}:${column}+${length}`

const targetOf = ({ kind, href, target, location }: UrlReference) => {
  const to = target.to === 'file' ? `${target.path}${target.rest && ` ${target.rest}`}` : target.to
  return `${kind} ${JSON.stringify(href)} → ${to} at ${at(location)}`
}

const cutFrom = (text: string, ranges: readonly Range[]) =>
  ranges.map(({ from, to }) => `${from} ${JSON.stringify(text.slice(from, to))}`).join(', ')

/** What a post's text becomes, besides what its front matter says. */
function linesOf({ content, ...post }: CompiledPost<RenderedContent>): string[] {
  const { html, markdown } = content
  const { all, prefixed } = post.anchors
  return [
    html.trimEnd(),
    `description: ${post.description}`,
    `details: ${post.details.replace('"descriptionIsExcerpt":true,"reading":', '')}`,
    ...(all.size > 0 ? [`anchors: ${[...all].join(' ')}`] : []),
    ...(prefixed.size > 0 ? [`prefixed: ${[...prefixed].join(' ')}`] : []),
    ...post.htmlLinks.map(({ reference, address, markup, picture }) => {
      const kept = picture ? `, picture ${JSON.stringify(picture)}` : ''
      return `${targetOf(reference)}: ${address ? cutFrom(html, [address]) : 'as written'}, without ${cutFrom(html, markup)}${kept}`
    }),
    ...post.markdownLinks.map(
      ({ paths, ranges }) => `names ${paths.join(' ')}: ${cutFrom(markdown, ranges)}`,
    ),
  ]
}

test('a helper thread compiles as this thread does, until it crashes', async () => {
  const place = await workspace({
    'demo/posts/a.md': postFile({ title: 'Ångström' }, 'One two two.\n\n[b](b.md) ![c](c.png)\n'),
    'demo/posts/b.md': postFile({}, 'Two three zebra.\n'),
    'demo/posts/c.md': 'Nothing',
  })
  const files = ['a', 'b', 'c', 'none', 'a'].map((name): PostFile => {
    const relativePath = `posts/${name}.md`
    return {
      file: { path: `${place.dir}/demo/${relativePath}`, displayPath: `${name}.md`, relativePath },
      workspace: 1,
    }
  })
  const both = [settings({ html: 'trusted' }), settings()].map(compilerSettings)
  const vocabulary = new Vocabulary()
  const compiler = new PostCompiler(both, vocabulary)
  const own = (packs: boolean) => files.map((file) => stored(compiler.last(file)!, packs))
  own(false)
  const { terms } = vocabulary
  const known = [...terms]
  const plain = (compiled: readonly StoredFile[]) =>
    compiled.map(({ post, ...file }) => {
      const parts = Object.entries(post?.content ?? {}).map(([part, bytes]) => [part, Buffer.from(bytes)])
      return { ...file, post: post && { ...post, content: Object.fromEntries(parts) } }
    })
  const helper = new HelperThread(both, vocabulary)
  /** Each file's first try has a limit of time, which is over early on a busy machine. */
  const compiledIn = async (some: readonly PostFile[], packs: boolean): Promise<StoredFile[]> => {
    const compiled = (await helper.compile(some, packs)) ?? []
    return compiled.every((one) => one !== undefined) ? compiled : compiledIn(some, packs)
  }
  try {
    const [last, first] = await Promise.all([compiledIn(files.slice(1), false), compiledIn(files, true)])
    expect(plain(last)).toEqual(plain(own(false).slice(1)))
    expect(plain(first)).toEqual(plain(own(true)))
    const ends = [helper.compile(undefined as never, true), helper.compile(files, true)]
    expect(await Promise.all(ends)).toEqual([undefined, undefined])
    expect(terms).toEqual(known)
  } finally {
    await helper.end()
    place.remove()
  }
})

test.each([
  ['Text. [a](https://example.org) [b](#c)', true],
  ['[a](/about)', false],
  ['![a](b.png)', false],
  ['[a](b.md)', false],
  ['<!-- b.md -->', false],
  ['<q cite="b.md">a</q>', false],
  ['[a](/about)', false, 'https://example.org/a.png'],
  ['Text.', true, 'https://example.org/a.png'],
  ['Text.', false, 'a.png'],
])('%j depends on no other file: %s', (text, isOwn, coverImage = '') => {
  const compiled = compiler(settings())(
    { displayPath: 'a.md', relativePath: 'posts/a.md' },
    Buffer.from(postFile(coverImage ? { coverImage } : {}, text)),
  )
  expect(isSelfContained(compiled as unknown as CompiledFile)).toBe(isOwn)
  expect(faceOf(compiled as unknown as CompiledFile)).toMatch(/^[0-9a-f]{32}$/)
})

test('an error of ours is told of the file in which it happens', async () => {
  const place = await workspace({ 'demo/posts/a.md': postFile() })
  const broken = {
    ...settings(),
    get embeds(): string[] {
      throw new TypeError('It is broken.')
    },
  }
  try {
    const compiler = new PostCompiler([broken], new Vocabulary())
    const file = {
      path: `${place.dir}/demo/posts/a.md`,
      displayPath: 'a.md',
      relativePath: 'posts/a.md',
    }
    const [compiled] = compiler.first([{ file, workspace: 0 }], true)
    expect(compiled!.problems).toEqual([readFailure('a.md', 'It is broken.')])
    expect(compiled!.isRead).toBe(false)
  } finally {
    place.remove()
  }
})

test('what each form of text becomes is written down', async () => {
  let all = ''
  for (const { settings: own, inside, texts: some } of texts) {
    const file = { displayPath: 'hello.md', relativePath: inside }
    const render = markdownRenderer({ math: false, ...own })
    const [safe, trusted] = (['safe', 'trusted'] as const).map((html) => {
      return compiler(settings({ ...own, html, broken: 'warn' }))
    })
    for (const text of some) {
      const bytes = Buffer.from(postFile({}, text))
      const { post, problems, urls } = safe!(file, bytes)
      const of = (post: CompiledPost<RenderedContent> | undefined) => (post ? linesOf(post) : ['no post'])
      const lines = of(post)
      // What is not in the HTML.
      const others = urls.filter((url) => !post?.htmlLinks.some(({ reference }) => reference === url))
      const told = problems.map((one) => `${at(one)} ${one.code} ${one.message} ${one.hint}`)
      const whole = text.includes('<') ? of(trusted!(file, bytes).post) : lines
      const isPlain = !text.includes('<') && plainHtml(render(text).html, () => true) !== undefined
      const written = [
        `=== ${JSON.stringify(text)}${isPlain ? ' is plain' : ''}`,
        ...lines,
        ...others.map(targetOf),
        ...told,
        ...(whole[0] === lines[0] ? [] : ['--- trusted', ...whole.filter((line) => !lines.includes(line))]),
      ]
      all += written.map((line) => `${shortened(line)}\n`).join('')
    }
  }
  await expect(escaped(all)).toMatchFileSnapshot('compiled.txt')
})

const shortened = (text: string) =>
  text.length < 2_000 ? text : `${text.slice(0, 40)}… ${text.length} …${text.slice(-80)}`

/** What no editor shows, by its number. */
function escaped(text: string): string {
  return text.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u00a0\u3000]/gu, (sign) => {
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
