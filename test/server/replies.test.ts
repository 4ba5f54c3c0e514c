// Whole replies, from the status line to the last byte: each kind of reply on each route, asked in each way. Where bytes change and their
// entity tag does not, clients would keep what they have: that is no change to be written down, and fails with --update, too.
// CONTRIBUTING.md says how to write replies.txt anew, which says at its top how it is read.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type ServeOptions, serve } from '../../server/index.ts'
import { sha256 } from '../../snapshot/format/format.ts'
import { changes } from '../support/changes.ts'
import * as fixture from '../support/fixture.ts'
import { routes, withParameter } from '../support/routes.ts'
import { unlimited } from '../support/server.ts'
import { type Received, repliesIn, talk } from '../support/talk.ts'
import { workspace } from '../support/workspace.ts'

const recorded = fileURLToPath(new URL('replies.txt', import.meta.url))
const some = '/v1/demo/posts?limit=2&select=slug,title'

/** A PNG of 3 × 2 pixels. */
const pixels = 'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAAAAAC4HznGAAAAC0lEQVR4nGNggAAAAAgAAbdYc5UAAAAASUVORK5CYII='

/** Lines of a request's head behind the request line, or another request line. */
type Asked = string | readonly string[]

const api: Asked[] = [
  ...routes.map((path) => withParameter(`/v1/demo${path}`, path.includes('.json') ? 'x=1' : 'limit=2')),
  ...['', '?format=text', '?format=markdown', '?select=title,tags', '?highlight=true'].map(
    (query) => `/v1/demo/posts/welcome${query}`,
  ),
  ...[
    'posts/old-name',
    'posts/%C3%A4lter?format=text',
    'post/post_stable',
    'posts/WELCOME',
    'posts/next-week',
    'posts/undated',
    'post/soon',
    'categories/attic',
    'tags/nothing',
    'authors/cy',
    'nothing',
    'posts/a/b',
    'search-index.json',
    'suggest',
    'suggest?query=harbour+caf',
    'suggest?query=%22!',
    'suggest?query=a&query=b',
    'suggest/a',
    'redirects?format=netlify',
    'redirects?from=/blog/old-name/',
    'redirects?from=/blog/soon',
    'redirects?format=a&limit=b',
  ].map((path) => `/v1/demo/${path}`),
  ...[
    'facets=category,tags,authors&limit=1',
    'query=harbour&highlight=true',
    'query=harbuor',
    'query=%22harbour%20to%22',
    'query=zzzzzz',
    'query=&limit=1',
    'search=harbour',
    'sort=-updatedAt&limit=3',
    'order=asc&limit=3&page=2',
    'tags=css,git&tagsMatch=all',
    'page=99',
    'limit=all',
  ].map((query) => `/v1/demo/posts?${query}${query.includes('select') ? '' : '&select=slug'}`),
  ...[
    'limit=0',
    'limit=x&page=-1&order=up&sort=x',
    'limit=1&limit=2',
    'select=nothing',
    'format=pdf',
    'featured=yes',
    'tagsMatch=some',
    'facets=x',
    'query=a&search=b',
    'highlight=maybe',
    'snapshot=none',
    `query=${'x'.repeat(600)}`,
    '%zz',
  ].map((query) => `/v1/demo/posts?${query}`),
  '/v1/loose/posts?select=slug,category,tags',
  '/v1/loose/tags',
  '/v1/empty/posts',
  '/v1/empty/categories',
  '/v1/empty/feed.atom',
  '/v1/empty/llms.txt',
  '/demo/posts?limit=1&select=slug',
  '/demo/v1/posts?limit=1&select=slug',
  '/v1/none/posts',
  '/v1/demo',
  '/v1',
  '/',
  '/status',
  '/favicon.ico',
  '/v1/%zz/posts',
  `/${'x'.repeat(9_000)}`,
  ...['HEAD', 'OPTIONS', 'POST', 'DELETE'].flatMap((method) =>
    [some, '/status', '/openapi.json', '/nothing'].map((path) => [`${method} ${path}`]),
  ),
  ...[
    'Accept-Encoding: gzip',
    'Accept-Encoding: gzip;q=0, br',
    'If-None-Match: *',
    'If-None-Match: "x"',
    'If-None-Match: ETAG',
    'Origin: https://example.org',
    'Range: bytes=0-9',
    'Content-Length: 0',
  ].flatMap((header) => [some, '/v1/demo/posts?limit=all'].map((path) => [`GET ${path}`, header])),
  ...['Accept: text/html,*/*;q=0.8', 'Accept: application/json'].map((header) => ['GET /', header]),
  [`GET ${some}`, 'Accept-Encoding: gzip', 'If-None-Match: ETAG'],
  [`OPTIONS ${some}`, 'Origin: https://a.example', 'Access-Control-Request-Method: GET'],
]

