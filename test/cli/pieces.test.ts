// What small functions of the command line make of what they are given: what they print for each kind of result, and what they
// tell apart. CONTRIBUTING.md says how to write pieces.txt anew.
import { createHash } from 'node:crypto'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, expect, test, vi } from 'vitest'
import { checkServing } from '../../bin/cli/check-serving.ts'
import { isExpectedError } from '../../bin/cli/expected-error.ts'
import * as project from '../../bin/cli/project.ts'
import { suggestion } from '../../bin/cli/suggestion.ts'
import { draftsTeller } from '../../bin/commands/dev.ts'
import { metricsAddress } from '../../bin/commands/serve.ts'
import { endWithin, onHangUp } from '../../bin/commands/stop.ts'
import { isLoopback, requireLocal } from '../../bin/desk/guard.ts'
import { type DeskState, DeskStates } from '../../bin/desk/state.ts'
import { managerOf } from '../../bin/init/files.ts'
import { amendedManifestText, ownBuild } from '../../bin/init/manifest.ts'
import { indentOf, objectIn, withMember } from '../../bin/init/members.ts'
import { hasOwnSettings, mergedVercelText, newVercelText } from '../../bin/init/vercel.ts'
import { printError } from '../../bin/main.ts'
import { cellsOf } from '../../bin/terminal/cells.ts'
import { annotation } from '../../bin/terminal/github.ts'
import { curlLine, requestHints } from '../../bin/terminal/hints.ts'
import { printImport } from '../../bin/terminal/imported.ts'
import { printProblems, totals } from '../../bin/terminal/problems.ts'
import { promptOn } from '../../bin/terminal/prompt.ts'
import { reporter, reportTimes } from '../../bin/terminal/report.ts'
import { replaceFiles } from '../../bin/writing/replace.ts'
import { answer, listed, workspaceOf, writeNew } from '../../bin/writing/wish.ts'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import type { ImportResult } from '../../build/import/index.ts'
import type { NoteKind } from '../../build/import/source.ts'
import type { BuildResult } from '../../build/index.ts'
import type { Problem } from '../../build/problems/problem.ts'
import { ChangedFile } from '../../snapshot/write/media.ts'
import { ProductionInPlace } from '../../snapshot/write/preview.ts'
import { inFolder } from '../support/command.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** What is printed on both streams, with colours. */
function printed(print: (console: Parameters<typeof printImport>[2]) => unknown): string {
  let text = ''
  const output = (mark: string) => ({
    isTTY: true,
    columns: 60,
    write: (more: string) => (text += more.replace(/^(?=.)/gm, mark)),
  })
  print({ argv: [], env: { FORCE_COLOR: '1' }, stdout: output('  '), stderr: output('! ') })
  const pages = /(?<=page-0\.md.*\n)(?:.*page-\d+\.md.*\n)+/
  return text
    .replaceAll('\u001b', '␛')
    .replace(pages, (lines) => `and ${lines.split('\n').length - 1} more\n`)
}

const problem: Problem = {
  ...{ file: 'content/blog/posts/none, 5%:.md', line: 3, column: 7, length: 2 },
  ...{ code: 'bad-date', severity: 'error', message: 'It is "50%" wrong.', hint: 'Write a date.' },
} as Problem
const warning: Problem = {
  ...problem,
  severity: 'warning',
  hint: '',
  message: `So\n:: ${'long '.repeat(14)}`,
}

const time = { milliseconds: 4, cpu: 5 }
const built: BuildResult = {
  problems: [],
  written: true,
  workspaces: [
    { folder: 'b', keys: ['b'], posts: 1, drafts: 0, authors: 1, categories: 2, tags: 0, hash: 'x' },
    { folder: 'a', keys: ['k', 'l'], posts: 1, drafts: 0, authors: 1, categories: 2, tags: 0, hash: 'x' },
  ],
  desk: undefined,
  stages: { reading: time, linking: time, assembling: time, writing: time, keeping: time },
  milliseconds: 12,
}
const cached = (taken: number, compiled: number, notes: string[] = []) =>
  ({ ...built, cached: { files: { taken, compiled }, read: 0, notes } }) as unknown as BuildResult

