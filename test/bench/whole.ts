// Every post in one reply, gzipped: the CPU of a server, compared with gzipping the same bytes as a stream with zlib's own level,
// which is what a server does that has them plain.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import type { Material } from './material.ts'
import { cpuSeconds, measure, printed, start, stop, tsx } from './process.ts'
import { inTurn, median, ratio } from './rounds.ts'
import type { Spent } from './stopwatch.ts'
import { digits, type Row } from './table.ts'

const posts = 10_000
const rounds = 5
/** A process that uses less than a hundredth of a core for so long has nothing to do. */
const quietMs = 300

export async function* whole(material: Material): AsyncGenerator<Row> {
  const program = join(await material.packaged(), 'bin/galley.mjs')
  const data = await material.data(posts)
  const file = join(material.folder, 'whole.json')
  const firsts: Used[] = []
  const { ours, gzipped } = await inTurn<'ours' | 'gzipped', Used>(rounds, {
    async ours() {
      const { first, again } = await askedTwice(program, data, file)
      firsts.push(first)
      return again
    },
    gzipped: () => measure<Spent>('test/bench/gzip-whole.ts', [file], { node: tsx }),
  })
  const cpu = (of: Used[]) => `${digits(median(of, 'cpu'))} ms`
  yield {
    what: `limit=all of ${posts.toLocaleString('en')} posts, gzip`,
    target: { most: 0.1 },
    measured: ratio(ours, gzipped, 'cpu'),
    unit: 'times',
    note: `CPU ${cpu(ours)} to ${cpu(gzipped)}; the first of a process: ${cpu(firsts)}`,
  }
}

/** Milliseconds of CPU. */
type Used = Pick<Spent, 'cpu'>

/** @param file where the reply is written, inflated */
async function askedTwice(
  program: string,
  data: string,
  file: string,
): Promise<Record<'first' | 'again', Used>> {
  const child = start(program, ['serve', '--data', data, '--port', '0'], {
    env: { GALLEY_RATE_LIMIT: 'off' },
    quiet: true,
  })
  const [url] = await printed(child, /http:\/\/\S+/)
  const ask = async () => {
    const before = await cpuWhenQuiet(child)
    const headers = { 'Accept-Encoding': 'gzip' }
    const [reply]: IncomingMessage[] = await once(
      get(`${url}/v1/demo/posts?limit=all`, { headers }),
      'response',
    )
    const body = await buffer(reply!)
    return { cpu: cpuSeconds(child) * 1_000 - before, body }
  }
  const first = await ask()
  const again = await ask()
  writeFileSync(file, gunzipSync(again.body))
  await stop(child)
  return { first, again }
}

/** Milliseconds that a process has used once it has nothing to do: after its start, it verifies the data. */
async function cpuWhenQuiet(child: ChildProcess): Promise<number> {
  for (let before = Number.NaN; ; ) {
    const now = cpuSeconds(child) * 1_000
    if (now - before < quietMs / 100) return now
    before = now
    await pause(quietMs)
  }
}
