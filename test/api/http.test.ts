// Headers of requests and replies, and the replies that failures become.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { contractLimits } from '../../api/_app/limit/limits.ts'
import { serve } from '../../server/index.ts'
import { ask } from '../support/ask.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { ran } from '../support/command.ts'
import { testServer, unlimited } from '../support/server.ts'
import { site } from '../support/site.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

const { app, get } = site()

describe('of what a header accepts', () => {
  test.each([
    ['text/html ; Q=0.5 , application/json;q=0.4', true],
    ['text/html;x=1;q=0.25;y, application/json;q=0.3', false],
    ['text/html;x=1;q=0.25;y, application/json;q=0.2', true],
    ['text/html;q=1.0, application/json;q=0.999', true],
    ['text/html;q=0.125, application/json;q=0.12', true],
    ['text/html;q=0.125, application/json;q=0.13', false],
    ['text/html;q=0.', false],
  ])('%j prefers a page by its weights: %j', async (accept, isPage) => {
    expect((await ask(app(), 'GET', '/', { accept })).status).toBe(isPage ? 302 : 200)
  })

  test.each(['q=2', 'q=0.1234', 'q=.5', 'q=', 'q=0 1', 'xq=0', 'q=0x', 'q=01'])(
    '%s is no weight, and counts as none given',
    async (weight) => {
      const accept = `application/json;q=0.9, text/html;${weight}`
      expect((await ask(app(), 'GET', '/', { accept })).status).toBe(302)
    },
  )
})

describe('the address of a client', () => {
  let place: Workspace
  beforeAll(async () => {
    place = await workspace({ 'blog/posts/hello.md': postFile() })
    await place.build()
  })
  afterAll(() => place.remove())

  /** Gives how many of ten requests are left after these. */
  async function leftAfter(addresses: readonly string[]): Promise<string | undefined> {
    const counting = app({ limits: { ...contractLimits, fallback: { requests: 10, window: 10_000 } } })
    let left: string | undefined
    for (const address of addresses) {
      left = (await ask(counting, 'GET', '/', {}, address)).headers['X-RateLimit-Remaining']
    }
    return left
  }

  test.each([
    ['192.0.2.1', ' 192.0.2.1:80 '],
    ['192.0.2.255', '::ffff:192.0.2.255'],
    ['255.254.253.252', '::ffff:255.254.253.252'],
    ['::', '::fffe:192.0.2.1', '::1:ffff:192.0.2.1', '[::1]', '[::1]:80', '0:0:0:0:9::'],
    ['0:0:0:1::', '0:0:0:1:0:ffff:192.0.2.1'],
    ['fe80::', 'fe80::1%eth0\n', '[fe80::1%eth0]:80'],
    ['1:2:3:4::', '1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7.8.9.10'],
    ['a:b:c::', 'A:0B:c::d'],
    ['', '192.0.2.1:', '192.0.2.1:80:80', '[::1]:', '[::1]:80x', 'x[::1]:80', '[]', '1:2:3:4:5:6:7:8:9'],
  ])('%j is counted with all others of its network', async (...addresses) => {
    expect(await leftAfter(addresses)).toBe(String(10 - addresses.length))
  })

  test.each([
    ['192.0.2.1', '192.0.2.2'],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.2'],
    ['::ffff:192.0.2.1', '::1'],
    ['1:2:3:4::', '1:2:3:5::'],
    ['', '192.0.2.1'],
    ['[]', '::'],
  ])('%j is counted apart from %j', async (one, other) => {
    expect(await leftAfter([one, other])).toBe('9')
  })

  const vercel = { VERCEL: '1' }
  const trusting = { ...vercel, TRUSTED_IP_HEADER: ' X-Client ' }
  const forwarded = { 'x-forwarded-for': '192.0.2.3, 192.0.2.4' }
  const all = { ...forwarded, 'x-real-ip': ' 192.0.2.1 , 192.0.2.2', 'x-client': 'e, 192.0.2.6 ' }

  test.each<[env: NodeJS.ProcessEnv, headers: Record<string, string>, same: Record<string, string>]>([
    [{}, all, {}],
    [{ VERCEL: 'true' }, all, {}],
    [{ TRUSTED_IP_HEADER: ' ' }, all, {}],
    [vercel, all, { 'x-real-ip': '192.0.2.1' }],
    [vercel, { ...all, 'x-real-ip': ' ' }, { 'x-real-ip': '192.0.2.3' }],
    [vercel, forwarded, { 'x-real-ip': '192.0.2.3' }],
    [vercel, { 'x-real-ip': ' , 192.0.2.2', 'x-forwarded-for': '' }, {}],
    [trusting, all, { 'x-client': '192.0.2.6' }],
    [trusting, { 'x-client': '192.0.2.5, ' }, {}],
    [trusting, { 'x-real-ip': '192.0.2.1' }, {}],
  ])('in the environment %j with the headers %j is that of %j', async (env, headers, same) => {
    const running = await serve({
      ...{ data: `${place.out}/data`, public: `${place.out}/public`, port: 0, host: '127.0.0.1' },
      ...{ env: { ...unlimited, GALLEY_FALLBACK_LIMIT: '9/1h', ...env }, log: () => {} },
    })
    onTestFinished(() => running.close())
    const left = async (own: Record<string, string>) =>
      (await fetch(running.url, { headers: own })).headers.get('x-ratelimit-remaining')
    const isSocket = Object.keys(same).length === 0
    expect([await left(headers), await left(same), await left({})]).toEqual(['8', '7', isSocket ? '6' : '8'])
  })

  const building = (name: string) =>
    ran(['build', '--content', place.dir, '--out', `${place.out}-named`, '--no-cache'], {
      TRUSTED_IP_HEADER: name,
    })

  test('may be in any header', async () => {
    expect((await building(' cf_Connecting-ip9 ')).code).toBe(0)
  })

  test.each(['X Real', ': X', 'X:', 'é', '"X"'])('cannot be in the header %j', async (name) => {
    const message = `TRUSTED_IP_HEADER "${name}" is not the name of a header; write one such as X-Real-IP.`
    expect(await building(name)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) })
  })
})