const note = (kind: NoteKind) => ({ kind, message: `it is ${kind}` })
const imported = (name: string, posts: number, kinds: NoteKind[]): ImportResult['workspaces'][number] => ({
  name,
  language: undefined,
  posts: Array.from({ length: posts }, (_, i) => ({
    file: `posts/${i}.md`,
    from: `_posts/${i}.md`,
    isDraft: i === 1,
    aliases: i === 1 ? [] : ['/old', '/older'],
    notes: i === 2 ? [note('mapped')] : kinds.map(note),
  })),
  files: new Map(),
  written: ['a', 'b'],
  unchanged: ['c'],
  kept: posts === 0 ? [] : ['posts/own.md'],
  removed: posts === 0 ? [] : ['posts/gone.md'],
  gone: posts === 0 ? [] : ['posts/moved.md'],
})
const result = (pages: number, ...workspaces: ImportResult['workspaces']): ImportResult => ({
  generator: 'Jekyll',
  workspaces,
  pages: Array.from({ length: pages }, (_, i) => `page-${i}.md`),
  notes: [note('changed')],
})
const every: NoteKind[] = ['mapped', 'changed', 'missing', 'left', 'dropped']

const running = (hasSnapshot: boolean) => ({
  url: 'http://127.0.0.1:3000',
  snapshots: {
    current() {
      if (!hasSnapshot) throw new Error('none')
      return {}
    },
  },
})

function hints(values: object, posts: string | undefined, results: [BuildResult, boolean][]): string {
  return printed((console) => {
    const print = requestHints({ content: 'content', posts }, { ...values }, console)
    for (const [one, hasSnapshot] of results) print(one, running(hasSnapshot) as never)
  })
}
const failed = { ...built, written: false }

const syntax = (text: string) => printed(({ stderr }) => stderr.write(text))

const files = [
  '{}',
  '{ }',
  '{"a":1}',
  '{\n\t"a": 1\n}\n',
  '{\r\n  "a": {\r\n    "b": 1\r\n  }\r\n}',
  '{ "a": { "b": [{"a": {}}] } }',
]

function orMessage(make: () => string | undefined): string {
  try {
    return JSON.stringify(make() ?? null)
  } catch (error) {
    return (error as Error).message.replace(/JSON: .*/, 'JSON: …')
  }
}

const ownSettings = JSON.parse(newVercelText())
const ownHeader = JSON.stringify(ownSettings.headers[0])
const ownRewrite = JSON.stringify(ownSettings.rewrites[0])
const older = JSON.stringify({ ...ownSettings.headers[0], headers: [] })
const functions = '"functions":{"api/index.ts":{"memory":3009,"maxDuration":1},"api/other.ts":{}}'

function nameOf(text: string): string {
  if (text === newVercelText()) return 'its own'
  const names = { OWN_HEADER: ownHeader, OLDER_HEADER: older, OWN_REWRITE: ownRewrite, '<BOM>': '\ufeff' }
  return Object.entries(names).reduce((all, [name, part]) => all.replace(part, name), text)
}

/** What is not Galley's, and in which order. */
function mergedSettings(text: string, isCopy: boolean): string {
  return orMessage(() => {
    const merged = mergedVercelText(text, isCopy)
    if (merged === text) return 'as it is'
    const { headers, rewrites, framework, outputDirectory, ...rest } = JSON.parse(merged)
    const shown = (rules: object[], own: object[]) =>
      rules.map((rule) => {
        const at = own.findIndex((one) => JSON.stringify(one) === JSON.stringify(rule))
        return at < 0 ? rule : at
      })
    const [, indent = ''] = /\n(\s+)"/.exec(merged) ?? []
    return JSON.stringify({
      ...{ framework, outputDirectory, ...rest, indent },
      ...{ headers: shown(headers, ownSettings.headers), rewrites: shown(rewrites, ownSettings.rewrites) },
    })
  })
}

