// A few hundred requests of a running server, one after the other, and what is the same in the replies of two commits.
import { get, type IncomingHttpHeaders, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

interface Asked {
  method?: string
  path: string
  headers?: Record<string, string>
}

interface Reply {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

const LISTS = [
  '',
  'limit=1',
  'limit=3&page=2',
  'limit=all',
  'limit=all&format=text',
  'limit=all&format=markdown',
  'limit=all&select=slug,title,publishedAt',
  'order=asc&limit=5',
  'sort=updatedAt&limit=5',
  'sort=-updatedAt&limit=5&page=2',
  'category=news',
  'categories=news,essays&excludeCategories=news',
  'tags=web',
  'tags=web,c-sharp&tagsMatch=all',
  'excludeTags=web&limit=4',
  'featured=true',
  'featured=false&limit=2',
  'author=ada',
  'author=nobody',
  'facets=category,tags,authors&limit=1',
  'query=heading',
  'query=a&limit=3',
  'query=heading&sort=relevance&limit=20',
  'query=%22see%22&highlight=true',
  'query=h%C3%A9ading&highlight=true&facets=tags',
  'query=headnig',
  'query=%E6%97%A5%E6%9C%AC',
  'query=c%2B%2B',
  'query=release&sort=relevance&highlight=true&limit=20',
  'query=the%20security&facets=category',
  'query=...',
  'search=node',
  'query=a&search=b',
  'limit=0',
  'limit=x&page=-1',
  'page=999',
  'order=up&sort=x',
  'select=nothing',
  'format=pdf',
  'featured=yes',
  'limit=1&limit=2',
  'tagsMatch=some',
  'highlight=true&query=a&limit=101',
  `query=${'x'.repeat(600)}`,
  'snapshot=none',
  '%zz',
  'facets=x',
  'limit=3&include=descriptionIsExcerpt,url,aliases,cover,reading,headings,related,neighbors,revision',
  'limit=all&select=slug,revision',
  'query=heading&include=related&limit=5',
  'include=related&limit=101',
  'include=nothing',
  'tag=web&q=x',
]

/** Under a key. */
const OTHERS = [
  'suggest?query=he',
  'suggest?query=',
  'search-index.json',
  'redirects',
  'redirects?limit=2&page=2',
  'redirects?from=/old-0',
  'redirects?format=netlify',
  'sitemap.xml',
  'sitemap.xml?page=1',
  'llms.txt',
]

/** Of a workspace, a category, a tag or an author. */
const FEEDS = ['feed.xml', 'feed.atom', 'feed.json', 'feed.json?limit=2', 'feed.xml?limit=101']
const FED = ['', 'categories/news/', 'tags/web/', 'authors/ada/', 'tags/nothing/']

const ELSEWHERE: Asked[] = [
  ...[
    '/',
    '/status',
    '/v1',
    '/v1/none/posts',
    '/nothing',
    '/v1//posts',
    '/v1/demo/',
    '/v1/demo/nothing',
    '/docs',
    '/media/nothing.png',
    '/%2e%2e/x',
    '/v1/%zz/posts',
    `/${'x'.repeat(9_000)}`,
    '/favicon.ico',
    '/robots.txt',
  ].map((path) => ({ path })),
  ...['POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH'].flatMap((method) => [
    { method, path: '/v1/demo/posts' },
    { method, path: '/status' },
    { method, path: '/openapi.json' },
  ]),
]

const WAYS: Record<string, string>[] = [
  { 'accept-encoding': 'gzip' },
  { 'accept-encoding': 'br, gzip;q=0' },
  { 'if-none-match': '*' },
  { 'if-none-match': 'W/"x", "y"' },
  { 'if-modified-since': 'Wed, 01 Jul 2026 00:00:00 GMT' },
  { origin: 'https://example.org' },
  { range: 'bytes=0-9' },
]

/**
 * By what was asked: one text for status, headers and body.
 * @param messages whether what errors say in English counts
 * @param decoded whether only what gzip unpacks to counts
 */
export async function replies(
  url: string,
  keys: readonly string[],
  { messages, decoded }: { messages: boolean; decoded: boolean },
): Promise<Map<string, string>> {
  const all = new Map<string, string>()
  const note = async (asked: Asked) => {
    const reply = await ask(url, asked)
    all.set(nameOf(asked), written(withoutTime(decoded ? unpacked(reply) : reply, asked), messages))
    return reply
  }
  for (const asked of ELSEWHERE) await note(asked)
  for (const key of keys) for (const asked of await of(url, key)) await note(asked)
  for (const headers of WAYS) {
    for (const path of [`/v1/${keys[0]}/posts`, `/v1/${keys[0]}/posts?limit=all`, '/status']) {
      const { etag } = (await note({ path, headers })).headers
      if (etag) await note({ path, headers: { ...headers, 'if-none-match': etag } })
    }
  }
  // What a client without a key may ask runs out.
  for (let number = 0; number < 20; number++) await note({ path: `/v1/none/posts?${number}` })
  return all
}

async function of(url: string, key: string): Promise<Asked[]> {
  const list = await json(await opened(`${url}/v1/${key}/posts?limit=all`))
  const { posts = [] } = list as {
    posts?: { slug: string; id: string; content: string; coverImage: string | null }[]
  }
  const some = posts.filter((_, index) => index % Math.ceil(posts.length / 12) === 0)
  const media = new Set([...JSON.stringify(posts).matchAll(/\/media\/[\w%.~-]+/g)].map(([path]) => path))
  const paths = [
    ...LISTS.map((query) => `posts?${query}`),
    ...some.flatMap(({ slug, id }) => [
      ...[
        '',
        '?format=markdown',
        '?format=text',
        '?select=title,tags',
        '?include=related,neighbors',
        '.md',
      ].map((query) => `posts/${encodeURIComponent(slug)}${query}`),
      `post/${id}`,
      `post/${id}.md`,
      `posts/${encodeURIComponent(slug.normalize('NFD').toUpperCase())}`,
    ]),
    ...Array.from({ length: 12 }, (_, index) => [
      `posts/old-${index}`,
      `posts/${encodeURIComponent(`älter-${index}`)}?format=text`,
    ]).flat(),
    ...['categories', 'tags', 'authors'].flatMap((name) => [
      name,
      `${name}?limit=1&page=2`,
      `${name}?limit=x`,
      `${name}/nothing`,
    ]),
    ...OTHERS,
    ...FED.flatMap((of) => FEEDS.map((feed) => of + feed)),
    ...['categories/news', 'tags/web', 'tags/c-sharp', 'authors/ada', 'authors/zo%C3%AB', 'posts/a/b'],
  ]
  return [
    { path: `/v1/${key}` },
    ...paths.map((path) => ({ path: `/v1/${key}/${path}` })),
    ...[...media]
      .slice(0, 4)
      .flatMap((path) => [{ path }, { path, method: 'HEAD' }, { path, headers: { range: 'bytes=1-3' } }]),
  ]
}

function opened(url: string) {
  return new Promise<AsyncIterable<Buffer> & NodeJS.ReadableStream>((resolve, reject) => {
    get(url, resolve as never).on('error', reject)
  }) as never
}

function ask(url: string, { method = 'GET', path, headers = {} }: Asked): Promise<Reply> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers }, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) })
    })
    sent.on('error', reject).end()
  })
}

