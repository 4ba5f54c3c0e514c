// What an operator may watch: metrics, and a line for each request.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { LossyOutput } from '../../bin/terminal/lossy-output.ts'
import { type Running, type ServeOptions, serve } from '../../server/index.ts'
import { galley, galleyHere, ran, urlOf } from '../support/command.ts'
import { samplesIn } from '../support/prometheus.ts'
import { unlimited } from '../support/server.ts'
import { talk } from '../support/talk.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

/** What the workspace has. */
const slugs = { tags: 'web', categories: 'news', authors: 'ada' }
const secretKey = 'g6G8a14PMeYmoWPV2mW393'

let place: Workspace
let running: Running | undefined

beforeEach(async () => {
  const post = postFile({ tags: '[web]' })
  place = await workspace({
    'blog/posts/hello.md': post,
    'blog/workspace.yml': `key: ${secretKey}\nurl: https://a.example/{slug}\n`,
  })
  await place.build()
})

afterEach(async () => {
  await running?.close()
  running = undefined
  place.remove()
})

async function start(options: Partial<ServeOptions> = {}): Promise<Running> {
  running = await serve({
    data: `${place.out}/data`,
    public: `${place.out}/public`,
    port: 0,
    host: '127.0.0.1',
    env: unlimited,
    log() {},
    monitoring: { metrics: { host: '127.0.0.1', port: 0 } },
    ...options,
  })
  await running.look()
  return running
}

/** Rejects if that one is not free. */
async function portFree(port = 0): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: found } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return found
}

/** The value of a sample; a label that is not named may have any value. */
async function metric(name: string, labels: Record<string, string> = {}): Promise<number | undefined> {
  const samples = (await all()).filter((one) => one.name === `galley_${name}`)
  const found = samples.filter((one) =>
    Object.entries(labels).every(([label, text]) => one.labels[label] === text),
  )
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0)
}

async function all() {
  const response = await fetch(running!.metrics!)
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  return samplesIn(await response.text())
}