const parts: Record<string, () => string[]> = {
  'vercel.json with the settings of Galley': () =>
    [
      ...[
        '{}',
        '\ufeff{\n\t"framework": null\n}',
        '{"framework":"astro"}',
        '{"buildCommand":"make"}',
        '{"outputDirectory":"out"}',
      ],
      ...[
        '{"framework":null,"outputDirectory":"dist/public","buildCommand":"npx galley build"}',
        '{"routes":[]}',
        '{"builds":[],"regions":["x"]}',
      ],
      ...[
        `{${functions}}`,
        `{"headers":[{"source":"/x","headers":[]},${ownHeader}]}`,
        `{"headers":[${older}]}`,
      ],
      ...[
        `{"rewrites":[{"source":"/x","destination":"/y"}]}`,
        `{"rewrites":[${ownRewrite}]}`,
        newVercelText(),
        '[]',
        '{',
      ],
    ].flatMap((text) =>
      [false, true].map(
        (isCopy) => `${nameOf(text)}${isCopy ? ', a copy' : ''}: ${mergedSettings(text, isCopy)}`,
      ),
    ),
  'Whether vercel.json has settings of Galley': () =>
    ['{}', `{${functions}}`, '{"functions":{}}', newVercelText()].map((text) => String(hasOwnSettings(text))),
  'package.json with what Galley needs': () => {
    const folders = ['', 'a.js'].map((file) => {
      const folder = mkdtempSync(join(tmpdir(), 'galley-pieces-'))
      if (file !== '') writeFileSync(join(folder, file), '')
      return folder
    })
    const texts = [
      ...[
        '{}',
        '{"name":"galley"}',
        '{"type":"module"}',
        '{"type":"commonjs"}',
        '{"type" : "commonjs"}',
        '{"type":"other"}',
      ],
      ...[
        '{"type":"module","scripts":{}}',
        '{"type":"module","dependencies":{"galley":"1"}}',
        '{"type":"module","devDependencies":{"galley":"1"}}',
      ],
      ...[
        '{"type":"module","scripts":{},"peerDependencies":{"galley":"1"}}',
        '{"type":"module","dependencies":[]}',
        '{"type":"module","scripts":{},"dependencies":{"x":"1"}}',
      ],
    ]
    const made = texts.flatMap((text) =>
      folders.map(
        (folder, i) => `${text} ${i}: ${orMessage(() => amendedManifestText(text, folder, '2.3.4'))}`,
      ),
    )
    for (const folder of folders) rmSync(folder, { recursive: true })
    const builds = [
      '{}',
      '{"scripts":{"build":"astro build"}}',
      '{"scripts":{"build":"x && galley build"}}',
      '{"scripts":{"build":1}}',
      '{"scripts":[]}',
      '{"scripts":{"build":"galleys"}}',
    ]
    return [...made, ...builds.map((text) => `${text}: ${orMessage(() => ownBuild(text))}`)]
  },
  'How problems are counted and shown': () => [
    ...[[], [problem], [warning], [problem, problem, warning, warning]].map(totals),
    printed(({ stderr, env }) => printProblems([problem, warning], stderr, env)),
    ...[undefined, process.cwd(), `${process.cwd()}/content/blog`, '/elsewhere'].flatMap((GITHUB_WORKSPACE) =>
      [problem, warning].map((one) => annotation(one, { GITHUB_WORKSPACE })),
    ),
  ],
  'What a report says of builds': () => [
    printed((console) => {
      const report = reporter('/none', {}, console)
      report(built)
      report({ ...failed, problems: [problem, warning] })
    }),
    printed((console) => reporter('/none', { out: '/none' }, console)(cached(1, 1, ['A note.']))),
    printed((console) => reporter('dist', {}, console)(built)),
    printed((console) => reporter('dist', { quiet: true }, console)(cached(1, 1, ['A note.']))),
    printed((console) => reporter('dist', { json: true, quiet: true }, console)(built)),
    ...[built, failed, cached(0, 1), cached(2, 0), cached(0, 0)].map((one) =>
      printed((console) => reportTimes(one, {}, console)),
    ),
    printed((console) => reportTimes(cached(1, 1), { quiet: true }, console)),
  ],
  'What dev says after builds': () => [
    hints({}, 'http://desk', [
      [built, true],
      [built, true],
      [{ ...built, workspaces: [{ ...built.workspaces[0]!, keys: ['new'] }] }, true],
      [failed, true],
    ]),
    hints({}, undefined, [
      [failed, false],
      [built, true],
    ]),
    hints({ quiet: true }, 'http://desk', [[built, true]]),
    ...(['win32', 'linux'] as const).map((platform) => curlLine('http://a', 'k', platform)),
  ],
  'How many drafts dev says it leaves out': () => [
    printed((console) => {
      const say = draftsTeller(console)
      for (const drafts of [0, 1, 1, 2, 3, 0])
        say({ ...built, workspaces: [{ ...built.workspaces[0]!, drafts }] })
      say({ ...failed, workspaces: [{ ...built.workspaces[0]!, drafts: 5 }] })
      say({ ...built, workspaces: built.workspaces.map((one) => ({ ...one, drafts: 2 })) })
    }),
  ],
  'How wide characters are': () =>
    [
      'aé',
      'e\u0301x',
      '日本',
      '한\u1112\u1161',
      'ｶﾞ',
      'Ａ',
      '👍',
      '👩\u200d👧',
      '\u263a\ufe0f',
      '\u263a',
      'a\tb',
      '\x1b[0m',
      '\u200b',
      'a\u202eb',
      'का',
      '',
    ].map(
      (text) =>
        `${JSON.stringify(text)}: ${cellsOf(text)
          .map(({ text, width, start, end }) => `${text} ${width} (${start}-${end})`)
          .join(', ')}`,
    ),
  'What an import says': () => [
    printed((console) => printImport(result(0, imported('blog', 3, every)), {}, console)),
    printed((console) => printImport(result(0, imported('blog', 3, every)), { quiet: true }, console)),
    printed((console) => printImport(result(20, imported('a', 1, []), imported('b', 1, [])), {}, console)),
    printed((console) => printImport(result(21, imported('blog', 0, [])), { 'dry-run': true }, console)),
    printed((console) =>
      printImport(result(22, { ...imported('blog', 1, []), written: ['a'] }), {}, console),
    ),
    printed((console) => printImport(result(1, imported('blog', 1, every)), { json: true }, console)),
    printed((console) => printImport(result(0, imported('blog', 0, [])), { 'dry-run': false }, console)),
  ],
  'Which errors are expected': () =>
    [
      new ConfigurationError('one'),
      new ChangedFile('a.png'),
      new ProductionInPlace('dist/data'),
      Object.assign(new Error('no room'), { syscall: 'write', code: 'ENOSPC' }),
      Object.assign(new Error('half'), { syscall: 'write' }),
      Object.assign(new Error('half'), { code: 'ENOSPC' }),
      { syscall: 'write', code: 'ENOSPC' },
      'text',
    ].map((error) => {
      const said = printed((console) => {
        if (error instanceof Error) error.stack = `${error}\n    at place`
        console.stderr.write(`${printError(error, console)}\n`)
      })
      return `${isExpectedError(error)} ${said}`
    }),
  'What is meant by a word': () =>
    ['--cont', '-p', 'conten', 'CONTENT', '--', '', 'out', 'o', 'x', 'nothing like it'].map(
      (word) => `${word}: ${suggestion(word, ['--content', '--out', '--output', '--port'], 'Nothing.')}`,
    ),
  'What there is to choose from': () =>
    [0, 1, 20, 21].map((count) =>
      listed(
        'Tags',
        Array.from({ length: count }, (_, i) => `n${i}`),
      ),
    ),
  'Where metrics are read': () =>
    [
      ...[
        undefined,
        '0',
        '9464',
        '65535',
        '65536',
        '123456',
        '0.0.0.0:9464',
        'localhost:1',
        '[::1]:9464',
        '::1:9464',
      ],
      ...['', 'x', ':80', 'a b:1', '127.0.0.1', '9464x', 'x9464', '-1', '[::1]', '[]:1'],
    ].map((flag) => `${flag}: ${orMessage(() => metricsAddress(flag) as never)}`),
  'Which hosts are this machine': () =>
    [
      ...[
        'localhost',
        'LOCALHOST:3000',
        'a.localhost',
        'a-b.c.localhost:1',
        '127.0.0.1',
        '127.1.2.3:80',
        '[::1]:3000',
      ],
      ...[
        'localhost.',
        'xlocalhost',
        '.localhost',
        'a..localhost',
        '127.0.0.1.example.org',
        '128.0.0.1',
        '127.0.0',
      ],
      ...[
        '[::2]',
        '::1',
        'localhost:',
        'localhost:123456',
        'localhost/x',
        'example.org',
        'localhost.example.org',
        '',
      ],
    ].map((host) => `${host} ${isLoopback(host) ? 'yes' : 'no'}`),
  'What keeps servers from starting, and builds for them': () =>
    [
      {},
      { GALLEY_RATE_LIMIT: '10/1m', TRUSTED_IP_HEADER: 'X-Real-IP', CDN_MAX_AGE: '60' },
      { GALLEY_RATE_LIMIT: 'many' },
      { GALLEY_FALLBACK_LIMIT: 'many' },
      { REDIS_URL: 'http://localhost' },
      { UPSTASH_REDIS_REST_URL: 'https://a.example' },
      { TRUSTED_IP_HEADER: 'X-Real-IP:' },
      { GALLEY_MAX_CONNECTIONS: 'many' },
      { GALLEY_MAX_CONNECTIONS_PER_ADDRESS: 'many' },
      { CDN_MAX_AGE: 'long' },
    ].map((env) => {
      try {
        checkServing(env)
        return `${JSON.stringify(env)}: nothing`
      } catch (error) {
        return `${JSON.stringify(env)}: ${isExpectedError(error)} ${(error as Error).message}`
      }
    }),
  'Who may ask for what the desk reads': () => {
    const own = { host: 'localhost:3000', 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' }
    const asked: [peer: string | undefined, headers: Record<string, string>][] = [
      ['127.0.0.1', own],
      ['::1', { host: '[::1]:3000', 'sec-fetch-site': 'none' }],
      ['::ffff:127.0.0.1', { host: 'localhost' }],
      ['127.0.0.1', { ...own, origin: 'HTTP://LOCALHOST:3000' }],
      ['10.0.0.1', own],
      ['::ffff:10.0.0.1', own],
      ['x127.0.0.1', own],
      [undefined, own],
      ['127.0.0.1', {}],
      ['127.0.0.1', { ...own, host: 'example.org' }],
      ['127.0.0.1', { ...own, 'sec-fetch-site': 'same-site' }],
      ['127.0.0.1', { ...own, 'sec-fetch-site': 'cross-site' }],
      ['127.0.0.1', { ...own, origin: 'http://localhost:3001' }],
      ['127.0.0.1', { ...own, origin: 'https://localhost:3000' }],
      ['127.0.0.1', { ...own, origin: 'null' }],
      ...['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'].map(
        (name): [string, Record<string, string>] => ['127.0.0.1', { ...own, [name]: '' }],
      ),
    ]
    return asked.map(([peer, headers]) => {
      const request = {
        method: 'GET',
        target: '/',
        address: undefined,
        header: (name: string) => headers[name],
      }
      const answers = [false, true].map((isImage) => {
        try {
          requireLocal(request, peer, isImage)
          return 'yes'
        } catch (error) {
          return (error as Error).message
        }
      })
      return `${peer} ${JSON.stringify(headers)}: ${answers.join(' | image: ')}`
    })
  },
  'JSON that gets a member': () => [
    ...files.flatMap((text) =>
      // What is there is known to be an object.
      (/"a": ?1/.test(text) ? [[], ['x']] : [[], ['a'], ['x']]).map((path) => {
        const made = withMember(text, path, 'new', { c: [1], d: {} })
        JSON.parse(made)
        return `${JSON.stringify(text)} ${path.join('.')}\n${syntax(made.replaceAll('\r', '<CR>').replaceAll('\t', '<TAB>'))}`
      }),
    ),
    ...['{"a":1}', '{\n "a":1}', '{\r\n\t\t"a":1}', '{\n}', '{\n\n   "a":1}'].map((text) =>
      JSON.stringify(indentOf(text) ?? null),
    ),
    ...['{', '[]', 'null', '1', '{"a": 1}'].map((text) => {
      try {
        return JSON.stringify(objectIn(text, 'package.json'))
      } catch (error) {
        return (error as Error).message.replace(/JSON: .*/, 'JSON: …')
      }
    }),
    ...[['pnpm-lock.yaml'], ['yarn.lock'], ['package-lock.json'], ['yarn.lock', 'pnpm-lock.yaml']].map(
      (there) => `${there}: ${JSON.stringify(managerOf((file) => there.includes(file)))}`,
    ),
  ],
}

test('small functions print and tell what is written down', async () => {
  const texts = Object.entries(parts).map(
    ([title, lines]) => `${title}\n\n${lines().join('\n').replaceAll(process.cwd(), 'HERE')}\n`,
  )
  await expect(texts.join('\n')).toMatchFileSnapshot('pieces.txt')
})

/** What is asked on a terminal where somebody types these lines, and what comes of it. */
async function asked(
  lines: string,
  ...[question, otherwise, against]: Parameters<NonNullable<ReturnType<typeof promptOn>>['ask']>
): Promise<string> {
  let said = ''
  const input = Object.assign(new PassThrough(), { isTTY: true })
  input.end(lines)
  const stderr = { isTTY: true, write: (text: string) => (said += text) }
  const prompt = promptOn({ argv: [], env: {}, stdout: stderr, stderr, stdin: () => input })!
  const found = await prompt.ask(question, otherwise, against).catch((error) => `(${error.message})`)
  prompt.close()
  return `${said}${found}`
}

test('questions are asked until there is an answer', async () => {
  const against = (text: string) => (text === 'no' ? 'Not that.' : undefined)
  expect(await asked(' a \n', 'What?')).toBe('What?\na')
  expect(await asked('\n  \nb\n', 'What?')).toBe('What?\nWrite something.\nWhat?\nWrite something.\nWhat?\nb')
  expect(await asked('\n', 'What?', 'c')).toBe('What? [c]\nc')
  expect(await asked('\n', 'What?', '')).toBe('What?\n')
  expect(await asked('no\nd\n', 'What?', 'no', against)).toBe('What? [no]\nNot that.\nWhat? [no]\nd')
  expect(await asked('no\n', 'What?', undefined, against)).toBe(
    'What?\nNot that.\nWhat?\n(There was no answer, and nothing was written.)',
  )
  const output = { isTTY: true, write: () => true }
  const silent = { isTTY: false, write: () => true }
  const input = (isTTY: boolean) => Object.assign(new PassThrough(), { isTTY })
  const consoles = [
    { stderr: output, stdin: () => input(false) },
    { stderr: silent, stdin: () => input(true) },
    { stderr: output },
  ]
  for (const one of consoles) expect(promptOn({ argv: [], env: {}, stdout: output, ...one })).toBeUndefined()
})

test('without a terminal it is said what to write', async () => {
  const wish = { values: {}, prompt: undefined, env: {} }
  await expect(answer(wish, 'Whose?', '--authors')).rejects.toThrow(/^Whose\? Say it with --authors\.$/)
  await expect(answer(wish, 'Whose?', 'TITLE')).rejects.toThrow(
    /^The TITLE is missing\. Run it with --help\.$/,
  )
  const named = (...folders: string[]) => folders.map((folder) => ({ settings: { folder } })) as never[]
  const chosen = (workspace: string | undefined, ...folders: string[]) =>
    workspaceOf({ ...wish, values: { workspace } }, named(...folders), 'content').then(
      (found) => found.settings.folder,
      (error) => error.message,
    )
  expect([
    await chosen(undefined, 'a'),
    await chosen(undefined, 'a', 'b'),
    await chosen('b', 'a', 'b'),
    await chosen('nothing', 'a', 'b'),
    await chosen('blgo', 'blog'),
    await chosen('a'),
  ]).toMatchInlineSnapshot(`
    [
      "a",
      "Which workspace? Workspaces: a, b. Say it with --workspace FOLDER.",
      "b",
      "There is no workspace nothing in content. Workspaces: a, b.",
      "There is no workspace blgo in content. Did you mean "blog"?",
      "There is no workspace in content. Make one: galley new workspace "The blog".",
    ]
  `)
})

test('what the desk knows of builds', async () => {
  const states = new DeskStates()
  const ids: string[] = []
  const shown = () => {
    const { build, ...state } = states.current as DeskState
    ids.push(build)
    return state
  }
  expect(states.current).toBeUndefined()
  const nothing = { problems: [], workspaces: [] }
  states.fail('It broke.')
  expect(shown()).toEqual({ failure: 'It broke.', isPublished: false, ...nothing })
  const own = { folder: 'blog', path: 'content/blog', name: 'Blog', language: 'en', key: 'blog', notes: 'n' }
  const result = (hash: string | undefined, notes = 'n') =>
    ({ written: true, desk: { workspaces: [{ ...own, notes, hash }], problems: [] } }) as never
  const versions = [result('a'), result('b'), result('a', 'm'), result(undefined), result('a')].map((one) => {
    states.set(one)
    const { failure, isPublished, workspaces } = shown()
    expect([failure, isPublished, workspaces.length]).toEqual([null, true, 1])
    expect(Object.keys(workspaces[0]!)).toEqual([
      'folder',
      'path',
      'name',
      'language',
      'key',
      'version',
      'isShown',
    ])
    return [workspaces[0]!.version, workspaces[0]!.isShown] as const
  })
  expect(versions.map(([, isShown]) => isShown)).toEqual([true, true, true, false, true])
  expect(new Set(versions.map(([version]) => version)).size).toBe(4)
  expect([versions[4], versions[0]![0].length]).toEqual([versions[0], 22])
  const before = shown()
  states.fail('Again.')
  expect(shown()).toEqual({ ...before, failure: 'Again.', isPublished: false })
  states.set({ written: false, desk: undefined })
  expect(shown()).toEqual({ failure: null, isPublished: false, ...nothing })
  expect(new Set(ids).size).toBe(ids.length - 1)
})

test('whoever waits for a build goes on with it, when it has gone, and after a time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const states = new DeskStates()
  const gone: (() => void)[] = []
  let stopped = 0
  const onGone = (listener: () => void) => {
    gone.push(listener)
    return () => stopped++
  }
  const done: string[] = []
  const wait = (name: string, milliseconds: number) =>
    states.next(onGone, milliseconds).then(() => done.push(name))
  const all = [wait('late', 100), wait('gone', 1_000), wait('build', 1_000)]
  await vi.advanceTimersByTimeAsync(99)
  expect(done).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  gone[1]!()
  await all[1]
  expect(done).toEqual(['late', 'gone'])
  states.fail('x')
  await Promise.all(all)
  expect([done.length, stopped, vi.getTimerCount()]).toEqual([3, 3, 0])
  const last = states.next(undefined, 5)
  states.release()
  await last
  expect(vi.getTimerCount()).toBe(0)
})

