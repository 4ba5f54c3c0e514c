// The client as it is published: packed, installed in an empty folder, type-checked there, and run in Node, in an edge runtime
// and in a browser.
import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { EdgeVM } from '@edge-runtime/vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkWorkspace } from '../support/bulk.ts'
import { launchBrowser, withoutBrowser } from '../support/chromium.ts'
import { packClient } from '../support/packed-client.ts'
import { testServer } from '../support/server.ts'

const blog = bulkWorkspace('blog', 300, (number) => `<p>${number} ${'ü'.repeat(10_000)}</p>`)
blog.posts[7] = { ...blog.posts[7]!, aliases: ['markdown'] }
const here = testServer([{ ...blog, keys: ['blog', 'demo'] }])
const root = mkdtempSync(join(tmpdir(), 'galley-client-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const repository = fileURLToPath(new URL('../..', import.meta.url))
const run = (program: string, args: string[], cwd = root) =>
  execFileSync(program, args, { cwd, encoding: 'utf8' })
const installed = join(root, 'node_modules/galley-client')
const main = join(installed, 'dist/index.js')

/** Begins a list and goes on without end, or says nothing at all. */
const broken = createServer((request, response) => {
  if (request.url!.includes('silent')) return
  response.setHeader('Access-Control-Allow-Origin', '*').setHeader('Content-Type', 'application/json')
  const send = () => response.destroyed || response.write(' '.repeat(10_000), send)
  response.write('{"posts":[', send)
})
beforeAll(async () => void (await once(broken.listen(0, '127.0.0.1'), 'listening')))
afterAll(() => {
  broken.closeAllConnections()
  broken.close()
})

/** What each runtime does with the client, and what comes of it. */
const program = `
  const client = createClient({ baseUrl, key: 'blog' })
  let count = 0
  for await (const { slug } of client.posts.all()) if (slug === 'post-' + count) count++
  const { posts } = await client.posts.list({ limit: 1, select: ['slug'] })
  const missing = await client.posts.get('none').catch((error) => [error instanceof NotFound, error.message])
  const failed = ({ name, message }) => [name, message]
  const bounds = { baseUrl: brokenUrl, timeout: 500, maxBytes: 1_000_000 }
  const silent = await createClient({ ...bounds, key: 'silent' }).posts.list().catch(failed)
  const endless = await createClient({ ...bounds, key: 'endless' }).posts.list().catch(failed)
  const signal = AbortSignal.abort('enough')
  const aborted = await client.posts.list({ signal }).catch((error) => error)
  return JSON.stringify([count, posts, missing, silent, endless, aborted])
`
const outcome = [
  300,
  [{ slug: 'post-0' }],
  [true, expect.stringContaining('No published post')],
  ['BrokenReply', 'Nothing has arrived for 0.5 s.'],
  ['BrokenReply', 'The reply is longer than maxBytes.'],
  'enough',
]
const urls = () => {
  const { port } = broken.address() as AddressInfo
  return `const [baseUrl, brokenUrl] = ${JSON.stringify([here.running.url, `http://127.0.0.1:${port}`])}`
}

beforeAll(() => {
  const { filename, paths } = packClient(root)
  expect(paths.filter((path) => !path.startsWith('dist/'))).toEqual(['README.md', 'package.json'])
  writeFileSync(join(root, 'package.json'), '{ "private": true, "type": "module" }')
  run('npm', ['install', '--no-audit', '--no-fund', '--offline', filename])
})

test('depends on nothing, and has at most 4.0 KB, compressed', () => {
  expect(JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))).not.toHaveProperty('dependencies')
  expect(readFileSync(main, 'utf8')).not.toMatch(/^import/m)
  expect(gzipSync(readFileSync(main), { level: 9 }).length).toBeLessThanOrEqual(4_000)
})

