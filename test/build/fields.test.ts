// Fields: their definitions, and what is written in them, at any depth.
import { afterEach, describe, expect, test } from 'vitest'
import { check } from '../../build/index.ts'
import { png } from '../support/picture.ts'
import { problemLine } from '../support/problem-line.ts'
import { get, NOW, reader } from '../support/reading.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace
afterEach(() => place?.remove())

/** @param lines of the post's front matter */
async function problems(
  fields: string,
  lines: Record<string, string> = {},
  isBuilt = false,
): Promise<string[]> {
  place = await workspace({ 'blog/workspace.yml': `fields:${fields}`, 'blog/posts/a.md': postFile(lines) })
  const result = isBuilt ? await place.build() : await check({ content: place.dir, env: {} })
  return result.problems.map((problem) => problemLine(problem).slice(place.dir.length + 6))
}

const steps = '\n  steps: { type: list, fields: { title: { type: string, required: true }, at: date } }\n'

/** @returns the last place in a chain of objects in each other */
function nested(depth: number, inner: string): string {
  return depth === 0 ? inner : `{ type: object, fields: { a: ${nested(depth - 1, inner)} } }`
}

describe('a definition', () => {
  test.each([
    [
      ' x\n',
      'workspace.yml:1:9  error  wrong-type  fields must be a mapping. Write key: value on lines of their own.',
    ],
    [
      ' { a: numbr }\n',
      'workspace.yml:1:14  error  bad-choice  fields.a.type "numbr" is not a valid value. Did you mean "number"?',
    ],
    [
      ' { level: string, Level: string }\n',
      'workspace.yml:1:26  error  bad-field  "Level" differs from "level" in case only. Choose another name.',
    ],
    [
      ' { status: string }\n',
      'workspace.yml:1:11  error  bad-field  "status" is a key that every post may have. Choose another name.',
    ],
    [
      ' { when: { type: list, of: { type: object, fields: { gte: date } } } }\n',
      'workspace.yml:1:61  error  bad-field  "gte" is an operator of filters, which no field in an object may be called. Choose another name.',
    ],
    [
      ' { __proto__: string }\n',
      'workspace.yml:1:11  error  bad-field  "__proto__" is not a valid field name. Use letters, digits, _ and -, with a letter first.',
    ],
    [
      ' { a: { type: object, fields: { __proto__: string, b: date } } }\n',
      'workspace.yml:1:40  error  bad-field  "__proto__" is not a valid field name. Use letters, digits, _ and -, with a letter first.',
    ],
    [
      ' { a: { type: reference, to: author } }\n',
      'workspace.yml:1:37  error  bad-choice  fields.a.to[0] "author" is not a valid value. Did you mean "authors"?',
    ],
    [
      ' { a: reference }\n',
      'workspace.yml:1:14  error  bad-field  fields.a does not say what it refers to. Write to: posts.',
    ],
    [
      ' { a: object }\n',
      'workspace.yml:1:14  error  bad-field  fields.a has no fields. Write fields: { name: string }.',
    ],
    [
      ' { a: { type: string, of: date } }\n',
      'workspace.yml:1:14  error  bad-field  fields.a has of, which only a list can have. Write type: list, or remove of.',
    ],
    [
      ' { a: { type: image, fields: { b: date } } }\n',
      'workspace.yml:1:14  error  bad-field  fields.a has fields, which only an object or a list can have. Write type: object, or remove fields.',
    ],
    [
      ' { a: { type: list, of: date, fields: { b: date } } }\n',
      'workspace.yml:1:14  error  bad-field  fields.a says more than once what its items are. Keep one of options, of and fields.',
    ],
    [
      ` { a: ${nested(4, 'date')} }\n`,
      'workspace.yml:1:130  error  bad-field  fields.a.fields.a.fields.a.fields.a.fields.a is in more than 3 others. Define it further up.',
    ],
    [
      ` { a: { type: object, fields: {${Array.from({ length: 65 }, (_, i) => ` f${i}: date`)} } } }\n`,
      'workspace.yml:1:38  error  bad-field  fields.a.fields has more than 64 fields. Put some of them in an object of their own.',
    ],
  ])('%# is reported at its place', async (fields, line) => {
    expect(await problems(fields)).toEqual([line])
  })

  test('with a mistake hides no other, in definitions and in posts', async () => {
    const fields =
      ' { a: numbr, b: { type: objct }, title: string, c: { type: date, alt: yes, to: x }, d: number, gt: date }\n'
    const lines = await problems(fields, { a: 'x', c: 'x', d: 'x', gt: 'x', tgas: '[x]' })
    expect(lines.map((line) => line.replace(/ {2}error.*? {2}.*? {2}/, ' ').split('. ')[0])).toEqual([
      'posts/a.md:8:4 d "x" is not a number',
      'posts/a.md:9:5 gt "x" is not a date',
      'posts/a.md:10:1 There is no key "tgas"',
      'workspace.yml:1:14 fields.a.type "numbr" is not a valid value',
      'workspace.yml:1:32 fields.b.type "objct" is not a valid value',
      'workspace.yml:1:41 "title" is a key that every post may have',
      'workspace.yml:1:59 fields.c has to, which only a reference can have',
      'workspace.yml:1:59 fields.c has alt, which only an image can have',
      'workspace.yml:1:78 fields.c.alt "yes" is not a valid value',
      'workspace.yml:1:87 fields.c.to[0] "x" is not a valid value',
    ])
  })

  test('may be in three others', async () => {
    expect(
      await problems(` { a: ${nested(3, 'date')} }\n`, { a: '{ a: { a: { a: 2026-01-01 } } }' }),
    ).toEqual([])
  })
})