test.each([
  ['TAG', true],
  ['W/TAG', true],
  [' * ', true],
  ['"b", W/"c" ,TAG', true],
  ['"b"TAG', true],
  ['*, "b"', false],
  ['BARE', false],
  ['"BAREW/"', false],
  ['"xBARE"', false],
  ['"b"', false],
  ['', false],
])('with If-None-Match: %s, a client has the reply: %j', async (header, has) => {
  const tag = (await get('/posts')).headers.ETag!
  const tags = header.replace('TAG', tag).replace('BARE', tag.slice(1, -1))
  const { status, text } = await get('/posts', { 'if-none-match': tags })
  expect([status, text === '']).toEqual([has ? 304 : 200, has])
})

const types = {
  'a.avif': 'image/avif',
  'a.gif': 'image/gif',
  'a.ico': 'image/x-icon',
  'a.jpeg': 'image/jpeg',
  'A.JPG': 'image/jpeg',
  'a.mp3': 'audio/mpeg',
  'a.mp4': 'video/mp4',
  'a.pdf': 'application/pdf',
  'a.png': 'image/png',
  'a.b.svg': 'image/svg+xml',
  'a.vtt': 'text/vtt; charset=utf-8',
  'a.webm': 'video/webm',
  'a.webp': 'image/webp',
  'a.zip': 'application/zip',
  'a.exe': 'application/octet-stream',
  png: 'application/octet-stream',
}
const files = Object.fromEntries(Object.keys(types).map((name) => [`media/${name}`, 'bytes']))
const serving = testServer([bulkWorkspace('demo', 1, () => '')], files)

test.each(Object.entries(types))('%s is sent as %s', async (name, type) => {
  const { status, headers } = await fetch(`${serving.running.url}/media/${name}`)
  expect([status, headers.get('content-type')]).toEqual([200, type])
})

describe('a request that fails since the clock throws', () => {
  const exhausted = Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' })
  const unreadable = 'The published content cannot be read at the moment; try again in 10 s.'
  const ours = 'Something went wrong on our side; try again later.'

  test.each<[error: unknown, status: number, label: string, message: string, logged: RegExp]>([
    [
      exhausted,
      503,
      'Snapshot unavailable',
      unreadable,
      /^out of descriptors or memory: EMFILE: too many open files$/,
    ],
    [new TypeError('x'), 500, 'Internal server error', ours, /^internal error: TypeError: x\n +at /],
    ['a text', 500, 'Internal server error', ours, /^internal error: a text$/],
    [undefined, 500, 'Internal server error', ours, /^internal error: undefined$/],
  ])('%s is a %i "%s", and says more in the log alone', async (error, status, label, message, logged) => {
    const lines: string[] = []
    const now = () => {
      throw error
    }
    const failing = app({ now, limits: contractLimits, log: (line) => lines.push(line) })
    const answer = await ask(failing, 'GET', '/v1/demo/posts')
    const text = JSON.stringify({ error: label, message, details: { message, statusCode: status } })
    expect([answer.status, answer.text]).toEqual([status, text])
    expect(answer.headers).toMatchObject({
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Length': String(text.length),
      'Access-Control-Allow-Origin': '*',
    })
    expect(answer.headers['Retry-After']).toBe(status === 503 ? '10' : undefined)
    expect(lines).toEqual([expect.stringMatching(logged)])
  })
})
