// What the limiter costs: in memory compared with rate-limiter-flexible, over a store, and while that store is down.
import { startBridge } from '../support/bridge.ts'
import { type RedisServer, startRedis, withoutRedis } from '../support/redis.ts'
import { installCompetitors } from './competitors.ts'
import type { Latency } from './limiter-latency.ts'
import type { InMemory } from './limiter-memory.ts'
import type { Material } from './material.ts'
import { cores, measure, stop, tsx } from './process.ts'
import { inTurn, median, ratio } from './rounds.ts'
import { startClient, startServer, type Throughput } from './server.ts'
import { digits, type Row } from './table.ts'
import { firstPage } from './targets.ts'

const rounds = 5
const posts = 1_000
const ids = 100_000

export async function* limiter(material: Material): AsyncGenerator<Row> {
  yield* inMemory()
  if (withoutRedis) return
  const redis = await startRedis()
  try {
    yield* overStore(redis)
    yield* throughAnOutage(redis, await material.data(posts))
  } finally {
    await redis.stop()
  }
}

async function* inMemory(): AsyncGenerator<Row> {
  installCompetitors()
  const run = (which: string) =>
    measure<InMemory>('test/bench/limiter-memory.ts', [which, String(ids)], {
      node: ['--expose-gc', ...tsx],
      core: cores.server,
    })
  const { ours, flexible } = await inTurn(rounds, {
    ours: () => run('ours'),
    flexible: () => run('flexible'),
  })
  const both = (figure: 'perSecond' | 'bytes', unit: string) =>
    `${digits(median(ours, figure))} against ${digits(median(flexible, figure))} ${unit} of rate-limiter-flexible`
  yield {
    what: 'limiter in memory, decisions a second',
    measured: ratio(ours, flexible, 'perSecond'),
    unit: 'times',
    note: both('perSecond', 'a second'),
  }
  yield {
    what: `limiter in memory, bytes a key of ${ids.toLocaleString('en')}`,
    measured: ratio(ours, flexible, 'bytes'),
    unit: 'times',
    note: both('bytes', 'bytes'),
  }
}

async function* overStore(redis: RedisServer): AsyncGenerator<Row> {
  const bridge = await startBridge(redis.url)
  const run = (backing: object) =>
    measure<Latency>('test/bench/limiter-latency.ts', [JSON.stringify(backing)], {
      node: tsx,
      core: cores.server,
    })
  const prefix = 'galley:bench'
  const measured = await inTurn(rounds, {
    TCP: () => run({ backend: 'redis', url: redis.url, prefix }),
    REST: () => run({ backend: 'upstash', url: bridge.url, token: bridge.token, prefix }),
  })
  await bridge.stop()
  for (const [way, runs] of Object.entries(measured)) {
    for (const figure of ['p50', 'p99'] as const) {
      yield {
        what: `limiter over ${way}, time added, ${figure}`,
        measured: median(runs, figure),
        unit: 'ms',
        note:
          way === 'REST'
            ? 'a bridge in this process stands for Upstash; no network'
            : 'Redis on this machine',
      }
    }
  }
}

/** Requests per second of whole servers, compared with one that counts in memory. */
async function* throughAnOutage(redis: RedisServer, data: string): AsyncGenerator<Row> {
  const [memory, shared] = await Promise.all([
    startServer('test/bench/serve.ts', data),
    startServer('test/bench/serve.ts', data, redis.url),
  ])
  const client = startClient()
  const targets = [firstPage({ limit: 10, posts })]
  const compare = () =>
    inTurn<'memory' | 'shared', Throughput>(rounds, {
      memory: () => client.ask(memory, { targets, seconds: 1 }),
      shared: () => client.ask(shared, { targets, seconds: 1 }),
    })
  const row = async (state: string): Promise<Row> => {
    const runs = await compare()
    return {
      what: `listing, one hot page, Redis ${state}`,
      measured: ratio(runs.shared, runs.memory, 'perSecond'),
      unit: 'times',
      note: `${digits(median(runs.shared, 'perSecond'))} against ${digits(median(runs.memory, 'perSecond'))} a second counted in memory`,
    }
  }
  try {
    await compare()
    yield await row('alive')
    await redis.signal('SIGSTOP')
    yield await row('hanging')
    await redis.signal('SIGKILL')
    yield await row('dead')
  } finally {
    await Promise.all([client.stop(), stop(memory.child), stop(shared.child)])
  }
}