describe('a value', () => {
  test.each([
    ['level: hard', { level: 'hard' }],
    ['fields: { level: hard }', { fields: '{ level: hard }' }],
  ])('stands at %s', async (_, lines) => {
    expect(
      await problems(' { level: { type: select, options: [easy, hard], required: true } }\n', lines, true),
    ).toEqual([])
    expect((await get(place, 'blog/posts/a')).post.fields).toEqual({ level: 'hard' })
  })

  test('stands there once', async () => {
    expect(await problems(' { level: string }\n', { level: 'a', fields: '{ level: b }' })).toEqual([
      'posts/a.md:6:1  error  duplicate-key  The field "level" is written twice: here, and under fields. Keep one of them.',
    ])
  })

  test.each([
    [
      steps,
      '[{ title: A }, { title: B, at: 2026-02-30 }]',
      '6:39  error  bad-date  steps[1].at "2026-02-30" is not a date. February 2026 has 28 days.',
    ],
    [
      steps,
      '[{ title: A }, { titel: B }]',
      '6:25  error  unknown-key  There is no key "titel". Did you mean "title"?',
    ],
    [steps, '[{ at: 2026-01-01 }]', '6:9  error  missing-field  steps[0].title is missing. Write title: …'],
    [steps, 'x', '6:8  error  wrong-type  steps must be a list. Write [x].'],
    [
      ' { a: { type: list, of: number } }\n',
      '[1, "2,5"]',
      '6:8  error  wrong-type  a[1] "2,5" is not a number. Write 2.5.',
    ],
    [
      ' { a: string }\n',
      `${'x'.repeat(1e6)}`,
      '6:4  error  too-large  a has more than 100,000 characters. Shorten it: each list of posts repeats it.',
    ],
    [
      ' { a: list }\n',
      `[${'x, '.repeat(1001)}]`,
      '6:4  error  too-large  a has more than 1,000 items. Remove some: each list of posts repeats them.',
    ],
    [
      ' { a: { type: object, fields: { b: string } } }\n',
      '{ __proto__: x }',
      '6:6  error  unknown-key  There is no key "__proto__". Known keys: b.',
    ],
    [
      ' { a: { type: image, alt: required } }\n',
      'https://example.org/a.jpg',
      '6:4  error  missing-field  a says nothing to those who cannot see it. Write { file: …, alt: … }.',
    ],
    [
      ' { a: file }\n',
      'https://example.org/a.mp3',
      '6:4  error  bad-url  a "https://example.org/a.mp3" is not the path of a file. Define the field as a url if it is elsewhere.',
    ],
  ])('%# is reported at its place', async (fields, value, line) => {
    const name = fields === steps ? 'steps' : 'a'
    expect(await problems(fields, { [name]: value })).toEqual([`posts/a.md:${line}`])
  })
})

