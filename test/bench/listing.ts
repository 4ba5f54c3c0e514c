// Listings through a socket, warm: requests per second compared with a bare server that sends the same bytes.
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { filters } from './filters.ts'
import type { Material } from './material.ts'
import { stop } from './process.ts'
import { inTurn, median, ratio } from './rounds.ts'
import {
  type Client,
  type ClientLoad,
  type Server,
  startClient,
  startServer,
  type Throughput,
} from './server.ts'
import { digits, type Row } from './table.ts'
import { type Asked, deepPage, differentPages, filtered, firstPage } from './targets.ts'

const posts = 10_000
const rounds = 5
const runSeconds = 1
/** Until the code is compiled, and the cache is full. */
const warmUpSeconds = 2

interface Case {
  name: string
  /** Posts a page. */
  limit: number
  least?: number
  targets(asked: Asked): string[]
}

/** The reply cache of `galley serve` holds 48 MB: some 500 pages of ten posts. */
const cases: Case[] = [
  ...[3, 10].flatMap((limit): Case[] => [
    { name: 'one hot page', limit, least: 0.9, targets: (asked) => [firstPage(asked)] },
    { name: '500 pages and filters', limit, least: 0.8, targets: (asked) => differentPages(asked, 500) },
    {
      name: 'more than the cache holds',
      limit,
      targets: (asked) => differentPages(asked, limit === 3 ? 8_000 : 3_000),
    },
  ]),
  { name: 'deep page', limit: 10, least: 0.9, targets: (asked) => [deepPage(asked)] },
  { name: 'category and tags', limit: 10, least: 0.9, targets: (asked) => [filtered(asked)] },
]

export async function* listing(material: Material): AsyncGenerator<Row> {
  const ours = await startServer('test/bench/serve.ts', await material.data(posts))
  const client = startClient()
  try {
    for (const one of cases) yield await againstConstant(one, ours, client, material.folder)
    yield await notModified(ours, client)
  } finally {
    await Promise.all([client.stop(), stop(ours.child)])
  }
  yield* filters(material)
}

async function againstConstant(one: Case, ours: Server, client: Client, folder: string): Promise<Row> {
  const targets = one.targets({ limit: one.limit, posts })
  const body = await typicalReply(ours, targets)
  const file = join(folder, 'constant.json')
  writeFileSync(file, body)
  const constant = await startServer('test/bench/constant.ts', file)
  try {
    const what = `listing, ${one.name}, ${Math.round(body.byteLength / 1_000)} KB`
    const target = one.least === undefined ? {} : { target: { least: one.least } }
    return {
      what,
      ...target,
      ...(await compare(client, { server: ours, targets }, { server: constant, targets })),
    }
  } finally {
    await stop(constant.child)
  }
}

async function notModified(ours: Server, client: Client): Promise<Row> {
  const targets = [firstPage({ limit: 10, posts })]
  const { headers } = await fetch(ours.url + targets[0])
  const unchanged = { server: ours, targets, headers: { 'If-None-Match': headers.get('etag')! }, status: 304 }
  const compared = await compare(client, unchanged, { server: ours, targets })
  return { what: 'listing, 304 against the first page', target: { least: 1.5 }, ...compared }
}

type Side = { server: Server } & Omit<ClientLoad, 'seconds'>

/** The client uses more CPU than the constant server, so its figures flatter Galley; the servers' CPU does not. */
async function compare(
  client: Client,
  one: Side,
  other: Side,
): Promise<Pick<Row, 'measured' | 'unit' | 'note'>> {
  const ask = ({ server, ...asking }: Side, seconds: number) => client.ask(server, { ...asking, seconds })
  for (const side of [one, other]) await ask(side, warmUpSeconds)
  const { first, second } = await inTurn(rounds, {
    first: () => ask(one, runSeconds),
    second: () => ask(other, runSeconds),
  })
  const figures = (of: keyof Throughput) =>
    [first, second].map((answers) => digits(median(answers, of))).join(' to ')
  const note = `${figures('perSecond')} a second; CPU a reply ${figures('cpu')} µs`
  return { measured: ratio(first, second, 'perSecond'), unit: 'times', note }
}

/** Of several replies spread over the targets, the one of median length. */
async function typicalReply({ url }: Server, targets: string[]): Promise<Uint8Array> {
  const step = Math.ceil(targets.length / 50)
  const some = targets.filter((_, i) => i % step === 0)
  const bodies = await Promise.all(
    some.map(async (target) => {
      const [reply]: IncomingMessage[] = await once(get(url + target), 'response')
      return buffer(reply!)
    }),
  )
  return bodies.sort((a, b) => a.length - b.length)[Math.floor(bodies.length / 2)]!
}
