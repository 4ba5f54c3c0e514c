// Whether a store that failed is asked again. While the breaker is open nobody waits for it.

/** Failures in a row that open it. */
const patience = 3
/** How long it stays open at first, and at most, in ms. */
const firstWait = 1_000
const longestWait = 5_000
/** Processes that lost the same store do not all come back to it at once. */
const spread = 0.2

export interface BreakerOptions {
  /** Milliseconds from any beginning; a clock that nobody sets. */
  elapsed?: () => number
  /** From 0 to 1. */
  random?: () => number
}

export class Breaker {
  readonly #elapsed: () => number
  readonly #random: () => number
  #failures = 0
  #wait = firstWait
  /** When the store is probed; `undefined` while the breaker is closed. */
  #probeAt: number | undefined
  #probing = false

  constructor({ elapsed = () => performance.now(), random = Math.random }: BreakerOptions = {}) {
    this.#elapsed = elapsed
    this.#random = random
  }

  get isOpen(): boolean {
    return this.#probeAt !== undefined
  }

  /** Whether to ask the store and wait, to ask it without waiting, or to leave it alone. */
  next(): 'ask' | 'probe' | 'spare' {
    if (this.#probeAt === undefined) return 'ask'
    if (this.#probing || this.#elapsed() < this.#probeAt) return 'spare'
    this.#probing = true
    return 'probe'
  }

  /** @returns whether this closed it */
  succeeded(way: 'ask' | 'probe'): boolean {
    if (way === 'probe') return this.#close()
    if (this.isOpen) return false
    this.#failures = 0
    this.#wait = firstWait
    return false
  }

  /** @returns whether this opened it */
  failed(way: 'ask' | 'probe'): boolean {
    if (way === 'probe') {
      this.#open()
      return false
    }
    // What was asked before it opened may fail long after.
    if (this.isOpen || ++this.#failures < patience) return false
    this.#open()
    return true
  }

  #open(): void {
    this.#probing = false
    this.#probeAt = this.#elapsed() + this.#wait * (1 + spread * (2 * this.#random() - 1))
    this.#wait = Math.min(2 * this.#wait, longestWait)
  }

  /** The next wait is as short as the first only after a success that is no probe: a store may well come and go. */
  #close(): boolean {
    this.#probing = false
    this.#probeAt = undefined
    this.#failures = 0
    return true
  }
}
