// A limiter that counts both in a store shared by several processes and in this process. Imported only if there is such a
// store. This process's own count never exceeds the store's, so the two agree while the store answers; when it does not,
// the process continues from its own count, and all processes together admit at most their number × the limit.
import { Lru } from '../../../../packages/search/basics/lru.ts'
import type { Backend, SharedStore, StoreOptions } from '../backend.ts'
import type { Bucket, Count, Counts, Decision, Limiter } from '../decision.ts'
import { bucketsOf, decide, isAdmitted } from '../decision.ts'
import type { Limits } from '../limits.ts'
import { LocalStore } from '../memory.ts'
import { StoreClock } from './clock.ts'
import { Guard } from './guard.ts'
import { Remote } from './remote.ts'

export function createInStore(store: SharedStore, { limits, deadline, ...options }: StoreOptions): Limiter {
  const { backend } = store
  const guard = new Guard({ backend, deadline, log: options.log })
  const clock = new StoreClock({ backend, ...options })
  const remote = new Remote(store, { limits, deadline, clock })
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

/** No refusal is remembered for longer, in ms: with a limit of one per hour it would otherwise be for hours. */
const longestRefusal = 1_000
const maxRefusals = 10_000

export class SharedWindows {
  readonly #options: SharedWindowsOptions
  readonly #own: LocalStore
  /** The store's latest refusals: asking again before a slot can free up would be pointless. */
  readonly #refusals = new Lru<{ since: number; count: Count }>(maxRefusals)

  constructor(options: SharedWindowsOptions) {
    this.#options = options
    this.#own = new LocalStore(options.limits, () => options.clock.now())
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
    const { clock, limits } = this.#options
    return own.map((count, i) => {
      const { requests, window } = limits[buckets[i]!.tier]!
      const refusal = this.#refusals.get(keyOf(buckets[i]!))
      // The clock may have been set back.
      const age = refusal ? clock.now() - refusal.since : -1
      return age >= 0 && age < Math.min(window / requests, longestRefusal) ? refusal!.count : count
    })
  }

  #remember(buckets: readonly Bucket[], counts: Counts): void {
    const since = this.#options.clock.now()
    for (const [i, count] of counts.entries())
      if (!count.allowed) this.#refusals.set(keyOf(buckets[i]!), { since, count })
  }

  #decide(buckets: readonly Bucket[], counts: Counts, source: Backend): Decision {
    const { limits, clock } = this.#options
    return decide(limits, buckets, counts, { now: clock.now(), source })
  }
}

function keyOf({ tier, id }: Bucket): string {
  return `${tier} ${id}`
}
