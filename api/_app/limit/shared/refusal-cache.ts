// Ids the shared store has just refused: asking again before a slot can free up would be pointless.
import { Lru } from '../../../../packages/search/basics/lru.ts'
import type { Count } from '../decision.ts'
import type { Limit } from '../limits.ts'

/** No refusal is kept for longer, in ms: with a limit of one per hour it would otherwise be kept for hours. */
const maxLife = 1_000
const maxIds = 10_000

interface Refusal {
  since: number
  count: Count
}

export class RefusalCache {
  readonly #refusals = new Lru<Refusal>(maxIds)
  /** How long a slot takes to free up, in ms. */
  readonly #life: number

  constructor({ requests, window }: Limit) {
    this.#life = Math.min(window / requests, maxLife)
  }

  /** @param now ms since the epoch; it may have been set back */
  find(id: string, now: number): Count | undefined {
    const refusal = this.#refusals.get(id)
    if (refusal === undefined) return undefined
    if (now >= refusal.since && now < refusal.since + this.#life) return refusal.count
    this.#refusals.delete(id)
    return undefined
  }

  add(id: string, count: Count, now: number): void {
    this.#refusals.set(id, { since: now, count })
  }
}
