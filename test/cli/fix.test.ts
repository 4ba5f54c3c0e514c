// galley check --fix: what it writes, asks and leaves alone, byte by byte.
import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, describe, expect, test } from 'vitest'
import type { Problem } from '../../build/problems/problem.ts'
import { type Ran, ran } from '../support/command.ts'
import { type Files, postFile, type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace
afterEach(() => place?.remove())

const site = {
  'blog/workspace.yml':
    'url: https://example.org/{slug}\nfields: { minutes: number, parts: list, steps: { type: list, fields: { at: date, kind: { type: select, options: [easy, hard] } } } }\n',
  'blog/tags.yml': 'web: { name: Web }\njavascript: { name: JavaScript }\n',
  'blog/categories.yml': 'news: { name: News }\n',
  'blog/posts/other.md': postFile({}, '# Rows\n'),
}

async function given(files: Files): Promise<void> {
  place?.remove()
  place = await workspace({ ...site, ...files })
}

const read = (path: string) => readFileSync(join(place.dir, path), 'utf8')

/** @param answers on a terminal, one a line */
async function fix(flags: string[] = [], answers?: string): Promise<Ran> {
  const input = Object.assign(new PassThrough(), { isTTY: true })
  input.end(answers)
  const terminal = answers === undefined ? {} : { isTTY: true, stdin: () => input }
  const { code, stdout, stderr } = await ran(
    ['check', '--content', place.dir, ...flags],
    { NO_COLOR: '1' },
    terminal,
  )
  const short = (text: string) => text.replaceAll(`${place.dir}/`, '')
  return { code, stdout: short(stdout), stderr: short(stderr) }
}

const front = (...lines: string[]) => `---\n${lines.join('\n')}\n---\nHello.\n`
const sound = ['title: Hello', 'publishedAt: 2026-05-31', 'authors: [ada]', 'category: news']
const without = (key: string, ...lines: string[]) =>
  front(...sound.filter((line) => !line.startsWith(`${key}:`)), ...lines)

describe('without asking', () => {
  test.each<[what: string, before: string, after: string]>([
    ['a slip in a key', without('title', 'titel: Hello'), without('title', 'title: Hello')],
    [
      'a key in another case, in quotes',
      without('title', '"Title": Hello'),
      without('title', '"title": Hello'),
    ],
    ['an explicit key', without('title', '? titel', ': Hello'), without('title', '? title', ': Hello')],
    [
      'a key of another tool',
      without('publishedAt', 'date: 2026-05-31'),
      without('publishedAt', 'publishedAt: 2026-05-31'),
    ],
    [
      'a key, and then what is below it',
      without('publishedAt', 'date:    31.5.2026 # a Sunday'),
      without('publishedAt', 'publishedAt:    2026-05-31 # a Sunday'),
    ],
    [
      'a key and its value, as the hint writes them',
      front(...sound, 'draft: true # for now'),
      front(...sound, 'status: draft # for now'),
    ],
    ['a key with names behind it', without('authors', 'author: Ada'), without('authors', 'authors: [Ada]')],
    ['a key within a key', front(...sound, 'fields: {minuts: 5}'), front(...sound, 'fields: {minutes: 5}')],
    ['a list of one', without('category', 'category: [ news ]'), without('category', 'category: news')],
    [
      'a list of one over several lines',
      without('category', 'category: [', '  "news",', ']'),
      without('category', 'category: news'),
    ],
    [
      'a list of one as a line of its own',
      without('category', 'category:', '- news # all of it', 'tags: [web]'),
      without('category', 'category: news # all of it', 'tags: [web]'),
    ],
    ['a list of what needs quotes', without('title', 'title: ["A: b"]'), without('title', 'title: "A: b"')],
    [
      'a date with a single reading',
      without('publishedAt', 'publishedAt: 2026/5/3'),
      without('publishedAt', 'publishedAt: 2026-05-03'),
    ],
    [
      'a date in quotes, with a time',
      without('publishedAt', "publishedAt: '3 March 2020, 5:30 pm'"),
      without('publishedAt', "publishedAt: '2020-03-03T17:30:00Z'"),
    ],
    [
      'a date in curly quotes',
      without('publishedAt', 'publishedAt: “2026-05-03”'),
      without('publishedAt', 'publishedAt: 2026-05-03'),
    ],
    [
      'a key and a date in an item of a list',
      front(...sound, 'steps: [{ kind: easy }, { aat: 31.5.2026 }]'),
      front(...sound, 'steps: [{ kind: easy }, { at: 2026-05-31 }]'),
    ],
    ['a flag in other words', front(...sound, 'featured: yes'), front(...sound, 'featured: true')],
  ])('%s is fixed, and all other bytes stay', async (_, before, after) => {
    for (const [from, to] of [
      [before, after],
      [`\ufeff${before}`, `\ufeff${after}`].map((text) => text.replaceAll('\n', '\r\n')),
    ] as [string, string][]) {
      await given({ 'blog/posts/a.md': from })
      const { code, stdout } = await fix(['--fix', '--max-warnings', '0'])
      expect(read('blog/posts/a.md')).toBe(to)
      expect([code, stdout]).toEqual([0, ''])
    }
  })

  test('it says what it did, and is as `check` after it', async () => {
    const before = front('titel: Hello', ...sound.slice(1), 'tags: [web, web]', 'status: drafft')
    await given({ 'blog/posts/a.md': before, 'blog/tags.yml': 'web: { nam: Web }\n' })
    const after = {
      code: 1,
      stdout: expect.stringMatching(
        /^blog\/posts\/a\.md:6:13 {2}warning.*\n.*\n.*\n\nblog\/posts\/a\.md:7:9 {2}error/,
      ),
    }
    expect(await fix(['--fix'])).toEqual({
      ...after,
      stderr: `blog/posts/a.md:2:1  is fixed: titel → title
blog/tags.yml:1:8  is fixed: nam → name
On a terminal, --fix asks about 1 more.
Checked 5 files: 1 error, 1 warning.
`,
    })
    expect(read('blog/posts/a.md')).toBe(before.replace('titel', 'title'))
    expect(await fix()).toMatchObject(after)
    expect(await fix(['--fix', '--quiet'])).toEqual({ ...after, stderr: '' })
  })

  test('of some files, only these are fixed', async () => {
    const wrong = front(...sound, 'featured: no')
    await given({ 'blog/posts/a.md': wrong, 'blog/posts/b.md': wrong })
    expect((await fix(['--fix', join(place.dir, 'blog/posts/b.md')])).code).toBe(0)
    expect([read('blog/posts/a.md'), read('blog/posts/b.md')]).toEqual([
      wrong,
      wrong.replace('no\n', 'false\n'),
    ])
  })

  test('--dry-run writes nothing, and shows what would be written', async () => {
    const wrong = front(...sound, 'featured: no')
    await given({ 'blog/posts/a.md': wrong })
    const { code, stdout, stderr } = await fix(['--fix', '--dry-run'], 'yes\n')
    expect([code, read('blog/posts/a.md')]).toEqual([1, wrong])
    expect(stderr).toMatch(/^blog\/posts\/a\.md:6:11 {2}would be fixed: no → false\nChecked/)
    expect(stdout).toBe((await fix()).stdout)
  })

  test('check without --fix writes nothing, and flags that do not fit are refused', async () => {
    const wrong = front(...sound, 'featured: no')
    await given({ 'blog/posts/a.md': wrong })
    await fix([], 'yes\n')
    expect(read('blog/posts/a.md')).toBe(wrong)
    expect(await fix(['--dry-run'])).toMatchObject({ code: 2, stdout: '' })
    expect(await fix(['--fix', '--snapshot'])).toMatchObject({ code: 2, stdout: '' })
  })

  test('it writes through no link, and keeps permissions', async () => {
    await given({ 'blog/posts/a.md': front(...sound, 'featured: no'), 'kept.txt': '' })
    symlinkSync('a.md', join(place.dir, 'blog/posts/b.md'))
    chmodSync(join(place.dir, 'blog/posts/a.md'), 0o640)
    await fix(['--fix'])
    expect(read('blog/posts/b.md')).toContain('featured: false')
    expect(lstatSync(join(place.dir, 'blog/posts/b.md')).isSymbolicLink()).toBe(true)
    expect(statSync(join(place.dir, 'blog/posts/a.md')).mode & 0o777).toBe(0o640)
    expect(readdirSync(join(place.dir, 'blog/posts'))).toEqual(['a.md', 'b.md', 'other.md'])
  })
})

describe('with an answer', () => {
  const slips = front(...sound, 'tags: [javscript, "wbe"]', 'updatedAt: 05/06/2026').replace(
    'Hello.',
    '[x](othr.md#rows)',
  )

  test('slips of names, and dates with two readings, are asked about one by one', async () => {
    await given({ 'blog/posts/a.md': slips })
    const { code, stderr } = await fix(['--fix'], 'maybe\n\nno\n2026-06-05\ny\nyes\n')
    expect(read('blog/posts/a.md')).toBe(
      slips.replace('javscript', 'javascript').replace('05/06/2026', '2026-06-05').replace('othr', 'other'),
    )
    expect(code).toBe(1)
    expect(stderr.split('\n').filter((line) => /^(Write|Which|blog.*is fixed)/.test(line))).toEqual([
      'Write javascript? [yes]',
      'Write yes or no.',
      'Write javascript? [yes]',
      'blog/posts/a.md:6:8  is fixed: javscript → javascript',
      'Write "web"? [yes]',
      'Which one is meant? [no]',
      'blog/posts/a.md:7:12  is fixed: 05/06/2026 → 2026-06-05',
      'Write other.md#rows? [yes]',
      'Write yes or no.',
      'Write other.md#rows? [yes]',
      'blog/posts/a.md:9:5  is fixed: othr.md#rows → other.md#rows',
    ])
  })

  test('where nobody answers, nothing is written', async () => {
    await given({ 'blog/posts/a.md': slips })
    expect((await fix(['--fix'], '')).code).toBe(1)
    expect((await fix(['--fix'])).code).toBe(1)
    expect(read('blog/posts/a.md')).toBe(slips)
  })
})

describe('what is written in another way is left alone', () => {
  test.each([
    ['a text of several lines', without('category', 'category:', '  - ne', '    ws')],
    ['a text in a block', front(...sound, 'updatedAt: >', '  2026/5/3')],
    ['escapes', front(...sound, 'tags: ["j\\x61vscript"]')],
    ['what has an anchor', front(...sound, 'tags: [&a javscript]', 'description: *a')],
    ['a list with comments', without('category', 'category: # one', '- news')],
    ['a file with a key twice', without('title', 'titel: Hello', 'titel: Again')],
    ['a key whose right form is there', front(...sound, 'Title: x')],
    ['a key whose value would be wrong', without('publishedAt', 'date: soon')],
    ['broken YAML', front(...sound, 'featured: yes', 'description: "')],
    ['TOML', '+++\ntitel = "x"\n+++\n'],
    ['a link in code', front(...sound).replace('Hello.', '`[x](othr.md)` and <a href="o&#116;hr.md">x</a>')],
  ])('%s', async (_, text) => {
    await given({ 'blog/posts/a.md': text })
    await fix(['--fix'], 'yes\nyes\nyes\n')
    expect(read('blog/posts/a.md')).toBe(text)
  })

  test('bytes that are not UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from(front(...sound, 'featured: yes')), Buffer.from([0xff])])
    await given({ 'blog/posts/a.md': bytes })
    await fix(['--fix'])
    expect(readFileSync(join(place.dir, 'blog/posts/a.md'))).toEqual(bytes)
  })
})

test('with --json, a problem has its replacement as offsets in the text', async () => {
  const text = `\ufeff${front(...sound, 'tags: [javscript]', 'updatedAt: 05/06/2026', 'featured: 😀').replaceAll('\n', '\r\n')}`
  await given({ 'blog/posts/a.md': text })
  const problems: Problem[] = (await fix(['--json'])).stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const shown = problems.map(({ fix }) => fix && [text.slice(1).slice(fix.from, fix.to), fix])
  expect(shown).toEqual([
    ['javscript', { from: 83, to: 92, text: 'javascript', certain: false }],
    ['05/06/2026', { from: 106, to: 116, text: '2026-05-06', certain: false, others: ['2026-06-05'] }],
    undefined,
  ])
})
