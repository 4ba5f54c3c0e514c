// galley init: what it writes, what it keeps, and when it refuses.
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { check } from '../../build/index.ts'
import { inFolder, ran } from '../support/command.ts'
import { writeFiles } from '../support/files.ts'
import { withoutGit } from '../support/git.ts'

let top: string
let place: string
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'galley-init-')))
  place = top
})
afterEach(() => rmSync(top, { recursive: true, force: true }))

const given = (files: Record<string, string>) => writeFiles(place, files)

const read = (path: string) => readFileSync(join(place, path), 'utf8')
const json = (path: string) => JSON.parse(read(path))
const files = () =>
  readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('.git/'))
    .map(({ parentPath, name }) => join(parentPath, name).slice(place.length + 1))
    .sort()
const init = (...argv: string[]) => inFolder(place, () => ran(['init', ...argv]))
const answered = (answer: string) => {
  const input = Object.assign(new PassThrough(), { isTTY: true })
  input.end(`${answer}\n`)
  return inFolder(place, () => ran(['init'], {}, { isTTY: true, stdin: () => input }))
}
const vercelOfGalley = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../vercel.json', import.meta.url)), 'utf8'),
)

const ALL = [
  '.github/workflows/content.yml',
  '.gitignore',
  'api/index.ts',
  'content/blog/posts/hello.md',
  'content/blog/workspace.yml',
  'package.json',
  'vercel.json',
]

