// The limiter that the environment asks for.
import type { Backing, SharedStore, StoreOptions } from './backend.ts'
import type { Limiter } from './decision.ts'
import type { Limits } from './limits.ts'
import { createInMemory } from './memory.ts'

export interface LimiterOptions extends Partial<StoreOptions> {
  limits: Limits
  /** Memory by default. */
  backing?: Backing | undefined
}

export const defaultDeadline = 250
const defaultTolerance = 1_000

export function createLimiter(options: LimiterOptions): Limiter {
  const { backing = { backend: 'memory' }, limits, now = Date.now } = options
  if (backing.backend === 'memory') return createInMemory(limits, now)
  const { log = console.error, deadline = defaultDeadline, tolerance = defaultTolerance } = options
  return inSharedStore(backing, { limits, now, tolerance, log, deadline })
}

/** Imports the code for a shared store only if there is one: a cold start should not pay for it otherwise. */
function inSharedStore(store: SharedStore, options: StoreOptions): Limiter {
  let limiter: Limiter | undefined
  const opening = import('./shared-store/windows.ts').then(({ createInStore }) => {
    limiter = createInStore(store, options)
    return limiter
  })
  return {
    backend: store.backend,
    get degraded() {
      return limiter?.degraded ?? false
    },
    check: async (...request) => (limiter ?? (await opening)).check(...request),
    close: async () => (await opening).close(),
  }
}
