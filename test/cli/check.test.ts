// galley check: all that is wrong, as a person reads it, as a program does, and as GitHub shows it.
import { existsSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import { main } from '../../bin/main.ts'
import { cellsOf } from '../../bin/terminal/cells.ts'
import { printProblems } from '../../bin/terminal/problems.ts'
import { check as findProblems } from '../../build/index.ts'
import type { Problem } from '../../build/problems/problem.ts'
import type { OnProgress } from '../../build/stages.ts'
import { ran } from '../support/command.ts'
import { png } from '../support/picture.ts'
import { type Files, postFile, type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace
afterEach(() => place?.remove())

/** Runs `galley check` over these files; paths in what it says are below the content root. */
async function check(files: Files, flags: string[] = [], env: NodeJS.ProcessEnv = {}) {
  place = await workspace(files)
  return run(['--content', place.dir, ...flags], env)
}

async function run(flags: string[], env: NodeJS.ProcessEnv = {}) {
  const { code, stdout, stderr } = await ran(['check', ...flags], env)
  const short = (text: string) =>
    text.replaceAll(`${place.dir}/`, '').replaceAll(place.out, 'dist').replaceAll(join(place.out), 'dist')
  return { code, stdout: short(stdout), stderr: short(stderr) }
}

async function told(files: Files): Promise<Problem[]> {
  const { stdout } = await check(files, ['--json'])
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

const sound = postFile({ tags: '[web]' })
const doubtful = postFile({ tags: '[web, web]' })
const wrong = postFile({ featured: 'maybe', tags: '[web, web]' })

describe('galley check', () => {
  test('finds nothing wrong with valid content, and writes nothing', async () => {
    expect(await check({ 'blog/posts/a.md': sound, 'blog/tags.yml': 'web: { name: Web }\n' })).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Checked 2 files: 0 errors, 0 warnings.\n',
    })
    expect(readdirSync(dirname(place.dir))).toEqual(['content'])
  })

  test('of some files tells what is wrong with these, and fails for these', async () => {
    const files = { 'blog/posts/a.md': wrong, 'blog/posts/b.md': doubtful, 'blog/posts/c.md': sound }
    const code = async (...names: string[]) => {
      const paths = names.map((name) => join(place.dir, 'blog/posts', name))
      return run(['--content', place.dir, ...paths])
    }
    await check(files)
    const a = await code('a.md')
    expect(a.code).toBe(1)
    expect(a.stdout).not.toContain('b.md')
    expect(a.stderr).toBe('Checked 1 of 3 files: 1 error, 1 warning.\n')
    const both = await code('c.md', 'b.md')
    expect(both).toMatchObject({
      code: 0,
      stderr: 'Checked 2 of 3 files: 0 errors, 1 warning.\n',
    })
    expect(both.stdout).toMatch(/^blog\/posts\/b\.md:.*\n.*\n.*\n$/)
    expect(await code('../../README.md', 'a.md')).toMatchObject({ code: 2, stdout: '' })
    writeFileSync(join(place.dir, '../README.md'), '# Hello\n')
    expect(await code('../../../README.md')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/README\.md is not in .*, and not checked\.\n$/),
    })
    symlinkSync(place.dir, join(place.dir, '../link'))
    const through = await run(['--content', place.dir, join(place.dir, '../link/blog/posts/a.md')])
    expect(through.stdout).toContain('blog/posts/a.md:')
  })

  test('of some files renders only these, and what they link to or share an address with', async () => {
    const url = 'url: https://h.example/{slug}\n'
    const rest = Array.from({ length: 20 }, (_, index) => [`blog/posts/p${index}.md`, postFile()])
    place = await workspace({
      ...Object.fromEntries(rest),
      'blog/workspace.yml': url,
      'blog/posts/a.md': postFile({ aliases: '[/old, /draft, /same]' }, '[b](b.md#no) [p](../posts/p1.md)\n'),
      'blog/posts/b.md': postFile({ aliases: '[/b-was]' }, '# Yes\n'),
      'blog/posts/old.md': postFile(),
      'blog/posts/draft.md': postFile({}, '```\nopen\n'),
      'blog/posts/c.md': postFile({ aliases: '[/same/]', slug: 'p2' }),
      'docs/posts/a.md': postFile({ aliases: '[/old]' }),
    })
    let rendered = 0
    const only = new Set([`${place.dir}/blog/posts/a.md`])
    const onProgress: OnProgress = ({ stage }) => {
      if (stage === 'reading') rendered++
    }
    const { problems } = await findProblems({ content: place.dir, env: {}, only, onProgress })
    expect(problems.map(({ line, code, message }) => `${line} ${code} ${message}`)).toEqual([
      `6 taken-name The alias "/old" is taken: it is the address of ${place.dir}/blog/posts/old.md.`,
      '8 missing-heading "b.md" has no heading "no".',
    ])
    // a, b and p1; old, draft and c.
    expect(rendered).toBe(6)
  })

  test('of some files knows the names of all others, however these are written, and renders all posts for an image', async () => {
    place = await workspace({
      'blog/workspace.yml': 'url: https://h.example/{slug}\n',
      'blog/posts/0.md': postFile({ slug: 'taken', id: 'one' }),
      'blog/posts/taken.md': postFile({ id: 'one' }, '[e](\u00e9.md#no)\n'),
      'blog/posts/e\u0301.md': postFile({ slug: 'e' }, '# Yes\n'),
      'blog/posts/p.png': png(),
      'blog2/posts/a.md': postFile({ titel: 'x' }),
      'b c/posts/a.md': postFile(),
      'blog3/posts/a.md': postFile({ slug: 'same' }),
      // Too large to be read here, so that another process compiles it.
      'blog3/posts/large.md': postFile({ slug: `same # ${'x'.repeat(70_000)}` }),
      'blog3/posts/same.md': postFile(),
    })
    const toldOf = async (...names: string[]) => {
      let rendered = 0
      const files = names.map((name) => `${place.dir}/${name}`)
      const onProgress: OnProgress = ({ stage }) => {
        if (stage === 'reading') rendered++
      }
      const only = new Set(files)
      const { problems } = await findProblems({ content: place.dir, env: {}, only, onProgress })
      return [rendered, ...problems.map(({ file, code }) => `${file.slice(place.dir.length + 1)} ${code}`)]
    }
    const taken = ['taken-name', 'taken-name', 'missing-heading'].map((code) => `blog/posts/taken.md ${code}`)
    expect(await toldOf('blog/posts/taken.md')).toEqual([2, ...taken])
    expect(await toldOf('blog/posts/p.png')).toEqual([3, 'blog/posts/p.png unused-file'])
    const other = 'blog2/posts/a.md unknown-key'
    expect(await toldOf('blog2/posts/a.md')).toEqual([1, other])
    expect(await toldOf('blog2/posts/a.md', 'blog/posts/taken.md')).toEqual([3, ...taken, other])
    // Of the folder that it is in.
    expect(await toldOf('b c/posts/a.md')).toEqual([1, 'b c bad-key'])
    expect(await toldOf('blog3/posts/same.md')).toEqual([2, 'blog3/posts/same.md taken-name'])
  })

  test('of what is no file says so', async () => {
    await check({ 'blog/posts/a.md': sound })
    const folder = join(place.dir, 'blog')
    for (const argv of [[folder], [join(folder, 'none.md')], ['--snapshot', join(folder, 'posts/a.md')]]) {
      expect(await run(['--content', place.dir, ...argv])).toMatchObject({ code: 2, stdout: '' })
    }
  })

  test('shows every problem of every file, sorted, each with its line', async () => {
    const { code, stdout, stderr } = await check({
      'blog/posts/b.md': wrong,
      'blog/posts/a.md': postFile({ titel: 'x' }),
      'blog/picture.png': '',
      'guide/posts/a.md': 'No front matter\n',
    })
    expect(
      stdout,
    ).toBe(`blog/picture.png:1:1  warning  unused-file  This file is not used: no post, author or workspace.yml names it. Remove it, or name it _picture.png.

blog/posts/a.md:6:1  error  unknown-key  There is no key "titel". Did you mean "title"?
  6 | titel: x
    | ^^^^^

blog/posts/b.md:6:11  error  wrong-type  featured "maybe" is neither true nor false. Write true or false.
  6 | featured: maybe
    |           ^^^^^

blog/posts/b.md:7:13  warning  named-twice  The tag "web" is named twice. Name it once.
  7 | tags: [web, web]
    |             ^^^

guide/posts/a.md:1:1  error  no-front-matter  The file does not begin with front matter. Start it with a --- line, title: …, publishedAt: … and another --- line.
  1 | No front matter
    | ^^^^^^^^^^^^^^^
`)
    expect(stderr).toBe('Checked 4 files: 3 errors, 2 warnings.\n')
    expect(code).toBe(1)
  })

  test('wraps words at the width of a terminal, and shows as much of a line as fits', async () => {
    place = await workspace({ 'blog/posts/a.md': postFile({ layout: `'${'long '.repeat(20)}'` }) })
    const { problems } = await findProblems({ content: place.dir, env: {} })
    for (const columns of [40, 60, 80, 120]) {
      let printed = ''
      const write = (text: string) => (printed += text)
      const shorter = problems.map((problem) => ({
        ...problem,
        message: `${problem.message} 日本語の全文検索`,
      }))
      printProblems([...shorter, ...shorter], { write, isTTY: true, columns }, { NO_COLOR: '1' })
      const lines = printed.split('\n').filter((line) => !line.startsWith(place.dir))
      const widths = lines.map((line) => cellsOf(line).reduce((sum, { width }) => sum + width, 0))
      expect(Math.max(...widths)).toBeLessThanOrEqual(columns)
      expect(Math.max(...widths)).toBeGreaterThan(columns - 12)
      expect(printed.split('\n\n')).toHaveLength(2)
      expect(printed.replace(/\n {2}(?! )/g, ' ')).toContain(
        'Remove it; or define it under fields in workspace.yml',
      )
    }
  })

  test.each([
    ['usage errors', ['check', '日本語 the name of a file that is not here.md']],
    ['totals', ['check', '--strict', '--content', '']],
  ])('wraps words of %s at the width of a terminal', async (_, argv) => {
    place = await workspace({ 'blog/posts/a.md': postFile({}, '<font>a</font>') })
    for (const columns of [24, 40]) {
      let printed = ''
      const write = (text: string) => (printed += text)
      const stderr = { write, isTTY: true, columns }
      await main({
        argv: argv.map((one) => one || place.dir),
        env: { FORCE_COLOR: '1' },
        stdout: { write: () => true },
        stderr,
      })
      const lines = stripVTControlCharacters(printed).replace(/^.*\r/gm, '').trimEnd().split('\n')
      const widths = lines.map((line) => cellsOf(line).reduce((sum, { width }) => sum + width, 0))
      expect(lines.length).toBeGreaterThan(1)
      expect(Math.max(...widths)).toBeLessThanOrEqual(columns)
      expect(lines.slice(1).every((line) => /^ {2}\S/.test(line))).toBe(true)
    }
  })

  test('makes suggestions for a thousand names, and none for more', async () => {
    const links = Array.from({ length: 150 }, (_, index) => `![x](hele${index}.png)\n`).join('')
    const posts = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`blog/posts/p${index}.md`, postFile({}, links)]),
    )
    const pictures = Array.from({ length: 150 }, (_, index) => [`blog/posts/here${index}.png`, 'x'])
    const problems = await told({ ...posts, ...Object.fromEntries(pictures) })
    const missing = problems.filter(({ code }) => code === 'missing-file')
    expect(missing).toHaveLength(1_200)
    expect(missing.filter(({ hint }) => hint.includes('Did you mean "here'))).toHaveLength(1_000)
  })

  test('repeats no more of a value than anyone would read', async () => {
    const problems = await told({
      'blog/posts/a.md': postFile({ tags: `"${'a, '.repeat(60_000)}"`, ['k'.repeat(900)]: 'x' }),
    })
    expect(problems.map(({ code }) => code)).toEqual(['wrong-type', 'unknown-key'])
    for (const { message, hint } of problems) expect(message.length + hint.length).toBeLessThan(2_100)
  })

  test('reports a hundred problems of one kind in a file, and how many more there are', async () => {
    const slugs = Array.from({ length: 250 }, (_, index) => `x${index}`)
    const { stdout, stderr } = await check({
      'blog/posts/a.md': postFile({ tags: '[web]', titel: 'x' }),
      'blog/posts/b.md': postFile({ tags: `[${slugs.slice(0, 100).map((slug) => `no-${slug}`)}]` }),
      'blog/tags.yml': `web: { name: Web }\n${slugs.map((slug) => `${slug}: x\n`).join('')}`,
      'other/tags.yml': slugs
        .map((slug) => `${slug}: x\n`)
        .slice(0, 101)
        .join(''),
      'other/posts/a.md': postFile(),
    })
    expect(stdout).toMatch(/^other\/tags\.yml:100:.* And 1 more like it in this file\.$/m)
    const lines = stdout.split('\n').filter((line) => line.startsWith('blog/'))
    expect(lines).toHaveLength(201)
    expect(lines[0]).toContain('There is no key "titel"')
    expect(lines[200]).toMatch(/^blog\/tags\.yml:101:.* And 150 more like it in this file\.$/)
    expect(lines.filter((line) => line.includes(' more like it '))).toHaveLength(1)
    expect(stderr).toBe('Checked 5 files: 301 errors, 0 warnings.\n')
  })

  test('reports once what a post names repeatedly, and how often', async () => {
    const { stdout } = await check({ 'blog/posts/a.md': postFile({ tags: '[web, a, web, web, a]' }) })
    expect(stdout.split('\n').filter((line) => line.startsWith('blog/'))).toEqual([
      'blog/posts/a.md:6:16  warning  named-twice  The tag "web" is named 3 times. Name it once.',
      'blog/posts/a.md:6:26  warning  named-twice  The tag "a" is named twice. Name it once.',
    ])
  })

  test('puts carets under the value itself, whatever precedes it', async () => {
    const post = `---
title: 日本語
publishedAt: 2026-05-31
authors: [ada]
category: news
tags:\t[日本, "👍🏽", javscript]
attribution:
  author: Ada
  urll: https://example.org
fields:
  sizes:
    - 小さい
    - huge
aliases: [
  ok,  Old One
]
---
Text with a | in it.

~~~
`
    const { stdout } = await check({
      'blog/posts/a.md': `\ufeff${post.replaceAll('\n', '\r\n')}`,
      'blog/tags.yml': '日本: { name: 日本 }\n👍🏽: { name: x }\njavascript: { name: JavaScript }\n',
      'blog/workspace.yml': 'fields: { sizes: { type: list, options: [小さい, large] } }\n',
    })
    expect(
      stdout,
    ).toBe(`blog/posts/a.md:6:20  error  unknown-tag  There is no tag "javscript". Did you mean "javascript"?
  6 | tags:    [日本, "👍🏽", javscript]
    |                       ^^^^^^^^^

blog/posts/a.md:9:3  error  unknown-key  There is no key "urll". Did you mean "url"?
  9 |   urll: https://example.org
    |   ^^^^

blog/posts/a.md:13:7  error  bad-choice  fields.sizes[1] "huge" is not a valid value. Write 小さい or large.
  13 |     - huge
     |       ^^^^

blog/posts/a.md:15:8  error  bad-slug  aliases[1] "Old One" is not a slug. Write old-one, or, for an old address, its path, such as /Old%20One.
  15 |   ok,  Old One
     |        ^^^^^^^

blog/posts/a.md:20:1  error  unterminated-fence  This code fence is not closed, and everything after it is code. Close it with a line of only \`\`\`, or only ~~~ if that opened it.
  20 | ~~~
     | ^^^

blog/tags.yml:2:1  error  bad-slug  The key "👍🏽" is not a slug. A slug has lower-case letters, digits and hyphens.
  2 | 👍🏽: { name: x }
    | ^^
`)
  })

  test.each([
    ['warnings alone', [], 0, ''],
    ['warnings under --strict', ['--strict'], 1, '; no warnings are allowed'],
    ['as many as --max-warnings', ['--max-warnings', '1'], 0, ''],
    ['more than --max-warnings', ['--max-warnings=0'], 1, '; no warnings are allowed'],
    ['--strict above all', ['--strict', '--max-warnings', '5'], 1, '; no warnings are allowed'],
  ])('exits as told with %s', async (_, flags, code, end) => {
    const result = await check({ 'blog/posts/a.md': doubtful }, flags as string[])
    expect(result.code).toBe(code)
    expect(result.stderr).toBe(`Checked 1 file: 0 errors, 1 warning${end}.\n`)
  })

  test.each([
    [['--max-warnings', 'few'], '--max-warnings "few" is not a number. Write 0 or more, such as 10.'],
    [['--max-warning', '1'], 'There is no flag --max-warning. Did you mean "--max-warnings"?'],
    [['--content', '/nowhere'], 'There is no folder /nowhere.'],
  ])('exits with 2 over %j', async (flags, message) => {
    const { code, stdout, stderr } = await run(flags)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(`galley: ${message}`)
  })

  test('prints one JSON object per problem, each on a line', async () => {
    const { code, stdout } = await check({ 'blog/posts/a.md': wrong }, ['--json'])
    expect(code).toBe(1)
    expect(stdout.endsWith('}\n')).toBe(true)
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      {
        file: 'blog/posts/a.md',
        line: 6,
        column: 11,
        length: 5,
        code: 'wrong-type',
        severity: 'error',
        message: 'featured "maybe" is neither true nor false.',
        hint: 'Write true or false.',
      },
      expect.objectContaining({ line: 7, column: 13, length: 3, code: 'named-twice', severity: 'warning' }),
    ])
    expect((await check({ 'blog/posts/a.md': sound }, ['--json'])).stdout).toBe('')
  })

  test('prints only problems with --quiet', async () => {
    expect((await check({ 'blog/posts/a.md': doubtful }, ['--quiet'])).stderr).toBe('')
  })

  test('shows colours only if they are wanted', async () => {
    const { stdout } = await check({ 'blog/posts/a.md': wrong }, [], { FORCE_COLOR: '1' })
    expect(stdout).toContain('  \u001b[31merror\u001b[39m  wrong-type')
    expect(stdout).toContain('\u001b[33m^^^\u001b[39m')
    expect((await check({ 'blog/posts/a.md': wrong })).stdout).not.toContain('\u001b')
  })
})

