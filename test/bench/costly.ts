// Pages as gzip at a pace. Then sixty of the costliest requests at a time, and how long others wait meanwhile: /status and a cached page.
// Then long lists of one client and of many, and how long a page that is in no cache takes meanwhile.
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Held } from './costly-serve.ts'
import type { Greedy } from './greedy.ts'
import { type Material, real } from './material.ts'
import type { Pace, Paced } from './paced.ts'
import { cores, cpuSeconds, start, stop, tsx } from './process.ts'
import { type Server, startServer } from './server.ts'
import { digits, type Row } from './table.ts'

const posts = 1_000
const together = 60
const probing = 5_000

/** Each target contains a number that makes it different from all before. */
type Kinds = Record<string, { target: (number: number) => string; gzip: boolean }>

const lists = (page: string): Kinds => ({
  gzipped: { target: (number) => `${page}?limit=all&excludeTags=${number}`, gzip: true },
  'as text': { target: (number) => `${page}?limit=all&format=text&excludeTags=${number}`, gzip: false },
  'as text, gzipped': {
    target: (number) => `${page}?limit=all&format=text&excludeTags=${number}`,
    gzip: true,
  },
  'as it is': { target: (number) => `${page}?limit=all&excludeTags=${number}`, gzip: false },
})

/** What real posts have, unlike synthetic ones: words with every letter of the alphabet at their beginning. */
const searches = (page: string): Kinds => ({
  'searched for letters': {
    target: (number) =>
      `${page}?query=${[...'abcdefghijklmnopqrstuvwxyz'].join('+')}&sort=relevance&highlight=true&limit=100&format=text` +
      `&facets=category,tags,authors&excludeTags=${number}`,
    gzip: true,
  },
})

export async function* load(material: Material): AsyncGenerator<Row> {
  const realData = await material.real()
  const missing = join(real.content, real.workspace)
  yield* pacedPages('synthetic posts', await material.data(10_000), '/v1/demo/posts')
  if (realData) yield* pacedPages('a real blog', realData, `/v1/${real.workspace}/posts`)
  else yield { what: 'pages as gzip', unit: 'ms', note: `skipped: there is no ${missing}` }
  yield* beside(await material.data(posts), '/v1/demo/posts', lists)
  if (realData) yield* beside(realData, `/v1/${real.workspace}/posts`, searches)
  else yield { what: '/status beside searches', unit: 'ms', note: `skipped: there is no ${missing}` }
  yield* fair(await material.data(posts))
}

/** Pages a second, and for how many seconds: of the slow ones, there have to be a hundred. */
const paces = [
  [20, 10],
  [200, 5],
  [2_000, 5],
] as const

/** The pages that readers ask for: one in ten was not asked for before. */
async function* pacedPages(name: string, data: string, path: string): AsyncGenerator<Row> {
  const server = await startServer('test/bench/costly-serve.ts', data)
  const client = start('test/bench/paced.ts', [], { node: tsx, core: cores.client, ipc: true })
  const { pagination } = (await (await fetch(`${server.url}${path}?select=slug`)).json()) as {
    pagination: { totalPages: number }
  }
  let number = 0
  const pages = () =>
    Array.from({ length: 20_000 }, (_, i) =>
      i % 10 > 0
        ? `${path}?limit=10&page=${1 + (i % 20)}`
        : `${path}?limit=10&page=${1 + (number % pagination.totalPages)}&excludeTags=${number++}`,
    )
  const ask = async (encoding: string, perSecond: number, seconds: number) => {
    const headers = { 'accept-encoding': encoding }
    const before = cpuSeconds(server.child)
    client.send({ url: server.url, targets: pages(), headers, perSecond, seconds } satisfies Pace)
    const [paced] = (await once(client, 'message')) as [Paced]
    return { ...paced, cpu: ((cpuSeconds(server.child) - before) * 1_000) / (perSecond * seconds) }
  }
  for (const encoding of ['identity', 'gzip']) await ask(encoding, 400, 5)
  for (const [perSecond, seconds] of paces) {
    const plain = await ask('identity', perSecond, seconds)
    const packed = await ask('gzip', perSecond, seconds)
    const figures = (of: keyof typeof plain, by = 1) =>
      [plain, packed].map((one) => digits(one[of] / by)).join(' to ')
    yield {
      what: `pages as gzip, ${perSecond.toLocaleString('en')} a second, of ${name}, p99`,
      target: { most: 3 },
      measured: packed.p99 / plain.p99,
      unit: 'times',
      note: `plain to gzip: ${figures('p99')} ms, median ${figures('median')} ms, CPU ${figures('cpu')} ms, ${figures('bytes', 1_000)} KB; ${figures('perSecond')} answered a second`,
    }
  }
  await stop(client)
  await stop(server.child)
}

