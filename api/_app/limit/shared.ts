// A limiter that counts in a store which several processes share. Imported where there is one.
import type { Shared } from './backend.ts'
import { StoreClock } from './clock.ts'
import { Guard } from './guard.ts'
import type { Limiter, LimiterOptions } from './limiter.ts'
import { Remote } from './remote.ts'
import { spendsOf } from './spend.ts'
import { SharedWindows } from './window.ts'

export function createShared(
  shared: Shared,
  { limits, deadline, ...options }: Required<Omit<LimiterOptions, 'backing'>>,
): Limiter {
  const { backend } = shared
  const guard = new Guard({ backend, deadline, log: options.log })
  const clock = new StoreClock({ backend, ...options })
  const remote = new Remote(shared, { limits, patience: deadline, clock })
  // The first request would wait for what takes no request to begin.
  void remote.load()
  const windows = new SharedWindows({ backend, limits, guard, clock, store: remote })
  return {
    backend,
    get degraded() {
      return guard.degraded
    },
    async check(tier, id, address) {
      const spends = spendsOf(limits, tier, id, address)
      if (spends.length === 0) return null
      // Code takes the time it takes to load; the deadline is for answers.
      await remote.load()
      return windows.take(spends)
    },
    close: () => remote.close(),
  }
}
