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
  name: string
  send: () => Promise<number>
  tries: number
  timer?: NodeJS.Timeout
  end: (isDelivered: boolean) => void
}

export class Deliveries {
  readonly #options: DeliveryOptions
  /** All that have been neither delivered nor given up, the oldest first. */
  readonly #pending = new Set<Delivery>()
  readonly #ready: Delivery[] = []
  readonly #sending = new Set<Promise<void>>()
  #isClosed = false

  constructor(options: DeliveryOptions) {
    this.#options = options
  }

  /**
   * @param name who is told of what, as the log says it
   * @param send sends it once, and gives the status of the reply
   * @returns whether it was delivered, once that is certain
   */
  add(name: string, send: () => Promise<number>): Promise<boolean> {
    return new Promise((end) => {
      const delivery: Delivery = { name, send, tries: 0, end }
      this.#pending.add(delivery)
      if (this.#pending.size > most.pending) this.#dropOldest()
      this.#ready.push(delivery)
      this.#next()
    })
  }

  /** Waits for what is being sent, and gives up the rest. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#sending)
    const { size } = this.#pending
    const are = many(size, 'message is', 'messages are')
    if (size > 0) this.#say(`${are} given up: the server ends`)
    for (const delivery of this.#pending) this.#end(delivery, false)
  }

  #dropOldest(): void {
    const [oldest] = this.#pending
    this.#end(oldest!, false)
    this.#say(`more than ${most.pending} messages are waiting; the oldest are given up`)
  }

  #end(delivery: Delivery, isDelivered: boolean): void {
    clearTimeout(delivery.timer)
    this.#pending.delete(delivery)
    delivery.end(isDelivered)
  }

  #say(what: string, log = this.#options.log): void {
    log(`${this.#options.who}: ${what}`)
  }

  #next(): void {
    while (!this.#isClosed && this.#sending.size < most.sending) {
      const delivery = this.#ready.shift()
      if (delivery === undefined) return
      if (!this.#pending.has(delivery)) continue
      const sending = this.#try(delivery).finally(() => {
        this.#sending.delete(sending)
        this.#next()
      })
      this.#sending.add(sending)
    }
  }

  async #try(delivery: Delivery): Promise<void> {
    const { name, send } = delivery
    const { delays, refusals, info } = this.#options
    delivery.tries++
    const { problem, isFinal } = await send().then(
      (status) => receptionOf(status, refusals),
      (error) => ({ problem: reasonOf(error), isFinal: false }),
    )
    if (!this.#pending.has(delivery)) return
    const delay = delays[delivery.tries - 1]
    if (problem === undefined) {
      this.#say(`told ${name}`, info)
      this.#end(delivery, true)
    } else if (isFinal || delay === undefined) {
      const tries = many(delivery.tries, 'try', 'tries')
      this.#say(`could not tell ${name} (${problem}); given up after ${tries}`)
      this.#end(delivery, false)
    } else {
      if (delivery.tries === 1) this.#say(`could not tell ${name} (${problem}); it will be tried again`)
      this.#retry(delivery, delay)
    }
  }

  #retry(delivery: Delivery, delay: number): void {
    const again = () => {
      this.#ready.push(delivery)
      this.#next()
    }
    delivery.timer = setTimeout(again, delay * (1 + jitter * (2 * Math.random() - 1)))
  }
}

interface Reception {
  /** Why it was not taken. */
  problem?: string
  /** It is of no use to try again. */
  isFinal: boolean
}

function receptionOf(status: number, refusals: DeliveryOptions['refusals']): Reception {
  if (status >= 200 && status < 300) return { isFinal: true }
  const isRedirect = status >= 300 && status < 400
  const what = isRedirect
    ? `${status}: redirects are not followed; write where it leads`
    : `it answers ${status}${refusals[status] ?? ''}`
  return { problem: what, isFinal: refusals[status] !== undefined }
}

/** Never the message of an error from elsewhere: it may contain the address, and with it a token. */
function reasonOf(error: unknown): string {
  if (error instanceof RefusedAddress) return error.message
  const { name, code } = error as NodeJS.ErrnoException
  if (name === 'TimeoutError' || code === 'ABORT_ERR') return 'no answer in time'
  return typeof code === 'string' ? code : 'no answer'
}
