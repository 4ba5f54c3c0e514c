// A limiter that counts both in a store shared by several processes and in this process. Imported only if there is such a
// store. This process's own count never exceeds the store's, so the two agree while the store answers; when it does not,
// the process continues from its own count, and all processes together admit at most their number × the limit.
import type { Backend, Shared, SharedOptions } from '../backend.ts'
import type { Bucket, Counts, Decision, Limiter } from '../decision.ts'
import { bucketsOf, decide, isAdmitted } from '../decision.ts'
import { type Limits, perTier, type Tier } from '../limits.ts'
import { LocalStore } from '../memory.ts'
import { StoreClock } from './clock.ts'
import { Guard } from './guard.ts'
import { RefusalCache } from './refusal-cache.ts'
import { Remote } from './remote.ts'

export function createShared(shared: Shared, { limits, deadline, ...options }: SharedOptions): Limiter {
  const { backend } = shared
  const guard = new Guard({ backend, deadline, log: options.log })
  const clock = new StoreClock({ backend, ...options })
  const remote = new Remote(shared, { limits, deadline, clock })
  // Loading now keeps the first request from waiting for it.
  void remote.load()
  const windows = new SharedWindows({ backend, limits, guard, clock, store: remote })
  return {
    backend,
    get degraded() {
      return guard.degraded
    },
    async check(tier, id, address) {
      const buckets = bucketsOf(limits, tier, id, address)
      if (buckets.length === 0) return null
      // The deadline is for the store's answers, not for loading code.
      await remote.load()
      return windows.take(buckets)
    },
    close: () => remote.close(),
  }
}

interface SharedWindowsOptions {
  backend: Backend
  limits: Limits
  guard: Guard
  clock: StoreClock
  store: Pick<Remote, 'take'>
}

export class SharedWindows {
  readonly #options: SharedWindowsOptions
  readonly #own: LocalStore
  readonly #refusals: Record<Tier, RefusalCache | null>

  constructor(options: SharedWindowsOptions) {
    this.#options = options
    this.#own = new LocalStore(options.limits, () => options.clock.now())
    this.#refusals = perTier(options.limits, (limit) => new RefusalCache(limit))
  }

  async take(buckets: readonly Bucket[]): Promise<Decision> {
    const { backend, guard, clock, store } = this.#options
    const own = this.#own.take(buckets)
    const known = this.#withRefusals(buckets, own)
    if (!isAdmitted(known) && clock.isKnown) {
      if (isAdmitted(own)) this.#own.refund(buckets, own)
      guard.skipped()
      return this.#decide(buckets, known, 'memory')
    }
    const counts = await guard.ask(async () => store.take(buckets))
    if (counts === undefined) return this.#decide(buckets, own, 'memory')
    if (!isAdmitted(counts)) {
      if (isAdmitted(own)) this.#own.refund(buckets, own)
      this.#remember(buckets, counts)
    }
    return this.#decide(buckets, counts, backend)
  }

  /** This process's counts, replaced by the store's recent refusals where there are any. */
  #withRefusals(buckets: readonly Bucket[], own: Counts): Counts {
    const now = this.#options.clock.now()
    return own.map((count, i) => this.#refusals[buckets[i]!.tier]!.find(buckets[i]!.id, now) ?? count)
  }

  #remember(buckets: readonly Bucket[], counts: Counts): void {
    const now = this.#options.clock.now()
    for (const [i, { tier, id }] of buckets.entries()) {
      if (!counts[i]!.allowed) this.#refusals[tier]!.add(id, counts[i]!, now)
    }
  }

  #decide(buckets: readonly Bucket[], counts: Counts, source: Backend): Decision {
    const { limits, clock } = this.#options
    return decide(limits, buckets, counts, { now: clock.now(), source })
  }
}