test('only output that nobody reads keeps a process for a while', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
  const output = (writableLength?: number) => ({
    write: () => true,
    ...(writableLength !== undefined && { writableLength }),
  })
  const ends = (stdout: object, stderr: object) => {
    endWithin(50, { argv: [], env: {}, stdout, stderr } as never)
    return vi.getTimerCount()
  }
  expect([ends(output(), output()), ends(output(0), output(0))]).toEqual([0, 0])
  expect(ends(output(1), output())).toBe(1)
  vi.advanceTimersByTime(49)
  expect(exit).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(exit.mock.calls).toEqual([[0]])
  expect(ends(output(), output(1))).toBe(1)
})

test('without a terminal, the end of a session ends nothing', () => {
  const listeners = () => process.listenerCount('SIGHUP')
  const before = listeners()
  const stop = onHangUp(() => {})
  expect(listeners()).toBe(before + 1)
  stop()
  expect(listeners()).toBe(before)
})

/** An empty folder, as the system names it. */
function folderFor(work: (folder: string) => unknown): Promise<unknown> | unknown {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'galley-pieces-')))
  const end = () => rmSync(folder, { recursive: true })
  try {
    return work(folder)
  } finally {
    end()
  }
}

test('files are replaced together, as they are but for their texts', () => {
  folderFor((folder) => {
    const at = (path: string) => join(folder, path)
    mkdirSync(at('posts'))
    writeFileSync(at('posts/a.md'), '\ufeffold')
    writeFileSync(at('b.yml'), 'old')
    chmodSync(at('b.yml'), 0o640)
    const texts = new Map([
      ['posts/a.md', 'new'],
      ['b.yml', 'newer'],
    ])
    const beside = () =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.includes('.galley-'))
    const unread = new Map([...texts, ['posts', 'x']])
    expect(() => replaceFiles(folder, { texts: unread, move: undefined }, 'one')).toThrow('EISDIR')
    expect([beside(), readFileSync(at('b.yml'), 'utf8')]).toEqual([[], 'old'])
    const move = { from: 'posts/a.md', to: 'none/a.md' }
    expect(() => replaceFiles(folder, { texts, move }, 'one')).toThrow(
      /^ENOENT.* Some files are changed, and others are not yet: run the same command again\.$/,
    )
    replaceFiles(folder, { texts, move: { from: 'posts/a.md', to: 'posts/c.md' } }, 'one')
    expect([readFileSync(at('posts/c.md'), 'utf8'), readFileSync(at('b.yml'), 'utf8')]).toEqual([
      '\ufeffnew',
      'newer',
    ])
    expect(statSync(at('b.yml')).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o640)
    expect([beside(), readdirSync(at('posts'))]).toEqual([[], ['c.md']])
  })
})

