// The limiter as the app sees it: one question a request, an answer that never fails.
import type { Backend, Backing, Shared } from './backend.ts'
import { type Decision, decide } from './decision.ts'
import type { Limits, Tier } from './limits.ts'
import { LocalStore } from './local.ts'
import { spendsOf } from './spend.ts'

export interface Limiter {
  readonly backend: Backend
  /** The backend fails, and this process decides alone. */
  readonly degraded: boolean
  /**
   * Counts one request. Never rejects, never hangs; `null` where the tier is off.
   * @param address the client's, for a limit of each client's own within a workspace
   */
  check(tier: Tier, id: string, address?: string): Promise<Decision | null>
  /** Lets go of connections. */
  close(): Promise<void>
}

export interface LimiterOptions {
  limits: Limits
  /** By default memory. */
  backing?: Backing
  /** The clock, in ms since the epoch. */
  now?: () => number
  /** By how many ms that may differ from a shared store's clock before the store's is gone by. */
  tolerance?: number
  /** Told in one line when a shared store fails or its clock differs, and when that is over. */
  log?: (line: string) => void
  /** How long one request waits for a shared store, in ms. */
  deadline?: number
}

export const defaultDeadline = 250
const defaultTolerance = 1_000

export function createLimiter(options: LimiterOptions): Limiter {
  const { backing = { backend: 'memory' }, limits, now = Date.now } = options
  if (backing.backend === 'memory') return inMemory(limits, now)
  const { log = console.error, deadline = defaultDeadline, tolerance = defaultTolerance } = options
  return inShared(backing, { limits, now, tolerance, log, deadline })
}

function inMemory(limits: Limits, now: () => number): Limiter {
  const windows = new LocalStore(limits, now)
  return {
    backend: 'memory',
    degraded: false,
    async check(tier, id, address) {
      const spends = spendsOf(limits, tier, id, address)
      if (spends.length === 0) return null
      return decide(limits, spends, windows.take(spends), { now: now(), source: 'memory' })
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
    check: async (...request) => (limiter ?? (await opening)).check(...request),
    close: async () => (await opening).close(),
  }
}
