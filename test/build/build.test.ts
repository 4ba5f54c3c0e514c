// From files to answers.
import fs, { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { StageClock } from '../../build/stages.ts'
import { nameOf } from '../../snapshot/write/process.ts'
import { problemLine } from '../support/problem-line.ts'
import { get } from '../support/reading.ts'
import { type Files, postFile, type Workspace, workspace } from '../support/workspace.ts'

const places: Workspace[] = []
afterEach(() => {
  for (const place of places.splice(0)) place.remove()
})

async function made(files: Files): Promise<Workspace> {
  const place = await workspace(files)
  places.push(place)
  return place
}

describe('a build', () => {
  test('of a single markdown file makes a workspace', async () => {
    const place = await made({ 'blog/posts/hello.md': postFile({ tags: '[C++]' }, 'One *word*.\n') })
    const began = performance.now()
    const result = await place.build()
    expect(result.milliseconds).toBeLessThanOrEqual(performance.now() - began + 1)
    expect(result).toMatchObject({
      problems: [],
      written: true,
      workspaces: [{ folder: 'blog', keys: ['blog'], posts: 1, authors: 1, categories: 1, tags: 1 }],
    })
    const { post } = await get(place, 'blog/posts/hello')
    expect(post).toMatchObject({
      slug: 'hello',
      title: 'Hello',
      content: '<p>One <em>word</em>.</p>\n',
      description: 'One word.',
      publishedAt: '2026-05-31T00:00:00.000Z',
      updatedAt: '2026-05-31T00:00:00.000Z',
      authors: [{ name: 'Ada', slug: 'ada' }],
      category: { name: 'News', slug: 'news' },
      tags: [{ name: 'C++', slug: 'c-plus-plus', description: null, count: { posts: 1 } }],
    })
    const ids = ({ id, authors, category, tags }: typeof post) => [id, authors[0].id, category.id, tags[0].id]
    // They depend on the folder and the slug, and on nothing else.
    expect(ids(post)).toEqual([
      'post_bead784a6e3ea12848a8',
      'author_58d51dbbe5fe46b90590',
      'category_66654222a2630d77b544',
      'tag_08277892652238a47fdf',
    ])
    place.write({
      'blog/authors/ada.yml': 'name: Countess\n',
      'blog/categories.yml': 'news: { name: Events }\n',
      'blog/tags.yml': 'c-plus-plus: { name: C }\n',
      'blog/posts/hello.md': postFile({ tags: '[c-plus-plus]', title: 'Other' }),
    })
    await place.build()
    const declared = (await get(place, 'blog/posts/hello')).post
    expect([declared.title, declared.tags[0].name, ...ids(declared)]).toEqual(['Other', 'C', ...ids(post)])
  })

  test('of several workspaces gives each its own', async () => {
    const place = await made({
      'b/posts/one.md': postFile({ title: 'One of b' }),
      'a/posts/one.md': postFile({ title: 'One of a' }),
      'a/workspace.yml': 'key: first\n',
    })
    const { workspaces } = await place.build()
    expect(workspaces.map(({ folder, keys }) => [folder, keys])).toEqual([
      ['a', ['first']],
      ['b', ['b']],
    ])
    expect((await get(place, 'first/posts/one')).post.title).toBe('One of a')
    expect((await get(place, 'b/posts/one')).post.title).toBe('One of b')
    expect((await get(place, 'a/posts/one')).error).toBe('Invalid workspace')
  })

  test('orders posts by date, then slug, and lists by folded name', async () => {
    const place = await made({
      'blog/posts/b.md': postFile({ publishedAt: '2026-05-01', tags: '[zébra, Zebra, éclair, Apple]' }),
      'blog/posts/a.md': postFile({ publishedAt: '2026-05-01T00:00:00Z' }),
      'blog/posts/𐐨.md': postFile({ publishedAt: '2026-05-01' }),
      'blog/posts/ﬀ.md': postFile({ publishedAt: '2026-05-01' }),
      'blog/posts/new.md': postFile({ publishedAt: '2026-05-02' }),
    })
    await place.build()
    const slugs = (await get(place, 'blog/posts?order=asc')).posts.map(({ slug }: { slug: string }) => slug)
    expect(slugs).toEqual(['a', 'b', 'ﬀ', '𐐨', 'new'])
    const names = (await get(place, 'blog/tags')).tags.map(({ name }: { name: string }) => name)
    expect(names).toEqual(['Apple', 'Éclair', 'Zebra', 'Zébra'])
  })

  test('has the custom fields of the workspace, typed, null if they are not set', async () => {
    const place = await made({
      'blog/workspace.yml': `fields:
  minutes: { type: number, required: true }
  level: { type: select, options: [easy, hard] }
  source: { type: url }
  seen: { type: date }
  pinned: { type: boolean }
  links: { type: list }
  note: { type: string }
`,
      'blog/posts/a.md': postFile({
        fields:
          '{ minutes: 1.5, level: hard, source: "https://example.org/a", seen: 2026-05-01, pinned: true, links: [1, 2], note: 007 }',
      }),
      'blog/posts/b.md': postFile({ fields: '{ minutes: 3 }' }),
    })
    expect((await place.build()).problems).toEqual([])
    expect((await get(place, 'blog/posts/a')).post.fields).toEqual({
      minutes: 1.5,
      level: 'hard',
      source: 'https://example.org/a',
      seen: '2026-05-01T00:00:00.000Z',
      pinned: true,
      links: ['1', '2'],
      note: '007',
    })
    expect(Object.entries((await get(place, 'blog/posts/b')).post.fields)).toEqual([
      ['minutes', 3],
      ['level', null],
      ['source', null],
      ['seen', null],
      ['pinned', null],
      ['links', null],
      ['note', null],
    ])
  })

  test('refuses values that do not fit a custom field', async () => {
    const place = await made({
      'blog/workspace.yml':
        'fields:\n  minutes: { type: number, required: true }\n  level: { type: select, options: [a, b] }\n',
      'blog/posts/a.md': postFile({ fields: '{ minutes: many, level: c, mood: good }' }),
      'blog/posts/b.md': postFile(),
    })
    expect((await place.build()).problems.map(({ message }) => message)).toEqual([
      'fields.minutes "many" is not a number.',
      'fields.level "c" is not a valid value.',
      'There is no key "mood".',
      'minutes is missing.',
    ])
  })

  test.each([
    ['number', '1,5', '"1,5" is not a number. Write 1.5.'],
    ['number', '0x10', '"0x10" is not a number. Write 5 or 2.5.'],
    ['number', '1e999', '"1e999" is too large for a number. Define the field as a string.'],
    ['number', '12345678901234567890', '"12345678901234567890" is too large for a number.'],
    ['number', '[1]', 'must be text. Write 1.'],
    ['string', '[one, two]', 'must be text. Write one of them, as in one.'],
    ['number', '1,5 kg', 'Write 5 or 2.5.'],
    ['number', 'kg 1,5', 'Write 5 or 2.5.'],
    ['number', '1.000,5', 'Write 5 or 2.5.'],
    ['boolean', 'yes', '"yes" is neither true nor false. Write true.'],
    ...['Y', 'on', '1'].map((yes) => ['boolean', yes, 'Write true.']),
    ...['No', 'n', 'OFF', '0'].map((no) => ['boolean', no, 'Write false.']),
    ...['yesterday', 'nope', 'oh no', 'oh yes', '10', '01'].map((text) => [
      'boolean',
      text,
      'Write true or false.',
    ]),
    ['url', 'a.org', 'Write https://a.org.'],
    ['url', 'a.org/b', 'Write https://a.org/b.'],
    ['url', 'see a.org', 'Write it in full'],
    ['url', 'a.org, b', 'Write it in full'],
    ['url', 'here', 'Write it in full'],
    ['date', 'in May', '"in May" is not a date. Write the year, month and day as YYYY-MM-DD'],
    ['url', '/here', '"/here" is not an absolute URL. Write it in full'],
    ['url', 'javascript:alert(1)', 'is not an absolute URL.'],
    ['select, options: [red, green]', 'gren', '"gren" is not a valid value. Did you mean "green"?'],
    ['select, options: [red, green]', 'blue', '"blue" is not a valid value. Write red or green.'],
    ['list, options: [a, b]', '[a, c]', 'fields.own[1] "c" is not a valid value. '],
    ['list', 'a, b', 'fields.own must be a list. Write [a, b].'],
    ['string', '{ a: b }', 'fields.own must be text. Put quotes around it if it is text.'],
    ['string, required: true', '""', 'fields.own is missing. Write own: …'],
    ['list, required: true', '[]', 'fields.own is empty. Write own: …'],
    ['date, required: true', '', 'fields.own is missing. Write own: …'],
  ] as [string, string, string][])(
    'refuses for a field of type %s the value %s',
    async (type, value, message) => {
      const place = await made({
        'blog/workspace.yml': `fields:\n  own: { type: ${type} }\n`,
        'blog/posts/a.md': postFile({ fields: `\n  own: ${value}` }),
      })
      const { problems } = await place.build()
      expect(problems).toHaveLength(1)
      expect(problemLine(problems[0]!)).toContain(message)
    },
  )

  test.each([
    'other: { type: text }',
    'other: text',
    'own: { type: text }',
    'other: { type: select, options: [a, [b]] }',
    'other: { type: select, options: [] }',
  ])('blames no post for fields whose definitions are wrong: %s', async (wrong) => {
    const place = await made({
      'blog/workspace.yml': `fields:\n  level: { type: number, required: true }\n  ${wrong}\n`,
      'blog/posts/a.md': postFile({ fields: `{ ${wrong.split(':')[0]}: [x, [y]], level: 1 }` }),
      'blog/posts/b.md': postFile(),
    })
    const { problems } = await place.build()
    expect([...new Set(problems.map(({ file }) => file))]).toEqual([
      `${place.dir}/blog/posts/b.md`,
      `${place.dir}/blog/workspace.yml`,
    ])
  })

  test('cuts messages and hints at a thousand characters, between characters', async () => {
    const options = Array.from({ length: 500 }, (_, i) => `${'😀'.repeat(i % 3)}${i}😀`)
    const place = await made({
      'blog/workspace.yml': `fields: { own: { type: select, options: ${JSON.stringify(options)} } }\n`,
      'blog/posts/a.md': postFile({ fields: '{ own: none }' }),
    })
    const [problem] = (await place.build()).problems
    expect(problem!.hint.length).toBeGreaterThan(990)
    expect(problem!.hint.length).toBeLessThanOrEqual(1_001)
    expect(problem!.hint).toMatch(/^Write .*…$/)
    expect(Buffer.from(problem!.hint).toString()).toBe(problem!.hint)
  })

  test('says where a custom field belongs', async () => {
    const place = await made({
      'blog/workspace.yml': 'fields: { level: { type: string, required: true } }\n',
      'blog/posts/a.md': postFile(),
      'blog/posts/b.md': postFile({ level: 'easy' }),
    })
    const problems = (await place.build()).problems.map(problemLine)
    expect(problems).toEqual([
      expect.stringContaining('a.md:2:1  error  missing-field  level is missing. Write level: …'),
    ])
  })

  test('sanitises HTML unless the workspace is trusted', async () => {
    const text = '<iframe src="https://example.org"></iframe>\n\n[x](javascript:alert(1))\n'
    const place = await made({
      'safe/posts/a.md': postFile({}, text),
      'trusted/posts/a.md': postFile({}, text),
      'trusted/workspace.yml': 'html: trusted\n',
    })
    await place.build()
    expect((await get(place, 'safe/posts/a')).post.content).toBe('<p><a>x</a></p>\n')
    expect((await get(place, 'trusted/posts/a')).post.content).toBe(
      '<iframe src="https://example.org"></iframe><p><a>x</a></p>\n',
    )
  })

  test('prints nothing, whatever the content: what is wrong with it is returned', async () => {
    const streams = [process.stdout, process.stderr, console, console, console] as const
    const names = ['write', 'write', 'log', 'warn', 'error'] as const
    const spies = streams.map((stream, i) => vi.spyOn(stream as Console, names[i] as 'log'))
    const place = await made({
      'safe/posts/a.md': postFile({ titel: 'x' }, '<script>x</script><style>x</style>\n'),
      'trusted/posts/a.md': postFile({}, '<script>x</script><style>x</style>\n'),
      'trusted/workspace.yml': 'html: trusted\n',
    })
    const { problems } = await place.build()
    const printed = spies.flatMap(({ mock }) => mock.calls)
    for (const spy of spies) spy.mockRestore()
    expect(problems.length).toBeGreaterThan(0)
    expect(printed).toEqual([])
  })

  test('writes documentation of the API for programs and for people, and no index page', async () => {
    const place = await made({ 'blog/posts/hello.md': postFile() })
    await place.build()
    const openapi = JSON.parse(readFileSync(join(place.out, 'public/openapi.json'), 'utf8'))
    expect(openapi.openapi).toBe('3.1.0')
    expect(openapi.paths).toHaveProperty(['/v1/{workspace_key}/posts'])
    const page = (name: string) => readFileSync(join(place.out, 'public/docs', name), 'utf8')
    expect(page('api.html')).toContain('<title>API reference</title>')
    expect(page('api.html')).toMatch(/^<!doctype html>[\s\S]*<h1[\s\S]*<\/html>\n$/)
    // Other documents are not published.
    expect(page('api.html')).not.toMatch(/href="(?!https?:|[/#])/)
    expect(page('index.html')).toContain('src="/docs/main.js"')
    expect(existsSync(join(place.out, 'public/index.html'))).toBe(false)
    expect(readdirSync(place.out).sort()).toEqual(['data', 'public'])
  })
})

test.each([
  ['the one before for servers that still read it', {}, ['One', 'Two', 'Three'], 2],
  [
    'nothing else on Vercel, where all of it is shipped',
    { VERCEL: '1', VERCEL_ENV: 'production' },
    ['One', 'Two'],
    1,
  ],
])('a build keeps its snapshot, and %s', async (_, variables, titles, folders) => {
  const place = await made({
    'blog/workspace.yml': 'searchIndex: false\n',
    'blog/posts/hello.md': postFile(),
  })
  const env = { SOURCE_DATE_EPOCH: '1', ...variables }
  for (const title of titles) {
    place.write({ 'blog/posts/hello.md': postFile({ title }) })
    await place.build({ env })
  }
  expect(readdirSync(join(place.out, 'data')).filter((name) => /^[0-9a-f]{32}$/.test(name))).toHaveLength(
    folders,
  )
  expect((await get(place, 'blog/posts/hello')).post.title).toBe(titles.at(-1))
})

test('the time of a stage is all that it takes, however it ends', async () => {
  const clock = new StageClock()
  const now = () => {
    const { user, system } = process.cpuUsage()
    return { milliseconds: performance.now(), cpu: (user + system) / 1_000 }
  }
  const within = { milliseconds: 0, cpu: 0 }
  const work = () => {
    const [from, before] = [now(), process.cpuUsage()]
    // Some of it in the system.
    while (process.cpuUsage(before).system < 5_000) statSync('.')
    const to = now()
    within.milliseconds += to.milliseconds - from.milliseconds
    within.cpu += to.cpu - from.cpu
  }
  const before = now()
  await clock.during('linking', work)
  const failing = clock.during('linking', () => {
    work()
    throw new Error('It fails.')
  })
  await expect(failing).rejects.toThrow('It fails.')
  const after = now()
  const { linking, ...others } = clock.times
  for (const kind of ['milliseconds', 'cpu'] as const) {
    // Each of the two is rounded.
    expect(linking[kind]).toBeGreaterThanOrEqual(within[kind] - 1)
    expect(linking[kind]).toBeLessThanOrEqual(after[kind] - before[kind] + 1)
  }
  const none = { milliseconds: 0, cpu: 0 }
  expect(others).toEqual({ reading: none, assembling: none, writing: none, keeping: none })
})

describe('a build that fails', () => {
  test('reports everything at once, in order, and keeps the previous snapshot', async () => {
    const place = await made({ 'blog/posts/hello.md': postFile({ title: 'Good' }) })
    await place.build()
    const before = contents(place.out)
    place.write({
      'blog/posts/b.md': postFile({ titel: 'x' }),
      'blog/posts/a.md': postFile({ publishedAt: 'soon', featured: 'x' }),
      'blog/workspace.yml': 'nam: x\n',
    })
    const { problems, written, workspaces } = await place.build()
    expect(written).toBe(false)
    expect(workspaces).toEqual([])
    expect(problems.map((problem) => problemLine(problem).slice(place.dir.length))).toEqual([
      '/blog/posts/a.md:3:14  error  bad-date  publishedAt "soon" is not a date. Write the year, month and day as YYYY-MM-DD, or with a time as YYYY-MM-DDThh:mm:ssZ.',
      '/blog/posts/a.md:6:11  error  wrong-type  featured "x" is neither true nor false. Write true or false.',
      '/blog/posts/b.md:6:1  error  unknown-key  There is no key "titel". Did you mean "title"?',
      '/blog/workspace.yml:1:1  error  unknown-key  There is no key "nam". Did you mean "name"?',
    ])
    expect(contents(place.out)).toEqual(before)
    expect((await get(place, 'blog/posts/hello')).post.title).toBe('Good')
  })

  test('fails on a warning only if it is strict', async () => {
    const place = await made({ 'blog/posts/hello.md': postFile({ tags: '[web, web]' }) })
    const strict = await place.build({ strict: true })
    expect(strict).toMatchObject({ written: false, problems: [{ code: 'named-twice', severity: 'warning' }] })
    expect(existsSync(join(place.out, 'data'))).toBe(false)
    const lenient = await place.build()
    expect(lenient).toMatchObject({ written: true, problems: [{ code: 'named-twice' }] })
    expect((await get(place, 'blog/posts/hello')).post.tags).toHaveLength(1)
  })

  test('fails without anything to build', async () => {
    const place = await made({})
    const { problems, written } = await place.build()
    expect(written).toBe(false)
    expect(problems.map(({ code }) => code)).toEqual(['no-workspace'])
    expect(existsSync(place.out)).toBe(false)
  })

  test('is refused for a single workspace instead of the folder of workspaces', async () => {
    const place = await made({ 'blog/posts/hello.md': postFile() })
    await expect(place.build({ content: join(place.dir, 'blog') })).rejects.toThrow(
      `${join(place.dir, 'blog')} is itself a workspace. Write --content ${place.dir} for the folder it is in.`,
    )
  })

  test('says so if it is not content that fails: a disk, or who may write to it', async () => {
    const place = await made({ 'blog/posts/hello.md': postFile() })
    await place.build()
    const unchanged = 'nothing of what was published before has changed'
    const full = (code: string) =>
      `There is no room left for ${place.out} (${code}): ${unchanged}. Free some space, and build again.`
    const closed = (code: string) =>
      `${place.out} cannot be written (${code}): ${unchanged}. Build as the user that owns it, or into another folder with --out.`
    const rows: [code: string, path: string | undefined, message: (code: string) => string][] = [
      ['ENOSPC', undefined, full],
      ['EDQUOT', place.out, full],
      ['EFBIG', place.dir, full],
      ['EACCES', join(place.out, 'data/x'), closed],
      ['EPERM', place.out, closed],
      ['EROFS', join(place.out, 'public'), closed],
      ['EACCES', `${place.out}2`, () => 'as it is'],
      ['EACCES', undefined, () => 'as it is'],
      ['EIO', place.out, () => 'as it is'],
    ]
    for (const [code, path, message] of rows) {
      const about = { code, syscall: 'mkdir', ...(path !== undefined && { path }) }
      const failing = () => {
        throw Object.assign(new Error('as it is'), about)
      }
      const error = await withSystem({ mkdirSync: failing }, () => place.build().catch((error) => error))
      expect([error.message, error.code, error.syscall]).toEqual([message(code), code, 'mkdir'])
    }
  })

  test.each([
    ['published', {}, {}, 'what is no longer used cannot be removed'],
    [
      'published in place of a preview',
      { drafts: true },
      {},
      'the preview that it replaces cannot be removed',
    ],
    ['a preview', { drafts: true }, { drafts: true }, 'what is no longer used cannot be removed'],
    ['made for this process', {}, { isTransient: true }, 'what is no longer used cannot be removed'],
  ] as const)(
    'does not fail any more when it is %s, and says what cannot be done',
    async (_, before, now, what) => {
      const hello = (title: string) => ({ 'blog/posts/hello.md': postFile({ title }) })
      const place = await made(hello('One'))
      await place.build(before)
      place.write(hello('Two'))
      await place.build(before)
      place.write(hello('Three'))
      const { renameSync, rmSync, rmdirSync, fsyncSync, writeFileSync, mkdirSync } = fs
      const usual = { renameSync, rmSync, rmdirSync, fsyncSync, writeFileSync, mkdirSync }
      let isPublished = false
      const closed = Object.fromEntries(
        Object.entries(usual).map(([name, work]) => [
          name,
          (...given: [never, never, never]) => {
            if (isPublished)
              throw Object.assign(new Error(`EACCES: ${name}`), { code: 'EACCES', syscall: name })
            isPublished = /data[\\/]current\.json$/.test(String(given[1]))
            return work(...given)
          },
        ]),
      )
      const notes: string[] = []
      const result = await withSystem(closed, () =>
        place.build({ ...now, onProgress: ({ note }) => note && notes.push(note) }),
      )
      expect([result.written, isPublished]).toEqual([true, true])
      expect(notes[0]).toContain(`The snapshot is published, but part of ${what}: EACCES: `)
      expect(notes.filter((note) => !note.startsWith('The snapshot is published, but '))).toEqual([])
      const served = readFileSync(join(place.out, 'data/current.json'), 'utf8')
      expect(served).toContain(result.workspaces[0]!.hash)
    },
  )

  test('fails on Vercel if its snapshots are too large, search indexes included', async () => {
    const place = await made({ 'a/posts/hello.md': postFile(), 'b/posts/hello.md': postFile() })
    place.write({ 'b/tags.yml': 'web: { name: Web }\n', 'a/workspace.yml': 'searchIndex: false\n' })
    const usual = fs.statSync
    const statSync = ((path: string, options: object) => {
      const stats = usual(path, options)
      const isOfSnapshot = /data[\\/][0-9a-f]{32}[\\/]/.test(path)
      return isOfSnapshot ? Object.assign(stats!, { size: 50 * 1024 * 1024 }) : stats
    }) as typeof fs.statSync
    const env = { SOURCE_DATE_EPOCH: '1', VERCEL: '1' }
    const { problems, written } = await withSystem({ statSync }, () => place.build({ env }))
    expect(written).toBe(false)
    expect(problems).toMatchObject([{ file: `${place.dir}/b`, code: 'too-large' }])
    // Both have as many files, and one has an index of less than a megabyte.
    const [total = 0, largest = 0] = problems[0]!.message
      .match(/\d+ MB/g)!
      .map((text) => Number.parseInt(text, 10))
      .filter((megabytes) => megabytes !== 230)
    const [name = ''] = readdirSync(join(place.out, 'data')).filter((name) => /^[0-9a-f]{32}$/.test(name))
    const files = readdirSync(join(place.out, 'data', name)).length
    expect([total, largest]).toEqual([2 * 50 * files + 1, 50 * files + 1])
  })

  test('removes files that killed builds left, and none of a build that is running or may be', async () => {
    const place = await made({ 'blog/posts/hello.md': postFile() })
    const running = `.tmp-${nameOf(process.ppid)}`
    // In another container, say.
    const elsewhere = `.tmp-2147483647-1-web-2@4026531836@${'0123456789abcdef'.repeat(2)}`
    const names = ['.tmp-0', '.tmp-2147483647-1', running, elsewhere]
    for (const name of names) place.write({ [`../dist/${name}`]: 'half' })
    await place.build()
    expect(readdirSync(place.out).sort()).toEqual([elsewhere, running, 'data', 'public'].sort())
  })
})

/** Replaces functions of the system meanwhile. */
async function withSystem<T>(other: Partial<typeof fs>, work: () => Promise<T>): Promise<T> {
  const names = Object.keys(other) as (keyof typeof fs)[]
  const usual = Object.fromEntries(names.map((name) => [name, fs[name]]))
  Object.assign(fs, other)
  syncBuiltinESMExports()
  try {
    return await work()
  } finally {
    Object.assign(fs, usual)
    syncBuiltinESMExports()
  }
}

/** Every file below a folder with its bytes and the time it was written. */
function contents(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const stats = statSync(join(folder, name))
      return `${name} ${stats.mtimeMs} ${stats.isFile() ? readFileSync(join(folder, name), 'base64') : ''}`
    })
}
