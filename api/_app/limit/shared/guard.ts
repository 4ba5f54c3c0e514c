// Stands between the limiter and a store that may be away: asks it while that makes sense, waits for a moment at most,
// and tells an operator when it stops and when it begins again.
import type { Shared } from '../backend.ts'
import { Breaker, type BreakerOptions } from './breaker.ts'
import { AnswerError } from './counter.ts'

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

class DeadlineError extends Error {
  override name = 'DeadlineError'
}

/**
 * What the work gives; what it does later than that no longer matters.
 * @throws {DeadlineError} after so many milliseconds
 */
function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const expire = () => reject(new DeadlineError(`no answer within ${milliseconds} ms`))
    // A process that was held up reads first what came in meanwhile.
    const timer = setTimeout(() => setImmediate(expire), milliseconds)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Why a store could not be used, in words fit for a log: what a store or a library says may hold commands and tokens. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'an error without a name'
  if (error instanceof DeadlineError) return error.message
  if (error instanceof AnswerError || error.name === 'UpstashJSONParseError') return 'an answer that is none'
  const code = codeOf(error) ?? codeOf(error.cause)
  if (code !== undefined) return code
  if (/timeout/i.test(error.name + error.message)) return 'no answer in time'
  if (/max .*requests? limit exceeded/i.test(error.message)) return 'its own quota is used up'
  const said = /^(?:Command failed: )?(?:ERR )?([A-Z]{3,20})\b/.exec(error.message)?.[1]
  return said === undefined ? `an error of type ${error.name}` : `it says ${said}`
}

/** The system's name for a failure, such as ECONNREFUSED or CERT_HAS_EXPIRED. */
function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(code) ? code : undefined
}
