// The windows of all tiers in this process's memory.
import { each, type Limits, type Tier } from './limits.ts'
import { MemoryStore } from './memory.ts'
import type { Spend } from './spend.ts'
import { type Counts, isAdmitted, type Store } from './store.ts'

export class LocalStore implements Store {
  readonly #windows: Record<Tier, MemoryStore | null>

  /** @param now the clock, in ms since the epoch */
  constructor(limits: Limits, now: () => number) {
    this.#windows = each(limits, (limit) => new MemoryStore(limit, now))
  }

  take(spends: readonly Spend[]): Counts {
    const counts = spends.map(({ tier, id }) => this.#windows[tier]!.take(id))
    if (!isAdmitted(counts)) this.giveBack(spends, counts)
    return counts
  }

  /** Takes one request back. @param counts what it was told */
  giveBack(spends: readonly Spend[], counts: Counts): void {
    for (const [i, { allowed, windowEnd }] of counts.entries()) {
      const { tier, id } = spends[i]!
      if (allowed) this.#windows[tier]!.giveBack(id, windowEnd)
    }
  }
}
