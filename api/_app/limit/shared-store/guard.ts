// Stands between the limiter and a store that may be down: asks it while that makes sense, waits a moment at most, and logs
// when it stops asking and when it resumes.
import { Causes } from '../../http/causes.ts'
import { isWorker, type SharedStore, type StoreOptions, storeNames } from '../backend.ts'
import { Breaker, type BreakerOptions } from './breaker.ts'
import { AnswerError } from './counter.ts'

interface GuardOptions extends BreakerOptions, Pick<StoreOptions, 'deadline' | 'log'> {
  backend: SharedStore['backend']
}

export class Guard {
  readonly #options: GuardOptions
  readonly #breaker: Breaker
  readonly #causes: Causes
  /** Requests decided without the store since it last answered. */
  #decidedLocally = 0

  constructor(options: GuardOptions) {
    this.#options = options
    this.#breaker = new Breaker(options)
    this.#causes = new Causes(options.elapsed ?? (() => performance.now()))
  }

  /** The store is not being asked, and this process decides. */
  get degraded(): boolean {
    return this.#breaker.isOpen
  }

  /** The store's answer; `undefined` if this process has to decide. Never rejects. */
  async ask<T>(request: () => Promise<T>): Promise<T | undefined> {
    const way = this.#breaker.next()
    const trying = way === 'skip' ? undefined : this.#try(request, way)
    const answer = way === 'ask' || isWorker ? await trying : undefined
    if (answer === undefined) this.#decidedLocally++
    return answer
  }

  /** A request was decided without the store being needed. */
  skipped(): void {
    if (this.degraded) this.#decidedLocally++
  }

  async #try<T>(request: () => Promise<T>, way: 'ask' | 'probe'): Promise<T | undefined> {
    try {
      const answer = await withDeadline(this.#options.deadline, request())
      if (this.#breaker.succeeded(way)) {
        this.#causes.ended(() => this.#say(`back; ${this.#decidedLocally} requests were decided without it`))
      }
      if (!this.degraded) this.#decidedLocally = 0
      return answer
    } catch (error) {
      const [reason, { present }] = [reasonOf(error), this.#causes]
      const hasOpened = this.#breaker.failed(way)
      if (!hasOpened && way === 'ask') return undefined
      // Deadlines differ in how long they are, and in whose they are.
      const cause = /^(?:no answer|ETIMEDOUT$)/.test(reason) ? 'no answer' : reason
      const what = hasOpened
        ? `failing (${reason}); this process counts alone until it is back`
        : `still failing${cause === present ? '' : ', now for another reason'} (${reason})`
      this.#causes.failed(cause, () => this.#say(what))
    }
  }

  #say(what: string): void {
    this.#options.log(`rate limits: ${storeNames[this.#options.backend]} is ${what}`)
  }
}

export class DeadlineError extends Error {
  override name = 'DeadlineError'
}

/**
 * The result of the work; whatever it does after the deadline no longer matters.
 * @throws {DeadlineError} after that many milliseconds
 */
export function withDeadline<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const expire = () => reject(new DeadlineError(`no answer within ${milliseconds} ms`))
    // If the process was held up, it first reads what has arrived in the meantime.
    const timer = setTimeout(() => setImmediate(expire), milliseconds)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Says why a store could not be used, safe to log: messages from a store or library may contain commands and tokens. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'an error without a name'
  if (error instanceof DeadlineError) return error.message
  if (error instanceof AnswerError || error instanceof SyntaxError) return 'an invalid answer'
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
