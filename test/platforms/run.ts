// `npm run test:platforms`, outside of .ci/run: what docs/platforms.md says is run on Deno and Bun, with Hono, and as Lambda would call
// it, and compared with `galley serve`. Installs 200 MB first; two minutes.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { bundle } from '../../build/publish/function.ts'
import { blocksOf } from '../documents/blocks.ts'
import { createChecks } from '../support/checks.ts'
import { run } from '../vercel/command.ts'
import { writeContent } from '../vercel/content.ts'
import { capture, type Running, stop } from '../vercel/function.ts'
import { same } from '../vercel/parity.ts'
import { requests } from '../vercel/requests.ts'
import { startServe } from '../vercel/served.ts'
import { type Answer, ask, type RawRequest } from '../vercel/wire.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = join(here, '../..')
const { check, summary, failed } = createChecks(console.log)
const folder = mkdtempSync(join(tmpdir(), 'galley-platforms-'))
const unlimited = { GALLEY_RATE_LIMIT: 'off', GALLEY_FALLBACK_LIMIT: 'off' }

try {
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: here, stdio: 'inherit' })
  await makeProject()
  const served = await startServe(root, join(folder, 'dist'), unlimited)
  try {
    const [deno = '', withAddresses = ''] = recipe('Deno')
    await withProcess(onDeno(deno), unlimited, (port, log) => compare('Deno', port, served, log))
    const [start = ''] = deno.split('Deno.serve')
    const counting = { GALLEY_FALLBACK_LIMIT: '2/1h', TRUSTED_IP_HEADER: 'x-client' }
    await withProcess(onDeno(start + withAddresses), counting, checkAddresses)
    const [bun = ''] = recipe('Bun')
    await withProcess(onBun(bun), unlimited, (port, log) => compare('Bun', port, served, log))
    const [hono = ''] = recipe('Hono')
    const onServer = hono.replace('export default app', 'Bun.serve({ port: 8080, fetch: app.fetch })')
    await withProcess(onBun(onServer), unlimited, (port, log) => compare('Hono', port, served, log))
    await checkLambda(served)
  } finally {
    await served.stop()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(summary())
process.exitCode = failed() === 0 ? 0 : 1

/** A project with the package, as far as `galley/fetch` needs it. */
async function makeProject(): Promise<void> {
  writeContent(join(folder, 'content'))
  const build = [join(root, 'bin/galley.mjs'), 'build', '--no-cache']
  await run(process.execPath, build, { cwd: folder, env: { BASE_URL: 'https://galley.example' } })
  const galley = join(folder, 'node_modules/galley')
  mkdirSync(galley, { recursive: true })
  const exported = { name: 'galley', type: 'module', exports: { './fetch': './index.js' } }
  writeFileSync(join(galley, 'package.json'), JSON.stringify(exported))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  const outfile = join(galley, 'index.js')
  const packages = { packages: 'bundle', external: ['ioredis'] } as { packages: 'bundle'; external: string[] }
  await bundle({ entryPoints: ['api/_app/fetch.ts'], outfile, format: 'esm', ...packages })
  symlinkSync(join(here, 'node_modules/hono'), join(folder, 'node_modules/hono'))
}

/** The code below a heading of the document. */
function recipe(heading: string): string[] {
  const document = readFileSync(join(root, 'docs/platforms.md'), 'utf8')
  const [section = ''] = document.split(`\n## ${heading}\n`)[1]?.split('\n## ') ?? []
  return blocksOf(section).flatMap(({ language, text }) => (language === 'js' ? [text] : []))
}

function onDeno(code: string): string[] {
  writeFileSync(join(folder, 'main.js'), anywhere(code))
  const allowed = ['--allow-net', '--allow-read', '--allow-env', '--allow-sys']
  return [program('@deno', 'deno'), 'run', ...allowed, '--node-modules-dir=manual', 'main.js']
}

function onBun(code: string): string[] {
  const told = anywhere(code).replace('Bun.serve(', 'const server = Bun.serve(')
  writeFileSync(join(folder, 'main.js'), `${told}\nconsole.log(server.url.href)\n`)
  return [program('@oven', 'bin/bun'), 'main.js']
}

function anywhere(code: string): string {
  return code.replace('port: 8080', "port: 0, hostname: '127.0.0.1'")
}

/** A program of a package for this system. */
function program(scope: string, path: string): string {
  const packages = join(here, 'node_modules', scope)
  const found = readdirSync(packages).map((name) => join(packages, name, path))
  return found.find((one) => existsSync(one)) ?? `no ${path} for this system`
}

async function withProcess(
  [command = '', ...args]: string[],
  env: Record<string, string>,
  use: (port: number, log: () => string) => Promise<void>,
): Promise<void> {
  const child = spawn(command, args, { cwd: folder, env: { PATH: process.env.PATH, ...env } })
  const log = capture(child)
  try {
    const port = await new Promise<number>((resolve, reject) => {
      const look = () => {
        const address = /http:\/\/127\.0\.0\.1:(\d+)/.exec(log())
        if (address) resolve(Number(address[1]))
      }
      child.stdout.on('data', look)
      child.stderr.on('data', look)
      child.on('error', reject)
      child.on('exit', () => reject(new Error(`${command} ended before it was ready.\n${log()}`)))
    })
    await use(port, log)
  } finally {
    await stop(child)
  }
}

async function compare(name: string, port: number, served: Running, log: () => string): Promise<void> {
  const both = (exchange: RawRequest) =>
    Promise.all([port, served.port].map((one) => ask(one, exchange))) as Promise<[Answer, Answer]>
  const [first] = await both({ name: 'first', target: '/v1/small/posts' })
  const [post] = JSON.parse(first.body.toString()).posts
  const known = { etag: first.headers.etag!, snapshot: first.headers['x-snapshot-id']!, postId: post.id }
  // Files, and forms of other addresses than paths, are left to what is in front.
  const asked = requests(known).filter(({ target }) => /^\/(?![/\\]|docs\/)/.test(target))
  for (const exchange of asked) {
    await check(`${name}: ${exchange.name}`, async () => {
      const [one, other] = await both(exchange)
      same(withoutLength(one), withoutLength(other))
    })
  }
  await check(`${name}: gzip is whole`, async () => {
    for (const target of ['/v1/large/posts?limit=all', '/v1/large/posts', '/v1/small/feed.xml']) {
      const [one, other] = await both({ name: target, target, headers: { 'Accept-Encoding': 'gzip' } })
      assert.ok(gunzipSync(one.body).equals(gunzipSync(other.body)), target)
    }
  })
  await check(`${name}: nothing was logged on the way`, () =>
    // But its own address, and what Deno says once of the signal of a request, whoever reads it.
    assert.equal(log().replace(/^(?:.*http:\/\/127\.0\.0\.1|Deno\.serve: request\.signal).*\n/gm, ''), ''),
  )
}

/** The connection's server decides whether to say how long a body is. */
function withoutLength({ headers: { 'content-length': _, ...headers }, ...answer }: Answer): Answer {
  return { ...answer, headers }
}

async function checkAddresses(port: number): Promise<void> {
  await check('Deno: clients are told apart by their address, and by nothing that they say', async () => {
    const statuses: number[] = []
    for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
      const answer = await ask(port, { name: address, target: '/none', headers: { 'X-Client': address } })
      statuses.push(answer.status)
    }
    assert.deepEqual(statuses, [404, 404, 429])
  })
}

/** Called with an event of an HTTP API, as Lambda calls it. */
async function checkLambda(served: Running): Promise<void> {
  const [code = ''] = recipe('AWS Lambda')
  writeFileSync(join(folder, 'index.mjs'), code)
  Object.assign(process.env, unlimited)
  const { handler } = await import(pathToFileURL(join(folder, 'index.mjs')).href)
  for (const target of ['/v1/small/posts?limit=2', '/v1/small/post/none', '/v1/large/posts?limit=all']) {
    await check(`Lambda: ${target}`, async () => {
      const [path, rawQueryString = ''] = target.split('?')
      const http = { method: 'GET', path, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: '' }
      const requestContext = { http, domainName: 'api.example.org', stage: '$default' }
      const event = { version: '2.0', rawPath: path, rawQueryString, headers: {}, requestContext }
      const { statusCode, headers, body, isBase64Encoded } = await handler(event)
      const answer = await ask(served.port, { name: target, target })
      assert.equal(statusCode, answer.status)
      assert.equal(headers.etag, answer.headers.etag)
      assert.ok(Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8').equals(answer.body))
    })
  }
}
