// Windows counted in a shared store, and in this process as well. What this process has admitted by itself is never
// more than the store would let it, so the two agree while the store answers; when it does not, the process goes on
// from its own count, and all of them together admit their number × the limit at most.
import type { Backend } from './backend.ts'
import type { StoreClock } from './clock.ts'
import { type Decision, decide } from './decision.ts'
import { Denied } from './denied.ts'
import type { Guard } from './guard.ts'
import { each, type Limits, type Tier } from './limits.ts'
import { LocalStore } from './local.ts'
import type { Spend } from './spend.ts'
import { type Counts, isAdmitted, type Store } from './store.ts'

export interface SharedWindowsOptions {
  backend: Backend
  limits: Limits
  guard: Guard
  clock: StoreClock
  store: Store
}

export class SharedWindows {
  readonly #options: SharedWindowsOptions
  readonly #own: LocalStore
  readonly #denied: Record<Tier, Denied | null>

  constructor(options: SharedWindowsOptions) {
    this.#options = options
    this.#own = new LocalStore(options.limits, () => options.clock.now())
    this.#denied = each(options.limits, (limit) => new Denied(limit))
  }

  async take(spends: readonly Spend[]): Promise<Decision> {
    const { backend, guard, clock, store } = this.#options
    const own = this.#own.take(spends)
    const known = this.#withRefusals(spends, own)
    if (!isAdmitted(known) && clock.isKnown) {
      if (isAdmitted(own)) this.#own.giveBack(spends, own)
      guard.spared()
      return this.#decide(spends, known, 'memory')
    }
    const counts = await guard.ask(async () => store.take(spends))
    if (counts === undefined) return this.#decide(spends, own, 'memory')
    if (!isAdmitted(counts)) {
      if (isAdmitted(own)) this.#own.giveBack(spends, own)
      this.#remember(spends, counts)
    }
    return this.#decide(spends, counts, backend)
  }

  /** With what the store has refused just now in the place of what this process counts. */
  #withRefusals(spends: readonly Spend[], own: Counts): Counts {
    const now = this.#options.clock.now()
    return own.map((count, i) => this.#denied[spends[i]!.tier]!.find(spends[i]!.id, now) ?? count)
  }

  #remember(spends: readonly Spend[], counts: Counts): void {
    const now = this.#options.clock.now()
    for (const [i, { tier, id }] of spends.entries()) {
      if (!counts[i]!.allowed) this.#denied[tier]!.add(id, counts[i]!, now)
    }
  }

  #decide(spends: readonly Spend[], counts: Counts, source: Backend): Decision {
    const { limits, clock } = this.#options
    return decide(limits, spends, counts, { now: clock.now(), source })
  }
}