describe('in an empty folder', () => {
  test('it writes all that publishing needs, and content without a problem', async () => {
    mkdirSync(join(place, 'content'))
    const { code, stdout, stderr } = await init('--yes')
    expect(code).toBe(0)
    expect(stdout.trimEnd().split('\n').sort()).toEqual(ALL)
    expect(files()).toEqual(ALL)
    expect(stderr).toMatch(/new +api\/index\.ts[\s\S]*Next: npm install, and then npx galley dev\n$/)
    expect(read('package.json')).toMatch(/^\{\n {2}"private": true,\n/)
    expect(json('package.json')).toMatchObject({
      private: true,
      type: 'module',
      scripts: { build: 'galley build' },
      dependencies: { galley: expect.stringMatching(/^\^\d/) },
    })
    expect(json('vercel.json')).toMatchObject({
      buildCommand: 'npx galley build',
      outputDirectory: 'dist/public',
      headers: vercelOfGalley.headers,
    })
    expect(json('vercel.json')).not.toHaveProperty('installCommand')
    expect(read('content/blog/workspace.yml')).toBe(
      'name: Blog\n# The address of a post on your site, for links between posts and for feeds.\n# url: https://example.org/blog/{slug}\n',
    )
    expect(read('.gitignore')).toBe('node_modules/\ndist/\n.vercel/\n')
    expect(parse(read('.github/workflows/content.yml')).jobs.check.steps.at(-1)).toEqual({
      run: 'npx galley check --max-warnings 0',
    })
    expect((await check({ content: join(place, 'content'), env: {} })).problems).toEqual([])
  })

  test('run twice, it changes nothing', async () => {
    await init('--yes')
    const before = files().map((path) => read(path))
    const { code, stdout, stderr } = await init('--yes')
    expect([code, stdout]).toEqual([0, ''])
    expect(stderr).toMatch(/All is there already, and nothing was written\.\n$/)
    expect(files().map((path) => read(path))).toEqual(before)
  })

  test('it asks first, and writes nothing on no', async () => {
    const { code, stderr } = await answered('no')
    expect(code).toBe(0)
    expect(stderr).toContain('Write these files? [yes]')
    expect(files()).toEqual([])
    mkdirSync(join(place, 'node_modules/galley'), { recursive: true })
    const { stderr: asked } = await answered('perhaps\nno way\nYES\nada.example\nhttps://ada.example/notes/')
    expect(asked).toMatch(
      /(?:\[yes\]\nWrite yes or no\.\nWrite these files\? ){2}\[yes\]\n(Where will readers .*\n)"ada\.example\/\{slug\}" is not a URL pattern\. Write https:\/\/example\.org\/blog\/\{slug\}\.\n\1Next: npx galley dev\n$/,
    )
    expect(parse(read('content/blog/workspace.yml'))).toEqual({
      name: 'Blog',
      url: 'https://ada.example/notes/{slug}',
    })
    expect((await check({ content: join(place, 'content'), env: {} })).problems).toEqual([])
    expect(files()).toEqual(ALL)
    expect((await answered('')).stderr).not.toContain('?')
  })

  test('where nobody can answer, it says what to add', async () => {
    const { code, stderr } = await init()
    expect([code, files()]).toEqual([2, []])
    expect(stderr).toContain('Nothing was written. Add --yes to write these files.')
  })
})

describe('package.json', () => {
  test.each([
    ['{\n\t"name": "site",\n\t"files": ["a", "b"]\n}', '\n', '\t'],
    ['{\r\n    "name": "site",\r\n    "files": ["a", "b"]\r\n}\r\n', '\r\n', '    '],
  ])('keeps its formatting and its fields (%#)', async (text, line, indent) => {
    given({ 'package.json': text })
    await init('--yes')
    const amended = read('package.json')
    const at = text.lastIndexOf(`${line}}`)
    expect(amended.startsWith(text.slice(0, at))).toBe(true)
    expect(amended.endsWith(text.slice(at))).toBe(true)
    expect(amended.slice(at)).toContain(`,${line}${indent}"type": "module",${line}`)
    expect(amended.replaceAll('\r\n', '').includes('\n')).toBe(line === '\n')
  })

  test.each([
    ['{}', '{\n  "type": "module",\n'],
    ['{ "name": "site" }', '{ "name": "site", "type": "module", "scripts": {"dev":'],
    ['{"dependencies":{"galley":"file:g.tgz"}}', '{"dependencies":{"galley":"file:g.tgz"}, "type": "module"'],
    [
      '{"type":"module","devDependencies":{"galley":"1"}}',
      '{"type":"module","devDependencies":{"galley":"1"}, "p',
    ],
    [
      '{\n  "type": "module",\n  "scripts": {},\n  "dependencies": {\n    "a": "1"\n  }\n}\n',
      '{\n  "type": "module",\n  "scripts": {},\n  "dependencies": {\n    "a": "1",\n    "galley": "^',
    ],
    [
      '{ "type": "module", "scripts": { "x": "{}" }, "x": [{ "dependencies": {} }], "dependencies": {} }',
      '{ "type": "module", "scripts": { "x": "{}" }, "x": [{ "dependencies": {} }], "dependencies": {\n',
    ],
  ])('%s gets what is missing only', async (text, begins) => {
    given({ 'package.json': text })
    expect((await init('--yes')).code).toBe(0)
    expect(read('package.json').slice(0, begins.length)).toBe(begins)
    expect(json('package.json')).toMatchObject(JSON.parse(text))
    const { dependencies, devDependencies } = json('package.json')
    expect([dependencies, devDependencies].filter((one) => one?.galley)).toHaveLength(1)
  })

  test.each([
    ['{\n  "dependencies": {\n    "galley": "file:galley-0.9.0.tgz"\n  }\n}\n', true],
    ['{ "private": false }', false],
    ['{ "name": "a-library", "version": "1.0.0" }', undefined],
  ])('%s is kept from being published if it has no name and does not say it', async (text, isPrivate) => {
    given({ 'package.json': text })
    await init('--yes')
    expect(json('package.json').private).toBe(isPrivate)
  })

  test('as npm init writes it has ES modules instead', async () => {
    given({ 'package.json': '{ "x": { "type": "git" }, "type" : "commonjs", "scripts": {} }' })
    expect((await init('--yes')).code).toBe(0)
    expect(json('package.json')).toMatchObject({ x: { type: 'git' }, type: 'module' })
    expect(read('package.json')).not.toContain('commonjs')
  })

  test.each([
    [
      'says so',
      { 'package.json': '{ "type": "commonjs" }', 'index.js': '' },
      /says "type": "commonjs", so index\.js is.*of its own/,
    ],
    [
      'is of no known kind',
      { 'package.json': '{ "type": "esm" }' },
      /says "type": "esm"\. Write "type": "module"/,
    ],
    [
      'has scripts that would be read otherwise',
      { 'package.json': '{}', 'src/main.js': 'module.exports = 1' },
      /has no "type", so src\/main\.js is read as CommonJS/,
    ],
    ['is Galley', { 'package.json': '{ "name": "galley" }' }, /This is Galley itself/],
    ['is no JSON', { 'package.json': '{ name }' }, /package\.json is not JSON/],
    [
      'has odd scripts',
      { 'package.json': '{ "type": "module", "scripts": 1 }' },
      /"scripts" in package\.json/,
    ],
  ])('of a package that %s is left alone, with what to do', async (_, existing, message) => {
    given(existing)
    const { code, stderr } = await init('--yes')
    expect(code).toBe(2)
    expect(stderr).toMatch(message)
    expect(files()).toEqual(Object.keys(existing).sort())
  })

  test('of a site that is built otherwise is amended, with a warning', async () => {
    given({ 'package.json': '{ "type": "module", "scripts": { "build": "astro build" } }' })
    const { code, stderr } = await init('--yes')
    expect(code).toBe(0)
    expect(stderr).toContain('This package has a build of its own, "astro build".')
    expect(json('package.json').scripts).toEqual({ build: 'astro build' })
  })
})

describe('vercel.json', () => {
  const mine = { source: '/media/(.*)', headers: [{ key: 'X-Mine', value: '1' }] }

  test('of the user keeps settings of its own', async () => {
    const functions = { 'api/other.ts': {} }
    const own = { regions: ['fra1'], headers: [mine], functions }
    given({ 'vercel.json': `\ufeff${JSON.stringify(own, null, 4)}` })
    expect((await init('--yes')).code).toBe(0)
    // With the byte order mark that it had.
    const [mark, ...text] = read('vercel.json')
    const { regions, headers, rewrites, ...rest } = JSON.parse(text.join(''))
    expect([mark, regions, rest.functions]).toMatchObject(['\ufeff', ['fra1'], functions])
    expect(headers).toEqual([...vercelOfGalley.headers, mine])
    expect(rewrites).toEqual(vercelOfGalley.rewrites)
    expect(text.join('')).toContain('\n    "regions"')
  })

  test.each([
    ['{ "framework": "astro" }', '"framework" is "astro"'],
    ['{ "rewrites": [{ "source": "/(.*)", "destination": "/app" }] }', '"rewrites" has /(.*)'],
    ['{ "routes": [] }', 'it has "routes"'],
    ['{ "builds": [] }', 'it has "builds"'],
    ['{ "buildCommand": "make" }', '"buildCommand" is "make"'],
    ['[]', 'vercel.json is not a JSON object.'],
  ])('%s of another deployment is left alone', async (text, message) => {
    given({ 'vercel.json': text })
    const { code, stderr } = await init('--yes')
    expect([code, read('vercel.json'), files()]).toEqual([2, text, ['vercel.json']])
    expect(stderr).toContain(message)
  })

  test('that is stale fails a build, until it is renewed', { tags: 'nightly' }, async () => {
    await init('--yes')
    const fresh = json('vercel.json')
    const old = structuredClone(fresh)
    old.headers[1].headers[0].value = "default-src 'self'"
    old.headers.push(mine)
    old.regions = ['fra1']
    old.functions['api/index.ts'].maxDuration = 10
    old.rewrites.unshift({ source: '/old', destination: '/new' })
    old.buildCommand = 'npm run check && npx galley build'
    given({ 'vercel.json': JSON.stringify(old) })
    const build = () => inFolder(place, () => ran(['build']))
    const failed = await build()
    expect([failed.code, existsSync(join(place, 'dist'))]).toEqual([2, false])
    expect(failed.stderr).toContain(
      'vercel.json is a copy of older settings: headers. Renew it, which keeps what you have added: npx galley init --update',
    )
    expect(await init('--update')).toEqual({ code: 0, stdout: 'vercel.json\n', stderr: '' })
    expect(json('vercel.json')).toEqual({
      ...fresh,
      headers: [...fresh.headers, mine],
      regions: ['fra1'],
      functions: {
        'api/index.ts': { maxDuration: 10, includeFiles: fresh.functions['api/index.ts'].includeFiles },
      },
      rewrites: [{ source: '/old', destination: '/new' }, ...fresh.rewrites],
      buildCommand: 'npm run check && npx galley build',
    })
    expect((await build()).code).toBe(0)
    expect((await init('--update')).stderr).toBe('vercel.json is up to date.\n')
  })

  const photos = (widths: string, url = '/_vercel/image?url={path}&w={width}&q=75') =>
    `images: { widths: ${widths}, url: '${url}' }\n`
  const media = [{ pathname: '^/media/.*$', search: '' }]

  test('follows the widths in which Vercel makes images, and keeps what else it has of them', {
    tags: 'nightly',
  }, async () => {
    given({
      'content/blog/workspace.yml': photos('[960, 480]'),
      'content/notes/workspace.yml': photos('[320, 480]'),
      'content/news/workspace.yml': photos('[99]', 'https://img.example.org/_vercel/{width}/{name}'),
      'content/_old/workspace.yml': photos('[77]'),
      'content/readme.txt': '_vercel',
    })
    await init('--yes')
    expect(json('vercel.json').images).toEqual({
      minimumCacheTTL: 31_536_000,
      sizes: [480, 960, 320],
      localPatterns: media,
    })
    const build = () => inFolder(place, () => ran(['build']))
    expect((await build()).code).toBe(0)
    const own = { formats: ['image/webp'], minimumCacheTTL: 60 }
    given({
      'vercel.json': JSON.stringify({
        ...json('vercel.json'),
        images: { ...json('vercel.json').images, ...own },
      }),
      'content/blog/workspace.yml': photos('[640]'),
    })
    const failed = await build()
    expect([failed.code, failed.stderr]).toEqual([
      2,
      expect.stringContaining('vercel.json is a copy of older settings: images. Renew it'),
    ])
    expect((await init('--update')).code).toBe(0)
    expect(json('vercel.json').images).toEqual({ ...own, sizes: [640, 320, 480], localPatterns: media })
    expect((await build()).code).toBe(0)
    expect((await init('--update')).stderr).toBe('vercel.json is up to date.\n')
  })

  test('of a project that Vercel makes no images for has none, whatever is wrong with its settings', async () => {
    given({ 'content/blog/workspace.yml': `${photos('[0]')}name: [` })
    await init('--yes')
    expect(json('vercel.json')).not.toHaveProperty('images')
    expect((await inFolder(place, () => ran(['build']))).code).toBe(1)
  })

  test('of something else does not concern a build', async () => {
    given({ 'vercel.json': '{ "headers": [] }', 'content/blog/workspace.yml': 'name: Blog\n' })
    expect((await inFolder(place, () => ran(['build']))).code).toBe(0)
  })

  test('that is not there cannot be renewed', async () => {
    const { code, stderr } = await init('--update')
    expect(code).toBe(2)
    expect(stderr).toContain('There is no vercel.json here.')
  })
})

describe('what is there already', () => {
  test('stays as it is', async () => {
    const existing = {
      'api/index.ts': "import { createFunction } from 'galley/vercel'\n",
      'content/notes/workspace.yml': 'name: Notes\n',
      '.gitignore': '/dist\r\nnode_modules',
      '.github/workflows/content.yml': 'name: mine\n',
    }
    given(existing)
    expect((await init('--yes')).code).toBe(0)
    expect(files()).toEqual([...Object.keys(existing), 'package.json', 'vercel.json'].sort())
    expect(read('.gitignore')).toBe('/dist\r\nnode_modules\r\n.vercel/\r\n')
    for (const path of Object.keys(existing).filter((path) => path !== '.gitignore')) {
      expect(read(path)).toBe(existing[path as keyof typeof existing])
    }
  })

  test('may be another function, beside which there is no room', async () => {
    given({ 'api/index.ts': 'export default () => {}\n' })
    const { code, stderr } = await init('--yes')
    expect([code, files()]).toEqual([2, ['api/index.ts']])
    expect(stderr).toContain('There is another api/index.ts already')
  })

  test('may be a link, which stays one', async () => {
    given({ 'others/ignored': 'node_modules\n' })
    symlinkSync('others/ignored', join(place, '.gitignore'))
    const { code, stderr } = await init('--yes')
    expect([code, files()]).toEqual([2, ['others/ignored']])
    expect(stderr).toBe(
      'galley: .gitignore is a link, so nothing can be added to it. Write a file in its place.\n',
    )
    given({ 'others/ignored': `${read('others/ignored')}/dist/\n.vercel/\n` })
    expect((await init('--yes')).code).toBe(0)
  })

  test.skipIf(withoutGit)('may be a repository above, whose workflow runs in this folder', async () => {
    execFileSync('git', ['init', '-q', top])
    place = join(top, 'the api')
    mkdirSync(place)
    writeFileSync(join(top, 'pnpm-lock.yaml'), '')
    const { stderr } = await init('--yes')
    expect(stderr).toMatch(/\nNext: pnpm install, and then pnpm exec galley dev\n$/)
    const workflow = parse(readFileSync(join(top, '.github/workflows/the-api.yml'), 'utf8'))
    expect(workflow.jobs.check.defaults).toEqual({ run: { 'working-directory': 'the api' } })
    expect(workflow.jobs.check.steps.at(-1).run).toBe('pnpm exec galley check --max-warnings 0')
  })
})
