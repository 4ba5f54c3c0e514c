// The clock that a shared store counts by. Processes whose clocks differ would each count in their own window, so a process
// whose clock is too far from the store's uses the store's.
import { type SharedStore, type StoreOptions, storeNames } from '../backend.ts'

interface ClockOptions extends Pick<StoreOptions, 'now' | 'tolerance' | 'log'> {
  backend: SharedStore['backend']
  /** A monotonic clock, in ms. */
  elapsed?: () => number
}

/** The time at which a request to the store was sent. */
interface SentAt {
  /** The time on this process's own clock. */
  own: number
  elapsed: number
}

export class StoreClock {
  readonly #options: ClockOptions
  readonly #elapsed: () => number
  /** Added to this process's own clock, in ms. */
  offset = 0
  /** True once the store has counted by the offset. Until then this process may be in another window than it thinks. */
  isKnown = false

  constructor(options: ClockOptions) {
    this.#options = options
    this.#elapsed = options.elapsed ?? (() => performance.now())
  }

  get tolerance(): number {
    return this.#options.tolerance
  }

  now(): number {
    return this.#options.now() + this.offset
  }

  sentNow(): SentAt {
    return { own: this.#options.now(), elapsed: this.#elapsed() }
  }

  /**
   * The offset to retry with.
   * @param time what the store's clock read at some moment since `sent`, when it was asked with `offset`
   */
  measure(time: number, sent: SentAt, offset: number): number {
    const took = this.#elapsed() - sent.elapsed
    const [least, most] = [time - sent.own - took, time - sent.own]
    // The offset may be right and the network merely slow.
    if (offset >= least - this.tolerance && offset <= most + this.tolerance) return offset
    return Math.round((least + most) / 2)
  }

  /** Uses this offset from now on: the store has counted by it. */
  adopt(offset: number): void {
    const [wasOff, isOff] = [this.offset, offset].map((one) => Math.abs(one) > this.tolerance)
    this.offset = offset
    this.isKnown = true
    const { log, backend } = this.#options
    const name = storeNames[backend]
    if (isOff && !wasOff) {
      const seconds = (Math.abs(offset) / 1_000).toFixed(1)
      const way = `${seconds} s ${offset < 0 ? 'ahead of' : 'behind'}`
      log(`rate limits: this machine's clock is ${way} ${name}'s clock, which is used for counting`)
    }
    if (wasOff && !isOff) log(`rate limits: this machine's clock agrees with ${name}'s clock again`)
  }
}