describe('images and files', () => {
  const fields =
    ' { hero: image, talk: { type: object, fields: { shots: { type: list, of: image }, sound: file } } }\nbroken: warn\nimages: { widths: [300, 900], url: "/{width}{path}" }\n'
  const env = { BASE_URL: 'https://api.example.org' }
  const more = {
    'blog/posts/a.png': png(500, 20),
    'blog/posts/b c.png': png(10, 20),
    'blog/posts/a.mp3': 'sound',
  }

  test.each([
    [
      'beside our keys',
      {
        hero: 'a.png',
        talk: '{ shots: ["b c.png", { file: https://example.org/c.png, alt: C }], sound: a.mp3 }',
      },
    ],
    [
      'under fields',
      {
        fields:
          '{ hero: { file: a.png }, talk: { shots: ["b%20c.png", { file: https://example.org/c.png, alt: C }], sound: ./a.mp3 } }',
      },
    ],
  ])('have their URLs in replies, written %s', async (_, lines) => {
    place = await workspace(
      { 'blog/workspace.yml': `fields:${fields}`, 'blog/posts/a.md': postFile(lines), ...more },
      { env },
    )
    expect((await place.build()).problems).toEqual([])
    const url = (ending: string) =>
      expect.stringMatching(`^https://api\\.example\\.org/media/\\S+\\.${ending}$`)
    const { post } = await get(place, 'blog/posts/a')
    expect(post.fields).toEqual({
      hero: {
        url: url('png'),
        alt: '',
        width: 500,
        height: 20,
        srcset: expect.stringMatching(/ 300w, https:\S+ 500w$/),
      },
      talk: {
        shots: [
          { url: url('png'), alt: '', width: 10, height: 20 },
          { url: 'https://example.org/c.png', alt: 'C', width: null, height: null },
        ],
        sound: { url: url('mp3'), size: 5, type: 'audio/mpeg' },
      },
    })
    expect((await get(place, 'blog/posts')).posts[0].fields).toEqual(post.fields)
  })

  test('that are missing are reported at their place, and null', async () => {
    const lines = { talk: '{ shots: [a.png, { file: b.pgn }], sound: c.mp3 }' }
    place = await workspace(
      {
        'blog/workspace.yml': `fields:${fields}`,
        'blog/posts/a.md': postFile(lines),
        'blog/posts/a.png': png(1, 1),
        'blog/posts/b.png': png(1, 1),
      },
      { env },
    )
    const { problems } = await place.build()
    expect(problems.map((problem) => problemLine(problem).slice(place.dir.length + 6))).toEqual([
      'posts/a.md:6:32  warning  missing-file  There is no file "b.pgn". Did you mean "b.png"?',
      'posts/a.md:6:49  warning  missing-file  There is no file "c.mp3". Put the file there.',
      'posts/b.png:1:1  warning  unused-file  This file is not used: no post, author or workspace.yml names it. Remove it, or name it _b.png.',
    ])
    const { hero, talk } = (await get(place, 'blog/posts/a')).post.fields
    expect([hero, talk.shots[1], talk.sound]).toEqual([null, null, null])
  })

  test('change a reply when the file does', async () => {
    place = await workspace(
      {
        'blog/workspace.yml': `fields:${fields}`,
        'blog/posts/a.md': postFile({ hero: 'a.png' }),
        'blog/posts/a.png': png(1, 1),
      },
      { env },
    )
    const read = async () => (await get(place, 'blog/posts/a?select=fields,revision')).post
    await place.build()
    const before = await read()
    place.write({ 'blog/posts/a.png': png(2, 1) })
    await place.build()
    const after = await read()
    expect(after.fields.hero.width).toBe(2)
    expect(after.revision).not.toBe(before.revision)
  })
})

