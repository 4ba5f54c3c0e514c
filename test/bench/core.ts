// What one core answers, kind by kind, through a socket: processor time a reply, for the formulas of docs/scaling.md.
import type { Material } from './material.ts'
import { stop } from './process.ts'
import { inTurn, median } from './rounds.ts'
import { differentQueries } from './search-queries.ts'
import { startClient, startServer, type Throughput } from './server.ts'
import { digits, type Row } from './table.ts'
import { deepPage, differentPages, firstPage } from './targets.ts'

const posts = 10_000
const rounds = 3

export async function* core(material: Material): AsyncGenerator<Row> {
  const ours = await startServer('test/bench/serve.ts', await material.data(posts))
  const client = startClient()
  const read = async (path: string) => (await fetch(ours.url + path)) as Response
  const first = firstPage({ limit: 10, posts })
  const tag = (await read(first)).headers.get('etag')!
  const listed = (await (await read('/v1/demo/posts?limit=100&select=slug')).json()) as {
    posts: { slug: string }[]
  }
  const queries = differentQueries(600).map((query) => encodeURIComponent(query))
  const gzip = { headers: { 'Accept-Encoding': 'gzip' } }
  const kinds: Record<string, { targets: string[]; headers?: Record<string, string>; status?: number }> = {
    'a page as it was, 304': { targets: [first], headers: { 'If-None-Match': tag }, status: 304 },
    'a page that is cached': { targets: [first] },
    'a page that is cached, gzip': { targets: [first], ...gzip },
    'a page that is not, 28 KB': { targets: differentPages({ limit: 3, posts }, 8_000) },
    'a page that is not, 94 KB': { targets: differentPages({ limit: 10, posts }, 3_000) },
    'a page that is not, gzip': { targets: differentPages({ limit: 10, posts }, 3_000), ...gzip },
    'a deep page': { targets: [deepPage({ limit: 10, posts })] },
    'one post': { targets: listed.posts.map(({ slug }) => `/v1/demo/posts/${slug}`) },
    'different searches, titles': {
      targets: queries.map((query) => `/v1/demo/posts?limit=10&select=slug,title&query=${query}`),
    },
    'different suggestions': {
      targets: queries.map((query) => `/v1/demo/suggest?q=${query.slice(0, 12).replace(/%.?$/, '')}`),
    },
  }
  try {
    for (const [name, asking] of Object.entries(kinds)) {
      const ask = () => client.ask(ours, { ...asking, seconds: 1 })
      await ask()
      const { measured } = await inTurn<'measured', Throughput>(rounds, { measured: ask })
      const cpu = median(measured, 'cpu')
      yield {
        what: `one core, ${name}`,
        measured: cpu / 1_000,
        unit: 'ms',
        note: `${digits(1e6 / cpu)} a second of processor time`,
      }
    }
  } finally {
    await Promise.all([client.stop(), stop(ours.child)])
  }
}
