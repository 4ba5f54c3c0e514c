// `npm run soak -- --fleet`: four servers that follow one bucket and count in one Redis, under every kind of request, while a snapshot is
// pushed every ten seconds. None answers wrongly, and all have the new snapshot within two polls.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ran } from '../support/command.ts'
import { startRedis } from '../support/redis.ts'
import { startSwift } from '../support/swift.ts'
import { Connection } from './connection.ts'
import { Findings } from './findings.ts'
import { startPublisher } from './publisher.ts'
import { startServer } from './server.ts'

const servers = 4
/** To each server. */
const connections = 8
/** In ms. */
const publishEvery = 10_000
/** In seconds: what `serve` has without `--every`, and how much longer or shorter it may be. */
const poll = { every: 5, jitter: 0.2 }

/** @returns what is wrong, a line each */
export async function soakFleet(seconds: number): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'galley-fleet-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const [swift, redis] = [await startSwift(), await startRedis()]
  await swift.makeBucket('content')
  const out = join(folder, 'dist')
  const publisher = startPublisher(join(folder, 'content'), out)
  const push = async () => {
    await publisher.publish()
    const { code, stderr } = await ran(
      ['bucket', 'push', 's3://content/blog', '--dir', out, '--quiet'],
      swift.env,
    )
    if (code !== 0) throw new Error(stderr)
  }
  await push()
  const fleet = await Promise.all(
    Array.from({ length: servers }, (_, number) =>
      startServer(
        ['--from', 's3://content/blog', '--dir', join(folder, `server-${number}`)],
        redis.url,
        swift.env,
      ),
    ),
  )
  const snapshotAt = async ({ url }: { url: string }) =>
    ((await (await fetch(`${url}/status`)).json()) as { snapshot: string }).snapshot
  for (const server of fleet) while (!(await snapshotAt(server))) await pause(100)
  const findings = new Findings()
  const stop = new AbortController()
  const running = fleet.flatMap(({ url }, server) =>
    Array.from({ length: connections }, (_, number) =>
      new Connection(url, server * connections + number, findings).run(stop.signal),
    ),
  )
  console.log(`${servers} servers, ${servers * connections} connections, for ${seconds} s`)
  /** Seconds from the end of a push until all servers answered from it. */
  const lags: number[] = []
  for (const end = Date.now() + 1_000 * seconds; Date.now() < end; ) {
    const next = Date.now() + publishEvery
    const before = await snapshotAt(fleet[0]!)
    await push().catch((error) => findings.fail('pushing', error.message))
    const pushed = Date.now()
    for (const server of fleet)
      while ((await snapshotAt(server)) === before && Date.now() < pushed + 60_000) await pause(50)
    lags.push((Date.now() - pushed) / 1_000)
    await pause(Math.max(0, next - Date.now()))
  }
  stop.abort()
  await Promise.all(running)
  const codes = await Promise.all(fleet.map((server) => server.stop()))
  await Promise.all([redis.stop(), swift.stop(), publisher.stop()])
  const logged = fleet.flatMap(
    (server) => server.log().match(/^.*(?:internal error|damaged|bucket: ).*$/gm) ?? [],
  )
  const longest = Math.max(...lags)
  console.log(
    `${findings.requests} requests; ${lags.length} snapshots, followed by all after ${longest.toFixed(1)} s at most`,
  )
  for (const [what, count] of [...findings.counts].sort()) console.log(`  ${what}: ${count}`)
  return [
    ...(findings.failed > 0 ? [`${findings.failed} failures, such as:`, ...findings.failures] : []),
    ...codes.filter((code) => code !== 0).map((code) => `galley serve ended with ${code}`),
    ...logged.map((line) => `a log says: ${line}`),
    ...(longest > 2 * poll.every * (1 + poll.jitter)
      ? [`a server followed after ${longest.toFixed(1)} s`]
      : []),
  ]
}