/** So many clients, of one address or of many, read long lists, while others ask for pages that are in no cache. */
export async function* fair(data: string): AsyncGenerator<Row> {
  const server = await startServer('test/bench/costly-serve.ts', data)
  const url = `${server.url}/v1/demo/posts`
  let number = 0
  const page = () => `${url}?limit=10&page=${1 + (number % 90)}&excludeTags=${number++}`
  await probe(page)
  const alone = await probe(page)
  for (const isMany of [false, true]) {
    for (const count of [1, 45, 400]) {
      const greedy = start('test/bench/greedy.ts', [], { node: tsx, core: cores.client, ipc: true })
      const told = async () => {
        greedy.send('read')
        return (await once(greedy, 'message'))[0] as number
      }
      greedy.send({ url, count, isMany } satisfies Greedy)
      await pause(2_000)
      await told()
      await pause(probing)
      const unhindered = await told()
      const beside = await probe(page)
      const hindered = await told()
      await stop(greedy)
      const who = `${count} lists of ${isMany ? 'many clients' : 'one client'}`
      yield {
        what: `a page in no cache, p99 beside ${who}`,
        target: { most: 5 },
        measured: beside / alone,
        unit: 'times',
        note: `${digits(beside)} ms, ${digits(alone)} alone`,
      }
      yield {
        what: `${who} beside pages, bytes a second`,
        measured: hindered / unhindered,
        unit: 'times',
        note: `${digits(unhindered / probing / 1_000)} MB a second without them; the pages take the rest`,
      }
    }
  }
  await stop(server.child)
}

async function* beside(data: string, page: string, kinds: (page: string) => Kinds): AsyncGenerator<Row> {
  const server = await startServer('test/bench/costly-serve.ts', data)
  const kept = server.url + page
  const watched = (asked: number) => (asked % 2 === 0 ? `${server.url}/status` : kept)
  const idle = await probe(watched)
  await longestOf(server)
  let number = 0
  for (const [kind, { target, gzip }] of Object.entries(kinds(page))) {
    let isOver = false
    const asking = Array.from({ length: together }, async () => {
      const headers = gzip ? { 'accept-encoding': 'gzip' } : {}
      while (!isOver) await ask(server.url + target(number++), headers)
    })
    const waited = await probe(watched)
    const held = await longestOf(server)
    isOver = true
    await Promise.all(asking)
    const note = `${together} lists ${kind} at a time`
    yield {
      what: `/status and a kept page, p99 beside ${kind}`,
      target: { most: 150 },
      measured: waited,
      unit: 'ms',
      note: `${note}; ${digits(idle)} ms beside nothing`,
    }
    yield {
      what: `event loop held, ${kind}`,
      target: { most: 30 },
      measured: held,
      unit: 'ms',
      note: `CPU; ${note}`,
    }
  }
  await stop(server.child)
}

async function longestOf({ child }: Server): Promise<number> {
  const told = once(child, 'message')
  child.send('held')
  const [{ longest }] = (await told) as [Held]
  return longest
}

/** The 99th percentile, in ms. */
async function probe(urlOf: (asked: number) => string): Promise<number> {
  const agent = new Agent({ keepAlive: true })
  const took: number[] = []
  for (const began = performance.now(); performance.now() - began < probing; await pause(3)) {
    const asked = performance.now()
    await ask(urlOf(took.length), {}, agent)
    took.push(performance.now() - asked)
  }
  agent.destroy()
  return took.sort((a, b) => a - b)[Math.floor(took.length * 0.99)]!
}

/** Resolves when the reply has been read, whatever it is. */
function ask(url: string, headers: Record<string, string>, agent: Agent | false = false): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers, agent }, (response) => {
      response.resume().once('close', resolve)
    })
    request.once('error', reject)
  })
}
