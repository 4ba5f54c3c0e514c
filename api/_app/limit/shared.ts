// A limiter that counts in a store which several processes share. Imported where there is one.
import type { Shared } from './backend.ts'
import { Guard } from './guard.ts'
import type { Limiter, LimiterOptions } from './limiter.ts'
import { each } from './limits.ts'
import { Remote } from './remote.ts'
import { SharedWindow } from './window.ts'

export function createShared(
  shared: Shared,
  { limits, now, log, deadline }: Required<Omit<LimiterOptions, 'backing'>>,
): Limiter {
  const { backend } = shared
  const guard = new Guard({ backend, deadline, log })
  const remote = new Remote(shared, limits, deadline)
  // The first request would wait for what takes no request to begin.
  void remote.load()
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
      return window.take(id)
    },
    close: () => remote.close(),
  }
}
