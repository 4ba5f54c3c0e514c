// `galley serve` as the section on costly requests starts it: told to, it says how long its event loop was held at most
// since it was told last. Run with the folder of data; prints its address.
import { openSync, readSync } from 'node:fs'
import { serve } from '../../server/index.ts'
import { generous } from './app.ts'

/** Milliseconds of the main thread's CPU, in which a busy machine has no part. */
export interface Held {
  longest: number
}

/** What the system says of the main thread, by which the CPU it has had comes first, in ns. */
const schedule = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r')
const bytes = Buffer.alloc(64)

function cpu(): number {
  const read = readSync(schedule, bytes, 0, bytes.length, 0)
  return Number(bytes.toString('latin1', 0, read).split(' ', 1)[0]) / 1e6
}

let before = cpu()
let longest = 0

/** Once each time the event loop comes round. */
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