test.skipIf(process.platform === 'win32')(
  'what an interrupted command has left is told apart, and no link is followed',
  () => {
    folderFor((folder) => {
      writeFileSync(join(folder, 'a.yml'), 'old')
      const texts = new Map([['a.yml', 'new']])
      const replacement = { texts, move: undefined }
      // Its name depends on the command and on the file.
      const hash = createHash('sha256').update('one\na.yml').digest('hex').slice(0, 16)
      symlinkSync('target', join(folder, `.galley-${hash}`))
      writeFileSync(join(folder, 'target'), 'kept')
      replaceFiles(folder, replacement, 'one')
      expect([
        readFileSync(join(folder, 'target'), 'utf8'),
        lstatSync(join(folder, 'a.yml')).isFile(),
      ]).toEqual(['kept', true])
      expect(readFileSync(join(folder, 'a.yml'), 'utf8')).toBe('new')
    })
  },
)

test('a new file is never written over another one', () => {
  folderFor((folder) => {
    writeNew(folder, 'authors/ada.yml', 'one')
    expect(() => writeNew(folder, 'authors/ada.yml', 'two')).toThrow(
      /ada\.yml already\. Write another slug with --slug\.$/,
    )
    expect(() => writeNew(folder, 'authors/ada.yml', 'two', 'No.')).toThrow(/ada\.yml already\. No\.$/)
    expect(readFileSync(join(folder, 'authors/ada.yml'), 'utf8')).toBe('one')
  })
})

