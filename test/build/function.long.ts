// The code of the function as one file: what a build on Vercel makes of it.
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bundle as packageCode } from '../../build/package/bundle.ts'
import { bundleFunction } from '../../build/publish/function.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const onVercel = { env: { SOURCE_DATE_EPOCH: '1767225600', VERCEL: '1', VERCEL_ENV: 'production' } }
let place: Workspace
const given = async () => {
  place = await workspace({ 'blog/posts/hello.md': postFile({ title: 'Running' }) })
}

const made = (name: string) => join(place.out, 'function', name)
const bundle = () => made('index.js')

/** Runs plain Node, without anything that could load TypeScript. @returns what it printed as JSON on its last line */
function evaluate(code: string, ...node: string[]): { printed: unknown; log: string } {
  return evaluateIn(made(''), code, node)
}

function evaluateIn(folder: string, code: string, node: string[] = []): { printed: unknown; log: string } {
  const text = `import { createFunction } from ${JSON.stringify(pathToFileURL(join(folder, 'start.js')).href)}
    const handle = createFunction({ data: new URL(${JSON.stringify(pathToFileURL(join(place.out, 'data')).href)}) })
    const answer = async (url, headers = {}) => {
      const answered = { body: '' }
      const response = {
        writeHead: (status) => { answered.status = status },
        end: (body = '') => { answered.body += body },
      }
      await handle({ method: 'GET', url, headers }, response)
      return answered
    }
    const log = []
    console.error = (line) => log.push(line)
    const printed = await (async () => { ${code} })()
    console.log(JSON.stringify({ printed, log: log.join('\\n') }))`
  const args = [...node, '--input-type=module', '-e', text]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
}