describe('references', () => {
  const settings = `url: https://example.org/{slug}
fields:
  next: { type: reference, to: posts }
  seen: { type: list, of: { type: reference, to: [posts, authors] } }
  parts: { type: list, fields: { about: { type: reference, to: [tags, posts] } } }
`
  const files = {
    'blog/workspace.yml': settings,
    'blog/authors/ada.yml': 'name: Ada Ferrer\nid: author_1\n',
    'blog/tags.yml': 'web: { name: The Web, id: tag_1 }\n',
    'blog/posts/old.md': postFile({ title: 'Old', publishedAt: '2026-01-01' }),
    'blog/posts/soon.md': postFile({ title: '"Soon, \\"so\\""', publishedAt: '2026-07-01' }),
    'blog/posts/draft.md': postFile({ title: 'Draft', status: 'draft' }),
  }
  const old = {
    collection: 'posts',
    id: expect.stringMatching(/^post_/),
    path: 'old',
    title: 'Old',
    url: 'https://example.org/old',
  }
  const later = NOW + 60 * 24 * 3_600_000

  async function built(lines: Record<string, string>, isOf: (message: string) => boolean = () => true) {
    place = await workspace({ ...files, 'blog/posts/a.md': postFile(lines) })
    const { problems } = await place.build()
    return problems.map((problem) => problemLine(problem).slice(place.dir.length + 6)).filter(isOf)
  }

  test.each([
    ['posts by path', { next: 'old.md', seen: '[./old.md, ada]' }],
    ['posts by slug', { next: 'old', seen: '[old, ada]' }],
  ])('lead to %s', async (_, lines) => {
    expect(await built({ ...lines, parts: '[{ about: web }, {}]' })).toEqual([])
    const fields = {
      next: old,
      seen: [old, { collection: 'authors', id: 'author_1', path: 'ada', title: 'Ada Ferrer', url: null }],
      parts: [
        { about: { collection: 'tags', id: 'tag_1', path: 'web', title: 'The Web', url: null } },
        { about: null },
      ],
    }
    expect((await get(place, 'blog/posts/a')).post.fields).toEqual(fields)
    const { posts } = await get(place, 'blog/posts?select=slug,fields&sort=publishedAt')
    expect(posts).toEqual([
      { slug: 'old', fields: { next: null, seen: null, parts: null } },
      { slug: 'a', fields },
    ])
  })

  test('appear with what they lead to, and nothing tells of it before', async () => {
    const lines = { next: 'soon', seen: '[soon, old.md, draft]', parts: '[{ about: soon }]' }
    expect(await built(lines)).toEqual([
      'posts/a.md:6:7  warning  later-link  "soon" appears later than this post: until then, it is left out. Give this post a later date if it should have the link from the start.',
      expect.stringContaining('posts/a.md:7:8  warning  later-link'),
      'posts/a.md:7:22  warning  draft-link  "draft" is a draft: where drafts are left out, it is left out. Publish it, or remove the link.',
      expect.stringContaining('posts/a.md:8:18  warning  later-link'),
    ])
    const read = async (now: number, path: string) => {
      const reading = reader(place, now)
      const reply = await reading.ask(path)
      const [text, id, tag] = [
        await reply.text(),
        reply.headers.get('x-snapshot-id'),
        reply.headers.get('etag'),
      ]
      reading.close()
      return { text, id, tag }
    }
    const [list, single] = ['blog/posts?include=revision', 'blog/posts/a?include=revision']
    const [before, after] = await Promise.all([NOW, later].map((now) => read(now, list)))
    const [one, other] = await Promise.all([NOW, later].map((now) => read(now, single)))
    expect(before!.text).not.toMatch(/soon|[Dd]raft|\$ref/)
    expect(JSON.parse(one!.text).post.fields).toEqual({ next: null, seen: [old], parts: [{ about: null }] })
    const soon = { ...old, path: 'soon', title: 'Soon, "so"', url: 'https://example.org/soon' }
    expect(JSON.parse(other!.text).post.fields).toEqual({
      next: soon,
      seen: [soon, old],
      parts: [{ about: soon }],
    })
    expect(other!.tag).not.toBe(one!.tag)
    expect(JSON.parse(other!.text).post.revision).not.toBe(JSON.parse(one!.text).post.revision)
    expect(after!.id).not.toBe(before!.id)
    // A workspace without the later post says the same in the meantime.
    place.remove()
    place = await workspace({
      ...files,
      'blog/posts/a.md': postFile({ seen: '[old]', parts: '[{}]' }),
      'blog/posts/soon.md': postFile({ status: 'draft' }),
    })
    await place.build()
    expect(await read(NOW, list)).toEqual(before)
    expect(await read(NOW, single)).toEqual(one)
  })

  test('to a title change the reply with it, and the tag of a list', async () => {
    await built({ next: 'old' })
    const ask = async (path: string) => {
      const reading = reader(place)
      const reply = await reading.ask(path)
      reading.close()
      // biome-ignore lint/suspicious/noExplicitAny: the test looks into it
      return { json: (await reply.json()) as any, tag: reply.headers.get('etag') }
    }
    const before = [await ask('blog/posts/a'), await ask('blog/posts?select=fields')]
    place.write({ 'blog/posts/old.md': postFile({ title: 'Older', publishedAt: '2026-01-01' }) })
    await place.build()
    const after = [await ask('blog/posts/a'), await ask('blog/posts?select=fields')]
    expect(after[0]!.json.post.fields.next.title).toBe('Older')
    for (const i of [0, 1]) expect(after[i]!.tag).not.toBe(before[i]!.tag)
  })

  test.each([
    [
      'next: odl',
      { next: 'odl' },
      '6:7  error  dangling-link  There is nothing called "odl" in posts. Did you mean "old"?',
    ],
    [
      'next: odl.md',
      { next: 'odl.md' },
      '6:7  error  dangling-link  The link "odl.md" leads nowhere. Did you mean "old.md"?',
    ],
    [
      'next: a',
      { next: 'a' },
      '6:7  error  dangling-link  This refers to the post that it is in. Name another.',
    ],
    [
      'seen: [adaa]',
      { seen: '[old, adaa]' },
      '6:13  error  dangling-link  There is nothing called "adaa" in posts or authors. Did you mean "ada"?',
    ],
    [
      'parts[0].about',
      { parts: '[{ about: wbe }]' },
      '6:18  error  dangling-link  There is nothing called "wbe" in tags or posts. Did you mean "web"?',
    ],
    ['next: []', { next: '[old]' }, '6:7  error  wrong-type  next must be text. Write old.'],
  ])('%s is reported at its place', async (_, lines, line) => {
    expect(await built(lines)).toEqual([`posts/a.md:${line}`])
  })

  test('to a post with a mistake are no mistakes', async () => {
    await built({ next: 'old' })
    place.write({ 'blog/posts/old.md': postFile({ title: 'Old', featured: 'often' }) })
    const { problems } = await place.build()
    expect(problems.map(({ code }) => code)).toEqual(['wrong-type'])
  })

  test('have entries in place of summaries with include, one level deep', async () => {
    await built({ next: 'old', seen: '[old, ada]', parts: '[{ about: web }, {}]' })
    place.write({ 'blog/posts/old.md': postFile({ title: 'Old', publishedAt: '2026-01-01', next: 'a' }) })
    await place.build()
    const include = 'fields.next,fields.seen,fields.parts'
    for (const path of ['blog/posts/a', 'blog/posts']) {
      const reply = await get(place, `${path}?include=${include}&select=fields`)
      const { fields } = reply.post ?? reply.posts[0]
      expect(fields.next).toMatchObject({
        ...old,
        slug: 'old',
        authors: [{ name: 'Ada Ferrer' }],
        fields: { next: { path: 'a', title: 'Hello' } },
      })
      expect(fields.next.fields.next).not.toHaveProperty('slug')
      expect(fields.seen).toMatchObject([
        { slug: 'old' },
        { title: 'Ada Ferrer', name: 'Ada Ferrer', bio: '', socials: [] },
      ])
      expect(fields.parts).toMatchObject([{ about: { name: 'The Web', slug: 'web' } }, { about: null }])
    }
    const { details } = await get(place, 'blog/posts?include=fields.nxt')
    expect(details[0].message).toMatch(
      /"fields.nxt", which is not a further field; .* revision, fields.next, fields.seen, fields.parts\.$/,
    )
  })

  test('to nothing are null with broken: warn', async () => {
    place = await workspace({
      ...files,
      'blog/workspace.yml': `${settings}broken: warn\n`,
      'blog/posts/a.md': postFile({ next: 'none', seen: '[none, ada]' }),
    })
    expect((await place.build()).problems.map(({ severity }) => severity)).toEqual(['warning', 'warning'])
    const { next, seen } = (await get(place, 'blog/posts/a')).post.fields
    expect([next, seen.map(({ path }: { path: string }) => path)]).toEqual([null, ['ada']])
  })
})

