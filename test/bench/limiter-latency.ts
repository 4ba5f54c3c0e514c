// How long a request waits for a limiter over a store, one at a time. Argument: the store, as JSON. Prints `Latency`
// as JSON.
import { createLimiter } from '../../api/_app/limit/limiter.ts'

/** Milliseconds. */
export interface Latency {
  p50: number
  p99: number
}

const warmUp = 500
const counted = 3_000

const limiter = createLimiter({
  limits: { workspace: { requests: 100_000_000, window: 1_000 }, fallback: null },
  backing: JSON.parse(process.argv[2]!),
})
const times: number[] = []
for (let i = 0; i < warmUp + counted; i++) {
  const began = performance.now()
  await limiter.check('workspace', 'demo')
  if (i >= warmUp) times.push(performance.now() - began)
}
if (limiter.degraded) throw new Error('the store does not answer')
await limiter.close()
times.sort((a, b) => a - b)
const at = (part: number) => times[Math.floor(part * times.length)]!
console.log(JSON.stringify({ p50: at(0.5), p99: at(0.99) } satisfies Latency))
