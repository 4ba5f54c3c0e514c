// `galley serve` for the section on costly requests: on request, it reports the longest time its event loop was blocked
// since the last report. Run with the folder of data; prints its address.
import { openSync, readSync } from 'node:fs'
import { serve } from '../../server/index.ts'
import { generous } from './app.ts'

/** Milliseconds of the main thread's CPU, which a busy machine does not affect. */
export interface Held {
  longest: number
}

/** The system's figures for the main thread: first the CPU time it has had, in ns. */
const schedule = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r')
const bytes = Buffer.alloc(64)

function cpu(): number {
  const read = readSync(schedule, bytes, 0, bytes.length, 0)
  return Number(bytes.toString('latin1', 0, read).split(' ', 1)[0]) / 1e6
}

let before = cpu()
let longest = 0

/** Called once per iteration of the event loop. */
function look(): void {
  const now = cpu()
  longest = Math.max(longest, now - before)
  before = now
  setImmediate(look)
}
process.on('message', () => {
  process.send!({ longest } satisfies Held)
  longest = 0
})
const running = await serve({
  data: process.argv[2] ?? '',
  port: 0,
  host: '127.0.0.1',
  env: { ...generous, GALLEY_FALLBACK_LIMIT: 'off' },
  log: () => {},
})
await running.look()
before = cpu()
look()
console.log(running.url)