function nameOf({ method = 'GET', path, headers = {} }: Asked): string {
  const set = Object.entries(headers).map(([name, value]) => ` ${name}: ${value}`)
  return `${method} ${path.slice(0, 200)}${set.join('')}`
}

/** Without what differs each time: a published file's tag tells when and where it was written. */
function withoutTime({ headers, ...reply }: Reply, { path }: Asked): Reply {
  const { date, etag, ...kept } = headers
  const isFile = /^\/(media|docs|openapi)/.test(path)
  return { ...reply, headers: etag === undefined ? kept : { ...kept, etag: isFile ? '…' : etag } }
}

function unpacked({ status, headers, body }: Reply): Reply {
  if (headers['content-encoding'] !== 'gzip' || body.length === 0) return { status, headers, body }
  const { 'content-length': length, ...others } = headers
  return { status, headers: others, body: gunzipSync(body) }
}

/** What an error says in English, and what depends on it, may be left out. */
function written({ status, headers, body }: Reply, messages: boolean): string {
  const text = body.toString('latin1')
  if (status < 400 || messages) return `${status}\n${lines(headers)}\n${text}`
  const { 'content-length': length, etag, ...others } = headers
  return `${status}\n${lines(others)}\n${text.replace(/"message":"(?:[^"\\]|\\.)*"/g, '"message":…')}`
}

function lines(headers: IncomingHttpHeaders): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\n`)
    .sort()
    .join('')
}