test('folders are found from where a command is run', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'galley-pieces-')))
  for (const path of ['site/content/blog', 'site/deep/er', 'built/dist/data', 'empty'])
    mkdirSync(join(root, path), { recursive: true })
  const clone = join(import.meta.dirname, '../..')
  /** Where it is, if that is not below the current folder. */
  const named = (found: unknown) => {
    if (typeof found !== 'string' || !/^(?:\.\.|\/)/.test(found)) return found as string
    const path = resolve(found)
    return path.startsWith(root) ? `ROOT/${relative(root, path)}` : `CLONE/${relative(clone, path)}`
  }
  const functions = Object.entries(project).filter(([name]) => /Folder$/.test(name)) as [
    string,
    (values: object) => unknown,
  ][]
  const given = [{}, { content: 'c' }, { out: 'o' }, { dir: 'd' }, { content: 'c', out: 'o' }]
  const lines: string[] = []
  for (const at of ['site', 'site/deep/er', 'built', 'empty']) {
    await inFolder(join(root, at), async () => {
      for (const [name, find] of functions) {
        const found = given.map(
          (values) => `${JSON.stringify(values)} ${orMessage(() => named(find(values)))}`,
        )
        lines.push(`${at} ${name}: ${found.join(', ')}`)
      }
    })
  }
  rmSync(root, { recursive: true })
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('folders.txt')
})
