// Costly work over a socket: what counts as such, and what happens to clients that stall or disconnect.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import { Admission } from '../../api/_app/admission/admission.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { testServer, unlimited } from '../support/server.ts'
import { json } from '../support/talk.ts'

/** Random enough that even gzipped it exceeds the buffers of a connection. */
const words = Array.from({ length: 40_000 }, (_, i) => ((i * 2_654_435_761) >>> 0).toString(36)).join(' ')
const stallTimeout = 60_000
const admission = new Admission({ slots: 1, waiting: { client: 2, all: 2 }, rest: 0, stallTimeout })
const here = testServer(
  [bulkWorkspace('large', 36, (number) => `<p>${number} ${words}</p>`)],
  {},
  { env: unlimited, admission },
)
const all = '/v1/large/posts?limit=all'
const gzip = { 'Accept-Encoding': 'gzip' }

const sockets: Socket[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const socket of sockets.splice(0)) socket.destroy()
  await expect.poll(() => admission.state).toEqual({ waiting: 0, begun: 0, working: 0 })
  await expect.poll(() => here.running.snapshots.leases).toBe(0)
})

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(here.running.url + path, { headers })

/** Requests a gzipped stream and reads only its beginning. */
async function stalled(path = all): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(here.running.url).port) })
  sockets.push(socket.on('error', () => {}))
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n`)
  return socket
}

/** Takes the only slot until the test releases it. */
function busy(): () => void {
  let release = () => {}
  const request = { method: 'GET', target: '/', header: () => undefined, address: undefined }
  void admission.run(request, () => new Promise<void>((resolve) => (release = resolve)))
  return () => release()
}

test('a list to be compressed waits its turn, and no other does', async () => {
  const release = busy()
  const waiting = get(all, gzip)
  await expect.poll(() => admission.state.waiting).toBe(1)
  for (const path of ['/status', '/v1/large/posts?limit=1&select=slug', all]) {
    const answer = await get(path, { 'Accept-Encoding': 'identity' })
    expect([answer.status, (await answer.text()).length > 0]).toEqual([200, true])
  }
  const head = await fetch(here.running.url + all, { method: 'HEAD', headers: gzip })
  expect([head.status, head.headers.get('content-encoding')]).toEqual([200, 'gzip'])
  expect(admission.state.waiting).toBe(1)
  release()
  expect((await json(await waiting)).posts).toHaveLength(36)
})

test('requests that would wait behind too many are told so, with all headers of a reply', async () => {
  const release = busy()
  const waiting = [get(all, gzip), get(all, gzip)]
  await expect.poll(() => admission.state.waiting).toBe(2)
  const answer = await get(all, gzip)
  expect([answer.status, (await json(answer)).error]).toEqual([503, 'Busy'])
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(answer.headers.get('x-snapshot-id')).toMatch(/\.36$/)
  expect([answer.headers.get('content-encoding'), answer.headers.get('vary')]).toEqual([null, null])
  release()
  for (const one of waiting) {
    const { status, body } = await one
    expect(status).toBe(200)
    await body!.cancel()
  }
})

test('a client that disconnects leaves the queue', async () => {
  const release = busy()
  const [ended, reset] = [await stalled(), await stalled()]
  await expect.poll(() => admission.state.waiting).toBe(2)
  ended.destroy()
  reset.resetAndDestroy()
  await expect.poll(() => admission.state.waiting).toBe(0)
  release()
})

test('a stalled reader gives up its slot, and is cut off sooner than others', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const reader = await stalled()
  const ended = new Promise((resolve) => reader.once('close', resolve))
  await once(reader, 'readable')
  // Rests between turns end, and no reader has stalled for long enough.
  const passing = setInterval(() => vi.advanceTimersByTime(1), 2)
  await expect.poll(() => admission.state).toEqual({ waiting: 0, begun: 1, working: 0 })
  expect((await json(await get(all, gzip))).posts).toHaveLength(36)
  clearInterval(passing)
  expect(admission.state.begun).toBe(1)
  vi.advanceTimersByTime(stallTimeout)
  await expect.poll(() => admission.state.begun).toBe(0)
  // Even a socket that does not read notices a reset when it writes.
  const knock = setInterval(() => reader.write('x'), 50)
  await ended
  clearInterval(knock)
})

test('a reader that pauses more briefly gets all of it', async () => {
  const reader = await stalled()
  await expect.poll(() => admission.state).toEqual({ waiting: 0, begun: 1, working: 0 })
  const chunks: Buffer[] = []
  reader.on('data', (chunk) => chunks.push(chunk))
  await expect.poll(() => chunks.at(-1)?.toString('latin1').endsWith('0\r\n\r\n')).toBe(true)
  const bytes = Buffer.concat(chunks)
  const body: Buffer[] = []
  for (let at = bytes.indexOf('\r\n\r\n') + 4; ; ) {
    const end = bytes.indexOf('\r\n', at)
    const length = Number.parseInt(bytes.toString('latin1', at, end), 16)
    if (length === 0) break
    body.push(bytes.subarray(end + 2, end + 2 + length))
    at = end + 4 + length
  }
  expect(JSON.parse(gunzipSync(Buffer.concat(body)).toString()).posts).toHaveLength(36)
})
