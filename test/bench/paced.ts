// Clients that ask for pages at a pace, in a process of their own, however long replies take. Given what to ask as a message, it answers
// with how long each was waited for, from the moment at which it should have been asked.
import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

export interface Pace {
  url: string
  /** Asked in turn. */
  targets: readonly string[]
  headers: Record<string, string>
  perSecond: number
  seconds: number
}

export interface Paced {
  /** In ms. */
  median: number
  p99: number
  /** Replies a second until the last one had come. */
  perSecond: number
  /** The bytes of the average reply. */
  bytes: number
  /** How many were refused, since too much was waiting. */
  refused: number
}

/** More would not be read sooner. */
const agent = new Agent({ keepAlive: true, maxSockets: 64 })
/** Where the last run has ended in its targets: the next one goes on there. */
let next = 0

process.on('message', async (pace: Pace) => process.send!(await run(pace)))

async function run({ url, targets, headers, perSecond, seconds }: Pace): Promise<Paced> {
  const began = performance.now()
  const count = perSecond * seconds
  const took: number[] = []
  let bytes = 0
  let refused = 0
  const asked: Promise<void>[] = []
  while (asked.length < count) {
    const due = Math.min(count, Math.floor(((performance.now() - began) * perSecond) / 1_000) + 1)
    while (asked.length < due) {
      const at = began + (asked.length * 1_000) / perSecond
      const target = url + targets[next++ % targets.length]!
      asked.push(
        bytesOf(target, headers).then((length) => {
          took.push(performance.now() - at)
          if (length === undefined) refused++
          else bytes += length
        }),
      )
    }
    await pause(1)
  }
  await Promise.all(asked)
  const all = (performance.now() - began) / 1_000
  took.sort((a, b) => a - b)
  const at = (share: number) => took[Math.floor(took.length * share)]!
  return { median: at(0.5), p99: at(0.99), perSecond: count / all, bytes: bytes / count, refused }
}

/** @returns `undefined` if it was refused; @throws {Error} if the status is neither 200 nor 503 */
function bytesOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers, agent }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      const { statusCode } = response
      response.once('end', () => resolve(statusCode === 503 ? undefined : bytes))
      if (statusCode !== 200 && statusCode !== 503) reject(new Error(`${url} is answered with ${statusCode}`))
    })
    request.once('error', reject)
  })
}