describe('on GitHub Actions', () => {
  const env = { GITHUB_ACTIONS: 'true' }

  test('every problem is an annotation as well', async () => {
    const { stdout } = await check({ 'blog/posts/a.md': wrong }, [], env)
    expect(stdout.split('\n').slice(-3)).toEqual([
      '::error file=blog/posts/a.md,line=6,col=11::featured "maybe" is neither true nor false. Write true or false. (wrong-type)',
      '::warning file=blog/posts/a.md,line=7,col=13::The tag "web" is named twice. Name it once. (named-twice)',
      '',
    ])
    expect(stdout).toContain('  6 | featured: maybe\n')
  })

  // A name cannot hold these on Windows.
  test.skipIf(process.platform === 'win32')(
    'names and values cannot make commands of their own',
    async () => {
      const { stdout } = await check(
        {
          'blog/posts/100%,a:\n::error::b.md': '',
          'blog/posts/a.md': postFile({ slug: '"%0A::x\\n::error::"' }),
        },
        [],
        env,
      )
      expect(stdout.split('\n').filter((line) => line.startsWith('::'))).toEqual([
        '::error file=blog/posts/100%25%2Ca%3A\\x0a%3A%3Aerror%3A%3Ab.md,line=1,col=1::The name contains a line break. Rename it. (bad-name)',
        '::error file=blog/posts/a.md,line=6,col=7::slug "%250A::x\\x0a::error::" is not a slug. Write 0a-x-error. (bad-slug)',
      ])
    },
  )

  test('paths are relative to the repository, wherever the step runs', async () => {
    place = await workspace({ 'blog/posts/a.md': wrong })
    const { stdout } = await run(['--content', place.dir], { ...env, GITHUB_WORKSPACE: dirname(place.dir) })
    expect(stdout).toContain('::error file=content/blog/posts/a.md,line=6,')
    const outside = await run(['--content', place.dir], { ...env, GITHUB_WORKSPACE: place.out })
    expect(outside.stdout).toContain('::error file=blog/posts/a.md,line=6,')
  })

  test('annotations stay out of JSON', async () => {
    const { stdout, stderr } = await check({ 'blog/posts/a.md': wrong }, ['--json'], env)
    expect(stdout).not.toContain('::')
    expect(stderr).toContain('::error file=')
  })
})

