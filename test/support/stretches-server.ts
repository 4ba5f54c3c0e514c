// A server in a process of its own that tells how much it does at most before it gives the event loop back. Whoever
// looks at the clock there finds that its turn is over, so that what is counted is the work between two such looks,
// equal on machines of any speed: steps are blocks of code that were entered, as V8 counts them; bytes are what was read
// from files and went through calls whose time V8 cannot tell: JSON, checksums, copies.
// Arguments: the folder of snapshots and `Asked[]` as JSON. Prints `Stretch[]` as JSON.
import crypto from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import { Session } from 'node:inspector'
import { syncBuiltinESMExports } from 'node:module'
import { setImmediate as round } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import zlib from 'node:zlib'

export interface Asked {
  /** A path; or a folder of snapshots, which takes the place of the one that answers. */
  target: string
  gzip?: boolean
  /** Of a server that has just been started. */
  isFirst?: boolean
  /**
   * It may do more than a stretch may, which is counted in each turn then. That takes longer than most of what is counted:
   * all that others do counts as one stretch.
   */
  inTurns?: boolean
}

export interface Stretch {
  status: number
  inTurns: boolean
  steps: number
  bytes: number
  /** Where most of the steps were taken. */
  most: string
}

let time = 0
const clock = (): [number, number] => {
  time += 1
  return [time, 0]
}
process.hrtime = Object.assign(clock, process.hrtime)

let bytes = 0
type Calls = Record<string, (...args: never[]) => unknown>

/**
 * @param sizeOf what a call went through, from what it gave and was given
 * @param share of the time that a byte takes where JSON is parsed
 */
function count(
  object: object,
  names: string[],
  sizeOf: (result: unknown, given: unknown[]) => unknown,
  share = 1,
): void {
  for (const name of names) {
    const plain = (object as Calls)[name]!
    ;(object as Calls)[name] = function (this: unknown, ...given: never[]) {
      const result = plain.apply(this, given)
      const size = sizeOf(result, given)
      const length = typeof size === 'number' ? size : (size as { length?: number } | undefined)?.length
      bytes += share * (length ?? 0)
      return result
    }
  }
}
count(JSON, ['parse'], (_, [text]) => text)
count(JSON, ['stringify'], (text) => text)
count(Buffer, ['concat'], (made) => made)
count(Buffer, ['from'], (made, [source]) => (source instanceof ArrayBuffer ? 0 : made))
count(Buffer.prototype, ['toString'], (text) => text)
count(fs, ['readSync', 'readFileSync', 'writeSync'], (read) => read, 0.25)
count(zlib, ['crc32'], (_, [data]) => data, 0.25)
count(crypto.Hash.prototype, ['update'], (_, [data]) => data)
syncBuiltinESMExports()

const session = new Session()
session.connect()
/** Between sessions of one thread the answer is there when the call returns. */
function ask<T>(method: string, parameters: object = {}): T {
  let answer: T | undefined
  session.post(method, parameters, (_, result) => {
    answer = result as T
  })
  return answer!
}
interface Coverage {
  result: { url: string; functions: { functionName: string; ranges: { count: number }[] }[] }[]
}
ask('Profiler.enable')
// Before the server's code is loaded: what was compiled earlier counts no blocks.
ask('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
const { serve } = await import('../../server/index.ts')

const none = { steps: 0, bytes: 0, most: '' }
let longest: Omit<Stretch, 'status' | 'inTurns'> = none

/** Counts what was done since it was called last. */
function countSteps(): void {
  const counts: { name: string; count: number }[] = []
  for (const { url, functions } of ask<Coverage>('Profiler.takePreciseCoverage').result) {
    const file = /\/((?:api|server|snapshot|node_modules\/minisearch)\/.*)$/.exec(url)?.[1]
    if (file === undefined) continue
    for (const { functionName, ranges } of functions) {
      const count = ranges.reduce((sum, range) => sum + range.count, 0)
      if (count > 0) counts.push({ name: `${file} ${functionName}`, count })
    }
  }
  const steps = counts.reduce((sum, { count }) => sum + count, 0)
  if (steps > longest.steps) {
    const most = counts.sort((a, b) => b.count - a.count).slice(0, 3)
    longest = { ...longest, steps, most: most.map(({ name, count }) => `${name}: ${count}`).join(', ') }
  }
}

let countsTurns = false
/** Called once per iteration of the event loop, which may wait. */
function look(): void {
  if (countsTurns) countSteps()
  longest = { ...longest, bytes: Math.max(longest.bytes, bytes) }
  bytes = 0
  setImmediate(look).unref()
}

/** What a client does is not the server's. */
const client = new Worker(
  `const { parentPort } = require('node:worker_threads')
  const { get } = require('node:http')
  parentPort.on('message', ({ url, headers }) =>
    get(url, { headers }, (reply) => reply.resume().on('close', () => parentPort.postMessage(reply.statusCode))))`,
  { eval: true },
)

const [data = '', list = '[]'] = process.argv.slice(2)
const start = async () => {
  const env = { GALLEY_RATE_LIMIT: 'off', GALLEY_FALLBACK_LIMIT: 'off' }
  const server = await serve({ data, port: 0, host: '127.0.0.1', env, watchInterval: 2 ** 31 - 1, info() {} })
  await server.look()
  return server
}
let running = await start()
look()

async function measured({ target, gzip = false, isFirst = false, inTurns = false }: Asked): Promise<Stretch> {
  if (isFirst) {
    await running.close()
    running = await start()
  }
  const isFolder = !target.startsWith('/v1') && fs.existsSync(target)
  if (isFolder) fs.cpSync(target, data, { recursive: true })
  for (let rounds = 0; rounds < 3; rounds++) await round()
  countSteps()
  longest = none
  countsTurns = inTurns
  if (isFolder) await running.look()
  else
    client.postMessage({
      url: running.url + target,
      headers: { 'accept-encoding': gzip ? 'gzip' : 'identity' },
    })
  const [status] = isFolder ? [200] : await once(client, 'message')
  for (let rounds = 0; rounds < 3; rounds++) await round()
  countSteps()
  countsTurns = false
  return { status, inTurns, ...longest }
}

const stretches: Stretch[] = []
for (const asked of JSON.parse(list) as Asked[]) stretches.push(await measured(asked))
console.log(JSON.stringify(stretches))
process.exit()
