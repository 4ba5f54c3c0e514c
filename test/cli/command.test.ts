// The command line as a user types it.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { commands } from '../../bin/commands.ts'
import { bundled } from '../support/bundle/entry-points.ts'
import { ran } from '../support/command.ts'
import { makePages, postFile, type Workspace, workspace } from '../support/workspace.ts'

const program = bundled('galley.mjs')
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

let place: Workspace
afterEach(() => place?.remove())

const run = (argv: string[], env: NodeJS.ProcessEnv = { SOURCE_DATE_EPOCH: '1' }) => ran(argv, env)

describe('galley', () => {
  test('prints help on request, or if no command is given', async () => {
    const { code, stdout, stderr } = await run(['--help'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/usage: galley <command> \[flags\]\n/)
    expect(stdout).toContain('example: galley dev')
    expect(stderr).toBe('')
    expect(await run([])).toEqual({ code: 2, stdout: '', stderr: stdout })
    for (const word of ['help', '-h']) expect((await run([word])).stdout).toBe(stdout)
  })

  test.each(Object.keys(commands))('explains %s, with an example, in four ways', async (name) => {
    const words = name.split(' ')
    const { code, stdout, stderr } = await run([...words, '--help'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(`usage: galley ${name}`)
    expect(stdout).toMatch(new RegExp(`\\nexample: galley ${name}.*\\n$`))
    for (const argv of [
      [...words, '-h'],
      ['help', ...words],
      ['--help', ...words],
    ]) {
      expect((await run(argv)).stdout).toBe(stdout)
    }
  })

  test('shows first what a first day needs, and lists each command on request', async () => {
    const listed = (help: string) =>
      [...help.matchAll(/^ {2}(?!-)(\w+(?: \w+)?) {2,}\w/gm)].map(([, name]) => name)
    const first = await run(['--help'])
    expect(listed(first.stdout)).toEqual(
      'new dev check build serve import init'.split(' ').concat('help all'),
    )
    const all = await run(['help', 'all'])
    expect(all).toMatchObject({ code: 0, stderr: '' })
    expect([...listed(all.stdout), 'bucket'].sort()).toEqual(Object.keys(commands).sort())
  })

  test.each(['push', 'pull', 'rollback', 'prune'])(
    'takes the former name %s, and says the new one',
    async (name) => {
      const note = `galley: galley ${name} is called galley bucket ${name} now. The old name works until version 0.10.\n`
      for (const rest of [['--help'], ['s3://x'], ['s3://x', '--keep', '1'], []]) {
        const now = await run(['bucket', name, ...rest])
        expect(await run([name, ...rest])).toEqual({ ...now, stderr: note + now.stderr })
      }
      const { stdout, stderr } = await run(['help', name])
      expect([stdout, stderr]).toEqual([(await run(['bucket', name, '--help'])).stdout, note])
    },
  )

  test('prints its version', async () => {
    expect(await run(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  })

  test.each([
    [['buld'], 'There is no command "buld". Did you mean "build"?'],
    [['toString'], 'There is no command "toString". Run galley help all.'],
    [['bui'], 'There is no command "bui". Did you mean "build"?'],
    [['SE'], 'There is no command "SE". Did you mean "serve"?'],
    [['s'], 'There is no command "s". Run galley help all.'],
    [['help', 'sevre'], 'There is no command "sevre". Did you mean "serve"?'],
    [['bucket', 'psuh'], 'There is no command "bucket psuh". Write bucket push, pull, rollback or prune.'],
    [['help', 'bucket', 'purge'], 'There is no command "bucket purge". Write bucket push, pull, '],
    [['bucket'], 'A command comes right after bucket. Write bucket push, pull, rollback or prune.'],
    [['bucket', '--quiet', 'push'], 'A command comes right after bucket. Write'],
    [['--verison'], 'There is no flag --verison before a command. Did you mean "--version"?'],
    [['--quiet', 'build'], 'There is no flag --quiet before a command. Write the command first.'],
    [['serve', '-p', '80'], 'There is no flag -p. Did you mean "--port"?'],
    [['serve', '--PORT', '80'], 'There is no flag --PORT. Did you mean "--port"?'],
    [['build', '--no-json'], 'There is no flag --no-json. Did you mean "--json"?'],
    [['build', '--contnet', 'x'], 'There is no flag --contnet. Did you mean "--content"?'],
    [['build', '--constructor'], 'There is no flag --constructor.'],
    [['build', '--content'], '--content needs a value.'],
    [['build', '--content='], '--content needs a value.'],
    [['build', '--out', '--json'], '--out needs a value.'],
    [['build', '--json=yes'], '--json takes no value.'],
    [['build', 'content'], 'Unexpected argument "content". To name a folder, use --content or --out.'],
    [['serve', 'dist'], 'Unexpected argument "dist". To name a folder, use --dir or --data.'],
  ])('answers %j with what is near, and exit code 2', async (argv, message) => {
    const { code, stdout, stderr } = await run(argv)
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toContain(`galley: ${message}`)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })
})

test.each([
  ['18.20.8', false],
  ['20.18.3', false],
  ['20.19.0', true],
  ['24.0.0', true],
])('Node %s is enough: %j', (node, isEnough) => {
  const pretend = `Object.defineProperty(process.versions, 'node', { value: '${node}' })`
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, program, '--version'],
    { encoding: 'utf8' },
  )
  const refusal = `galley: Galley needs Node 20.19 or later, and this is ${process.version}.\n`
  expect([status, stdout, stderr]).toEqual(isEnough ? [0, `${version}\n`, ''] : [2, '', refusal])
})

test.skipIf(!existsSync('/dev/full'))('what it cannot print is an error', () => {
  const full = openSync('/dev/full', 'w')
  const { status, stderr } = spawnSync(process.execPath, [program, '--help'], {
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  })
  closeSync(full)
  expect([status, stderr]).toEqual([2, 'galley: ENOSPC: no space left on device, write\n'])
})

test('says where flags go with npm', async () => {
  // npm keeps `--port` to itself and hands on `8080`.
  const { code, stderr } = await run(['dev', '8080'], { npm_lifecycle_event: 'dev' })
  expect(code).toBe(2)
  expect(stderr).toContain('With npm, flags go after --: npm run dev -- --help')
  expect((await run(['build', 'foo'], { npm_lifecycle_event: 'npx' })).stderr).toBe(
    'galley: Unexpected argument "foo". To name a folder, use --content or --out.\n',
  )
})

test.skipIf(process.platform === 'win32')('no command prints control characters of a file', async () => {
  place = await workspace({ 'blog/posts/a\u001b[2J.md': postFile({ slug: '"\\e[31mred"' }), 'x\ny': '' })
  const { stdout, stderr } = await run(['check', '--content', place.dir])
  expect(stdout).toContain('a\\x1b[2J.md:6:7  error  bad-slug  slug "\\x1b[31mred"')
  expect(stdout).toContain('x\\x0ay:1:1  error  bad-name')
  expect(stdout + stderr).not.toContain('\u001b')
})

test.skipIf(process.platform === 'win32')('a closed pipe does not make a command fail', async () => {
  place = await workspace({})
  const child = spawn(process.execPath, [program, 'check', '--snapshot', '--json', '--out', place.out], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.destroy()
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text))
  expect(await once(child, 'close')).toEqual([1, null])
  expect(stderr).toBe('Run galley build to rebuild it.\n')
})

test('galley key prints a different key each time, without warnings from builds', async () => {
  const printed = await Promise.all(Array.from({ length: 400 }, async () => (await run(['key'])).stdout))
  expect(new Set(printed).size).toBe(400)
  expect(new Set(printed.join(''))).toEqual(
    new Set('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz\n'),
  )
  for (const line of printed) expect(line).toMatch(/^\w{22}\n$/)
  place = await workspace({ 'blog/posts/a.md': postFile() })
  const env = { GALLEY_KEYS: `blog=${printed[0]}` }
  const { code, stdout } = await run(['check', '--content', place.dir, '--strict'], env)
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
})

test('galley check warns about a key that can be guessed, and fails with --strict', async () => {
  place = await workspace({ 'blog/posts/a.md': postFile() })
  for (const [code, ...flags] of [[0], [1, '--strict']] as const) {
    const ran = await run(['check', '--content', place.dir, ...flags], { GALLEY_KEYS: 'blog=ws_8Fh2' })
    expect(ran.code).toBe(code)
    expect(ran.stdout + ran.stderr).toMatch(/blog:1:1 {2}warning {2}short-key /)
    expect(ran.stdout + ran.stderr).not.toContain('ws_8Fh2')
  }
})

describe('galley build', () => {
  test('warns where the name of a folder becomes the key of a workspace that other keys opened before', async () => {
    place = await workspace({ 'blog/posts/a.md': postFile() })
    const build = (env = {}, ...flags: string[]) =>
      run(['build', '--content', place.dir, '--out', place.out, '--quiet', ...flags], env)
    const secret = { GALLEY_KEYS: `blog=${'s'.repeat(22)}` }
    expect(await build(secret)).toMatchObject({ code: 0, stdout: '', stderr: '' })
    const forgot = await build({}, '--strict')
    expect(forgot).toMatchObject({ code: 1, stdout: '' })
    expect(forgot.stderr).toMatch(
      /blog:1:1 {2}warning {2}short-key {2}The name of the folder is the key .* Set GALLEY_KEYS/,
    )
    expect(forgot.stderr).not.toContain('sss')
    place.write({ 'blog/workspace.yml': 'key: blog\n' })
    expect(await build({}, '--strict')).toMatchObject({ code: 0, stderr: '' })
    place.write({ 'blog/workspace.yml': 'name: Blog\n' })
    expect(await build({}, '--strict')).toMatchObject({ code: 0, stderr: '' })
  })

  test('prints messages on standard error, and one JSON object on standard output with --json', async () => {
    place = await workspace({
      'blog/posts/a.md': postFile({ tags: '[web, web]' }),
      'blog/posts/b.md': postFile({ publishedAt: '2099-01-01' }),
      'blog/workspace.yml': 'collections: { pages: {}, talks: {} }\n',
      'blog/pages/about.md': '# About\n',
    })
    makePages(place.out)
    const env = { GALLEY_KEYS: 'blog=ws_secret', FORCE_COLOR: '1', SOURCE_DATE_EPOCH: '1' }
    const flags = ['--content', place.dir, '--out', place.out]
    const profile = join(place.dir, '../profile.json')
    const { code, stdout, stderr } = await run(['build', ...flags, '--json', '--profile', profile], env)
    expect(code).toBe(0)
    const file = `${place.dir}/blog/posts/a.md`
    expect(JSON.parse(stdout)).toMatchObject({
      written: true,
      problems: [
        { file, line: 6, column: 13, code: 'named-twice', severity: 'warning' },
        {
          file: `${place.dir}/blog/workspace.yml`,
          line: 1,
          column: 1,
          code: 'short-key',
          severity: 'warning',
        },
      ],
      workspaces: [
        { folder: 'blog', posts: 2, authors: 1, categories: 1, tags: 1, collections: { pages: 1, talks: 0 } },
      ],
    })
    const { milliseconds } = JSON.parse(stdout)
    const stages = { reading: { milliseconds: expect.any(Number) } }
    expect(JSON.parse(readFileSync(profile, 'utf8'))).toMatchObject({ milliseconds, stages, posts: null })
    // The edition does not show a scheduled post yet.
    expect(stderr).toMatch(
      /blog\S*: 2 posts \(1 scheduled\), 1 author, 1 category, 1 tag, 1 in pages, 0 in talks; edition [0-9a-f]{32}\.1\n/,
    )
    expect(stderr).toMatch(/Built in \d+ ms\S*: 0 errors, 2 warnings\.\nReading took .* ms\.\n$/)
    // Colours are for people, and a key may be a secret.
    expect(stderr).toContain('\u001b[32mBuilt in')
    expect(stdout).not.toContain('\u001b')
    expect(stdout + stderr).not.toContain('ws_secret')
  })

  test('prints every problem and exits with 1 when content is wrong', async () => {
    place = await workspace({ 'blog/posts/a.md': postFile({ titel: 'x', tags: '[web, web]' }), 'x.png': '' })
    const flags = ['--content', place.dir, '--out', place.out]
    const { code, stdout, stderr } = await run(['build', ...flags])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr.split('\n').slice(0, 7)).toEqual([
      `${place.dir}/blog/posts/a.md:6:1  error  unknown-key  There is no key "titel". Did you mean "title"?`,
      '  6 | titel: x',
      '    | ^^^^^',
      '',
      `${place.dir}/blog/posts/a.md:7:13  warning  named-twice  The tag "web" is named twice. Name it once.`,
      '  7 | tags: [web, web]',
      '    |             ^^^',
    ])
    expect(stderr).toMatch(/The build failed: 1 error, 2 warnings\.\n$/)
  })

  test.each([
    [{ GALLEY_RATE_LIMIT: 'lots' }, 'GALLEY_RATE_LIMIT'],
    [{ TRUSTED_IP_HEADER: 'X-Real-IP:' }, 'TRUSTED_IP_HEADER "X-Real-IP:" is not the name of a header'],
    [{ GALLEY_KEYS: 'blgo=x' }, 'GALLEY_KEYS'],
  ])('exits with 2 when the environment is wrong: %j', async (env, message) => {
    place = await workspace({ 'blog/posts/a.md': postFile() })
    const { code, stderr } = await run(
      ['build', '--content', place.dir, '--out', place.out],
      env as NodeJS.ProcessEnv,
    )
    expect(code).toBe(2)
    expect(stderr).toContain(message)
    expect(stderr).not.toContain('    at ')
    expect(readdirSync(join(place.dir, '..'))).toEqual(['content'])
  })

  test('exits with 2 when it cannot write', async () => {
    place = await workspace({ 'blog/posts/a.md': postFile() })
    place.write({ '../taken': 'a file' })
    const { code, stderr } = await run([
      'build',
      '--content',
      place.dir,
      '--out',
      join(place.dir, '../taken'),
    ])
    expect(code).toBe(2)
    expect(stderr).toMatch(/^galley: E[A-Z]+: .+\n$/)
  })

  test.runIf(process.platform === 'linux')('names the folder that nobody can write to', async () => {
    place = await workspace({ 'blog/posts/a.md': postFile() })
    const { code, stderr } = await run(['build', '--content', place.dir, '--out', '/sys/galley'])
    expect(code).toBe(2)
    expect(stderr).toMatch(
      /^galley: \/sys\/galley cannot be written \(E[A-Z]+\): nothing of .* another folder with --out\.\n$/,
    )
  })

  test('works from any subfolder, through a link, with paths relative to it', async () => {
    place = await workspace({ 'blog/posts/a.md': postFile({ tags: '[web, web]' }) })
    const root = join(place.dir, '..')
    makePages(place.out)
    const link = join(root, 'galley')
    symlinkSync(program, link)
    const { status, stdout, stderr } = spawnSync(process.execPath, [link, 'build', '--json'], {
      cwd: join(root, 'content/blog/posts'),
      env: { PATH: process.env.PATH, GALLEY_CACHE: 'off', SOURCE_DATE_EPOCH: '1' },
      encoding: 'utf8',
    })
    expect(stderr).toMatch(/^blog: 1 post, .*\n.* ms: 0 errors, 1 warning\.$/m)
    expect(stderr).toContain('\nBuilt ../../../dist in ')
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      workspaces: [{ posts: 1 }],
      problems: [{ file: '../../blog/posts/a.md' }],
    })
    expect(readdirSync(place.out).sort()).toEqual(['data', 'public'])
  })
})
