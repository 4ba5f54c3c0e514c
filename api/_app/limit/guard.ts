// Stands between the limiter and a store that may be away: asks it while that makes sense, waits for a moment at most,
// and tells an operator when it stops and when it begins again.
import type { Shared } from './backend.ts'
import { Breaker, type BreakerOptions } from './breaker.ts'
import { within } from './deadline.ts'
import { reasonOf } from './reason.ts'

export interface GuardOptions extends BreakerOptions {
  backend: Shared['backend']
  /** How long one request waits for the store, in ms. */
  deadline: number
  log: (line: string) => void
}

export class Guard {
  readonly #options: GuardOptions
  readonly #breaker: Breaker
  /** Requests decided without the store since it last answered. */
  #alone = 0

  constructor(options: GuardOptions) {
    this.#options = options
    this.#breaker = new Breaker(options)
  }

  /** The store is left alone, and this process decides. */
  get degraded(): boolean {
    return this.#breaker.isOpen
  }

  /** What the store answers; `undefined` where this process is to decide. Never rejects. */
  async ask<T>(question: () => Promise<T>): Promise<T | undefined> {
    const way = this.#breaker.next()
    const answer = way === 'ask' ? await this.#try(question, way) : undefined
    if (answer === undefined) this.#alone++
    if (way === 'probe') void this.#try(question, way)
    return answer
  }

  /** A request was decided without need of the store. */
  spared(): void {
    if (this.degraded) this.#alone++
  }

  async #try<T>(question: () => Promise<T>, way: 'ask' | 'probe'): Promise<T | undefined> {
    try {
      const answer = await within(this.#options.deadline, question())
      if (this.#breaker.succeeded(way)) this.#ended()
      if (!this.degraded) this.#alone = 0
      return answer
    } catch (error) {
      if (this.#breaker.failed(way)) this.#began(error)
      return undefined
    }
  }

  #began(error: unknown): void {
    const { backend, log } = this.#options
    log(
      `rate limits: ${names[backend]} fails (${reasonOf(error)}); this process counts alone until it is back`,
    )
  }

  #ended(): void {
    const { backend, log } = this.#options
    log(`rate limits: ${names[backend]} is back; ${this.#alone} requests were decided without it`)
  }
}

const names = { upstash: 'Upstash', redis: 'Redis' }
