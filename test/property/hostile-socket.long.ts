// 2,000 conversations over a bare socket, most of them no longer HTTP: whatever comes back is a sequence of complete
// replies that follow the contract, and the server keeps running.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Running, serve } from '../../server/index.ts'
import * as fixture from '../support/fixture.ts'
import { unlimited } from '../support/server.ts'
import { type Received, repliesIn, talk } from '../support/talk.ts'
import { type Workspace, workspace } from '../support/workspace.ts'
import { bulky, hostileRequest, staysOnHost } from './hostile.ts'
import { tries } from './tries.ts'

let place: Workspace
let running: Running
const log: string[] = []

beforeAll(async () => {
  place = await workspace({ ...fixture.files, ...bulky })
  await place.build()
  const folders = { data: `${place.out}/data`, public: `${place.out}/public` }
  const address = { port: 0, host: '127.0.0.1' }
  running = await serve({ ...folders, ...address, env: unlimited, log: (line) => log.push(line) })
  await running.look()
})

afterAll(async () => {
  await running.close()
  place.remove()
})

const version = fc.oneof(
  { weight: 12, arbitrary: fc.constant('HTTP/1.1') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.1 ', 'http/1.1', 'XTTP/1.1', ''),
  },
)

const line = fc.oneof(
  { weight: 12, arbitrary: fc.constant('\r\n') },
  { weight: 1, arbitrary: fc.constantFrom('\n', '\r', '\r\r\n', '\n\r\n', ' \r\n', '\0\r\n') },
)

const oddHeader = fc.constantFrom(
  'Host: b',
  'Host:',
  ': empty',
  'no colon',
  ' folded: line',
  'X-Null: a\0b',
  'X-Latin: \xe9\xff',
  'Connection: close',
  'Connection: keep-alive, close, upgrade',
  'Upgrade: h2c',
  'Expect: 100-continue',
  'Expect: miracles',
  'Content-Length: 5',
  'Content-Length: -1',
  'Content-Length: 46',
  'Content-Type: application/json',
  'Content-Type: application/json\r\nContent-Length: 46',
  'Content-Type: application/json\r\nTransfer-Encoding: chunked',
  'Content-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: 5',
  `Content-Type: application/json\r\nContent-Length: 70000`,
  'Content-Length: 99999999999999999999',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: identity',
  `X-Long: ${'y'.repeat(20_000)}`,
  `X-Many: 1\r\n${'X-Many: 1\r\n'.repeat(3_000)}X-Many: 1`,
)

const message = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'

const body = fc.constantFrom(
  '',
  '',
  '',
  message,
  `2e\r\n${message}\r\n0\r\n\r\n`,
  '[[[[',
  'hello',
  '5\r\nhello\r\n0\r\n\r\n',
  'zz\r\n',
  '5;x=y\r\nhello\r\n0\r\nA: b\r\n\r\n',
  '\0\x01\xff',
)

/** What the parser accepts, so that it reaches the app. */
function tidy(target: string): string {
  const hex = (byte: number) => `%${byte.toString(16).padStart(2, '0')}`
  const text = [...Buffer.from(target)].map((byte) =>
    byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : hex(byte),
  )
  return text.join('').replace(/^(?![/*]|https?:)/i, '/')
}

/** One almost correct request as bytes. */
const written = fc
  .record({
    request: fc.oneof(
      { weight: 5, arbitrary: hostileRequest },
      {
        weight: 1,
        arbitrary: hostileRequest.map((one) => ({ ...one, method: 'POST', target: '/v1/demo/mcp' })),
      },
    ),
    raw: fc.nat(5),
    version,
    line,
    odd: fc.array(oddHeader, { maxLength: 1 }),
    body,
  })
  .map(({ request: { method, target, headers }, raw, version, line, odd, body }) => {
    const given = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    const head = [
      `${method} ${raw === 0 ? target : tidy(target)} ${version}`,
      'Host: a',
      ...given,
      ...odd,
      '',
      '',
    ]
    return Buffer.from(head.join(line) + body, 'latin1')
  })

const garbage = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map(Buffer.from),
  fc
    .constantFrom(
      '\r\n\r\n',
      'GET',
      'GET / HTTP/1.1\r\nHost: a',
      '\x16\x03\x01\x02\x00',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      'G'.repeat(70_000),
    )
    .map((text) => Buffer.from(text, 'latin1')),
)

interface Bend {
  place: number
  byte: number
}

/** A few requests in a row, with some bytes changed, split into packets anywhere. */
const conversation = fc
  .record({
    parts: fc.array(fc.oneof({ weight: 8, arbitrary: written }, { weight: 1, arbitrary: garbage }), {
      minLength: 1,
      maxLength: 4,
    }),
    bends: fc.oneof(
      { weight: 2, arbitrary: fc.constant<Bend[]>([]) },
      { weight: 1, arbitrary: fc.array(fc.record({ place: fc.nat(), byte: fc.nat(255) }), { maxLength: 3 }) },
    ),
    cuts: fc.array(fc.nat(), { maxLength: 4 }),
  })
  .map(({ parts, bends, cuts }) => {
    const bytes = Buffer.concat(parts)
    if (bytes.length > 0) for (const { place, byte } of bends) bytes[place % bytes.length] = byte
    const places = cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b)
    return [0, ...places]
      .map((from, i) => bytes.subarray(from, places[i] ?? bytes.length))
      .filter((part) => part.length > 0)
  })

function checkShape({ status, headers, text, whole }: Received): void {
  expect(whole).toBe(true)
  expect(status).toBeLessThan(500)
  if (headers.location !== undefined) expect(headers.location).toSatisfy(staysOnHost)
  expect(headers['access-control-allow-origin']).toBe('*')
  if (headers['content-type']?.startsWith('application/json') && text !== '') {
    const value = JSON.parse(text)
    if (status >= 400) expect(Object.keys(value)).toEqual(['error', 'message', 'details'])
  } else if (text !== '') expect(text).toMatch(/^<!doctype html>/i)
}

test('whatever is sent on a connection, the answers follow the contract, and each is complete', async () => {
  const seen = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(conversation, async (packets) => {
      const { bytes } = await talk(running.url, packets, { hangUp: true })
      for (const reply of repliesIn(bytes)) {
        seen.set(reply.status, (seen.get(reply.status) ?? 0) + 1)
        checkShape(reply)
      }
      await expect.poll(() => running.snapshots.leases).toBe(0)
    }),
    { numRuns: tries(6_000) },
  )
  const met = [...seen.keys()].sort()
  expect(met).toEqual(expect.arrayContaining([200, 204, 308, 400, 404, 405, 415, 431]))
  expect((await fetch(`${running.url}/v1/demo/posts`)).status).toBe(200)
  expect(log.filter((line) => !line.startsWith('verified: '))).toEqual([])
}, 120_000)
