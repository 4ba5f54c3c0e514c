// The configurations in examples/server, run as they are, TLS and all: what a client behind a real nginx or Caddy sees of a
// process that is killed, of limits, and of the longest requests and headers.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { connect as connectByHttp2 } from 'node:http2'
import { get as getByTls } from 'node:https'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { isInstalled } from '../support/program.ts'
import { exampleCaddy, exampleNginx, type Listening } from '../support/proxy.ts'
import { type ServerProcess, startServer } from './process.ts'

const folder = mkdtempSync(join(tmpdir(), 'galley-proxies-'))
const env = { TRUSTED_IP_HEADER: 'X-Real-IP', GALLEY_RATE_LIMIT: 'off', GALLEY_FALLBACK_LIMIT: '5/1h' }
const all = '/v1/large/posts?limit=all'
const video = randomBytes(1_000_000)

beforeAll(() => {
  // 24 MB: more than all buffers on the way hold, even compressed.
  const html = (number: number) => `<p>${number} ${randomBytes(75_000).toString('base64')}</p>`
  const workspaces = [{ ...bulkWorkspace('large', 240, html), media: ['talk.mp4'] }]
  writeSnapshot(join(folder, 'data'), { workspaces, builtAt: null, preview: null, keepPrevious: true })
  mkdirSync(join(folder, 'public/media'), { recursive: true })
  writeFileSync(join(folder, 'public/media/talk.mp4'), video)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Wire {
  port: number
  /** Connections so far. */
  connections: number
  /** Resolves when Galley has begun a large reply; no more of it is let through until `release`. */
  held: Promise<void>
  release(): void
}

const heldBytes = 1_000_000

/** Stands in for Galley: passes on everything, but lets no large reply finish before it is told to. */
async function wireTo(galley: string): Promise<Wire> {
  let hold = () => {}
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    hold = resolve
  })
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const server = createServer(async (front) => {
    wire.connections++
    const back = connect(Number(new URL(galley).port), '127.0.0.1')
    const sockets: [Socket, Socket] = [front, back]
    for (const socket of sockets) socket.on('error', () => sockets.map((one) => one.destroy()))
    front.pipe(back)
    let bytes = 0
    back.on('data', async (chunk) => {
      bytes += chunk.length
      front.write(chunk)
      if (bytes < heldBytes) return
      back.pause()
      hold()
      await released
      back.resume()
    })
    back.on('end', () => front.end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const wire = { port: (server.address() as { port: number }).port, connections: 0, held, release }
  return wire
}

/** To Galley itself, or by TLS to a proxy before it. */
function ask(
  to: string | { proxy: Listening; path: string },
  headers: Record<string, string> = {},
): Promise<IncomingMessage> {
  const common = { agent: false as const, maxHeaderSize: 65_536 }
  return new Promise((resolve, reject) => {
    if (typeof to === 'string') {
      get(to, { ...common, headers }, resolve).once('error', reject)
      return
    }
    const { proxy, path } = to
    const { port, name: servername, ca } = proxy
    const options = { ...common, host: '127.0.0.1', port, path, servername, ca }
    getByTls({ ...options, headers: { Host: servername, ...headers } }, resolve).once('error', reject)
  })
}

/** As browsers do. */
async function readByHttp2({ port, name, ca }: Listening, path: string): Promise<Buffer> {
  const session = connectByHttp2(`https://127.0.0.1:${port}`, { ca, servername: name })
  const chunks = await session.request({ ':path': path, ':authority': name }).toArray()
  session.close()
  return Buffer.concat(chunks)
}

/** @returns what arrived of the body, and whether it was complete */
async function read(response: IncomingMessage): Promise<{ body: Buffer; isWhole: boolean }> {
  const chunks: Buffer[] = []
  response.on('data', (chunk) => chunks.push(chunk))
  await new Promise((resolve) => response.once('close', resolve).once('error', () => {}))
  return { body: Buffer.concat(chunks), isWhole: response.complete }
}

/** As `caddy version` prints it: 2.6.2, or v2.8.4 h1:q3pe… */
function caddyVersion(): number[] {
  const said = spawnSync('caddy', ['version'], { encoding: 'utf8' }).stdout
  return /^v?(\d+)\.(\d+)\.(\d+)/.exec(said)!.slice(1).map(Number)
}

function isOlder(version: number[], than: number[]): boolean {
  const different = than.findIndex((part, i) => part !== version[i])
  return different !== -1 && version[different]! < than[different]!
}

async function galley(): Promise<ServerProcess> {
  const server = await startServer(join(folder, 'data'), { env, public: join(folder, 'public') })
  onTestFinished(server.kill)
  return server
}

/** What clients see if the proxy is not configured for HTTP/1.1. */
const oldNginx = exampleNginx.lines.replace(/^.*(proxy_http_version|Connection "").*\n/gm, '')

describe.each([
  ['nginx', 'nginx', exampleNginx, exampleNginx.lines],
  ['nginx that speaks HTTP/1.0', 'nginx', exampleNginx, oldNginx],
  ['caddy', 'caddy', exampleCaddy, exampleCaddy.lines],
])('behind %s', (_, program, proxy, lines) => {
  const flag = program === 'nginx' ? '-v' : 'version'
  const isMissing = !isInstalled(program, flag)
  if (isMissing) console.warn(`What is behind ${program} is not tried, since it is not installed.`)
  const isOldCaddy = !isMissing && program === 'caddy' && isOlder(caddyVersion(), [2, 7, 6])
  if (isOldCaddy) console.warn('That Caddy cuts a reply is not tried, since this one is older than 2.7.6.')

  /** A reply whose process is killed in the middle of it. */
  async function cut(headers: Record<string, string>) {
    const server = await galley()
    const wire = await wireTo(server.url)
    const response = await ask(
      { proxy: await proxy.start(lines, [wire.port, wire.port]), path: all },
      headers,
    )
    expect(response.statusCode).toBe(200)
    const reading = read(response)
    await wire.held
    await server.kill()
    wire.release()
    return reading
  }

  test.skipIf(isMissing || isOldCaddy)(
    'a reply whose process is killed is cut off for the client, too',
    async () => {
      const { body, isWhole } = await cut({})
      expect(body.length).toBeGreaterThan(0)
      expect(isWhole).toBe(false)
    },
  )

  test.skipIf(isMissing || !isOldCaddy)(
    'a compressed reply whose process is killed does not look complete',
    async () => {
      const { body } = await cut({ 'Accept-Encoding': 'gzip' })
      expect(body.length).toBeGreaterThan(0)
      expect(() => gunzipSync(body)).toThrow('unexpected end of file')
    },
  )

  test.skipIf(isMissing)('a video is sent in the parts that are asked for', async () => {
    const port = Number(new URL((await galley()).url).port)
    const medium = { proxy: await proxy.start(lines, [port, port]), path: '/media/talk.mp4' }
    for (const [range, first, end] of [
      ['bytes=0-1', 0, 2],
      ['bytes=300000-', 300_000, 1_000_000],
      ['bytes=-70000', 930_000, 1_000_000],
    ] as const) {
      const response = await ask(medium, { Range: range })
      const { body } = await read(response)
      expect(response.statusCode).toBe(206)
      expect(response.headers['content-range']).toBe(`bytes ${first}-${end - 1}/1000000`)
      expect(body.equals(video.subarray(first, end))).toBe(true)
    }
    const none = await ask(medium, { Range: 'bytes=1000000-' })
    expect([none.statusCode, none.headers['content-range']]).toEqual([416, 'bytes */1000000'])
  })

  test.skipIf(isMissing)(
    'replies are whole, long targets and headers pass, and clients are told apart',
    async () => {
      const server = await galley()
      const wire = await wireTo(server.url)
      wire.release()
      const listening = await proxy.start(lines, [wire.port, wire.port])
      const through = (path: string, headers?: Record<string, string>) =>
        ask({ proxy: listening, path }, headers)
      const moved = await ask(`http://127.0.0.1:${listening.plainPort}/v1/large`, { Host: listening.name })
      expect(moved.statusCode).toBe(308)
      expect(moved.headers.location).toMatch(/^https:\/\/api\.example\.org(?::\d+)?\/v1\/large$/)
      const whole = await read(await through(all))
      expect(whole.isWhole).toBe(true)
      expect(JSON.parse(whole.body.toString()).posts).toHaveLength(240)
      expect((await readByHttp2(listening, all)).equals(whole.body)).toBe(true)

      const target = '/v1/large/posts?select=slug&x='
      const longest = await through(target.padEnd(8_192, 'x'))
      expect(longest.statusCode).toBe(200)
      const tooLong = await through(target.padEnd(8_193, 'x'))
      expect(tooLong.statusCode).toBe(414)
      expect(JSON.parse((await read(tooLong)).body.toString())).toMatchObject({ error: 'URI too long' })
      const linked = await through(target.replace('?', '?limit=1&page=2&').padEnd(1_900, 'x'))
      expect(linked.headers.link!.length).toBeGreaterThan(7_000)
      const renamed = await through(`/v1/large/posts/${'@'.repeat(8_000)}/`)
      expect([renamed.statusCode, renamed.headers.location!.length]).toEqual([308, 24_016])

      // Whatever a client claims, it is one client, and whoever it claims to be is another.
      const claims = ['192.0.2.1', '192.0.2.2', '', 'unknown', '::1', '127.0.0.2']
      const statuses = []
      for (const claim of claims) {
        const headers = { 'X-Real-IP': claim, 'X-Forwarded-For': claim, Forwarded: `for=${claim}` }
        statuses.push((await through('/nope', headers)).statusCode)
      }
      expect(statuses).toEqual([404, 404, 404, 404, 404, 429])
      const other = await ask(`${server.url}/nope`, { 'X-Real-IP': '192.0.2.1' })
      expect(other.headers['x-ratelimit-remaining']).toBe('4')
      if (lines !== oldNginx) expect(wire.connections).toBeLessThan(5)
    },
  )
})

test.skipIf(process.platform === 'win32')(
  'a client that speaks HTTP/1.0 to Galley directly sees that its reply was cut off',
  async () => {
    const server = await galley()
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.write(`GET ${all} HTTP/1.0\r\n\r\n`)
    await once(socket, 'readable')
    await server.kill()
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk)).on('error', () => {})
    await once(socket, 'close')
    const reply = Buffer.concat(chunks)
    const length = Number(/\r\nContent-Length: (\d+)\r\n/.exec(reply.toString('latin1', 0, 4_096))![1])
    expect(length).toBeGreaterThan(24_000_000)
    expect(reply.length).toBeLessThan(length)
  },
)
