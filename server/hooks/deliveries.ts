// Messages on their way: a few at a time, each tried up to five times, and none of them kept when the process ends.
import { many } from '../../snapshot/printable.ts'
import { RefusedAddress } from './address.ts'

export interface DeliveryOptions {
  /** What lines of the log begin with. */
  who: string
  /** Statuses after which it is of no use to try again, with what they mean, if that is known. */
  refusals: Readonly<Record<number, string>>
  /** How long to wait before each further try, in ms. */
  delays: readonly number[]
  log: (line: string) => void
  info: (line: string) => void
}

/** A receiver that is being restarted is back by the third, one that has to be repaired perhaps by the last. */
export const usualDelays = [5_000, 30_000, 150_000, 750_000]
/** Keeps processes that failed together from coming back together. */
const jitter = 0.2
/** Sent at the same time, and under way in all: of a hundred, those that have waited longest give way. */
const most = { sending: 4, pending: 100 }

interface Delivery {
  timer?: NodeJS.Timeout
  /** Ends what it waits for. */
  wake?: () => void
}

export class Deliveries {
  readonly #options: DeliveryOptions
  /** All that have been neither delivered nor given up, the oldest first. */
  readonly #pending = new Set<Delivery>()
  readonly #sending = new Set<Promise<unknown>>()
  #isClosed = false

  constructor(options: DeliveryOptions) {
    this.#options = options
  }

  /**
   * @param name who is told of what, as the log says it
   * @param send sends it once, and gives the status of the reply
   * @returns whether it was delivered, once that is certain
   */
  async add(name: string, send: () => Promise<number>): Promise<boolean> {
    const delivery: Delivery = {}
    this.#pending.add(delivery)
    if (this.#pending.size > most.pending) {
      this.#giveUp(this.#pending.values().next().value!)
      this.#say(`more than ${most.pending} messages are waiting; the oldest are given up`)
    }
    const { delays, refusals, info } = this.#options
    for (let tries = 1; ; tries++) {
      const outcome = await this.#sent(delivery, send)
      if (outcome === undefined) return false
      const problem = typeof outcome === 'string' ? outcome : problemIn(outcome, refusals)
      const isFinal = problem === undefined || outcome in refusals
      const delay = isFinal ? undefined : delays[tries - 1]
      if (problem === undefined) this.#say(`told ${name}`, info)
      else if (delay === undefined)
        this.#say(`could not tell ${name} (${problem}); given up after ${many(tries, 'try', 'tries')}`)
      else if (tries === 1) this.#say(`could not tell ${name} (${problem}); it will be tried again`)
      if (delay === undefined) this.#pending.delete(delivery)
      if (delay === undefined || this.#isClosed) return problem === undefined
      await new Promise<void>((wake) => {
        delivery.wake = wake
        delivery.timer = setTimeout(wake, delay * (1 + jitter * (2 * Math.random() - 1)))
      })
    }
  }

  /** Waits for what is being sent, and gives up the rest. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#sending)
    const { size } = this.#pending
    if (size > 0) this.#say(`${many(size, 'message is', 'messages are')} given up: the server ends`)
    for (const delivery of this.#pending) this.#giveUp(delivery)
  }

  #giveUp(delivery: Delivery): void {
    this.#pending.delete(delivery)
    clearTimeout(delivery.timer)
    delivery.wake?.()
  }

  #say(what: string, log = this.#options.log): void {
    log(`${this.#options.who}: ${what}`)
  }

  /**
   * In its turn: those that have waited longest come first.
   * @returns the status, why there is none, or `undefined` if it has been given up
   */
  async #sent(delivery: Delivery, send: () => Promise<number>): Promise<number | string | undefined> {
    const isOver = () => this.#isClosed || !this.#pending.has(delivery)
    while (this.#sending.size >= most.sending && !isOver()) await Promise.race(this.#sending)
    if (isOver()) return undefined
    const sending = send()
      .catch(reasonOf)
      .finally(() => this.#sending.delete(sending))
    this.#sending.add(sending)
    const outcome = await sending
    return this.#pending.has(delivery) ? outcome : undefined
  }
}

function problemIn(status: number, refusals: DeliveryOptions['refusals']): string | undefined {
  if (status >= 200 && status < 300) return undefined
  const isRedirect = status >= 300 && status < 400
  if (isRedirect) return `${status}: redirects are not followed; write where it leads`
  return `it answers ${status}${refusals[status] ?? ''}`
}

/** Never the message of an error from elsewhere: it may contain the address, and with it a token. */
function reasonOf(error: unknown): string {
  if (error instanceof RefusedAddress) return error.message
  const { name, code } = error as NodeJS.ErrnoException
  if (name === 'TimeoutError' || code === 'ABORT_ERR') return 'no answer in time'
  return typeof code === 'string' ? code : 'no answer'
}
