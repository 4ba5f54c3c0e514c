// Finds out whether work has come to a standstill. It counts ticks of a timer, which come only while the event loop turns: a process
// that is busy for a while has fewer of them, and is not taken for one that is stuck.

/** Ticks without progress that are a standstill. */
const ticks = 10

export class Standstill {
  readonly #interval: number
  readonly #isWaiting: () => boolean
  #timer: NodeJS.Timeout | undefined
  /** The ticks since the last progress. */
  #quiet = 0

  /**
   * @param time for how long nothing has to go on, in ms
   * @param isWaiting whether there is work that waits for other work
   */
  constructor(time: number, isWaiting: () => boolean) {
    this.#interval = time / ticks
    this.#isWaiting = isWaiting
  }

  get isReached(): boolean {
    return this.#quiet >= ticks && this.#isWaiting()
  }

  /** Begins to count anew. */
  progress(): void {
    this.#quiet = 0
  }

  /** Counts for as long as work waits. */
  watch(): void {
    if (this.#timer !== undefined || !this.#isWaiting()) return
    this.#quiet = 0
    this.#timer = setInterval(() => {
      this.#quiet++
      if (this.#isWaiting()) return
      clearInterval(this.#timer)
      this.#timer = undefined
    }, this.#interval).unref()
  }
}