const files: Asked[] = [
  '/openapi.json',
  '/docs',
  '/docs/',
  '/docs/index.html',
  '/docs/other.html',
  '/media/none.png',
  'MEDIA',
  ...[
    'Accept-Encoding: gzip',
    'Range: bytes=0-3',
    'Range: bytes=-4',
    'Range: bytes=9999-',
    'Range: bytes=0-1,3-4',
    'If-None-Match: ETAG',
    'If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT',
  ].map((header) => ['GET MEDIA', header]),
  ['GET MEDIA', 'Range: bytes=0-3', 'If-Range: "x"'],
  ['GET MEDIA', 'Range: bytes=0-3', 'If-Range: ETAG'],
  ['HEAD MEDIA'],
  ['POST MEDIA'],
]

const protocol: readonly string[] = [
  'GET / HTTP/1.1\r\n\r\n',
  'GET / HTTP/1.0\r\n\r\n',
  'GET / HTTP/2.0\r\n\r\n',
  'NONSENSE\r\n\r\n',
  `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
  `GET /${'x'.repeat(9_000)} HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
  `get /${'x'.repeat(9_000)} HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
  'HEAD /v1/demo/posts?limit=all HTTP/1.0\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nExpect: x\r\nConnection: close\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
  'POST /status HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc',
  'POST /status HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\nabc',
  'GET http://a/status HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
]

/** What a server with these options replies. */
async function replies(
  asked: readonly Asked[],
  raw: readonly string[],
  options: ServeOptions,
  written: ReturnType<typeof writer>,
): Promise<string> {
  const running = await serve(options)
  let all = ''
  try {
    await running.look()
    for (const one of asked) {
      const [line, ...headers] = typeof one === 'string' ? [`GET ${one}`] : one
      const etag = headers.some((header) => header.endsWith('ETAG'))
        ? (await heard(running.url, [line!.replace(/^\w+/, 'GET')]))[0]?.headers.etag
        : undefined
      const lines = [line!, ...headers.map((header) => header.replace('ETAG', etag!))]
      all += written([line!.slice(0, 150), ...headers], await heard(running.url, lines))
    }
    for (const bytes of raw) {
      const answer = await talk(running.url, [bytes], { hangUp: true })
      all += written(bytes.slice(0, 100).trimEnd().split('\r\n'), repliesIn(answer.bytes))
    }
    all += `\n--- answered, by the first digit of their status: ${running.served.join(' ')}\n`
  } finally {
    await running.close()
  }
  return all
}

async function heard(url: string, [line, ...headers]: readonly string[]) {
  const head = [`${line} HTTP/1.1`, 'Host: a', 'Connection: close', ...headers]
  return repliesIn((await talk(url, [`${head.join('\r\n')}\r\n\r\n`])).bytes)
}

const legend = `Each request begins with >, and below it stand the status of its reply, the headers and the body. Headers that are
nearly those of a reply above are named by its request, and only what differs follows: by its number if it is gone
(7-) or new (7+), and otherwise with its value. A content-length is … where it is that of the body. A body of
several lines stands once. At the end stands each entity tag, but those of files and of /status, with a digest of its body.

`

/** Headers whose values are a reply's own. */
const own =
  /^(link|location|retry-after|content-(?:length|range|type)|x-(?:ignored|search|ratelimit)-[\w-]+): .*/

/**
 * Writes replies down, one after the other: without times, and what depends on the snapshot's format.
 * @param tags gains digests of the bodies by entity tag
 */
function writer(
  tags = new Map<string, string>(),
): (asked: readonly string[], replies: readonly Received[]) => string {
  const requests = new Map<string, number>()
  const heads: Head[] = []
  const bodies = new Map<string, string>()
  return (asked, replies) => {
    let all = `> ${asked.join('\n> ')}\n`
    for (const reply of replies) {
      const request = asked.join(' + ')
      const times = (requests.get(request) ?? 0) + 1
      requests.set(request, times)
      const name = times === 1 ? request : `${request} (${times})`
      const lines = headOf(reply)
      const head = { name, lines, kinds: lines.map((line) => line.replace(own, '$1')) }
      const like = likeAnother(head, heads)
      if (!heads.some(({ kinds }) => kinds.join() === head.kinds.join())) heads.push(head)
      const [first = '', ...shown] = like ?? ['', ...lines]
      const [, tag] = /^(?:W\/)?("(?!file-|service-).*)/.exec(reply.headers.etag ?? '') ?? []
      if (tag && reply.text !== '') tags.set(tag, sha256(reply.text).slice(0, 12))
      const body = bodyOf(reply)
      const other = body.includes('\n') ? bodies.get(body) : undefined
      if (other === undefined) bodies.set(body, name)
      all += `${[`${reply.status}${reply.whole ? '' : ' cut'}${first}`, ...shown].join('\n')}\n`
      if (body !== '') all += `\n${other === undefined ? body : `(the body of ${other})`}\n`
    }
    return all
  }
}

interface Head {
  /** The request that got it. */
  name: string
  lines: readonly string[]
  /** The lines, but of a reply's own headers the names. */
  kinds: readonly string[]
}

/** More lines than these are easier to read as a head of their own. */
const MAX_CHANGES = 4

/** What follows the status if it is nearly one of the others. */
function likeAnother({ lines, kinds }: Head, others: readonly Head[]): string[] | undefined {
  const [nearest] = others
    .map((other) => ({ other, changed: changes(other.kinds, kinds) }))
    .sort((a, b) => a.changed.length - b.changed.length)
  if (!nearest || nearest.changed.length > MAX_CHANGES) return undefined
  const { other, changed } = nearest
  const numbered = changed.map((line) =>
    line.replace(/^(\d+)\+ .*/, (_, number) => `${number}+ ${lines[number - 1]}`),
  )
  const valued = lines.filter(
    (line, at) => other.kinds.includes(kinds[at]!) && kinds[at] !== line && !other.lines.includes(line),
  )
  const shown = [...numbered, ...valued]
  return [`, with the headers of ${other.name}${shown.length > 0 ? ', but' : ''}`, ...shown]
}

function headOf({ headers, text }: Received): readonly string[] {
  // How well a body is compressed is up to zlib.
  const length = headers['content-encoding'] ? headers['content-length'] : `${Buffer.byteLength(text)}`
  const isOfBody = (value: string) => text !== '' && value === length
  return Object.entries(headers).map(([name, value]) =>
    name === 'date' || name === 'last-modified' || (name === 'content-length' && isOfBody(value))
      ? `${name}: …`
      : masked(`${name}: ${value}`).replace(/^(etag: (?:W\/)?)"[^"]*?(-gzip|;gz)?"$/, '$1"…$2"'),
  )
}

function bodyOf({ text }: Received): string {
  return masked(text.length > 4_000 ? `(${text.slice(0, 40).split('\n')[0]}…)` : text)
}

function masked(text: string): string {
  return text.replaceAll(/map-[\w-]+\.png/g, 'map-….png').replaceAll(/[0-9a-f]{32}(?:\.\d+)?/g, '…')
}

test('replies are as written down, on every route and in every way', async () => {
  // Another zlib would give it other bytes, and so ids and tags, too.
  const picture = Buffer.from(pixels, 'base64')
  const place = await workspace({ ...fixture.files, 'demo/posts/map.png': picture })
  place.write({ 'loose/posts/map.png': picture })
  place.write({ 'loose/posts/first.md': `${fixture.files['loose/posts/first.md']}\n![Map](map.png)\n` })
  const nothing = mkdtempSync(join(tmpdir(), 'galley-none-'))
  try {
    const env = { SOURCE_DATE_EPOCH: '1767225600', BASE_URL: 'https://api.example.org' }
    const { problems } = await place.build({ env })
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
    const common = { host: '127.0.0.1', port: 0, now: () => fixture.now, log: () => {} }
    const folders = (out: string) => ({ data: join(out, 'data'), public: join(out, 'public') })
    const found = { ...common, ...folders(place.out), env: unlimited }
    const media = /\/media\/[^"\\\s>]+png/.exec(
      await replies(['/v1/loose/posts/first'], [], found, writer()),
    )![0]
    const asked = files.map((one) =>
      typeof one === 'string' ? one.replace('MEDIA', media) : one.map((line) => line.replace('MEDIA', media)),
    )
    const tags = new Map<string, string>()
    const written = writer(tags)
    let all = legend + (await replies([...api, ...asked], protocol, found, written))
    const none = Array.from({ length: 12 }, (_, number) => `/v1/none/posts?${number}`)
    all += `\n--- with limits\n\n${await replies([some, '/status', '/nothing', ...none], [], { ...found, env: {} }, written)}`
    const few = {
      GALLEY_RATE_LIMIT: '3/10s',
      GALLEY_CLIENT_RATE_LIMIT: '2/1m',
      TRUSTED_IP_HEADER: 'X-Real-IP',
    }
    const from = (address: string): Asked => [`GET ${some}`, `X-Real-IP: ${address}`]
    const clients = ['192.0.2.1', '192.0.2.1', '192.0.2.1', '2001:db8::1', '2001:db8::2', '192.0.2.9'].map(
      from,
    )
    all += `\n--- with lower limits\n\n${await replies(clients, [], { ...found, env: few }, written)}`
    const missing = { ...common, ...folders(nothing), env: unlimited }
    all += `\n--- without a snapshot\n\n${await replies([some, '/status', '/', '/openapi.json'], [], missing, written)}`
    await place.build({ env, drafts: true, out: join(place.out, 'preview') })
    const preview = { ...found, ...folders(join(place.out, 'preview')), drafts: true }
    all += `\n--- with drafts\n\n${await replies([some, '/status', '/shared', '/docs', '/v1/demo/posts/undated'], [], preview, written)}`
    const known = new Map(
      readFileSync(recorded, 'utf8')
        .split('\n')
        .map((line) => line.split(' ') as [string, string]),
    )
    for (const [tag, digest] of tags)
      expect(
        digest,
        `Clients keep what they have by ${tag}: raise replyFormat, then update replies.txt`,
      ).toBe(known.get(tag) ?? digest)
    all += `\n--- entity tags\n\n${[...tags].map(([tag, digest]) => `${tag} ${digest}\n`).join('')}`
    await expect(all).toMatchFileSnapshot('replies.txt')
  } finally {
    place.remove()
    rmSync(nothing, { recursive: true, force: true })
  }
})
