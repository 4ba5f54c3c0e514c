// Versions whose snapshots have different formats share a folder, a build cache, a Redis, a bucket and a secret. One builds over what
// another serves, in any order, there and back: nobody who asks meanwhile gets anything but the reply, with the tags that it always had.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { FORMAT } from '../../snapshot/format/format.ts'
import { type Galley, galleyFromSources, urlOf } from '../support/command.ts'
import * as fixture from '../support/fixture.ts'
import { someOf } from '../support/nightly.ts'
import { png } from '../support/picture.ts'
import { isInstalled } from '../support/program.ts'
import { startNginx } from '../support/proxy.ts'
import { freePort, startRedis, withoutRedis } from '../support/redis.ts'
import { routes } from '../support/routes.ts'
import { testBucket, withoutSwift } from '../support/swift.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const place = mkdtempSync(join(tmpdir(), 'galley-versions-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))

const [before, now, next] = [FORMAT - 1, FORMAT, FORMAT + 1]
const unlimited = { GALLEY_RATE_LIMIT: 'off', GALLEY_FALLBACK_LIMIT: 'off' }
const buildEnv = { SOURCE_DATE_EPOCH: '1767225600', BASE_URL: 'https://api.example.org' }

/** A copy of these sources with another format, which publishes a page that the others do not. */
function programOf(format: number): string {
  const at = join(place, `format-${format}`)
  const program = join(at, 'bin/galley.mjs')
  if (existsSync(program)) return program
  const parts = ['api', 'bin', 'build', 'client', 'docs', 'packages', 'server', 'snapshot']
  for (const name of [...parts, 'package.json', 'vercel.json'])
    cpSync(join(root, name), join(at, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(at, 'node_modules'))
  const change = (path: string, written: RegExp, text: string) => {
    const source = readFileSync(join(at, path), 'utf8')
    expect(source).toMatch(written)
    writeFileSync(join(at, path), source.replace(written, text))
  }
  change('snapshot/format/format.ts', /^export const FORMAT = \d+$/m, `export const FORMAT = ${format}`)
  change('snapshot/format/pages.ts', /^ {2}'icon\.svg',$/m, `  'icon.svg', 'of-${format}.css',`)
  writeFileSync(join(at, `docs/reference/of-${format}.css`), '')
  return program
}

const running = new Set<Galley>()
afterEach(async () => {
  for (const { process } of running) process.kill('SIGTERM')
  await Promise.all([...running].map(({ ended }) => ended))
  running.clear()
})

/** Until it ends, by itself or with the test. */
function begin(format: number, args: string[], env: NodeJS.ProcessEnv = {}, cwd?: string): Galley {
  const galley = galleyFromSources(args, { ...unlimited, ...env }, cwd, programOf(format))
  running.add(galley)
  galley.ended.finally(() => running.delete(galley))
  return galley
}

async function run(format: number, args: string[], env: NodeJS.ProcessEnv = {}, cwd?: string) {
  const galley = begin(format, args, env, cwd)
  expect([await galley.ended, galley.stderr(), galley.stdout()]).toEqual([
    0,
    expect.anything(),
    expect.anything(),
  ])
  return galley.stdout()
}

async function content(files: Parameters<typeof workspace>[0]): Promise<Workspace> {
  const site = await workspace(files, {}, 'without pages')
  onTestFinished(site.remove)
  return site
}

const build = (format: number, site: Workspace, more: string[] = [], env = {}) =>
  run(format, ['build', '--quiet', '--content', site.dir, '--out', site.out, ...more], {
    ...buildEnv,
    ...env,
  })

interface Answer {
  status: number | string
  etag: string | undefined
  id: string | undefined
  body: string
}

function ask(url: string, path: string, agent?: Agent, headers = {}): Promise<Answer> {
  return new Promise((resolve) => {
    const failed = (error: Error) => resolve({ status: error.message, etag: '', id: '', body: '' })
    const options = { ...(agent && { agent }), headers, timeout: 20_000 }
    const asked = get(url + path, options, (reply) => {
      const { etag, 'x-snapshot-id': id } = reply.headers as Record<string, string>
      let body = ''
      reply.setEncoding('utf8').on('data', (text) => {
        body += text
      })
      reply.on('error', failed)
      reply.on('end', () => resolve({ status: reply.statusCode!, etag, id, body }))
    })
    asked.on('error', failed).on('timeout', () => asked.destroy(new Error('timeout')))
  })
}

describe.skipIf(!isInstalled('nginx', '-v'))('a folder that servers behind nginx serve', () => {
  const names = ['a', 'b', 'c', 'd']
  const paths = (name: string) =>
    ['?limit=all', '/p1', '?query=words', '?limit=2&page=2'].map((path) => `/v1/${name}/posts${path}`)

  function write(site: Workspace, generation: number): void {
    const cover = { coverImage: 'cover.png' }
    const files = names.flatMap((name) => [
      [`${name}/posts/same.md`, postFile({}, 'The words that stay.\n')],
      ...[1, 2, 3].map((n) => [
        `${name}/posts/p${n}.md`,
        postFile({ title: `Generation ${generation}`, ...cover }, `The words of ${generation}.\n`),
      ]),
    ])
    site.write({
      ...Object.fromEntries(files),
      ...Object.fromEntries(names.map((name) => [`${name}/posts/cover.png`, png(20, 20, generation)])),
    })
  }

  /** Asks without a pause until it is stopped. */
  function keepAsking(url: string) {
    const agent = new Agent({ keepAlive: true })
    const wrong = new Set<string>()
    const tags = new Map<string, string>()
    const load = { asked: 0, opened: 1, wrong, stop: async () => {} }
    let isOver = false
    const one = async () => {
      while (!isOver) {
        for (const path of names.slice(0, load.opened).flatMap(paths)) {
          const { status, etag, id, body } = await ask(url, path, agent)
          const told = JSON.stringify([etag, id, body])
          const generations = new Set(body.match(/Generation \d+/g))
          const key = `${path} ${[...generations]}`
          if (status !== 200 || generations.size !== 1) wrong.add(`${path}: ${status} ${body}`)
          else if ((tags.get(key) ?? told) !== told) wrong.add(`${key}: ${tags.get(key)} and ${told}`)
          tags.set(key, told)
          load.asked++
          await pause(2)
        }
      }
    }
    const all = Promise.all([one(), one()])
    load.stop = async () => {
      isOver = true
      await all
      agent.destroy()
    }
    return load
  }

  const orders = [
    [before, next, now],
    [now, next, before],
    [next, now, before],
    [now, before, next],
    [before, now, next],
    [next, before, now],
  ] as const

  test.each(someOf(orders, orders.length))(
    'by formats %i, then %i, then %i, then the first again',
    async (...order) => {
      const site = await content({})
      const GALLEY_CACHE = join(site.dir, '../cache')
      const profile = join(site.dir, '../profile.json')
      const builds = async (format: number) => {
        await build(format, site, ['--profile', profile], { GALLEY_CACHE })
        return JSON.parse(readFileSync(profile, 'utf8')).posts
      }
      let generation = 0
      write(site, generation)
      await builds(order[0])
      const ports = [await freePort(), await freePort()]
      const serve = async (format: number, port: number) => {
        const server = begin(format, ['serve', '--dir', site.out, '--port', String(port)])
        const url = await urlOf(server)
        await expect.poll(async () => (await ask(url, '/status')).status).toBe(200)
        return { server, url, port }
      }
      const again = async ({ server, port }: Awaited<ReturnType<typeof serve>>, format: number) => {
        server.process.kill('SIGTERM')
        await server.ended
        return serve(format, port)
      }
      const servers = [await serve(order[0], ports[0]!), await serve(order[0], ports[1]!)]
      const port = await freePort()
      const upstream = ports.map((one) => `server 127.0.0.1:${one} max_fails=0;`).join(' ')
      const passing = `proxy_pass http://galley; proxy_http_version 1.1; proxy_set_header Connection "";`
      const load = keepAsking(
        await startNginx(
          `upstream galley { ${upstream} keepalive 16; }
        server { listen 127.0.0.1:${port}; location / { ${passing} proxy_next_upstream error timeout; } }`,
          port,
        ),
      )
      for (const [step, format] of [...order.slice(1), order[0]].entries()) {
        const served = order[step]!
        await builds(format)
        write(site, ++generation)
        await builds(format)
        const advice = format > served ? 'upgrade this server' : 'run galley build again'
        const line = new RegExp(
          `has format ${format}, but this version reads format ${served}; ${advice}; still`,
        )
        await Promise.all(servers.map(({ server }) => server.says(line)))
        // Nobody has asked for the next workspace yet, nor for a picture, and one server has to begin anew.
        load.opened++
        for (const { url } of servers) {
          expect((await ask(url, '/status')).status).toBe(200)
          const { body } = await ask(url, '/v1/a/posts/p1?select=coverImage')
          expect(body).toMatch(/"https:.*\/media\/cover/)
          const picture = new URL(JSON.parse(body).post.coverImage).pathname
          expect((await ask(url, picture)).status).toBe(200)
        }
        servers[1] = await again(servers[1]!, served)
        for (const one of [served, format]) await run(one, ['check', '--snapshot', '--out', site.out])
        for (const which of [0, 1]) servers[which] = await again(servers[which]!, format)
        expect((await ask(servers[0]!.url, '/v1/a/posts/p1')).body).toContain(`Generation ${generation}`)
        const asked = load.asked
        await expect.poll(() => load.asked).toBeGreaterThan(asked + 100)
      }
      await load.stop()
      expect([...load.wrong]).toEqual([])
      // What its cache had from the very beginning, it still had.
      expect(await builds(order[0])).toMatchObject({ fromCache: 4 * names.length, compiled: 0 })
    },
  )
})

test('a preview of another format goes with the first build without drafts, and what it named', async () => {
  const site = await content({ 'a/posts/p.md': postFile({ status: 'draft' }), 'a/posts/q.md': postFile() })
  await build(next, site, ['--drafts'])
  const named = JSON.parse(readFileSync(join(site.out, 'data/current.json'), 'utf8')).workspaces.a.hash
  await build(now, site)
  expect(existsSync(join(site.out, 'data', named))).toBe(false)
  expect(existsSync(join(site.out, `data/current.${next}.json`))).toBe(false)
})

describe.skipIf(withoutRedis)('the same content', () => {
  test('has the same bytes, ids and entity tags, one count of requests, and opens by the same links', async () => {
    const redis = await startRedis()
    onTestFinished(redis.stop)
    const secret = { GALLEY_SHARE_SECRET: 'Xr4TqENsRjCkV8vxnLqbB2' }
    const env = { ...secret, REDIS_URL: redis.url, GALLEY_RATE_LIMIT: '9000/9999h' }
    const site = await content(fixture.files)
    const urls: string[] = []
    for (const format of [before, now, next]) {
      const out = join(site.out, String(format))
      await build(format, { ...site, out }, ['--drafts'])
      urls.push(await urlOf(begin(format, ['serve', '--drafts', '--dir', out, '--port', '0'], env)))
    }
    const asked = [...routes, '/posts?limit=all', '/posts?query=harbour', '/posts?include=revision,related']
    for (const path of asked) {
      const [first, ...others] = await Promise.all(urls.map((url) => ask(url, `/v1/demo${path}`)))
      expect([200, path]).toEqual([first!.status, path])
      for (const other of others) expect({ path, ...other }).toEqual({ path, ...first })
    }
    const left = async (url: string) =>
      (await fetch(`${url}/v1/demo/posts?limit=1`)).headers.get('x-ratelimit-remaining')
    expect([await left(urls[0]!), await left(urls[1]!), await left(urls[2]!)].map(Number)).toEqual(
      [1, 2, 3].map((more) => 9000 - 3 * asked.length - more),
    )
    const share = ['share', 'demo/undated', '--quiet', '--content', site.dir, '--url', 'https://a.example']
    const token = (await run(next, share, secret)).trim().split('/').at(-1)!
    for (const url of urls) {
      const { status, body } = await ask(url, '/shared', undefined, { 'Galley-Share': token })
      expect([status, body]).toEqual([200, expect.stringContaining('A secret harbour.')])
    }
  })
})

describe.skipIf(withoutSwift)('a bucket', () => {
  const here = testBucket()

  test('with another format: servers say what to do, and go on with what they have, also after a restart', async () => {
    const { address, swift, front } = here
    const site = await content({})
    const push = async (format: number, title: string) => {
      site.write({ 'a/posts/p.md': postFile({ title }) })
      const out = join(site.out, String(format))
      await build(format, { ...site, out })
      await run(format, ['bucket', 'push', '--quiet', address, '--dir', out], swift.env)
    }
    const dir = join(site.dir, '../served')
    const follow = async (format: number) => {
      const flags = ['--from', address, '--dir', dir, '--every', '1', '--port', '0']
      const server = begin(format, ['serve', ...flags], front.env)
      return { server, url: await urlOf(server) }
    }
    const title = async (url: string) => /"title":"([^"]*)"/.exec((await ask(url, '/v1/a/posts')).body)?.[1]
    const end = async ({ server }: { server: Galley }) => {
      server.process.kill('SIGTERM')
      expect(await server.ended).toBe(0)
    }
    await push(now, 'First')
    let server = await follow(now)
    await expect.poll(() => title(server.url)).toBe('First')
    for (const [format, advice] of [
      [next, 'upgrade this server'],
      [before, 'run galley build and galley bucket push with this version'],
    ] as const) {
      const line = new RegExp(`bucket has format ${format}, but .* ${now}; ${advice}; what is here is served`)
      await push(format, 'Other')
      if (format === next) await server.server.says(line)
      await end(server)
      server = await follow(now)
      await server.server.says(line)
      expect([await title(server.url), (await ask(server.url, '/status')).status]).toEqual(['First', 200])
    }
    // There and back, in the same folder.
    await end(server)
    const other = await follow(before)
    await expect.poll(() => title(other.url)).toBe('Other')
    await end(other)
    server = await follow(now)
    expect(await title(server.url)).toBe('First')
  })
})
