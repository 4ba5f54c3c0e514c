// Circuit breaker: decides whether a failing store is asked again. While it is open nobody waits for the store.

/** Consecutive failures that open it. */
const maxFailures = 3
/** The time that the breaker stays open at first, and at most, in ms. */
const firstWait = 1_000
const longestWait = 5_000
/** Keeps processes that lost the same store from all returning to it at once. */
const jitter = 0.2

export interface BreakerOptions {
  /** A monotonic clock, in ms. */
  elapsed?: () => number
  /** Returns a number from 0 to 1, as `Math.random` does. */
  random?: () => number
}

export class Breaker {
  readonly #elapsed: () => number
  readonly #random: () => number
  #failures = 0
  #wait = firstWait
  /** The time at which the store is probed; `undefined` while the breaker is closed. */
  #probeAt: number | undefined

  constructor({ elapsed = () => performance.now(), random = Math.random }: BreakerOptions = {}) {
    this.#elapsed = elapsed
    this.#random = random
  }

  get isOpen(): boolean {
    return this.#probeAt !== undefined
  }

  /** Decides whether to ask the store and wait, to ask it without waiting, or to leave it alone. */
  next(): 'ask' | 'probe' | 'skip' {
    if (this.#probeAt === undefined) return 'ask'
    const now = this.#elapsed()
    if (now < this.#probeAt) return 'skip'
    // A probe may be cut off with the request that it was sent for.
    this.#probeAt = now + longestWait
    return 'probe'
  }

  /** @returns whether this closed it */
  succeeded(way: 'ask' | 'probe'): boolean {
    if (way === 'ask' && this.isOpen) return false
    this.#failures = 0
    // A successful probe does not reset the wait, since a store may come and go.
    if (way === 'ask') this.#wait = firstWait
    this.#probeAt = undefined
    return way === 'probe'
  }

  /** @returns whether this opened it */
  failed(way: 'ask' | 'probe'): boolean {
    // A request sent before it opened may fail long afterwards.
    if (way === 'ask' && (this.isOpen || ++this.#failures < maxFailures)) return false
    this.#probeAt = this.#elapsed() + this.#wait * (1 + jitter * (2 * this.#random() - 1))
    this.#wait = Math.min(2 * this.#wait, longestWait)
    return way === 'ask'
  }
}