describe('of a build on Vercel', () => {
  beforeAll(async () => {
    await given()
    await place.build(onVercel)
  })
  afterAll(() => place.remove())

  test('one file answers requests, and knows the forms of English words', () => {
    const { printed, log } = evaluate(
      `const { status, body } = await answer('/v1/blog/posts?query=runs')
       return [status, JSON.parse(body).posts.map(({ title }) => title)]`,
    )
    expect(printed).toEqual([200, ['Running']])
    expect(log).toBe('')
  })

  test.each([
    { how: 'by itself', node: [] },
    { how: 'where Node is told to do that, too', node: ['--enable-source-maps'] },
  ])('a stack trace names files and lines of the sources, $how', ({ node }) => {
    const { printed, log } = evaluate(`return (await answer('/', null)).status`, ...node)
    expect(printed).toBe(500)
    const [first, ...others] = [...log.matchAll(/(file:\S+|\/[^\s(]+?):(\d+):\d+\)?$/gm)]
    expect(others.length).toBeGreaterThan(2)
    expect(log).not.toContain('index.js')
    const file = fileURLToPath(new URL(first![1]!, 'file:'))
    expect(file).toBe(join(root, 'api/_app/http/request.ts'))
    expect(readFileSync(file, 'utf8').split('\n')[Number(first![2]) - 1]).toContain('= headers[')
  })

  test('it is beside what V8 has compiled of it, what starts it, and where its lines are from', () => {
    expect(readdirSync(made('')).sort()).toEqual(['index.cache', 'index.js', 'index.js.map', 'start.js'])
    const { sources, sourcesContent } = JSON.parse(readFileSync(`${bundle()}.map`, 'utf8'))
    expect(sourcesContent).toBeUndefined()
    expect(sources.filter((path: string) => path.endsWith('api/_app/function.ts'))).toHaveLength(1)
    expect(readFileSync(bundle(), 'utf8')).toMatch(
      /^\/\/ Made by galley build from api\/_app\/bundle\.ts\.\n\(function\(/,
    )
  })

  test('the file has no character for which V8 would hold all of it as UTF-16', () => {
    expect(readFileSync(bundle(), 'utf8')).toMatch(/^[\x00-\xff]+$/)
  })

  test('a stack trace names files of the sources that the code has been moved beside', () => {
    const folder = join(place.out, 'elsewhere')
    renameSync(made(''), folder)
    const { log } = evaluateIn(folder, `await answer('/', null)`)
    renameSync(folder, made(''))
    expect(log).toMatch(/api\/_app\/function\.ts:\d+:\d+/)
    expect(log).not.toContain('index.js')
  })

  test('the file leaves it to another to import packages, which would look for them where it was compiled', () => {
    const code = readFileSync(bundle(), 'utf8')
    expect(code).not.toMatch(/\bimport\(/)
    const named = [...code.matchAll(/\b_load_\b(.)/g)].map(([, after]) => after)
    expect(named.length).toBeGreaterThan(3)
    expect(named.join('')).toMatch(/^\)\(+$/)
  })

  test('V8 takes what the build has had compiled', () => {
    const { printed } = evaluate(
      `const [{ readFileSync }, { Script }] = [await import('node:fs'), await import('node:vm')]
       const code = readFileSync(${JSON.stringify(bundle())}, 'latin1')
       const cachedData = readFileSync(${JSON.stringify(made('index.cache'))}).subarray(8)
       return new Script(code, { cachedData }).cachedDataRejected`,
    )
    expect(printed).toBe(false)
  })

  const damaged = (cache: Buffer) => {
    for (let at = 0; at < cache.length; at += 1_000) cache[at]! ^= 0xff
    return cache
  }
  test.each<{ what: string; change: (cache: Buffer) => Buffer; node?: string }>([
    {
      what: 'is damaged',
      change: (cache) => Buffer.concat([cache.subarray(0, 8), damaged(cache.subarray(8))]),
    },
    { what: 'ends too early', change: (cache) => cache.subarray(0, cache.length / 2) },
    { what: 'is empty', change: () => Buffer.alloc(0) },
    {
      what: 'was compiled with other options',
      change: (cache) => cache,
      node: '--no-lazy-feedback-allocation',
    },
  ])('it answers the same where what was compiled $what', ({ change, node }) => {
    const cache = readFileSync(made('index.cache'))
    const list = `return (await answer('/v1/blog/posts')).body`
    const expected = evaluate(list)
    writeFileSync(made('index.cache'), change(Buffer.from(cache)))
    expect(evaluate(list, ...(node === undefined ? [] : [node]))).toEqual(expected)
    writeFileSync(made('index.cache'), cache)
  })

  test('it does not take what was compiled of other code of the same length', () => {
    const code = readFileSync(bundle(), 'utf8')
    writeFileSync(
      bundle(),
      code.replaceAll('"totalItems"', '"totalITEMS"').replaceAll('totalItems', 'totalITEMS'),
    )
    const { printed } = evaluate(`return (await answer('/v1/blog/posts')).body`)
    writeFileSync(bundle(), code)
    expect(printed).toContain('"totalITEMS":1')
  })

  test('a stack trace is complete without the source map', () => {
    const map = readFileSync(`${bundle()}.map`)
    writeFileSync(`${bundle()}.map`, '{')
    const { log } = evaluate(`await answer('/', null)`)
    writeFileSync(`${bundle()}.map`, map)
    expect(log).toMatch(/TypeError: .*null/)
    expect(log).toMatch(/index\.js:\d+:\d+/)
  })
})

describe('of several builds', () => {
  beforeEach(given)
  afterEach(() => place.remove())

  test('code of an earlier build is not kept', { tags: 'nightly' }, async () => {
    await place.build(onVercel)
    const before = readFileSync(bundle(), 'utf8')
    writeFileSync(bundle(), `${before}throw new Error('old')\n`)
    writeFileSync(join(place.out, 'function/old.js'), '')
    await place.build(onVercel)
    expect(readFileSync(bundle(), 'utf8')).toBe(before)
    expect(existsSync(join(place.out, 'function/old.js'))).toBe(false)
    await place.build()
    expect(existsSync(join(place.out, 'function'))).toBe(false)
  })

  test('a build elsewhere writes none, and leaves alone what only has its name', async () => {
    await place.build()
    expect(existsSync(join(place.out, 'function'))).toBe(false)
    mkdirSync(join(place.out, 'function'))
    writeFileSync(bundle(), 'export {}\n')
    await place.build()
    expect(readFileSync(bundle(), 'utf8')).toBe('export {}\n')
  })

  test('errors in content leave the code as it was', async () => {
    await place.build(onVercel)
    const before = readFileSync(bundle(), 'utf8')
    place.write({ 'blog/posts/hello.md': 'no front matter' })
    for (const options of [onVercel, {}]) {
      expect((await place.build(options)).written).toBe(false)
      expect(readFileSync(bundle(), 'utf8')).toBe(before)
    }
  })
})

// Its types say what Vercel calls; `npm run test:vercel` builds and runs the function with it.
test('is checked against the version of @vercel/node that builds and runs it in tests', () => {
  const versionIn = (folder: string) => {
    const { packages } = JSON.parse(readFileSync(join(root, folder, 'package-lock.json'), 'utf8'))
    return packages['node_modules/@vercel/node'].version
  }
  expect(versionIn('test/vercel')).toBe(versionIn('.'))
})

describe('the package', () => {
  let folder: string
  const out = () => join(folder, 'out')
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'galley-packaged-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('has the function as a module, with where its lines are from', async () => {
    await bundleFunction(join(out(), 'function/index.js'))
    expect(readdirSync(join(out(), 'function')).sort()).toEqual(['index.js', 'index.js.map'])
    const code = readFileSync(join(out(), 'function/index.js'), 'utf8')
    expect(code).toMatch(/^\/\/ Made by galley build/)
    expect(code).toMatch(/\bexport\s?\{[^}]*\bcreateFunction\b[^}]*\};?\s*(?:\/\/#.*)?\s*$/)
  })

  test('has code that finds its files as in the clone, and starts commands alone', async () => {
    const clone = join(folder, 'clone')
    // With `@` before imports that are not of this file.
    const files = {
      'bin/galley.mjs': `import { load } from './program.mjs'
        const found = []
        for (const name of ['serve', 'flags', 'main', 'thread']) found.push(Object.keys(await load(name)).sort().join())
        const { here, run } = await load('serve')
        found.push(here(), await run('serve'), await run('list').catch(({ code }) => code))
        const main = await load('main')
        found.push(main.here(), await main.run('serve'), await main.run('list'))
        console.log(JSON.stringify(found))`,
      'bin/program.mjs': `throw new Error('That of the clone.')`,
      'build/package/program.mjs': `export async function load(name) {
          if (name === 'serve') return import('galley:serve')
          if (name === 'flags') return import('galley:flags')
          return name === 'thread' ? import('galley:thread') : import('galley:main')
        }`,
      'build/typescript/register.mjs': `throw new Error('It is for sources.')`,
      'bin/main.ts': `import '../build/typescript/register.mjs'
        export { here, run } from '@./run.ts'`,
      'bin/run.ts': `import { basename } from 'node:path'
        export const here = (): string => new URL('./x', import.meta.url).href
        export async function run(name: string) {
          const { command } = await (name === 'serve' ? import('@./commands/serve.ts') : import('@./commands/list.ts'))
          return basename(command())
        }`,
      'bin/commands/serve.ts': `export const command = () => 'a/serve'
        export const more = () => import('@../later.ts')`,
      'bin/commands/list.ts': `export const command = () => 'a/list'
        export const more = () => import('@../../import/index.ts')`,
      'import/index.ts': `export const importFrom = 1`,
      'bin/later.ts': `export const later = 1`,
      'bin/builder/thread.ts': `export const startAhead: () => void = () => {}`,
      ...Object.fromEntries(
        [
          'bin/builder/build-thread',
          'build/compile/pool/thread',
          'build/compile/pool/last-try',
          'build/parse/yaml-process',
          'import/text/try',
        ].map((name) => [`${name}.mjs`, `console.log('${name}')`]),
      ),
    }
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(clone, name)), { recursive: true })
      writeFileSync(join(clone, name), text.replaceAll('@', ''))
    }
    const made = await packageCode(clone, out())
    for (const { path, contents } of made) {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, contents)
    }
    const names = made.map(({ path }) =>
      relative(out(), path)
        .replaceAll(sep, '/')
        .replace(/-[A-Z0-9]{8}/, '-…'),
    )
    const code = names.filter((name) => !name.endsWith('.map')).sort()
    expect(names.filter((name) => name.endsWith('.map')).sort()).toEqual(code.map((name) => `${name}.map`))
    // What the command line imports, what each of two commands does alone, and what these import later.
    expect(code).toEqual([
      ...['bin/builder/build-thread.mjs', 'bin/galley.mjs', 'build/compile/pool/last-try.mjs'],
      ...['build/compile/pool/thread.mjs', 'build/parse/yaml-process.mjs'],
      ...['import/text/try.mjs', 'lib/chunk-….mjs', 'lib/flags.mjs', 'lib/import.mjs'],
      ...['lib/later-….mjs', 'lib/later-….mjs', 'lib/list-….mjs', 'lib/main-….mjs', 'lib/serve-….mjs'],
      ...['lib/serve-….mjs', 'lib/serve.mjs', 'lib/thread-….mjs'],
    ])
    const map = JSON.parse(readFileSync(join(out(), 'lib/serve.mjs.map'), 'utf8'))
    expect(map.sourcesContent).toHaveLength(map.sources.length)
    const printed = execFileSync(process.execPath, [join(out(), 'bin/galley.mjs')], { encoding: 'utf8' })
    const here = pathToFileURL(join(out(), 'bin/x')).href
    expect(JSON.parse(printed)).toEqual([
      ...['command,here,more,run', 'here,run', 'here,run', 'startAhead'],
      ...[here, 'serve', 'ERR_MODULE_NOT_FOUND'],
      ...[here, 'serve', 'list'],
    ])
  })
})
