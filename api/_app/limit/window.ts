// One tier counted in a shared store, and in this process as well. What this process has admitted by itself is never
// more than the store would let it, so the two agree while the store answers; when it does not, the process goes on
// from its own count, and all of them together admit their number × the limit at most.
import type { Backend } from './backend.ts'
import { type Decision, decide } from './decision.ts'
import { Denied } from './denied.ts'
import type { Guard } from './guard.ts'
import type { Limit } from './limits.ts'
import { MemoryStore } from './memory.ts'
import type { Store } from './store.ts'

export interface SharedWindowOptions {
  backend: Backend
  limit: Limit
  guard: Guard
  /** The clock, in ms since the epoch. */
  now: () => number
  store: Store
}

export class SharedWindow {
  readonly #options: SharedWindowOptions
  readonly #own: MemoryStore
  readonly #denied: Denied

  constructor(options: SharedWindowOptions) {
    this.#options = options
    this.#own = new MemoryStore(options.limit, options.now)
    this.#denied = new Denied(options.limit)
  }

  async take(id: string): Promise<Decision> {
    const { backend, limit, guard, now, store } = this.#options
    const own = this.#denied.find(id, now()) ?? this.#own.take(id)
    if (!own.allowed) {
      guard.spared()
      return decide(limit, own, 'memory')
    }
    const count = await guard.ask(async () => store.take(id))
    if (count === undefined) return decide(limit, own, 'memory')
    if (!count.allowed) {
      this.#own.giveBack(id, own.windowEnd)
      this.#denied.add(id, count, now())
    }
    return decide(limit, count, backend)
  }
}