describe('galley check --snapshot', () => {
  const flags = () => ['--snapshot', '--out', place.out]

  test('finds a snapshot intact', async () => {
    place = await workspace({ 'blog/posts/a.md': sound })
    await place.build()
    expect(await run(flags())).toEqual({
      code: 0,
      stdout: '',
      stderr: `The snapshot in ${join('dist/data')} is intact.\n`,
    })
  })

  test('says which file is damaged, and exits with 1', async () => {
    place = await workspace({ 'blog/posts/a.md': sound })
    const { workspaces } = await place.build()
    const folder = join('data', workspaces[0]!.hash)
    truncateSync(join(place.out, folder, 'short.bin'), 3)
    const { code, stdout, stderr } = await run(flags())
    expect(code).toBe(1)
    expect(stdout).toMatch(/ 3 bytes.*\n$/)
    expect(stdout.startsWith(join('dist', folder, 'short.bin'))).toBe(true)
    expect(stderr).toBe('Run galley build to rebuild it.\n')
    expect(JSON.parse((await run([...flags(), '--json'])).stdout).message).toContain('short.bin')
    await place.build()
    expect((await run(flags())).code).toBe(0)
  })

  test('says which of the media is missing or damaged', async () => {
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'
    place = await workspace({ 'blog/posts/a.md': postFile({}, '![A](a.svg)'), 'blog/posts/a.svg': drawing })
    const options = { env: { BASE_URL: 'https://api.example.org' } }
    await place.build(options)
    const media = join(place.out, 'public/media')
    const [name = ''] = readdirSync(media)
    const path = join('dist/public/media', name)
    expect((await run(flags())).code).toBe(0)
    writeFileSync(join(media, name), drawing.replace('1', '2'))
    expect(await run(flags())).toMatchObject({
      code: 1,
      stdout: `${path}: its contents do not match its name; remove it\n`,
    })
    rmSync(join(media, name))
    expect((await run(flags())).stdout).toMatch(/^dist\S+: ENOENT/)
    await place.build(options)
    expect((await run(flags())).code).toBe(0)
  })

  test('says that there is none', async () => {
    place = await workspace({ 'blog/posts/a.md': sound })
    expect(await run(flags())).toMatchObject({
      code: 1,
      stdout: `There is no snapshot in ${join('dist/data')}.\n`,
    })
    expect(existsSync(place.out)).toBe(false)
  })
})
