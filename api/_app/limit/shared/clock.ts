// The time by which a shared store counts. Processes whose clocks differ would each count in a window of its own, so one
// whose clock differs too much from the store's goes by that of the store.
import type { Shared } from '../backend.ts'

export interface ClockOptions {
  backend: Shared['backend']
  /** This process's own clock, in ms since the epoch. */
  now: () => number
  /** By how many ms it may differ from the store's. */
  tolerance: number
  log: (line: string) => void
  /** Milliseconds from any beginning; a clock that nobody sets. */
  elapsed?: () => number
}

/** When a store was asked. */
export interface Asked {
  /** By this process's own clock. */
  own: number
  elapsed: number
}

export class StoreClock {
  readonly #options: ClockOptions
  readonly #elapsed: () => number
  #offset = 0
  #isKnown = false

  constructor(options: ClockOptions) {
    this.#options = options
    this.#elapsed = options.elapsed ?? (() => performance.now())
  }

  /** What is added to this process's own clock, in ms. */
  get offset(): number {
    return this.#offset
  }

  /** The store has counted by it. Before, this process may be in another window than it thinks. */
  get isKnown(): boolean {
    return this.#isKnown
  }

  get tolerance(): number {
    return this.#options.tolerance
  }

  now(): number {
    return this.#options.now() + this.#offset
  }

  ask(): Asked {
    return { own: this.#options.now(), elapsed: this.#elapsed() }
  }

  /**
   * The offset to ask with again.
   * @param time what the store's clock showed at some moment since it was asked with `offset`
   */
  measure(time: number, asked: Asked, offset: number): number {
    const took = this.#elapsed() - asked.elapsed
    const [least, most] = [time - asked.own - took, time - asked.own]
    // That the question or the answer was slow may be all that is wrong.
    if (offset >= least - this.tolerance && offset <= most + this.tolerance) return offset
    return Math.round((least + most) / 2)
  }

  /** Goes by this offset from now on: the store has counted by it. */
  adopt(offset: number): void {
    const [wasOff, isOff] = [this.#offset, offset].map((one) => Math.abs(one) > this.tolerance)
    this.#offset = offset
    this.#isKnown = true
    const { log, backend } = this.#options
    const name = names[backend]
    if (isOff && !wasOff) {
      const seconds = (Math.abs(offset) / 1_000).toFixed(1)
      const way = offset < 0 ? 'ahead of' : 'behind'
      log(
        `rate limits: this machine's clock is ${seconds} s ${way} that of ${name}, by which requests are counted`,
      )
    }
    if (wasOff && !isOff) log(`rate limits: this machine's clock agrees with that of ${name} again`)
  }
}

const names = { upstash: 'Upstash', redis: 'Redis' }
