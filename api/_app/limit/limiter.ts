// The limiter as the app sees it: one question a request, an answer that never fails.
import type { Backend, Backing, Shared } from './backend.ts'
import { type Decision, decide } from './decision.ts'
import { each, type Limits, type Tier } from './limits.ts'
import { MemoryStore } from './memory.ts'

export interface Limiter {
  readonly backend: Backend
  /** The backend fails, and this process decides alone. */
  readonly degraded: boolean
  /** Counts one request. Never rejects, never hangs; `null` where the tier is off. */
  check(tier: Tier, id: string): Promise<Decision | null>
  /** Lets go of connections. */
  close(): Promise<void>
}

export interface LimiterOptions {
  limits: Limits
  /** By default memory. */
  backing?: Backing
  /** The clock, in ms since the epoch; a shared store goes by the machine's. */
  now?: () => number
  /** Told in one line when a shared store fails, and when it is back. */
  log?: (line: string) => void
  /** How long one request waits for a shared store, in ms. */
  deadline?: number
}

export const defaultDeadline = 250

export function createLimiter(options: LimiterOptions): Limiter {
  const { backing = { backend: 'memory' }, limits, now = Date.now } = options
  if (backing.backend === 'memory') return inMemory(limits, now)
  const { log = console.error, deadline = defaultDeadline } = options
  return inShared(backing, { limits, now, log, deadline })
}

function inMemory(limits: Limits, now: () => number): Limiter {
  const windows = each(limits, (limit) => new MemoryStore(limit, now))
  return {
    backend: 'memory',
    degraded: false,
    async check(tier, id) {
      const count = windows[tier]?.take(id)
      return count === undefined ? null : decide(limits[tier]!, count, 'memory')
    },
    async close() {},
  }
}

/** What it takes to share a store is imported only where there is one: a cold function would wait for it in vain. */
function inShared(shared: Shared, options: Required<Omit<LimiterOptions, 'backing'>>): Limiter {
  let limiter: Limiter | undefined
  const opening = import('./shared.ts').then(({ createShared }) => {
    limiter = createShared(shared, options)
    return limiter
  })
  return {
    backend: shared.backend,
    get degraded() {
      return limiter?.degraded ?? false
    },
    check: async (tier, id) => (limiter ?? (await opening)).check(tier, id),
    close: async () => (await opening).close(),
  }
}
