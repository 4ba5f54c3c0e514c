// A process that is held up: an answer that arrives in the meantime does not count as a failure of the store.
import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import type { Backing } from '../../api/_app/limit/backend.ts'
import { defaultDeadline } from '../../api/_app/limit/limiter.ts'
import { contractLimits } from '../../api/_app/limit/limits.ts'
import { site } from '../support/site.ts'
import { limited, recovered } from './limited.ts'

const demo = site()
const prefix = 'galley:test'
const json = '[{"result":[150,200]}]'
const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${json.length}\r\n\r\n`

/** How a store of either kind answers, and how a command to it ends. */
const protocols = {
  upstash: { bytes: head + json, end: ']' },
  redis: { bytes: '*2\r\n:150\r\n:200\r\n', end: '\n' },
}

async function startStore(backend: 'upstash' | 'redis') {
  const counts = new Int32Array(new SharedArrayBuffer(8))
  const worker = new Worker(new URL('answering.mjs', import.meta.url), {
    workerData: { ...protocols[backend], counts },
  })
  onTestFinished(async () => void (await worker.terminate()))
  const [port] = await once(worker, 'message')
  const backing: Backing =
    backend === 'upstash'
      ? { backend, url: `http://127.0.0.1:${port}`, token: 'secret', prefix }
      : { backend, url: `redis://127.0.0.1:${port}`, prefix }
  /** Once the next command has been taken, holds this process up until it is answered and the deadline is over. */
  async function holdUp(): Promise<void> {
    const taken = counts[0]!
    while (Atomics.load(counts, 0) === taken) await nextTurn()
    Atomics.wait(counts, 1, taken, 20_000)
    const never = new Int32Array(new SharedArrayBuffer(4))
    Atomics.wait(never, 0, 0, defaultDeadline + 50)
  }
  return { backing, holdUp }
}

test.each(['upstash', 'redis'] as const)(
  'an answer from %s that arrived during a standstill is used',
  async (backend) => {
    const { backing, holdUp } = await startStore(backend)
    const one = limited(demo, backing, contractLimits)
    await one.get()
    await recovered(one)
    const held = holdUp()
    const decision = await one.limiter.check('workspace', 'demo')
    await held
    expect(decision).toMatchObject({ source: backend, remaining: 150 })
  },
)
