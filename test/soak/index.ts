// `npm run soak`: a server under every kind of request from 64 connections while its content is published again and again, and
// Redis is killed and restarted. On loopback, with its limits raised; `-- --seconds 30` instead of 120, after a warm-up in which its
// caches fill. With `-- --fleet`, see fleet.ts. Exits with 1 if a reply is wrong, or memory grows, and with 2 if it cannot run.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startRedis, withoutRedis } from '../support/redis.ts'
import { withoutSwift } from '../support/swift.ts'
import { Connection } from './connection.ts'
import { Findings } from './findings.ts'
import { soakFleet } from './fleet.ts'
import { startPublisher } from './publisher.ts'
import { print, problemsOf } from './report.ts'
import { startServer } from './server.ts'

const connections = 64
/** All in ms. */
const publishEvery = 5_000
const killRedisEvery = 15_000
const redisIsGoneFor = 4_000
const longestWarmUp = 300_000

/** Fill the caches several times over. */
const warmUpRequests = 60_000

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '120' }, fleet: { type: 'boolean' } },
})
const seconds = Number(values.seconds)
if (!(seconds >= 20 && seconds <= 3_600)) exit(2, '--seconds takes a number from 20 to 3600')
if (process.platform !== 'linux') exit(2, 'it reads the memory of a process from /proc, so it needs Linux')
if (withoutRedis) exit(2, 'redis-server is missing; install it')

if (values.fleet) {
  if (withoutSwift) exit(2, 'OpenStack Swift is missing; install it')
  const problems = await soakFleet(seconds)
  exit(problems.length > 0 ? 1 : 0, problems.join('\n  ') || 'all is well')
}

const folder = mkdtempSync(join(tmpdir(), 'galley-soak-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const [content, out] = [join(folder, 'content'), join(folder, 'dist')]
const publisher = startPublisher(content, out)
await publisher.publish()
const redis = await startRedis()
const server = await startServer(['--dir', out], redis.url)
const findings = new Findings()
const memory: number[] = []
const stop = new AbortController()
const running = [
  ...Array.from({ length: connections }, (_, number) =>
    new Connection(server.url, number, findings).run(stop.signal),
  ),
  repeat('publishing', publishEvery, publisher.publish),
  repeat('Redis', killRedisEvery, restartRedis),
]
console.log(`${connections} connections to ${server.url}, for ${seconds} s after ${warmUpRequests} requests`)
for (const begun = Date.now(); findings.requests < warmUpRequests; ) {
  if (Date.now() - begun > longestWarmUp)
    exit(2, `this machine is too busy: ${findings.requests} in five minutes`)
  await pause(250)
}
const before = { requests: findings.requests, processor: server.processor() }
for (let second = 0; second < seconds; second++) {
  await pause(1_000)
  memory.push(server.memory())
}
const spent = {
  requests: findings.requests - before.requests,
  processor: server.processor() - before.processor,
}
stop.abort()
await Promise.all(running)
const code = await server.stop()
await redis.stop()
await publisher.stop()

print(findings, server, memory, { seconds, ...spent })
const problems = problemsOf(findings, server.log(), memory)
if (code !== 0) problems.unshift(`galley serve ended with ${code}:\n${server.log()}`)
if (problems.length > 0) exit(1, problems.join('\n  '))
console.log('soak: all is well')

async function restartRedis(): Promise<void> {
  await redis.signal('SIGKILL')
  await pause(redisIsGoneFor)
  await redis.again()
}

/** Again and again until the end, at this distance or as soon as it can. */
async function repeat(name: string, every: number, work: () => Promise<void>): Promise<void> {
  for (let next = Date.now() + every; !stop.signal.aborted; next = Math.max(next + every, Date.now())) {
    while (Date.now() < next && !stop.signal.aborted) await pause(100)
    if (!stop.signal.aborted) await work().catch((error) => findings.fail(name, error.message))
  }
}

function exit(code: 0 | 1 | 2, message: string): never {
  console.error(`soak: ${message}`)
  process.exit(code)
}