test.each(['nodenext', 'bundler'])(
  'has types that a strict project checks, with modules as in %s',
  (kind) => {
    writeFileSync(
      join(root, 'use.ts'),
      `import { type ClientOptions, createClient, type PostList, SnapshotChanged } from 'galley-client'
    const client = createClient<{ rating: number }>({ baseUrl: 'https://api.example.org', key: 'demo' })
    const { posts } = await client.posts.list({ select: ['slug', 'fields'], include: ['cover'] })
    const rating: number = posts[0]!.fields.rating
    createClient({ baseUrl: '', key: '', timeout: 1_000, maxBytes: 1e6 } satisfies ClientOptions)
    const width: number | null | undefined = posts[0]!.cover?.width
    // @ts-expect-error: it was not selected.
    posts[0]!.title
    // @ts-expect-error: there is no such field.
    await client.posts.get('a', { select: ['slgu'] })
    export const all: PostList<unknown>['posts'] = [rating, width, SnapshotChanged]`,
    )
    const module =
      kind === 'bundler' ? ['--module', 'esnext', '--moduleResolution', 'bundler'] : ['--module', kind]
    const options = [
      '--noEmit',
      '--strict',
      '--exactOptionalPropertyTypes',
      '--noUncheckedIndexedAccess',
      '--target',
      'es2022',
    ]
    run(process.execPath, [
      join(repository, 'node_modules/typescript/lib/tsc.js'),
      ...options,
      ...module,
      '--lib',
      'es2022,dom',
      'use.ts',
    ])
  },
)

test('does what its README says', async () => {
  const readme = readFileSync(join(repository, 'client/README.md'), 'utf8')
  const examples = [...readme.matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, code]) => code!)
  expect(examples.length).toBeGreaterThan(1)
  for (const [i, code] of examples.entries()) {
    writeFileSync(join(root, `example-${i}.js`), code.replaceAll('https://api.example.org', here.running.url))
    await promisify(execFile)(process.execPath, [`example-${i}.js`], { cwd: root })
  }
})

test('has the options and fields that the recipes of docs/api.md name', () => {
  const document = readFileSync(join(repository, 'docs/api.md'), 'utf8')
  const recipes = [...document.matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, code]) => code!)
  const ofClient = recipes.filter((code) => /\bgalley\./.test(code))
  expect(ofClient.length).toBeGreaterThan(2)
  const names = ofClient.map((code, i) => {
    const own =
      "import { createClient } from 'galley-client'\nconst galley = createClient({ baseUrl: '', key: '' })\n"
    writeFileSync(join(root, `recipe-${i}.js`), code.includes('createClient') ? code : own + code)
    return `recipe-${i}.js`
  })
  const options = [
    '--noEmit',
    '--allowJs',
    '--checkJs',
    '--noImplicitAny',
    'false',
    '--target',
    'es2022',
    '--module',
    'nodenext',
  ]
  run(process.execPath, [
    join(repository, 'node_modules/typescript/lib/tsc.js'),
    ...options,
    '--lib',
    'es2022,dom',
    ...names,
  ])
})

test('runs in Node', async () => {
  const { createClient, NotFound } = await import(main)
  const run = new Function('createClient', 'NotFound', `return (async () => {${urls()}\n${program}})()`)
  expect(JSON.parse(await run(createClient, NotFound))).toEqual(outcome)
})

test("runs in Vercel's edge runtime", async () => {
  const script = readFileSync(main, 'utf8').replace(/^export \{[\s\S]*\};?\s*$/m, '')
  const code = `(async () => { ${script}\n ${urls()}\n ${program} })()`
  expect(JSON.parse(await new EdgeVM().evaluate(code))).toEqual(outcome)
})

test.skipIf(withoutBrowser)(
  'runs in a browser, on a page of another origin, without a preflight',
  async () => {
    const site = createServer((request, response) => {
      response.setHeader('Content-Type', request.url === '/client.js' ? 'text/javascript' : 'text/html')
      response.end(request.url === '/client.js' ? readFileSync(main) : '<!doctype html><title>A site</title>')
    })
    await once(site.listen(0, '127.0.0.1'), 'listening')
    const browser = await launchBrowser()
    try {
      const page = await browser.newPage()
      const methods: string[] = []
      page.on('request', (request) => methods.push(request.method()))
      await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
      const code = `(async () => {
      const { createClient, NotFound } = await import('/client.js')
      ${urls()}
      ${program}
    })()`
      expect(JSON.parse(await page.evaluate(code))).toEqual(outcome)
      expect(new Set(methods)).toEqual(new Set(['GET']))
    } finally {
      await browser.close()
      site.close()
    }
  },
)