describe('markdown in fields', () => {
  const later = NOW + 3 * 86_400_000
  const settings = `url: https://example.org/{slug}
fields:
  bio: markdown
  steps: { type: list, fields: { note: markdown } }
`
  const files = {
    'blog/workspace.yml': settings,
    'blog/posts/old.md': postFile({ title: 'Old', publishedAt: '2026-01-01' }),
    'blog/posts/soon.md': postFile({ title: 'Soon', publishedAt: new Date(later).toISOString() }),
  }
  const built = async (lines: Record<string, string>, body = 'Text.', more = {}) => {
    place = await workspace({ ...files, 'blog/posts/a.md': postFile(lines, body), ...more })
    const { problems } = await place.build()
    return problems.map((problem) => problemLine(problem).slice(place.dir.length + 6))
  }
  const shown = async (now = NOW, path = 'blog/posts/a') => {
    const reading = reader(place, now)
    const reply = await reading.ask(path)
    const json = await reply.json()
    reading.close()
    return { ...Object(json), etag: reply.headers.get('etag'), id: reply.headers.get('x-snapshot-id') }
  }

  test('becomes what a text becomes', async () => {
    const bio = ['|', '  # Who', '', '  *I*[^1] write <script>x()</script> of [old](old.md). ![A](x.png)', '']
    const note = `[{ note: "See [who](#who).\\n\\n## Who" }]`
    await built(
      { bio: `${[...bio, '  [^1]: Me.'].join('\n')}`, steps: note },
      '# Who\n\nText[^1].\n\n[^1]: Note.\n',
      { 'blog/posts/x.png': png(10, 10) },
    )
    await place.build({ env: { BASE_URL: 'https://api.example.org' } })
    const { post } = await shown()
    expect(post.fields.bio).toContain('<h1 id="fields.bio:who">Who</h1>')
    expect(post.fields.bio).toMatch(
      /<a href="#fields\.bio:footnote-1" id="fields\.bio:footnote-ref-1"|id="fields\.bio:footnote-ref-1" href="#fields\.bio:footnote-1"/,
    )
    expect(post.fields.bio).toContain('<a href="https://example.org/old">old</a>')
    expect(post.fields.bio).toMatch(
      /<img src="[^"]+\/media\/x\.[^"]+\.png" alt="A" width="10" height="10" loading="lazy"/,
    )
    expect(post.fields.bio).not.toContain('script')
    expect(post.fields.steps).toEqual([
      {
        note: '<p>See <a href="#fields.steps.0.note:who">who</a>.</p>\n<h2 id="fields.steps.0.note:who">Who</h2>\n',
      },
    ])
    const ids = [...JSON.stringify(post).matchAll(/ id=\\"([^"]*)\\"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const { post: source } = await shown(NOW, 'blog/posts/a?format=markdown')
    expect(source.fields.steps).toEqual([{ note: 'See [who](#who).\n\n## Who' }])
    const { post: text } = await shown(NOW, 'blog/posts/a?format=text')
    expect(text.fields.steps).toEqual([{ note: 'See who.\n\nWho' }])
  })

  test('has links that appear with what they lead to, and nothing tells of it before', async () => {
    const lines = { bio: '"Read [this](soon.md), and [that](old.md)."' }
    expect(await built(lines)).toEqual([expect.stringMatching(/^posts\/a\.md:6:19 {2}warning {2}later-link/)])
    const paths = ['', '?format=markdown', '?include=revision'].flatMap((query) =>
      ['blog/posts/a', 'blog/posts'].map((path) => path + query),
    )
    const before = await Promise.all(paths.map((path) => shown(NOW, path)))
    expect(JSON.stringify(before)).not.toContain('soon')
    expect(before[0].post.fields.bio).toBe(
      '<p>Read this, and <a href="https://example.org/old">that</a>.</p>\n',
    )
    expect(before[2].post.fields.bio).toBe('Read this, and [that](old.md).')
    const after = await shown(later)
    expect(after.post.fields.bio).toContain('<a href="https://example.org/soon">this</a>')
    expect(after.etag).not.toBe(before[0].etag)
    const [one, other] = [before[4], await shown(later, paths[4])]
    expect(other.post.revision).not.toBe(one.post.revision)
    place.remove()
    // A workspace without the later post says the same in the meantime.
    await built({ bio: '"Read this, and [that](old.md)."' }, 'Text.', {
      'blog/posts/soon.md': postFile({ status: 'draft' }),
    })
    expect(await Promise.all(paths.map((path) => shown(NOW, path)))).toEqual(before)
  })

  test.each([
    ['|\n  Some text.\n\n  And [a link](none.md).', '9:16'],
    ['>-\n  Some text\n  and [a link](none.md).', '8:16'],
    ['"a \\"b\\"\\n\\n[c](none.md)"', '6:22'],
    ["'it''s [c](none.md)'", '6:17'],
    ['it is [c](none.md)', '6:16'],
  ])('has problems at their place in %j', async (bio, at) => {
    expect(await built({ bio })).toEqual([expect.stringMatching(`^posts/a.md:${at}  error  dangling-link`)])
  })

  test('has no links to nothing with broken: warn', async () => {
    await built({ bio: '"[a](none.md)"' }, 'Text.', { 'blog/workspace.yml': `${settings}broken: warn\n` })
    expect((await shown()).post.fields.bio).toBe('<p>a</p>\n')
  })

  test('is no filter', async () => {
    await built({ bio: 'x' })
    const reply = await shown(NOW, 'blog/posts?fields.bio=x')
    expect(reply.details[0].message).toContain('fields.bio')
  })

  test('has code in colours', async () => {
    await built({ bio: '|\n  ```js\n  const a = 1\n  ```' }, 'Text.', {
      'blog/workspace.yml': `${settings}code: { light: github-light, dark: github-dark }\n`,
    })
    expect((await shown()).post.fields.bio).toContain('<span class="code-')
  })
})
