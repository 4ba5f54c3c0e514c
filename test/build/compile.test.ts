// A post's front matter and text, as galley check and readers see them, with every mistake at its place.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { get } from '../support/reading.ts'
import { reportedLines } from '../support/reported.ts'
import { type Files, postFile, type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace | undefined
afterAll(() => place?.remove())

/** Checks each of these files in a workspace of its own that has all they name, and gives the problems. */
function telling(files: readonly (string | Uint8Array)[]): () => string[][] {
  let own: Workspace
  let told: string[][]
  beforeAll(async () => {
    own = await workspace(
      Object.fromEntries(
        files.flatMap((file, i) => Object.entries({ ...named(i), [`w${i}/posts/hello.md`]: file })),
      ),
    )
    const lines = await reportedLines(own.dir)
    told = files.map((_, i) =>
      lines
        .filter((line) => line.startsWith(`w${i}/posts/`))
        .map((line) => line.slice(line.indexOf(':') + 1)),
    )
  })
  afterAll(() => own.remove())
  return () => told
}

const named = (i: number): Files => ({
  [`w${i}/workspace.yml`]: `key: key-${i}\nurl: https://example.org/{slug}\n`,
  [`w${i}/categories.yml`]: 'news: { name: News }\n',
})

describe('a mistake in front matter is reported with its location and its fix', () => {
  const rows: [lines: Record<string, string>, problem: string][] = [
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
  ]
  const told = telling(rows.map(([lines]) => postFile(lines)))

  test.each(rows.map(([lines, problem], i) => [lines, problem, i] as const))('%j', (_, problem, i) => {
    expect(told()[i]!.join('\n')).toContain(problem)
  })
})

describe('mistakes in front matter are reported', () => {
  const told = telling([
    postFile({ publishedAt: 'soon', featured: 'maybe', tags: '[web]', colour: 'red' }, '```\nopen\n'),
    '---\ntitel: A\ndate: 2026-05-31\nauthor: [ada]\ncatgory: news\n---\n',
    '---\n- a\n- b\n---\n',
    '---\n---\nText',
  ])
  const codes = (i: number) => told()[i]!.map((line) => line.split('  ')[2])

  test('all at once, and valid keys are still checked', () => {
    expect(codes(0)).toEqual(['bad-date', 'wrong-type', 'unknown-key', 'unterminated-fence'])
  })

  test('as misspelt rather than missing', () => {
    expect(told()[1]).toEqual([
      '2:1  error  unknown-key  There is no key "titel". Did you mean "title"?',
      '3:1  error  unknown-key  There is no key "date". Write publishedAt.',
      '4:1  error  unknown-key  There is no key "author". Write authors: [ada].',
      '5:1  error  unknown-key  There is no key "catgory". Did you mean "category"?',
    ])
  })

  test('only once if it is not a mapping at all, and also when it is empty', () => {
    expect(told()[2]).toEqual([
      '2:1  error  wrong-type  The front matter must be a mapping. Write key: value on lines of their own.',
    ])
    expect(codes(3)).toEqual(Array(4).fill('missing-field'))
  })
})

describe("a post's file", () => {
  const refused: [what: string, text: string, problem: string][] = [
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
  ]
  const told = telling(refused.map(([, text]) => text))
  test.each(refused.map(([what, , problem], i) => [what, problem, i] as const))(
    'with %s is refused at its place',
    (_, problem, i) => {
      expect(told()[i]).toHaveLength(1)
      expect(told()[i]![0]).toContain(problem)
    },
  )

  const notUtf8: [what: string, bytes: number[], offset: number][] = [
    ['a lone byte', [0xff], 3],
    ['a cut character', [0xe2, 0x82], 3],
    ['a surrogate', [0xed, 0xa0, 0x80], 3],
    ['an overlong form', [0xc0, 0x80], 3],
    ['a byte before what ends U+FFFD', [0xff, 0xbf, 0xbd], 3],
    ['U+FFFD with its middle gone', [0xef, 0x41, 0xbd], 3],
    ['U+FFFD with its end gone', [0xef, 0xbf, 0x41], 3],
    ['UTF-16', [0x41, 0x00, 0xd8, 0x00, 0xdc], 5],
  ]
  const before = Buffer.from('日本語 text \ufffd é 😀\n'.repeat(5000))
  const toldOfBytes = telling([
    ...notUtf8.map(([, bytes]) => Buffer.from([0xc3, 0xa9, 0x0a, ...bytes])),
    Buffer.concat([before, Buffer.from([0x80]), before]),
  ])
  test.each(notUtf8.map(([what, , offset], i) => [what, offset, i] as const))(
    'that is not UTF-8 for %s is refused with the offset of the byte',
    (_, offset, i) => {
      expect(toldOfBytes()[i]).toHaveLength(1)
      expect(toldOfBytes()[i]![0]).toContain(`not-utf8  The file is not UTF-8: byte ${offset} is 0x`)
    },
  )
  test('that is not UTF-8 in the middle is refused there', () => {
    expect(toldOfBytes()[notUtf8.length]![0]).toContain(
      `5001:1  error  not-utf8  The file is not UTF-8: byte ${before.length} is 0x80.`,
    )
  })

  test.each([
    ['Hello World.md', 'The name "Hello World" is not a slug. Rename the file, or write slug: hello-world.'],
    ['cafe\u0301.md', "its letters are not in Unicode's composed form (NFC)"],
  ])('named %s is never fixed silently', async (name, message) => {
    const own = await workspace({ ...named(0), [`w0/posts/${name}`]: postFile() })
    try {
      expect((await reportedLines(own.dir)).join()).toContain(message)
      own.write({ [`w0/posts/${name}`]: postFile({ slug: 'hello' }) })
      expect(await reportedLines(own.dir)).toEqual([])
    } finally {
      own.remove()
    }
  })
})

describe('a post that is served', () => {
  const source = '\r\n  Two  spaces\tand a tab\r\n\r\nLast line without an end'
  const files: Files = {
    ...named(0),
    'w0/authors/ada.yml': 'name: Ada\n',
    'w0/authors/jonas.yml': 'name: Jonas\n',
    'w0/tags.yml': 'web: { name: Web }\nmachine-learning: { name: Machine Learning }\n',
    'w0/posts/usual.md': postFile(),
    'w0/posts/source.md': `\ufeff${postFile({}, source)}`,
    'w0/posts/windows.md': `\ufeff${postFile({ title: '"Hello"' }, '# A\n\n- b\n').replaceAll('\n', '\r\n')}`,
    'w0/posts/whole.md': postFile({
      ...{ slug: '007', title: '2026', id: 'My_Id-1', description: '"One: two"', featured: 'True' },
      ...{ updatedAt: '2026-06-01T10:00:00+02:00', coverImage: 'https://example.org/a b.png' },
      ...{ authors: '\n  - ada\n  - jonas', tags: '[web, machine-learning]' },
      attribution: '{ author: Ada, url: https://example.org }',
    }),
    'w0/posts/headings.md': postFile(
      {},
      '<h2>Set <em>up</em></h2>\n\n# Set up\n\n<h3 class="x">Set up</h3>\n\n<h2 id="">Ⅰ &amp; &lt;b&gt;</h2>\n',
    ),
    ...named(1),
    'w1/workspace.yml': 'url: https://example.org/{slug}\nhtml: trusted\n',
    'w1/posts/usual.md': postFile({ title: 'Other' }),
    'w1/posts/headings.md': postFile(
      {},
      '<script>const title = "<h2>a</h2>"</script>\n<h2>a</h2>\n<h2 id="b" title="1 > 0">b</h2>\n<h2>b</h2>\n',
    ),
  }
  const post = async (path: string, query = '') => {
    const [key, slug] = path.split('/')
    return (await get(place!, `${key}/posts/${slug}${query}`)).post
  }
  beforeAll(async () => {
    place = await workspace(files)
    expect((await place.build()).problems.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  test('has defaults for missing keys', async () => {
    expect(await post('key-0/usual')).toMatchObject({
      ...{ slug: 'usual', title: 'Hello', description: 'Hello.', featured: false, coverImage: '' },
      ...{ publishedAt: '2026-05-31T00:00:00.000Z', attribution: null, fields: {} },
      content: '<p>Hello.</p>\n',
      id: expect.stringMatching(/^post_[0-9a-z]{20}$/),
    })
  })

  test('may have every key', async () => {
    expect(await post('key-0/007')).toMatchObject({
      ...{ slug: '007', title: '2026', id: 'My_Id-1', description: 'One: two', featured: true },
      ...{ updatedAt: '2026-06-01T08:00:00.000Z', coverImage: 'https://example.org/a%20b.png' },
      authors: [{ slug: 'ada' }, { slug: 'jonas' }],
      tags: [{ slug: 'web' }, { slug: 'machine-learning' }],
      attribution: { author: 'Ada', url: 'https://example.org' },
    })
  })

  test('has an id by its workspace and its slug, whatever its text', async () => {
    const { id } = await post('key-0/usual')
    place!.write({ 'w0/posts/usual.md': postFile({ title: 'Other' }, 'Other.') })
    await place!.build()
    expect(await post('key-0/usual')).toMatchObject({ id, title: 'Other' })
    expect((await post('w1/usual')).id).not.toBe(id)
    expect((await post('key-0/source')).id).not.toBe(id)
  })

  test('keeps its source byte for byte after the front matter, whatever its line ends', async () => {
    expect((await post('key-0/source', '?format=markdown')).content).toBe(source)
    expect((await post('key-0/windows')).content).toBe('<h1 id="a">A</h1>\n<ul>\n<li>b</li>\n</ul>\n')
  })

  test('has headings with ids by one rule, none of them twice', async () => {
    expect((await post('key-0/headings')).content.match(/<h\d[^>]*>/g)).toEqual([
      '<h2 id="set-up-1">',
      '<h1 id="set-up">',
      '<h3 id="set-up-2">',
      '<h2 id="ⅰ--b">',
    ])
  })

  test('of trusted authors keeps ids of headings, and what looks like one in a script stays', async () => {
    const { content } = await post('w1/headings')
    expect(content).toContain('<script>const title = "<h2>a</h2>"</script>')
    expect(content).toContain('<h2 id="a">a</h2>')
    expect(content.match(/ id="[^"]*"/g)).toEqual([' id="a"', ' id="b"', ' id="b-1"'])
  })
})
