// One limiter in memory, in a process of its own with --expose-gc. Arguments: which one, and how many ids. Prints
// `InMemory` as JSON.
import { createLimiter } from '../../api/_app/limit/limiter.ts'

export interface InMemory {
  /** Decisions a second. */
  perSecond: number
  /** Of heap, for one id. */
  bytes: number
}

type Take = (id: string) => Promise<unknown>

const [which, count] = process.argv.slice(2)
const take = which === 'ours' ? ours() : await flexible()
const ids = Array.from({ length: Number(count) }, (_, i) => `client ${i}`)
const before = heap()
for (const id of ids) await take(id)
const bytes = (heap() - before) / ids.length
const began = performance.now()
let decided = 0
while (performance.now() - began < 1_000) {
  for (let i = 0; i < 1_000; i++) await take(ids[decided++ % ids.length]!)
}
const perSecond = (decided / (performance.now() - began)) * 1_000
console.log(JSON.stringify({ perSecond, bytes } satisfies InMemory))
// Its timers, one per id, would keep the process alive for as long as the window.
process.exit()

function ours(): Take {
  const limiter = createLimiter({ limits: { workspace: { requests: 200, window: 60_000 }, fallback: null } })
  return (id) => limiter.check('workspace', id)
}

async function flexible(): Promise<Take> {
  const name = 'rate-limiter-flexible'
  const { RateLimiterMemory } = (await import(name)).default
  const limiter = new RateLimiterMemory({ points: 200, duration: 60 })
  return (id) => limiter.consume(id).catch(() => {})
}

function heap(): number {
  ;(globalThis as { gc?(): void }).gc!()
  return process.memoryUsage().heapUsed
}