describe('metrics', () => {
  test('count requests by workspace, by the path of the API document, and by the class of the status', async () => {
    const { url } = await start()
    const { paths } = parse(readFileSync(new URL('../../docs/openapi.yaml', import.meta.url), 'utf8'))
    const routes = Object.keys(paths).filter((path) => !path.startsWith('/{workspace_key}'))
    expect(routes.length).toBeGreaterThan(20)
    for (const route of routes) {
      const group = /tags|categories|authors/.exec(route)?.[0] as keyof typeof slugs | undefined
      const values = {
        workspace_key: secretKey,
        slug: group ? slugs[group] : 'hello',
        feed: 'feed.xml',
        name: 'none.png',
        collection: 'pages',
        path: 'none',
      }
      const path = route.replace(/\{(\w+)\}/g, (_, name: keyof typeof values) => values[name])
      await (await fetch(`${url}${path}?query=x`, { redirect: 'manual' })).text()
    }
    await expect.poll(() => metric('requests_total')).toBe(routes.length)
    const samples = await all()
    const requests = samples
      .filter(({ name }) => name === 'galley_requests_total')
      .map(({ labels }) => labels)
    const timed = samples.filter(({ name }) => name === 'galley_request_duration_seconds_count')
    expect(requests.map(({ route }) => route)).toEqual(routes)
    expect(timed.map(({ labels, value }) => [labels.route, value])).toEqual(routes.map((route) => [route, 1]))
    for (const { route, workspace } of requests)
      expect(workspace).toBe(route!.startsWith('/v1/') ? 'blog' : '')
    await fetch(`${url}/${secretKey}/posts/hello`, { redirect: 'manual' })
    const moved = { route: '/v1/{workspace_key}/posts/{slug}', status: '3xx' }
    await expect.poll(() => metric('requests_total', moved)).toBe(1)
    await fetch(`${url}/docs/`)
    await expect
      .poll(() => metric('requests_total', { route: '/docs', workspace: '', status: '2xx' }))
      .toBe(1)
  })

  test('say what they are', async () => {
    const { url } = await start()
    await (await fetch(`${url}/v1/${secretKey}/posts/hello`)).text()
    await expect.poll(() => metric('requests_total')).toBe(1)
    const text = await (await fetch(running!.metrics!)).text()
    const bounds = [...text.matchAll(/^galley_\S+_bucket\{.*\ble="([^"]+)"/gm)].map(([, bound]) => bound)
    expect(bounds.join(' ')).toBe('0.001 0.0025 0.005 0.01 0.025 0.05 0.1 0.25 0.5 1 2.5 5 10 30 +Inf')
    const said = text.split('\n').filter((line) => /^# (HELP|TYPE) galley_/.test(line))
    expect(said.join('\n')).toMatchInlineSnapshot(`
      "# HELP galley_requests_total Requests answered, by class of the status; none if the client had gone.
      # TYPE galley_requests_total counter
      # HELP galley_request_duration_seconds From the beginning of a request to the last byte of its reply.
      # TYPE galley_request_duration_seconds histogram
      # HELP galley_reply_bytes_total Bytes of replies, headers included, as far as they were sent.
      # TYPE galley_reply_bytes_total counter
      # HELP galley_rate_limit_decisions_total Requests that were counted, by what became of them and who decided.
      # TYPE galley_rate_limit_decisions_total counter
      # HELP galley_messages_total Messages to hooks and IndexNow: told, replaced by a newer one that says both, or lost.
      # TYPE galley_messages_total counter
      # HELP galley_rate_limit_store_failing Whether the shared store fails, and this process counts alone.
      # TYPE galley_rate_limit_store_failing gauge
      # HELP galley_snapshot_loaded Whether there is a snapshot to answer from.
      # TYPE galley_snapshot_loaded gauge
      # HELP galley_snapshot_damaged Whether part of it cannot be read, and is a 503.
      # TYPE galley_snapshot_damaged gauge
      # HELP galley_snapshot_info The snapshot that is served.
      # TYPE galley_snapshot_info gauge
      # HELP galley_snapshot_loaded_timestamp_seconds When this process went over to the snapshot.
      # TYPE galley_snapshot_loaded_timestamp_seconds gauge
      # HELP galley_snapshot_built_timestamp_seconds The time of the build, if it has one.
      # TYPE galley_snapshot_built_timestamp_seconds gauge
      # HELP galley_workspaces Workspaces of the snapshot.
      # TYPE galley_workspaces gauge
      # HELP galley_edition_info What readers of an open workspace see, as X-Snapshot-Id.
      # TYPE galley_edition_info gauge
      # HELP galley_visible_posts Posts that readers of an open workspace see.
      # TYPE galley_visible_posts gauge
      # HELP galley_costly_stuck Whether costly requests wait, and none has gone on for 10 s.
      # TYPE galley_costly_stuck gauge
      # HELP galley_costly_requests Requests whose work is costly: waiting, begun, and working at the moment.
      # TYPE galley_costly_requests gauge"
    `)
  })

  test('have as many values as before, whatever clients ask for', async () => {
    const { url } = await start()
    const ask = async (paths: readonly string[]) => {
      await talk(
        url,
        [paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: ${path.length}.example\r\n\r\n`).join('')],
        { hangUp: true },
      )
    }
    const paths = (mark: string) => [
      `/${mark}`,
      `/v1/${mark}/posts`,
      `/v1/${mark}`,
      `/${mark}/posts/${mark}`,
      `/v1/${secretKey}/${mark}`,
      `/v1/${secretKey}/posts/${mark}?query=${mark}`,
      `/v1/${secretKey}/posts/${mark}.md`,
      `/v1/${secretKey}/tags/${mark}/feed.xml`,
      `/v1/${secretKey}/tags/${mark}/${mark}`,
      `/media/${mark}`,
      `/docs/${mark}`,
      `/v1/%ff/${mark}`,
      `*${mark}`,
    ]
    await ask(paths('a'))
    await expect.poll(() => metric('requests_total')).toBe(13)
    const names = async () =>
      (await all())
        .filter(({ name }) => name.startsWith('galley_'))
        .map(({ name, labels }) => name + JSON.stringify(labels))
    const before = await names()
    await ask(Array.from({ length: 5 }, (_, i) => paths(`x${i}`)).flat())
    await expect.poll(() => metric('requests_total')).toBe(78)
    expect(await names()).toEqual(before)
    expect(before.join()).not.toContain(secretKey)
  })

  test('have the bytes of replies, each by itself on a shared connection', async () => {
    const { url } = await start()
    const paths = ['/status', `/v1/${secretKey}/posts`, '/openapi.json', `/v1/${secretKey}/posts`, '/status']
    const heard = await talk(url, [paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join('')], {
      hangUp: true,
    })
    await expect.poll(() => metric('reply_bytes_total')).toBe(heard.bytes.length)
    const list = (await metric('reply_bytes_total', { workspace: 'blog' }))!
    const own = await talk(url, [`GET /v1/${secretKey}/posts HTTP/1.1\r\nHost: a\r\n\r\n`], { hangUp: true })
    expect(list).toBe(2 * own.bytes.length)
  })

  test('say what the limiter decides, and whether its store fails', async () => {
    const { url } = await start({ env: { GALLEY_RATE_LIMIT: '2/1h', GALLEY_FALLBACK_LIMIT: 'off' } })
    for (let i = 0; i < 5; i++) await (await fetch(`${url}/v1/${secretKey}/tags`)).text()
    const decided = { tier: 'workspace', source: 'memory' }
    expect(await metric('rate_limit_decisions_total', { ...decided, decision: 'admitted' })).toBe(2)
    expect(await metric('rate_limit_decisions_total', { ...decided, decision: 'refused' })).toBe(3)
    expect(await metric('rate_limit_store_failing', { backend: 'memory' })).toBe(0)
  })

  test('say which snapshot is served since when, and what readers see of open workspaces', async () => {
    let now = Date.UTC(2026, 6, 1)
    place.write({ 'blog/posts/later.md': postFile({ publishedAt: '2026-07-02' }) })
    await place.build({ now })
    const one = await start({ now: () => now })
    const id = async () => (await fetch(`${one.url}/v1/${secretKey}/tags`)).headers.get('X-Snapshot-Id')!
    expect(await metric('visible_posts')).toBeUndefined()
    const first = await id()
    expect(await metric('edition_info', { workspace: 'blog', edition: first })).toBe(1)
    expect(await metric('visible_posts', { workspace: 'blog' })).toBe(1)
    expect(await metric('snapshot_built_timestamp_seconds')).toBe(1_767_225_600)
    expect(await metric('snapshot_loaded_timestamp_seconds')).toBe(now / 1_000)
    now += 86_400_000
    expect(await metric('edition_info', { edition: first })).toBeUndefined()
    expect(await metric('visible_posts')).toBe(2)
    place.write({ 'blog/posts/new.md': postFile() })
    await place.build({ now })
    await one.look()
    expect(await metric('snapshot_loaded_timestamp_seconds')).toBe(now / 1_000)
    expect(await metric('snapshot_info', { snapshot: one.snapshots.current().hash })).toBe(1)
    expect(await metric('snapshot_info')).toBe(1)
    expect(await metric('workspaces')).toBe(1)
    expect(await metric('costly_requests', { state: 'working' })).toBe(0)
    expect(await metric('costly_stuck')).toBe(0)
    const names = new Set((await all()).map(({ name }) => name))
    for (const name of [
      'process_resident_memory_bytes',
      'process_cpu_seconds_total',
      'nodejs_eventloop_lag_p99_seconds',
    ]) {
      expect(names).toContain(name)
    }
  })

  test('are there while there is no snapshot, at one path only, and for no other method', async () => {
    await start({ data: `${place.out}/none` })
    expect(await metric('snapshot_loaded')).toBe(0)
    expect((await fetch(running!.metrics!, { method: 'HEAD' })).status).toBe(200)
    expect((await fetch(running!.metrics!, { method: 'POST' })).status).toBe(404)
    const elsewhere = await fetch(new URL('/', running!.metrics!))
    expect([elsewhere.status, elsewhere.headers.get('content-type'), await elsewhere.text()]).toEqual([
      404,
      'text/plain',
      'Metrics are at /metrics.\n',
    ])
    expect((await fetch(`${running!.url}/metrics`)).status).toBe(503)
  })

  test('are read on sixteen connections at most', async () => {
    await start()
    const { hostname, port } = new URL(running!.metrics!)
    /** Whether there is an answer before the connection is closed. */
    const answers = async () => {
      const socket = connect(Number(port), hostname)
      onTestFinished(() => void socket.destroy())
      socket.write('GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n')
      return new Promise((resolve) => {
        for (const end of ['error', 'close']) socket.once(end, () => resolve(false))
        socket.once('data', () => resolve(true))
      })
    }
    for (let i = 0; i < 16; i++) expect(await answers()).toBe(true)
    expect(await answers()).toBe(false)
  })

  test('are named at the start, and end with the server', async () => {
    const here = galleyHere(['serve', '--dir', place.out, '--port', '0', '--metrics', '0'])
    const [, url = ''] = await here.says(/^Metrics are at (http:\/\/127\.0\.0\.1:\d+\/metrics)$/m)
    expect((await fetch(url)).status).toBe(200)
    expect(await here.stop()).toBe(0)
    await expect(fetch(url)).rejects.toThrow()
    expect(here.stderr()).toMatch(/^\S+Z galley: answered 0 requests in \d+ s\n/m)
  })

  test.each(['x', '65536', 'a b:1', ':80', '127.0.0.1', ''])('at "%s" are refused', async (address) => {
    const { code, stderr } = await ran(['serve', '--dir', place.out, '--port', '0', '--metrics', address])
    expect(code).toBe(2)
    expect(stderr).toMatch(
      /^galley: --metrics (".*" is not an address\. Write a port such as 9464|needs a value)/,
    )
  })

  test('may be at an address of IPv6', async () => {
    const here = galleyHere(['serve', '--dir', place.out, '--port', '0', '--metrics', '[::1]:0'])
    // Whether this machine has one or not.
    await here.says(/^Metrics are at http:\/\/\[::1\]:\d+\/metrics$|--metrics: listen EA\w+: .*::1/m)
    await here.stop()
  })

  test('at a port that is taken end the start, and nothing is left open', async () => {
    const { port } = new URL((await start()).url)
    const free = await portFree()
    const failing = serve({
      ...{ data: `${place.out}/data`, host: '127.0.0.1', port: free, env: unlimited, log() {} },
      monitoring: { metrics: { host: '127.0.0.1', port: Number(port) } },
    })
    await expect(failing).rejects.toThrow(/^--metrics: listen EADDRINUSE/)
    expect(await portFree(free)).toBe(free)
    const { code, stderr } = await galleyHere([
      'serve',
      '--dir',
      place.out,
      '--port',
      '0',
      '--metrics',
      `localhost:${port}`,
    ]).ended.then(async (code) => ({ code, stderr: '' }))
    expect([code, stderr]).toEqual([2, ''])
  })
})

describe('the access log', () => {
  test('has a line of JSON for each request, and nothing that a client wrote', async () => {
    let text = ''
    const accessLog = { write: (more: string) => (text += more) }
    const { url } = await start({ monitoring: { accessLog }, now: () => Date.UTC(2026, 6, 1) })
    const paths = [
      `/v1/${secretKey}/posts?query=private`,
      '/v1/wrong-key/posts',
      '/etc/passwd\u2028',
      '/status',
    ]
    for (const path of paths) await (await fetch(url + path, { headers: { 'User-Agent': 'spy' } })).text()
    await expect.poll(() => text.split('\n').length).toBe(5)
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    const common = {
      time: '2026-07-01T00:00:00.000Z',
      milliseconds: expect.any(Number),
      bytes: expect.any(Number),
    }
    expect(lines).toEqual([
      { ...common, workspace: 'blog', route: '/v1/{workspace_key}/posts', status: 200 },
      { ...common, workspace: null, route: '/v1/{workspace_key}/posts', status: 404 },
      { ...common, workspace: null, route: 'other', status: 404 },
      { ...common, workspace: null, route: '/status', status: 200 },
    ])
    expect(text).not.toMatch(/private|wrong|passwd|spy|127\.0\.0\.1/)
    expect(text).not.toContain(secretKey)
  })

  test('drops lines that nobody reads, keeps answering, and says how many there were', async () => {
    let text = ''
    const stream = { write: (more: string) => (text += more), writableLength: 0 }
    const accessLog = new LossyOutput(stream)
    accessLog.dropsUnread = true
    const { url } = await start({ monitoring: { accessLog } })
    const ask = async () => (await fetch(`${url}/status`)).text()
    const lines = () =>
      text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line))
    await ask()
    await expect.poll(lines).toHaveLength(1)
    stream.writableLength = 2 ** 20
    await ask()
    await expect.poll(lines).toHaveLength(2)
    stream.writableLength = 2 ** 20 + 1
    for (let i = 0; i < 7; i++) await ask()
    expect(lines()).toHaveLength(2)
    stream.writableLength = 0
    await ask()
    const told = () => lines().reduce((sum, { dropped = 1 }) => sum + dropped, 0)
    await expect.poll(told).toBe(10)
    expect(lines()[2].dropped).toBeGreaterThan(1)
  })

  test('that nobody reads neither holds up replies nor keeps the process', { tags: 'nightly' }, async () => {
    const one = galley(['serve', '--dir', place.out, '--port', '0', '--access-log'], unlimited)
    const url = await urlOf(one)
    one.process.stdout!.pause()
    const requests = 'OPTIONS /v1/x/posts HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(50)
    for (let i = 0; i < 40; i++) {
      const { bytes } = await talk(url, [requests], { hangUp: true })
      expect(bytes.toString('latin1').match(/HTTP\/1\.1 204/g)).toHaveLength(50)
    }
    one.process.kill('SIGTERM')
    await one.says(/galley: answered 2000 requests in .*: 2xx 2000\n/)
    await new Promise((resolve) => one.process.once('exit', resolve))
    expect(one.process.exitCode).toBe(0)
  })
})
