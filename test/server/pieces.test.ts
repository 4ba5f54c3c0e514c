// What parts of the server make of what they are given, without a server. CONTRIBUTING.md says how to write pieces.txt anew.
import { EventEmitter, once } from 'node:events'
import fs, { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import type { Admission } from '../../api/_app/admission/admission.ts'
import type { Decision, Limiter } from '../../api/_app/limit/decision.ts'
import { describeSnapshot, servedSnapshot } from '../../server/current.ts'
import { openBelow } from '../../server/file.ts'
import { hostOf } from '../../server/hooks/address.ts'
import { createAccessLog } from '../../server/monitoring/access-log.ts'
import { createMetrics, toldLimiter } from '../../server/monitoring/metrics.ts'
import { MetricsAddressError, serveMetrics } from '../../server/monitoring/metrics-server.ts'
import { createMonitoring } from '../../server/monitoring/monitoring.ts'
import { type Answered, observeEach } from '../../server/monitoring/observe.ts'
import { askedBy } from '../../server/monitoring/route.ts'
import { publishedPath } from '../../server/static.ts'
import { openSnapshots, type Snapshots } from '../../snapshot/read/snapshots.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { bulkWorkspace } from '../support/bulk.ts'

const targets = `/ /? /status /status/ /status?x /openapi.json /openapi.json/x /docs /docs/ /docs/x /docsx /media /media/ /media/a.png /media/a/b
/v1 /v1/ /v1/key /v1/key/ /v1/other /v1/key/posts /v1/key/posts/ /v1/key/posts?limit=1 /v1/key/posts/a /v1/key/posts/a.md /v1/key/post/a
/v1/key/post/a.md /v1/key/posts/.md /v1/key/posts/a.mdx /v1/key/tags/a.md /v1/key/tags /v1/key/tags/a /v1/key/tags/a/feed.xml /v1/key/tags/a/x
/v1/key/categories/a/feed.json /v1/key/feed.xml /v1/key/sitemap.xml /v1/key/search-index /v1/key/suggest /v1/key/redirects /v1/key/none
/v1/other/posts /v1/%6bey/posts /v1/%/posts /key/posts /key/v1/posts/a /other/posts /favicon.ico * //key/posts http://a.example/v1/key/posts`

const paths = `/media/a.png /media/a/b /media/ /media /openapi.json /openapi.jsonx /docs /docs/ /docs/a.js /docs/a/b /docs/desk /docs/desk/ /docs/desk/a.js
/docs/desk/a/b /docsx /docs/deskx x/media/a /media/a/ / /v1/key/posts`

const addresses = [
  'https://example.org:444/a',
  'https://[::1]:444/',
  'https://10.0.0.1/',
  'https://[::ffff:10.0.0.1]/',
]

test('routes, paths and addresses are told apart as written down', async () => {
  const data = mkdtempSync(join(tmpdir(), 'galley-pieces-'))
  try {
    const none = servedSnapshot(openSnapshots(data))
    const one = { ...bulkWorkspace('blog', 0, () => ''), keys: ['key'] }
    const describe = (builtAt: string | null, preview: string | null, count: number) => {
      const workspaces = [one, { ...one, folder: 'b', keys: ['b'] }].slice(0, count)
      writeSnapshot(data, { workspaces, builtAt, preview, keepPrevious: false })
      return describeSnapshot(servedSnapshot(openSnapshots(data))!).replace(/[0-9a-f]{32}/, '…')
    }
    const described = [describe(null, null, 2), describe(null, 'next', 0), describe('2026-01-01', 'x', 1)]
    const snapshots = openSnapshots(data)
    const parts = {
      'What requests ask for': targets
        .split(/\s/)
        .map((target) => `${target} → ${Object.values(askedBy(target, snapshots)).join(' ')}`),
      'Which paths may be files': paths
        .split(/\s/)
        .map((path) => `${path} ${publishedPath.test(path) ? 'yes' : 'no'}`),
      'Hosts of addresses': addresses.map((address) => `${address} → ${hostOf(new URL(address))}`),
      'What is served': [String(none), ...described],
    }
    const text = Object.entries(parts).map(([title, lines]) => `${title}\n\n${lines.join('\n')}\n`)
    await expect(text.join('\n')).toMatchFileSnapshot('pieces.txt')
    snapshots.close()
  } finally {
    rmSync(data, { recursive: true })
  }
})

test('lines of the access log are written together, and the rest when it is closed', async () => {
  const writes: string[] = []
  const output = { write: (text: string) => writes.push(text) }
  const log = createAccessLog(output, () => 0)
  const answered: Answered = {
    workspace: undefined,
    route: '/',
    status: undefined,
    bytes: 7,
    seconds: 0.0012345678,
  }
  log.add(answered)
  log.add({ ...answered, workspace: 'blog', status: 200, seconds: 1 })
  expect(writes).toEqual([])
  await turn()
  const begin = '{"time":"1970-01-01T00:00:00.000Z",'
  expect(writes).toEqual([
    `${begin}"workspace":null,"route":"/","status":null,"bytes":7,"milliseconds":1.235}\n${begin}"workspace":"blog","route":"/","status":200,"bytes":7,"milliseconds":1000}\n`,
  ])
  log.add(answered)
  log.close()
  expect(writes[1]).toMatch(/^\{.*\}\n$/)
})

const fakeSnapshots = {
  open: [],
  loadedAt: undefined,
  current() {
    throw new Error('none')
  },
} as unknown as Snapshots
const fakeLimiter: Limiter = {
  backend: 'redis',
  degraded: true,
  check: async (_tier, id) =>
    id === 'off' ? null : ({ allowed: id === 'yes', source: 'redis' } as Decision),
  close: async () => {
    throw new Error('it is closed')
  },
}

test('metrics have what they are told, and how things are when they are asked for', async () => {
  const limiter = { ...fakeLimiter }
  const admission = { state: { waiting: 3, begun: 9, working: 2 } } as unknown as Admission
  const { text, answered, decided } = createMetrics({
    ...{ snapshots: fakeSnapshots, limiter, admission, now: () => 0 },
  })
  const requests: Partial<Answered>[] = [
    { workspace: undefined, status: undefined },
    { status: 200 },
    { status: 299, bytes: 5 },
    { status: 304, seconds: 0.001 },
    { status: 404, seconds: 0.0011, route: '/b' },
    { status: 599, workspace: 'notes' },
  ]
  for (const one of requests) {
    answered({ ...{ workspace: 'blog', route: '/a', status: 200, bytes: 100, seconds: 2 }, ...one })
  }
  decided('workspace', { allowed: true, source: 'redis' } as Decision)
  decided('fallback', { allowed: false, source: 'memory' } as Decision)
  const lines = (await text()).split('\n').filter((line) => /^galley_(?!.*le="(?!0.001"|2.5"))/.test(line))
  expect(lines.join('\n')).toMatchInlineSnapshot(`
    "galley_requests_total{workspace="",route="/a",status="none"} 1
    galley_requests_total{workspace="blog",route="/a",status="2xx"} 2
    galley_requests_total{workspace="blog",route="/a",status="3xx"} 1
    galley_requests_total{workspace="blog",route="/b",status="4xx"} 1
    galley_requests_total{workspace="notes",route="/a",status="5xx"} 1
    galley_request_duration_seconds_bucket{le="0.001",route="/a"} 1
    galley_request_duration_seconds_bucket{le="2.5",route="/a"} 5
    galley_request_duration_seconds_sum{route="/a"} 8.001000000000001
    galley_request_duration_seconds_count{route="/a"} 5
    galley_request_duration_seconds_bucket{le="0.001",route="/b"} 0
    galley_request_duration_seconds_bucket{le="2.5",route="/b"} 1
    galley_request_duration_seconds_sum{route="/b"} 0.0011
    galley_request_duration_seconds_count{route="/b"} 1
    galley_reply_bytes_total{workspace="",route="/a"} 100
    galley_reply_bytes_total{workspace="blog",route="/a"} 205
    galley_reply_bytes_total{workspace="blog",route="/b"} 100
    galley_reply_bytes_total{workspace="notes",route="/a"} 100
    galley_rate_limit_decisions_total{tier="workspace",decision="admitted",source="redis"} 1
    galley_rate_limit_decisions_total{tier="fallback",decision="refused",source="memory"} 1
    galley_rate_limit_store_failing{backend="redis"} 1
    galley_snapshot_loaded 0
    galley_snapshot_loaded_timestamp_seconds 0
    galley_snapshot_built_timestamp_seconds 0
    galley_workspaces 0
    galley_costly_requests{state="waiting"} 3
    galley_costly_requests{state="begun"} 9
    galley_costly_requests{state="working"} 2"
  `)
  Object.assign(limiter, { degraded: false })
  expect(await text()).toContain('galley_rate_limit_store_failing{backend="redis"} 0')
})

test('decisions are told as they are made, and nothing else of a limiter changes', async () => {
  const told: unknown[] = []
  const limiter = toldLimiter(fakeLimiter, (...one) => told.push(one))
  const checks = [
    await limiter.check('workspace', 'yes', 'x'),
    await limiter.check('fallback', 'no'),
    await limiter.check('workspace', 'off'),
  ]
  expect(checks).toEqual([{ allowed: true, source: 'redis' }, { allowed: false, source: 'redis' }, null])
  expect(told).toEqual([
    ['workspace', checks[0]],
    ['fallback', checks[1]],
  ])
  expect([limiter.backend, limiter.degraded]).toEqual(['redis', true])
  await expect(limiter.close()).rejects.toThrow('it is closed')
})

test('what is only logged is not measured', async () => {
  const writes: string[] = []
  const measured = {
    snapshots: fakeSnapshots,
    limiter: fakeLimiter,
    admission: {} as Admission,
    now: () => 0,
  }
  const accessLog = { write: (text: string) => writes.push(text) }
  const monitoring = await createMonitoring({ accessLog }, measured)
  expect([monitoring.limiter === fakeLimiter, await monitoring.listen()]).toEqual([true, undefined])
  const response = Object.assign(new EventEmitter(), { headersSent: true, statusCode: 204 })
  monitoring.observe({ url: '/status', socket: { bytesWritten: 0 } } as never, response as never)
  response.emit('close')
  await monitoring.close()
  expect(writes.map((line) => JSON.parse(line))).toMatchObject([{ route: '/status', status: 204, bytes: 0 }])
})

test('a request is told when its reply has ended, with what was sent of it and how long it took', () => {
  const told: Answered[] = []
  let time = 5_000
  vi.spyOn(performance, 'now').mockImplementation(() => time)
  const tell = (one: Answered) => void told.push(one)
  const observe = observeEach(fakeSnapshots, [tell, tell])
  const socket = { bytesWritten: 1_000 }
  const begin = (url: string | undefined, state: object) => {
    const response = Object.assign(new EventEmitter(), state)
    observe({ ...(url && { url }), socket } as never, response as never)
    return response
  }
  try {
    const sent = begin('/docs/', { headersSent: true, statusCode: 304 })
    socket.bytesWritten += 200
    time += 250
    sent.emit('finish')
    // The next one has begun.
    socket.bytesWritten += 5_000
    expect(told).toEqual([])
    time += 500
    sent.emit('close')
    sent.emit('close')
    const gone = begin(undefined, { headersSent: false, statusCode: 200 })
    socket.bytesWritten += 7
    gone.emit('close')
  } finally {
    vi.restoreAllMocks()
  }
  const first = { workspace: undefined, route: '/docs', status: 304, bytes: 200, seconds: 0.75 }
  const second = { workspace: undefined, route: '/', status: undefined, bytes: 7, seconds: 0 }
  expect(told).toEqual([first, first, second, second])
})

test('metrics whose address cannot be had say so, by the name of the flag', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as AddressInfo
  const listening = serveMetrics({} as never, { host: '127.0.0.1', port })
  await expect(listening).rejects.toThrow(MetricsAddressError)
  await expect(listening).rejects.toThrow(/^--metrics: listen EADDRINUSE/)
  holder.close()
})

test('a file that is not there or may not be read is none, and anything else is an error', async () => {
  const root = mkdtempSync(join(tmpdir(), 'galley-pieces-'))
  writeFileSync(join(root, 'a.txt'), 'text')
  const state = async () => {
    const file = await openBelow(root, ['a.txt']).catch(({ code }) => code)
    await file?.handle?.close()
    return file?.size ?? file
  }
  try {
    for (const name of ['realpath', 'open'] as const) {
      for (const code of [
        'ENOENT',
        'ENOTDIR',
        'EISDIR',
        'ENAMETOOLONG',
        'ELOOP',
        'EACCES',
        'EMFILE',
        'EIO',
      ]) {
        vi.spyOn(fs.promises, name).mockRejectedValue(Object.assign(new Error(code), { code }))
        expect([code, await state()]).toEqual([code, ['EMFILE', 'EIO'].includes(code) ? code : undefined])
        vi.restoreAllMocks()
      }
    }
    expect(await state()).toBe(4)
  } finally {
    vi.restoreAllMocks()
    rmSync(root, { recursive: true })
  }
})
