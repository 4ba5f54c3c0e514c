// The limiter as the app sees it: one question a request, an answer that never fails.
import type { Backend, Backing, Shared } from './backend.ts'
import { Guard } from './guard.ts'
import { each, type Limit, type Limits, type Tier } from './limits.ts'
import { MemoryStore } from './memory.ts'
import { Remote } from './remote.ts'
import { type Decided, SharedWindow } from './shared.ts'

export interface Decision {
  allowed: boolean
  /** Requests the window admits. */
  limit: number
  /** Requests left after this one. */
  remaining: number
  /** When a request is certain to be admitted if nobody else spends the quota; ms since the epoch. */
  reset: number
  /** Who decided: the shared store, or this process's memory. */
  source: Backend
}

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
  return backing.backend === 'memory' ? inMemory(limits, now) : inShared(backing, { ...options, now })
}

function inMemory(limits: Limits, now: () => number): Limiter {
  const windows = each(limits, (limit) => new MemoryStore(limit, now))
  return {
    backend: 'memory',
    degraded: false,
    async check(tier, id) {
      const count = windows[tier]?.take(id)
      return count === undefined ? null : decide(limits[tier]!, { count, source: 'memory' })
    },
    async close() {},
  }
}

function inShared(shared: Shared, options: LimiterOptions & { now: () => number }): Limiter {
  const { limits, now, log = console.error, deadline = defaultDeadline } = options
  const { backend } = shared
  const guard = new Guard({ backend, deadline, log })
  const remote = new Remote(shared, limits, deadline)
  const windows = each(limits, (limit, tier) => {
    const store = { take: (id: string) => remote.take(tier, id) }
    return new SharedWindow({ backend, limit, guard, now, store })
  })
  return {
    backend,
    get degraded() {
      return guard.degraded
    },
    async check(tier, id) {
      const window = windows[tier]
      if (window === null) return null
      // Code takes the time it takes to load; the deadline is for answers.
      await remote.load()
      return decide(limits[tier]!, await window.take(id))
    },
    close: () => remote.close(),
  }
}

/** At its end a full window still weighs 100 %; one place frees every window/requests ms after that. */
function decide(limit: Limit, { count, source }: Decided): Decision {
  const { allowed, remaining, windowEnd } = count
  const reset = windowEnd + limit.window / limit.requests
  return { allowed, limit: limit.requests, remaining, reset, source }
}
